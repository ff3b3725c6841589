"""Numbers and names beyond any table are refused by their place, never by whatever would have to hold them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.events import parse_event
from engine.registry import find_game

HUGE = 10**25
POSTING = {"from": "E", "to": "S", "points": 1}
LIABILITY = {"id": "l", "payer": "E", "windows": [["any", 3]]}
WIN = {"seat": "E", "by": "self", "total": 1}


def ruling(**effect: Any) -> dict[str, Any]:
    return {"type": "ruling", "effect": effect}


def refuse(game: str, event: dict[str, Any]) -> RuleError:
    with pytest.raises(RuleError) as refused:
        parse_event(find_game(game).events, event)
    return refused.value


@pytest.mark.parametrize(
    ("game", "event", "path"),
    [
        ("taiwan", {"type": "win", "wins": [WIN | {"total": HUGE}]}, "wins[0].total"),
        ("taiwan", {"type": "win", "wins": [WIN | {"total": 10**9 + 1}]}, "wins[0].total"),
        ("taiwan", {"type": "win", "wins": [WIN | {"items": [["x", HUGE]]}]}, "wins[0].items"),
        ("taiwan", {"type": "win", "wins": [WIN | {"shown_streak": 10_001}]}, "wins[0].shown_streak"),
        ("taiwan", {"type": "win", "wins": [WIN | {"since": {"l": HUGE}}]}, "wins[0].since"),
        ("taiwan", {"type": "win", "wins": [WIN | {"since": {"l": 0}}]}, "wins[0].since"),
        ("taiwan", {"type": "win", "wins": [WIN], "hand": 10_001}, "hand"),
        ("taiwan", {"type": "win", "wins": [WIN], "after": HUGE}, "after"),
        ("taiwan", {"type": "win", "wins": [WIN], "streak": HUGE}, "streak"),
        ("taiwan", {"type": "outside_bet", "better": "x", "fixed": HUGE}, "fixed"),
        ("taiwan", {"type": "outside_bet", "better": "x", "fixed": 0}, "fixed"),
        ("taiwan", {"type": "void", "seq": HUGE}, "seq"),
        ("taiwan", {"type": "swap", "places": ["E", "S"], "since": HUGE}, "since"),
        ("taiwan", ruling(postings=[POSTING | {"points": HUGE}]), "effect.postings[0].points"),
        ("taiwan", ruling(liabilities=[LIABILITY | {"windows": [["any", HUGE]]}]), "effect.liabilities[0].windows"),
        ("taiwan", ruling(liabilities=[LIABILITY | {"id": "\0"}]), "effect.liabilities[0].id"),
        ("taiwan", ruling(liabilities=[LIABILITY | {"id": ""}]), "effect.liabilities[0].id"),
        ("taiwan", ruling(liabilities=[LIABILITY | {"id": "x" * 65}]), "effect.liabilities[0].id"),
        ("zungjung", {"type": "win", "wins": [WIN | {"claimed": [HUGE]}]}, "wins[0].claimed"),
        ("sichuan", {"type": "exhausted", "ready": {"S": HUGE}}, "ready"),
        ("dinghai", {"type": "win", "wins": [WIN | {"total": HUGE}]}, "wins[0].total"),
        ("shengji", {"type": "hand", "score": HUGE}, "score"),
        ("shengji", {"type": "hand", "score": -HUGE}, "score"),
        ("shengji", {"type": "hand", "score": 1, "withdrawn": {"S": HUGE}}, "withdrawn.S"),
    ],
)
def test_what_is_beyond_any_table_is_refused_by_its_path(game: str, event: dict[str, Any], path: str) -> None:
    refusal = refuse(game, event)
    assert refusal.path.startswith(path)
    assert refusal.code in ("value_out_of_range", "text_wrong")


def test_an_unprintable_name_is_refused_with_a_sentence() -> None:
    refusal = refuse("taiwan", ruling(liabilities=[LIABILITY | {"id": "a\nb"}]))
    assert (refusal.code, refusal.message) == ("text_wrong", "Only printable characters belong here.")


def test_the_largest_total_and_a_name_with_a_blank_are_read() -> None:
    events = find_game("taiwan").events
    parse_event(events, {"type": "win", "wins": [WIN | {"total": 10**9}], "hand": 10_000})
    parse_event(events, ruling(liabilities=[LIABILITY | {"id": "包牌 1"}], postings=[POSTING | {"points": 10**9}]))
