"""What the wins of an event are worth and why, where tiles or items were given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from engine.dealing import Deal
from engine.errors import RuleError
from engine.game import AddingGame, CappingGame, Game
from engine.places import PLACES, steps_between
from engine.rulesets import ResolvedRuleset
from tournament.errors import sentence
from tournament.telling import refusal_of, score_in_words
from tournament.wording import in_words, listed, place_name


def scores_of(
    game: Game,
    rules: ResolvedRuleset,
    body: Mapping[str, Any],
    deal: Mapping[str, Any],
    seated: Mapping[str, str | None],
) -> list[dict[str, Any]]:
    """Return the score of each win of an event, with its reasons; of a given total only what changes it.

    `deal` is what the hand was played with where the event itself says nothing else; `seated` are names by place.
    """
    found = []
    for index, entry in enumerate(body.get("wins", ())):
        if not {body.get("dealer"), body.get("door"), entry.get("seat"), entry.get("from")} <= {None, *PLACES}:
            continue  # no place of a table: the refusal of the event says so
        score = _score(game, rules, body, entry, deal)
        if score is not None:
            found.append({"index": index, "who": seated.get(entry.get("seat", "")) or "", **score})
    return found


def _score(
    game: Game, rules: ResolvedRuleset, body: Mapping[str, Any], entry: Mapping[str, Any], deal: Mapping[str, Any]
) -> dict[str, Any] | None:
    added = _added(game, rules, body, entry, deal)
    if entry.get("total") is not None:
        return _of_total(game, rules, entry["total"], added)
    score = (
        _of_items(game, rules, entry) if entry.get("items") is not None else _of_tiles(game, rules, body, entry, deal)
    )
    return score if score is None or "refused" in score else {**score, "added": added}


def _of_tiles(
    game: Game, rules: ResolvedRuleset, body: Mapping[str, Any], entry: Mapping[str, Any], deal: Mapping[str, Any]
) -> dict[str, Any] | None:
    if not entry.get("tiles") or not entry.get("by"):
        return None
    data = {**entry["tiles"], "by": entry["by"], "flags": entry.get("flags", [])}
    own = rules.options.get("own_wind")
    east = body.get("door") if own == "door" else body.get("dealer", deal.get("dealer"))
    if deal.get("round_wind") is not None and entry.get("seat"):
        data["round"] = body.get("round_wind", deal["round_wind"])
    if east and entry.get("seat") and deal.get("dealer") is not None:
        data["seat"] = PLACES[steps_between(east, entry["seat"])]
    try:
        score = game.score(rules, data)
    except RuleError as error:
        return {"refused": sentence(error)}
    if refused := refusal_of(score):
        return {"refused": refused}
    if "total" not in score:
        return None
    return score_in_words(rules, score)


def _of_items(game: Game, rules: ResolvedRuleset, entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """Explain ticked items; what cannot stand together the refusal of the event itself says."""
    try:
        score = game.score_items(
            rules, {name: entry[name] for name in ("items", "by", "flags", "robbed") if name in entry}
        )
    except RuleError:
        return None
    return score_in_words(rules, score)


def _of_total(game: Game, rules: ResolvedRuleset, total: int, added: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Say of a given total what it is cut to and what is added to it; nothing where it is paid as it is."""
    plain = {"total": total, "raw": total, "limit": "none"}
    score = game.score_total(rules, total) if isinstance(game, CappingGame) else plain
    if score["limit"] == "none" and not added:
        return None
    return {**score_in_words(rules, score), "added": added}


def _added(
    game: Game, rules: ResolvedRuleset, body: Mapping[str, Any], entry: Mapping[str, Any], deal: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return what payments add to a score by themselves, with who pays it, in a game that adds something."""
    if not isinstance(game, AddingGame) or not entry.get("seat"):
        return []
    dealt = Deal(body.get("dealer", deal.get("dealer")), body.get("streak", deal.get("streak")))
    payers: dict[tuple[str, int, int], list[str]] = {}
    for one in game.added(rules, dealt, entry):
        payers.setdefault((one.code, one.value, one.count), []).append(place_name(one.payer))
    names = {spec.code: in_words(spec.name) for spec in rules.ruleset.patterns}
    return [
        {
            "name": names.get(code, code),
            "value": value,
            "count": count,
            "sum": value * count,
            "note": gettext("from {places}").format(places=listed(places)),
        }
        for (code, value, count), places in payers.items()
    ]
