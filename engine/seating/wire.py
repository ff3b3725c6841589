"""The `seat` document: what goes in as lists of numbers, what comes out as one JSON text with sorted keys."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from engine.chance import fingerprint
from engine.errors import RuleError, noop
from engine.seating.model import Person, Round, Seats
from engine.seating.report import Report
from engine.seating.wishes import Wishes


def canonical(data: object) -> str:
    """JSON text that is the same everywhere: sorted keys, no spaces, characters as they are."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def document(rounds: Sequence[Round], result: Report, method: str, algorithm: str, seed: str) -> dict[str, Any]:
    """The document of a draw; `plan_sha256` is the SHA-256 of the canonical text of its `rounds`."""
    plain = [rounds_data(round_) for round_ in rounds]
    return {
        "rounds": plain,
        "report": {
            "repeats": result.repeats,
            "max_meetings": result.max_meetings,
            "repeat_lower_bound": result.repeat_lower_bound,
            "proven": result.proven,
            "wind_spread": result.wind_spread,
            "wind_error": result.wind_error,
            "club_meetings": result.club_meetings,
            "table_revisits": result.table_revisits,
        },
        "method": method,
        "algorithm": algorithm,
        "seed_sha256": fingerprint(seed),
        "plan_sha256": fingerprint(canonical(plain)),
    }


def rounds_data(round_: Round) -> dict[str, Any]:
    """A round as data; the tables stand in the order of their numbers."""
    return {"tables": [list(table) for table in round_.tables], "out": list(round_.out)}


def read_wishes(players: int, clubs: object, apart: object, history: object) -> Wishes:
    """Wishes from decoded JSON: lists of player numbers, pairs, an earlier document; each may be None."""
    return Wishes(
        clubs=tuple(_people(club, players, f"clubs[{i}]") for i, club in enumerate(_list(clubs, "clubs"))),
        apart=tuple(_pair(pair, players, f"apart[{i}]") for i, pair in enumerate(_list(apart, "apart"))),
        history=_history(history),
    )


def read_ranking(ranked: object, players: int) -> list[tuple[Person, int]]:
    """The standings for a ranked round: [player, points] in order, everybody of the field once."""
    rows: list[tuple[Person, int]] = []
    for index, row in enumerate(_list(ranked, "ranked")):
        path = f"ranked[{index}]"
        pair = _list(row, path)
        if len(pair) != 2 or not _whole(pair[1]):
            raise RuleError("seating_ranked_row", noop("A row of the standings is [player, points]."), path=path)
        (person,) = _people(pair[:1], players, path)
        rows.append((person, pair[1]))
    return rows


def _history(data: object) -> tuple[Round, ...]:
    if data is None:
        return ()
    if not isinstance(data, dict) or "rounds" not in data:
        raise RuleError("seating_history", noop("An earlier draw is a document with rounds."), path="history")
    rounds = data["rounds"]
    result = []
    for index, round_ in enumerate(_list(rounds, "history.rounds")):
        path = f"history.rounds[{index}]"
        if not isinstance(round_, dict):
            raise RuleError("seating_history_shape", noop("A round has tables and those who sit out."), path=path)
        tables = [
            _people(table, None, f"{path}.tables[{place}]")
            for place, table in enumerate(_list(round_.get("tables"), f"{path}.tables"))
        ]
        out = _people(round_.get("out", []), None, f"{path}.out")
        seated = [person for table in tables for person in table] + list(out)
        if any(len(table) != 4 for table in tables) or len(set(seated)) != len(seated):
            raise RuleError(
                "seating_history_round",
                noop("Every table of an earlier round has four players, and nobody is in a round twice."),
                path=path,
            )
        numbers = tuple(range(1, len(tables) + 1))
        result.append(Round(cast(tuple[Seats, ...], tuple(tables)), numbers, out))
    return tuple(result)


def _list(data: object, path: str) -> list[Any]:
    if data is None:
        return []
    if not isinstance(data, list):
        raise RuleError("seating_list", noop("A list is needed here."), path=path)
    return data


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _people(data: object, players: int | None, path: str) -> tuple[int, ...]:
    """Player numbers of the field; without a field any number from 1, for those who have left it since."""
    people = _list(data, path)
    wrong = [
        person for person in people if not _whole(person) or person < 1 or (players is not None and person > players)
    ]
    if wrong:
        raise RuleError(
            "seating_unknown_player",
            noop("These players are not in the field: {players}."),
            path=path,
            players=", ".join(str(person) for person in wrong[:12]),
        )
    return tuple(people)


def _pair(data: object, players: int, path: str) -> tuple[int, int]:
    people = _people(data, players, path)
    if len(people) != 2:
        raise RuleError("seating_pair", noop("A pair of players is needed here."), path=path)
    return people[0], people[1]
