"""Cases as data: a line holds the input of one command and what is looked at of its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudication.rule_lines import rule_line
from engine.errors import RuleError
from engine.registry import find_game, trick_game
from engine.rulesets import resolve
from engine.seating.winds_draw import Unlike, record_winds
from engine.settling import settle_line

DATA = Path(__file__).parents[1] / "data"
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
COMMANDS = ("score", "settle", "rule", "trick", "winds")


def lines_of(code: str, name: str) -> list[dict[str, Any]]:
    """Read `tests/data/<code>/<name>.jsonl`."""
    return [json.loads(line) for line in (DATA / code / f"{name}.jsonl").read_text("utf-8").splitlines()]


def answer(code: str, line: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return what the command of a line answers under options; a refusal is `{"error": code}`."""
    (command,) = (name for name in COMMANDS if name in line)
    ruleset, given = find_game(code).ruleset, line[command]
    try:
        if command == "score":
            return find_game(code).score(resolve(ruleset, None, options), given)
        if command == "settle":
            return settle_line(ruleset, {"seats": SEATS, **given}, options)
        if command == "trick":
            return trick_game().trick(resolve(ruleset, None, options), given)
        if command == "winds":
            return redrawn(given, resolve(ruleset, None, options).options.seat_redraw)
        return rule_line(ruleset, {"seats": SEATS, "events": [], "offender": "S", **given}, options)
    except RuleError as error:
        return {"error": error.code}


def redrawn(given: dict[str, Any], unlike: Unlike) -> dict[str, Any]:
    """Return whether a wind draw after `before` counts or is thrown again."""
    before, tiles = given["before"], tuple(given["tiles"])
    attempt, _ = record_winds(before, "E", tuple(given["dice"]), tiles, previous=before, unlike=unlike)
    return {"accepted": attempt.accepted}


def holds(found: Any, wanted: Any) -> bool:
    """Whether what is wanted is found; of a mapping only the keys that are named, `"!"` for one that is not there."""
    if wanted == "!":
        return found is None
    if isinstance(wanted, dict):
        return all(holds((found or {}).get(key), value) for key, value in wanted.items())
    return bool(found == wanted)
