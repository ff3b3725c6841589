"""The data of the seat command: wishes, standings and documents read and written."""

from __future__ import annotations

import json

import pytest

from engine.errors import RuleError
from engine.seating.model import Round
from engine.seating.schedule import plan
from engine.seating.wire import canonical, document, read_ranking, read_wishes


def test_wishes_are_read_from_plain_lists() -> None:
    history = {"rounds": [{"tables": [[1, 2, 3, 4], [5, 6, 7, 8]], "out": [99]}]}
    wishes = read_wishes(9, [[1, 2], []], [[3, 4]], history)
    assert wishes.clubs == ((1, 2), ())
    assert wishes.apart == ((3, 4),)
    assert wishes.history == (Round(((1, 2, 3, 4), (5, 6, 7, 8)), (1, 2), (99,)),)
    assert read_wishes(9, None, None, None).history == ()


@pytest.mark.parametrize(
    ("clubs", "apart", "history", "code", "path"),
    [
        ([[1, "2"]], None, None, "seating_unknown_player", "clubs[0]"),
        ([[1, True]], None, None, "seating_unknown_player", "clubs[0]"),
        ("x", None, None, "seating_list", "clubs"),
        (None, [[1, 2, 3]], None, "seating_pair", "apart[0]"),
        (None, None, [], "seating_history", "history"),
        (None, None, {"rounds": 5}, "seating_list", "history.rounds"),
        (None, None, {"rounds": ["x"]}, "seating_history", "history.rounds[0]"),
        (None, None, {"rounds": [{"tables": [[1, 2, 3, 3]]}]}, "seating_history_round", "history.rounds[0]"),
        (None, None, {"rounds": [{"tables": [[0, 2, 3, 4]]}]}, "seating_unknown_player", "history.rounds[0].tables[0]"),
    ],
)
def test_bad_wishes_are_refused_by_path(clubs: object, apart: object, history: object, code: str, path: str) -> None:
    with pytest.raises(RuleError, match=code) as refused:
        read_wishes(8, clubs, apart, history)
    assert refused.value.path == path


def test_standings_are_read() -> None:
    assert read_ranking([[2, 50], [1, -3]], 2) == [(2, 50), (1, -3)]
    for row in ([1], [1, "5"], [1, 2.5]):
        with pytest.raises(RuleError, match="seating_ranked_row"):
            read_ranking([row], 2)


def test_a_document_is_canonical() -> None:
    drawn = plan(range(1, 17), 3, "種子")
    text = canonical(document(drawn.rounds, drawn.report, drawn.method, drawn.algorithm, drawn.seed))
    assert json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False) == text
