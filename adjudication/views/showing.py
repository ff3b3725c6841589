"""What follows from a decision, as pages show it: remedy, payments, article, standings before and after, history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from adjudication.selectors.deciding import Decided
from adjudication.selectors.ruled import ruled_in
from adjudication.wording import effects_in_words, outcome, sentences, step, text_of
from engine.deciding import dump_decision
from engine.errors import RuleError
from engine.rulesets import ResolvedRuleset
from tournament.models import Entry, Event, Round
from tournament.numbers import whole
from tournament.selectors.rulesets import rules_of
from tournament.standings_page import exact
from tournament.table_page import TablePage
from tournament.telling import article_in_words, points_of
from tournament.wording import in_words


def decision_context(event: Event, decision: Mapping[str, Any], article: str) -> dict[str, Any]:
    """Return a decision in words: remedy, outcome, penalty, effects, article."""
    rules = rules_of(event)
    penalty = decision.get("penalty")
    return {
        "outcome": outcome(decision["status"]),
        "discretion": decision["status"] == "discretion",
        "remedy": sentences(decision["remedy"]),
        "effects": effects_in_words(decision.get("effect") or {}, rules),
        "penalty": {
            "step": step(rules, penalty["step"]),
            "points": points_of(penalty["points"], penalty["account"]),
            "account": penalty["account"],
        }
        if penalty
        else None,
        "article": {"code": article, "text": article_in_words(rules, article)},
        "articles": cited(rules, decision, article),
    }


def cited(rules: ResolvedRuleset, decision: Mapping[str, Any], article: str) -> list[dict[str, str]]:
    """Return every article a decision cites, its own first."""
    codes = [article, *(line.get("article", "") for line in (decision.get("effect") or {}).get("postings", ()))]
    return [
        {"code": code, "text": article_in_words(rules, code)}
        for code in dict.fromkeys(codes)
        if code and article_in_words(rules, code)
    ]


def preview_context(
    event: Event, view: TablePage | None, decided: Decided, preview: Mapping[str, Any] | None, counted_in: Round
) -> dict[str, Any]:
    """Return what the page shows of a decision before it is issued; without a preview only its words."""
    decision = dump_decision(decided.decision)
    found = decision_context(event, decision, decided.decision.article)
    found |= {
        "title": in_words(decided.infraction.name),
        "counted_in": counted_in,
        "hand": decided.situation.hand if view else None,
        "hand_over": decided.situation.closed,
        "after_last": view is not None and view.after_last(decided.situation.hand),
        "offender_names": [entry.name for entry in decided.entries],
    }
    if preview is None:
        return found
    change = preview["change"]
    if view is not None and change is not None:
        found["lines"] = view.lines(change["postings"])
        found["removed"] = view.lines(change["removed"])
        found["gains"] = [
            {"place": place, "points": change["after"].get(number, 0) - change["before"].get(number, 0)}
            for place, number in view.state["seats"].items()
            if number
        ]
    names = dict(
        Entry.objects.filter(event=event, number__in=[row["number"] for row in preview["standings"]]).values_list(
            "number", "name"
        )
    )
    ours = {entry.number for entry in decided.entries}
    moved = {
        row["number"]: {
            "name": names.get(row["number"], str(row["number"])),
            "rank_before": row["rank_before"] or "–",
            "rank": row["rank"] or "–",
            "before": exact(row["total_before"], row["scale"], signed=True),
            "after": exact(row["total"], row["scale"], signed=True),
        }
        for row in preview["standings"]
    }
    found |= {
        "mark": preview["mark"],
        "seq": preview["seq"],
        "own": [
            {
                "name": entry.name,
                "table": _at_the_table(change, decided.situation.seats.get(place)),
                "moved": moved.get(entry.number),
            }
            for entry, place in zip(decided.entries, decided.case.offenders, strict=True)
        ],
        "ranked": preview["ranked"],
        "others": len(
            [row for number, row in moved.items() if number not in ours and row["rank"] != row["rank_before"]]
        ),
        "advance": preview["advance"],
        "carry": preview["carry"],
        "again": preview["again"],
        "alike": preview["alike"],
        "draws": [_later_draw(item) for item in preview["draws"]],
        "history": [
            {
                "case": item["case"],
                "round": item["round"],
                "name": text_of(item["name"]),
                "step": step(rules_of(event), item["step"]),
            }
            for items in preview["history"].values()
            for item in items
        ],
    }
    return found


def _at_the_table(change: Mapping[str, Any] | None, person: str | None) -> dict[str, int] | None:
    """Return the points a person has at the table before and after a ruling, None where they stay the same."""
    if change is None or person is None:
        return None
    before, after = change["before"].get(person, 0), change["after"].get(person, 0)
    return {"before": before, "after": after} if before != after else None


def again_said(given: QueryDict) -> list[int]:
    """Return the earlier ruling that the referee said this one comes on top of, in a list; an empty one without."""
    said = given.get("again", "")
    return [whole(said, 0)] if said.isdecimal() else []


def in_the_way(view: TablePage | None, error: RuleError) -> dict[str, Any] | None:
    """Return the recorded entry that a refusal names, where it can be corrected; of a ruling its `case`."""
    head, bracket, _rest = error.path.partition("]")
    if view is None or not bracket or not head.startswith("recorded["):
        return None
    seq = int(head.removeprefix("recorded["))
    row = next((row for row in view.written() if row["seq"] == seq), None)
    if row is not None and row["correctable"]:
        return row
    case = ruled_in(view.table, (seq,))
    return {"case": case} if case is not None else None


def _later_draw(item: Mapping[str, Any]) -> str:
    """Say what becomes of the released draw of a later round."""
    if item["changes"]:
        text = gettext("Round {number} would now be drawn otherwise; it is released and stays as drawn.")
    else:
        text = gettext("Round {number} is released and stays as drawn.")
    return text.format(number=item["round"])
