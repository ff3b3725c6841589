"""What happened at a table in a few words: events of any game, told from their own fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from engine.decoding import decode
from engine.events import COMMON_EVENTS, TableEvent
from engine.fields import Field, fields_of
from engine.game import Game, OneWinnerGame
from engine.postings import COMMON_REASONS
from engine.registry import game_of
from engine.rulesets import ResolvedRuleset
from engine.text import Text
from tournament.listing import Amount
from tournament.standings_page import TWELFTHS, exact
from tournament.wording import in_words, labelled, listed, one_after_another, place_name

SHORT = ("seat", "number", "choice", "flag")


def kind_of(game: Game, kind: str) -> type[TableEvent]:
    """Return the struct of a kind of event."""
    return {**COMMON_EVENTS, **game.events}[kind]


def title_of(game: Game, kind: str) -> str:
    """Name a kind of event in the language of the page."""
    return in_words(kind_of(game, kind).title)


def tell(
    game: Game,
    body: Mapping[str, Any],
    names: Mapping[str, str],
    entries: Mapping[int, Mapping[str, Any]] | None = None,
    rules: ResolvedRuleset | None = None,
) -> str:
    """Say what an event is: who won how, who sits down, the ruling's title.

    `rules` are those of the table; with them, who claimed and gets nothing is told as giving way.

    `entries` are those of the table by number, each with its content (`body`) and `hand`: an event that is about
    another one names it by what it was and its hand. Where that is not known, it names nothing.
    """
    kind = str(body.get("type"))
    if body.get("wins"):
        return _wins(game, kind, body["wins"], rules)
    if kind == "ruling":
        about = body.get("amends") if body.get("undoes") is None else body["undoes"]
        return _ruling(body, _earlier(game, names, entries, rules, about))
    if kind == "seats":
        return _seats(game, body, names)
    if kind == "swap":
        first, second = body["places"]
        return gettext("{first} and {second} swapped back since hand {hand}").format(
            first=place_name(first), second=place_name(second), hand=body["since"]
        )
    if kind in ("void", "replace"):
        earlier = _earlier(game, names, entries, rules, body["seq"])
        return labelled(title_of(game, kind), earlier) if earlier else title_of(game, kind)
    return _plainly(game, kind, body)


def _wins(game: Game, kind: str, wins: Sequence[Mapping[str, Any]], rules: ResolvedRuleset | None) -> str:
    behind = {} if rules is None else giving_way(game, rules, wins)
    told = listed(_win(game, kind, item) for item in wins if item["seat"] not in behind)
    return one_after_another((told, *behind.values()))


def giving_way(game: Game, rules: ResolvedRuleset, wins: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Say by place who of several claims gets nothing, and by which article."""
    giver = wins[0].get("from") if wins else None
    if giver is None or len(wins) < 2 or not isinstance(game, OneWinnerGame):
        return {}
    behind, article = game.gives_way(rules, giver, [item["seat"] for item in wins])
    words = gettext("{place} gives way ({article})")
    return {seat: words.format(place=place_name(seat), article=article) for seat in behind}


def _win(game: Game, kind: str, entry: Mapping[str, Any]) -> str:
    winner = place_name(entry["seat"])
    if entry.get("by") == "discard" and entry.get("from"):
        return gettext("{winner} off {giver}").format(winner=winner, giver=place_name(entry["from"]))
    if entry.get("by") == "self":
        return gettext("{winner} self-draw").format(winner=winner)
    return f"{winner} {title_of(game, kind)}"


def _earlier(
    game: Game,
    names: Mapping[str, str],
    entries: Mapping[int, Mapping[str, Any]] | None,
    rules: ResolvedRuleset | None,
    seq: int | None,
) -> str:
    """Name an entry that another one is about: what it was, and in which hand; nothing where it is not known."""
    row = None if seq is None or entries is None else entries.get(seq)
    if row is None:
        return ""
    body = row["body"]
    told = _ruled(body) if body.get("type") == "ruling" else tell(game, body, names, entries, rules)
    if row["hand"] is None:
        return told
    return gettext("{event} (hand {hand})").format(event=told, hand=row["hand"])


def _ruling(body: Mapping[str, Any], earlier: str) -> str:
    if body.get("undoes") is not None:
        return gettext("{ruling} overturned").format(ruling=earlier or gettext("Ruling"))
    told = _ruled(body)
    if body.get("amends") is None:
        return told
    return gettext("{ruling}, in place of {earlier}").format(
        ruling=told, earlier=earlier or gettext("an earlier ruling")
    )


def _ruled(body: Mapping[str, Any]) -> str:
    """Say on what was ruled, and on whom."""
    wording = body.get("wording")
    if not wording:
        return gettext("Ruling")
    title = in_words(decode(Text, wording["title"], "title"))
    who = listed(place_name(place) for place in wording.get("offenders", ()))
    return labelled(who, title) if who else title


def _seats(game: Game, body: Mapping[str, Any], names: Mapping[str, str]) -> str:
    empty = gettext("empty")
    seats = [
        f"{place_name(place)} {names.get(body['seats'][place] or '', body['seats'][place] or empty)}"
        for place in game.order
        if place in body["seats"]
    ]
    told = listed(seats)
    if body.get("first_dealer"):
        return gettext("New seats: {seats}; first dealer {dealer}").format(
            seats=told, dealer=place_name(body["first_dealer"])
        )
    return labelled(title_of(game, "seats"), told)


def _plainly(game: Game, kind: str, body: Mapping[str, Any]) -> str:
    """Name an event and the answers to it; one that begins with who did which of some things is told as that."""
    fields = fields_of(kind_of(game, kind))
    if [(item.widget, item.required) for item in fields[:2]] == [("seat", True), ("choice", True)]:
        who, what = (_value(item, body[item.code]) for item in fields[:2])
        return listed((labelled(who, _within(what)), *map(_within, _answers(fields[2:], body))))
    title, parts = title_of(game, kind), _answers(fields, body)
    return labelled(title, listed(parts)) if parts else title


def _within(words: str) -> str:
    """Return words that begin a line as they stand inside a sentence."""
    return words[:1].lower() + words[1:]


def _answers(fields: Sequence[Field], body: Mapping[str, Any]) -> list[str]:
    """Say each short answer after its label, those of a group by themselves."""
    found = []
    for item in fields:
        value = body.get(item.code)
        if item.widget in SHORT and value is not None:
            found.append(f"{in_words(item.label)} {_value(item, value)}")
        elif item.widget == "seats" and value:
            found.append(f"{in_words(item.label)} {listed(map(place_name, value))}")
        elif item.widget == "group" and isinstance(value, Mapping):
            found += _answers(item.fields, value)
    return found


def _value(item: Field, value: Any) -> str:
    if item.widget == "seat":
        return place_name(value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int):
        return exact(value, 1)
    chosen = next((choice.label for choice in item.choices if choice.code == value), None)
    return in_words(chosen) if chosen else str(value)


def reason_in_words(rules: ResolvedRuleset, reason: str) -> str:
    """Word the reason of a line of the ledger."""
    found = rules.ruleset.reasons.get(reason) or COMMON_REASONS.get(reason)
    return in_words(found) if found else reason


def points_of(points: int, account: str) -> int | Amount:
    """Return the points of a line of the ledger in the unit of its account: placing points are counted in twelfths."""
    return Amount(points, TWELFTHS) if account == "placing" and points else points


def article_in_words(rules: ResolvedRuleset, article: str) -> str:
    """Return the text of an article in the language of the page, or nothing where there is none."""
    found = rules.ruleset.articles.get(article)
    return in_words(found) if found else ""


def score_in_words(rules: ResolvedRuleset, score: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `score` says of a hand as the tag of the same name shows it."""
    names = {spec.code: in_words(spec.name) for spec in rules.ruleset.patterns}
    values = {spec.code: spec.value for spec in rules.ruleset.patterns}
    return {
        "total": score["total"],
        "unit": rules.ruleset.unit,
        "limit": _limit_in_words(rules, score),
        "counted": [
            {
                "name": names.get(item["code"], item["code"]),
                "value": item["value"],
                "count": item.get("count", 1),
                "article": item.get("article", ""),
            }
            for item in score.get("patterns", ())
        ],
        "not_counted": [
            {
                "name": names.get(item["code"], item["code"]),
                "value": values.get(item["code"], 0),
                "because": gettext("because of {pattern}").format(pattern=names.get(item["because"], item["because"])),
            }
            for item in score.get("not_counted", ())
        ],
    }


def _limit_in_words(rules: ResolvedRuleset, score: Mapping[str, Any]) -> dict[str, Any] | None:
    """Name the option that limits a score, with the sum it cuts; the limits are the game's own, as it plays now."""
    code = game_of(rules).ruleset.limits.get(score.get("limit", ""))
    option = rules.ruleset.options.get(code) if code else None
    if option is None:
        return None
    text = gettext("{limit}: {sum} count as {total}").format(
        limit=in_words(option.name), sum=score["raw"], total=score["total"]
    )
    return {"text": text, "article": option.article}


def refusal_of(score: Mapping[str, Any]) -> str:
    """Return why a hand is no winning hand, in the language of the page; nothing where it is one."""
    if score.get("valid", True):
        return ""
    return gettext(score["reason"]["message"])
