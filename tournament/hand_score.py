"""What the wins of an event are worth and why, where tiles or items were given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import RuleError
from engine.game import Game
from engine.places import PLACES, steps_between
from engine.rulesets import ResolvedRuleset
from tournament.errors import sentence
from tournament.telling import refusal_of, score_in_words


def scores_of(
    game: Game,
    rules: ResolvedRuleset,
    body: Mapping[str, Any],
    deal: Mapping[str, Any],
    seated: Mapping[str, str | None],
) -> list[dict[str, Any]]:
    """Return the score of each win of an event that is given by tiles or items, with its reasons.

    `deal` is what the hand was played with where the event itself says nothing else; `seated` are names by place.
    """
    found = []
    for index, entry in enumerate(body.get("wins", ())):
        score = _score(game, rules, body, entry, deal)
        if score is not None:
            found.append({"index": index, "who": seated.get(entry.get("seat", "")) or "", **score})
    return found


def _score(
    game: Game, rules: ResolvedRuleset, body: Mapping[str, Any], entry: Mapping[str, Any], deal: Mapping[str, Any]
) -> dict[str, Any] | None:
    if entry.get("items"):
        return _of_items(game, rules, entry)
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
        score = game.score_items(rules, {name: entry[name] for name in ("items", "by", "flags") if name in entry})
    except RuleError:
        return None
    return score_in_words(rules, score)
