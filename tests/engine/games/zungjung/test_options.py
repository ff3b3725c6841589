"""Every option that scoring or play looks at: something that it changes, and a fixed set that it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.games.zungjung.settlement import shared_points
from engine.registry import find_game
from engine.rulesets import resolve
from engine.settling import settle_line

RULESET = find_game("zungjung").ruleset
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
OWN = [["S", "1z"], ["W", "9m"], ["N", "9m"], ["E", "1z"]]
CHICKEN = {"concealed": "333m6789m789p", "melds": ["pon:555s"], "win": "6m", "by": "discard", "seat": "E"}
FLUSH = {"concealed": "1112344678999m", "melds": [], "win": "5m", "by": "discard", "seat": "E"}
PAIRS = {"concealed": "1199m1199p1199s1m", "melds": [], "win": "1m", "by": "self", "seat": "E"}
KEPT = {"concealed": "2223m4m555p888s11z", "melds": [], "win": "2m", "by": "discard", "seat": "E"}
BIG = {"concealed": "333s555s7s", "melds": ["ankan:1111s", "ankan:2222s"], "win": "7s", "by": "self", "seat": "S"}
WINDS = {"concealed": "5m222z333z444z", "melds": ["pon:111z"], "win": "5m", "by": "discard", "seat": "E"}
# Nothing but the values of its patterns and the minimum touches these.
FIXED = (
    ({"concealed": "33m56m789m789p", "melds": ["chi:567s"], "win": "7m", "by": "discard", "seat": "E"}, 5),
    ({"concealed": "123s456789s99m55z", "melds": [], "win": "5z", "by": "discard", "seat": "W"}, 55),
    ({"concealed": "5m678p555z", "melds": ["pon:777z", "pon:666z"], "win": "5m", "by": "discard", "seat": "E"}, 160),
)


def worth(hand: dict[str, Any], options: dict[str, Any]) -> int | str:
    answer = find_game("zungjung").score(resolve(RULESET, None, options), hand)
    return answer["total"] if answer["valid"] else answer["reason"]["code"]


def paid(options: dict[str, Any], *events: dict[str, Any]) -> list[int]:
    scores = settle_line(RULESET, {"seats": SEATS, "events": list(events)}, options)["scores"]
    return [scores[place] for place in "ESWN"]


def win(seat: str, giver: str, total: int, **facts: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"seat": seat, "by": "discard", "from": giver, "total": total, **facts}]}


HAND_CASES = [
    ("minimum", 5, CHICKEN, 1, "below_minimum"),
    ("values", {"chicken": 3}, CHICKEN, 1, 3),
    ("values", {"2.1.2": 100}, FLUSH, 85, 105),
    ("compound_limit", 340, BIG, 320, 340),
    ("compound_limit", None, BIG, 320, 360),
    ("listed_limit", None, WINDS, 400, 320),
    ("nine_gates", "any_wait", FLUSH, 85, 480),
    ("pure_greater_pairs", False, PAIRS, 400, 130),
    ("discard_triplet", "exposed", KEPT, 35, 10),
    ("concealed_irregular", True, PAIRS | {"concealed": "1122m3344p5566s7s", "win": "7s"}, 30, 35),
]

PAY_CASES = [
    ("equal_split", 30, win("E", "S", 28), [84, -34, -25, -25], [84, -28, -28, -28]),
    ("equal_split", "30_but_30", win("E", "S", 40), [120, -70, -25, -25], [120, -60, -30, -30]),
    ("uniform_payoff", True, win("E", "S", 70), [210, -160, -25, -25], [210, -70, -70, -70]),
    ("immunity_window", "exclusive", win("S", "E", 70, discards=OWN), [-70, 210, -70, -70], [-160, 210, -25, -25]),
    (
        "immunity_window",
        "three",
        win("S", "E", 70, discards=[["W", "1z"], ["N", "2m"], ["W", "3m"], ["E", "1z"]]),
        [-25, 210, -160, -25],
        [-160, 210, -25, -25],
    ),
    (
        "claimed_copy",
        "lapses",
        win("S", "E", 70, discards=[["W", "1z"], ["E", "1z"]], claimed=[0]),
        [-25, 210, -160, -25],
        [-160, 210, -25, -25],
    ),
]


@pytest.mark.parametrize(("option", "value", "hand", "before", "after"), HAND_CASES)
def test_an_option_changes_what_a_hand_is_worth(
    option: str, value: Any, hand: dict[str, Any], before: int, after: int | str
) -> None:
    assert worth(hand, {}) == before
    assert worth(hand, {option: value}) == after


@pytest.mark.parametrize(("option", "value", "event", "before", "after"), PAY_CASES)
def test_an_option_changes_what_is_paid(
    option: str, value: Any, event: dict[str, Any], before: list[int], after: list[int]
) -> None:
    assert paid({}, event) == before
    assert paid({option: value}, event) == after


@pytest.mark.parametrize(
    ("option", "value"),
    sorted({(case[0], repr(case[1])): case[:2] for case in (*HAND_CASES, *PAY_CASES)}.values(), key=repr),
)
def test_an_option_leaves_the_fixed_hands_and_payments_alone(option: str, value: Any) -> None:
    options = {option: value}
    assert [worth(hand, options) for hand, _ in FIXED] == [points for _, points in FIXED]
    drawn = {"type": "win", "wins": [{"seat": "N", "by": "self", "total": 40}]}
    assert paid(options, drawn) == [-40, -40, -40, 120]
    assert paid(options, win("E", "S", 20)) == [60, -20, -20, -20]


def test_the_readings_of_the_equal_split_differ_only_around_thirty() -> None:
    table = {value: [shared_points(reading, value) for reading in (25, 30, "30_but_30")] for value in (25, 29, 30, 31)}
    assert table == {
        25: [None, None, None],
        29: [25, None, None],
        30: [25, None, 25],
        31: [25, 30, 30],
    }


def test_a_claimed_copy_still_counts_where_it_is_the_winning_discard() -> None:
    event = win("S", "E", 70, discards=[["W", "1z"], ["E", "1z"]], claimed=[0, 1])
    assert paid({"claimed_copy": "lapses"}, event) == [-160, 210, -25, -25]


def test_seats_are_drawn_anew_each_cycle_by_option() -> None:
    events = [{"type": "exhausted"}] * 4
    for option, due in ((True, True), (False, False)):
        answer = settle_line(RULESET, {"seats": SEATS, "events": events}, {"reseat_each_cycle": option})
        assert answer["state"]["progress"]["reseat"] is due


def test_the_older_values_are_a_preset() -> None:
    rules = resolve(RULESET, "v1_03")
    game = find_game("zungjung")
    triplets = {"concealed": "999m5m", "melds": ["pon:222p", "pon:333s", "pon:444s"], "win": "5m", "by": "discard"}
    assert game.score(rules, triplets)["total"] == 40
    orphans = {"concealed": "19m19p119s2347z56z", "win": "1z", "by": "discard", "seat": "S"}
    assert (game.score(rules, orphans)["total"], game.score(rules, orphans)["limit"]) == (320, "listed")
    pairs = {"concealed": "2233556688m11p1z", "win": "1z", "by": "discard", "seat": "S"}
    assert game.score(rules, pairs)["total"] == 30  # 25 and the concealed hand


def test_the_challenge_asks_for_five_points() -> None:
    assert resolve(RULESET, "wsom").options.minimum == 5
    assert resolve(RULESET, "standard").options.minimum == 0


def test_an_unknown_pattern_or_a_value_that_is_no_number_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        worth(CHICKEN, {"values": {"99": 5}})
    assert refused.value.code == "pattern_unknown"
    with pytest.raises(RuleError) as refused:
        resolve(RULESET, None, {"ladder": {"P1": "much"}})
    assert refused.value.code == "option_value"
    with pytest.raises(RuleError):
        resolve(RULESET, None, {"ladder": {"P9": 5}})
