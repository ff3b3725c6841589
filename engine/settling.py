"""The bodies of the lines that commands and API share: scoring, settling, judging tricks, reading a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.dealing import Start
from engine.decoding import decode, plain
from engine.errors import RuleError, noop
from engine.events import Recorded
from engine.game import Game, TrickGame
from engine.places import PLACES, Place
from engine.rulesets import ResolvedRuleset, Ruleset, resolve
from engine.table import TableState, fold, number_events, parse_events

# Lines mostly share their options; what a game compiled from them is kept with the resolved ruleset.
_RESOLVED: dict[tuple[int, str], ResolvedRuleset] = {}
_REMEMBERED = 64

_ABOUT_LINE = ("id", "options", "preset")
LINE_KEYS = ("id", "options", "preset", "seats", "start", "events")


class TableLine(msgspec.Struct, frozen=True):
    """A table read from one line."""

    rules: ResolvedRuleset
    seats: dict[Place, str | None]
    start: Start
    recorded: tuple[Recorded, ...]


def resolve_line(ruleset: Ruleset, data: Mapping[str, Any], options: Mapping[str, Any]) -> ResolvedRuleset:
    """Decide the options of a line: defaults, its `preset`, the command line's `options`, its own `options`."""
    own = data.get("options") or {}
    if not isinstance(own, dict):
        raise RuleError(
            "type_wrong",
            noop("Expected {expected}, got {got}."),
            path="options",
            expected="object",
            got=type(own).__name__,
        )
    key = (id(ruleset), json.dumps([data.get("preset"), dict(options), own], sort_keys=True, default=repr))
    known = _RESOLVED.get(key)
    if known is None or known.ruleset is not ruleset:
        if len(_RESOLVED) >= _REMEMBERED:
            _RESOLVED.clear()
        known = _RESOLVED[key] = resolve(ruleset, data.get("preset"), options, own)
    return known


def read_table(ruleset: Ruleset, data: Mapping[str, Any], options: Mapping[str, Any]) -> TableLine:
    """Read `seats`, `start` and `events` of a line; refuses what is not there or not legal by its path."""
    rules = resolve_line(ruleset, data, options)
    if "seats" not in data:
        raise RuleError("field_missing", noop("“{field}” is missing."), path="seats", field="seats")
    seats: dict[Place, str | None] = decode(dict[Place, str | None], data["seats"], "seats")
    start = decode(Start, data.get("start") or {}, "start")
    for place in PLACES:
        seats.setdefault(place, None)
    events = data.get("events", [])
    if not isinstance(events, list):
        raise RuleError(
            "type_wrong",
            noop("Expected {expected}, got {got}."),
            path="events",
            expected="array",
            got=type(events).__name__,
        )
    recorded = number_events(rules, seats, start, parse_events(rules, events))
    return TableLine(rules, seats, start, tuple(recorded))


def score_line(game: Game, data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Score the hand of one line and return what `score` prints."""
    rules = resolve_line(game.ruleset, data, options)
    return game.score(rules, {key: value for key, value in data.items() if key not in _ABOUT_LINE})


def trick_line(game: Game, data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Judge what one line asks and return what `trick` prints; refused by a game that has no tricks."""
    if not isinstance(game, TrickGame):
        raise RuleError("no_tricks", noop("This game is not played in tricks."))
    rules = resolve_line(game.ruleset, data, options)
    return game.trick(rules, {key: value for key, value in data.items() if key not in _ABOUT_LINE})


def settle_line(ruleset: Ruleset, data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Fold the table of one line and return what `settle` prints."""
    unknown = [key for key in data if key not in LINE_KEYS]
    if unknown:
        raise RuleError("field_unknown", noop("“{field}” is not known here."), path=unknown[0], field=unknown[0])
    line = read_table(ruleset, data, options)
    return to_plain(fold(line.rules, line.seats, line.start, line.recorded))


def to_plain(state: TableState) -> dict[str, Any]:
    """Return the state as the `settle` command prints it (without `id`)."""
    return {
        "scores": state.scores,
        "persons": state.persons,
        "accounts": {account: totals for account, totals in state.accounts.items() if account != "table" and totals},
        "postings": [
            {
                "hand": posting.hand,
                "seq": posting.seq,
                "from": posting.from_person,
                "to": posting.to_person,
                "points": posting.points,
                "account": posting.account,
                "reason": posting.reason,
                "article": posting.article,
                "liability": posting.liability,
            }
            for posting in state.postings
        ],
        "breaks": [plain(item) for item in state.breaks],
        "measures": state.measures,
        "state": {
            "hand": state.hand,
            "flags": [plain(item) for item in state.flags],
            "liabilities": [plain(item) for item in state.liabilities],
            "finished": state.finished,
            "progress": plain(state.progress),
        },
    }
