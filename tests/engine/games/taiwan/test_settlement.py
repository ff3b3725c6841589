"""Settlement through the fold: who pays, the dealer's tai, the marker, lookers, claims, the deal, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from tests.engine.games.taiwan.helpers import settle, win

TILES = {"concealed": "123456m78955p23467s", "win": "8s"}


def robbed(event: dict[str, Any], giver: str) -> dict[str, Any]:
    event["wins"][0]["from"] = giver
    return event


def deal(answer: dict[str, Any]) -> tuple[str, int, str]:
    progress = answer["state"]["progress"]
    return progress["dealer"], progress["streak"], progress["round_wind"]


def test_an_exhausted_wall_pays_nothing_and_keeps_the_deal() -> None:
    answer = settle({"type": "exhausted"}, {"type": "exhausted"})
    assert answer["postings"] == []
    assert deal(answer) == ("E", 2, "E")


def test_a_continuation_counts_hands_nobody_wrote_down() -> None:
    answer = settle(win("S", "E", 1, streak=3), win("W", "S", 0))  # three walls ran out before, each kept the deal (A3)
    assert answer["scores"] == {"E": -100 - 50 * (1 + 1 + 2 * 3), "S": 500 - 150, "W": 150, "N": 0, "house": 0}
    assert answer["breaks"] == [{"hand": 1, "field": "streak", "expected": 0, "played": 3}]


def test_the_dealer_stays_after_winning_and_pays_and_collects_more_each_time() -> None:
    answer = settle(win("E", "S", 1), win("E", "S", 1), win("W", "E", 1))
    assert [line["points"] for line in answer["postings"]] == [200, 300, 400]
    assert deal(answer) == ("S", 0, "E")


def test_sixteen_hands_passed_are_a_jiang() -> None:
    answer = settle(*[win("N" if place != "N" else "S", "W", 0) for place in "ESWN" * 4])
    assert deal(answer) == ("E", 0, "E")
    assert (answer["state"]["progress"]["round_winds"], answer["state"]["progress"]["jiang"]) == (4, 1)


@pytest.mark.parametrize(
    ("shown", "winner", "giver", "points"),
    [
        (1, "E", "S", 450), (2, "E", "S", 550), (3, "E", "S", 550), (None, "E", "S", 550),
        (1, "S", "E", 550), (3, "S", "E", 650), (0, "S", "W", 300),
    ],
)  # fmt: skip
def test_a_wrong_marker_collects_by_the_smaller_and_pays_by_the_larger(
    shown: int | None, winner: str, giver: str, points: int
) -> None:
    more = {} if shown is None else {"shown_streak": shown}
    answer = settle(win(winner, giver, 4, **more), start={"streak": 2})
    assert [line["points"] for line in answer["postings"]] == [points]


def test_a_wrong_marker_counts_when_another_draws_himself() -> None:
    answer = settle(win("S", total=1, shown_streak=2), start={"streak": 1})
    assert answer["scores"] == {"E": -400, "S": 700, "W": -150, "N": -150, "house": 0}


def test_every_looker_but_the_winner_pays_one_tai_which_no_liability_moves() -> None:
    looked = {"type": "ruling", "effect": {"flags": [{"seat": place, "flag": "eye"} for place in "WN"]}}
    liable = {"type": "ruling", "effect": {"liabilities": [{"id": "L", "payer": "E", "windows": [["any", "hand"]]}]}}
    answer = settle(looked, liable, win("N", "W", 2))
    assert [(line["from"], line["points"], line["reason"]) for line in answer["postings"]] == [
        ("p1", 200, "discard"),
        ("p3", 50, "eye"),
    ]


def test_overturning_the_look_gives_the_tai_back() -> None:
    looked = {"type": "ruling", "effect": {"flags": [{"seat": "W", "flag": "eye"}]}}
    answer = settle(looked, win("N", "S", 2), {"type": "ruling", "effect": {"undoes": 0}})
    assert answer["scores"] == {"E": 0, "S": -200, "W": 0, "N": 200, "house": 0}


def test_of_several_claims_only_the_nearest_in_turn_wins() -> None:
    claims = [{"seat": place, "by": "discard", "from": "W", "total": 1} for place in "SEN"]
    answer = settle({"type": "win", "wins": claims})
    assert answer["scores"] == {"E": 0, "S": 0, "W": -150, "N": 150, "house": 0}
    assert deal(answer) == ("S", 0, "E")
    both = settle({"type": "win", "wins": claims}, multi_win="all")
    assert both["scores"] == {"E": 200, "S": 150, "W": -500, "N": 150, "house": 0}
    assert deal(both) == ("E", 1, "E")


def test_tiles_are_counted_by_the_door_and_the_round_of_the_hand() -> None:
    tiles = {"concealed": "123456m78955p67s222z", "win": "8s"}
    wind_of_door = settle(win("W", "S", tiles=tiles, door="S"))
    assert wind_of_door["scores"]["W"] == 200  # 門清, 南 as own wind: the door is East, the winner its 下家
    assert settle(win("W", "S", tiles=tiles, door="W"))["scores"]["W"] == 150
    assert settle(win("W", "S", tiles=tiles, door="W", round_wind="S"))["scores"]["W"] == 200


def test_seven_rob_one_is_paid_by_the_robbed_player_alone() -> None:
    tiles = TILES | {"flowers": "f1f2f3f4f5f6f7"}
    whole = settle(win("S", "W", tiles=tiles, flags=["rob_flower_7"], door="E"))
    assert whole["scores"] == {"E": 0, "S": 600, "W": -600, "N": 0, "house": 0}
    junk = {"concealed": "19m19p19s1234567z123m", "win": "7m"}
    part = settle(win("S", "E", tiles=junk | {"flags": ["rob_flower_7"]}, door="E"))
    assert part["scores"] == {"E": -550, "S": 550, "W": 0, "N": 0, "house": 0}
    six = settle(robbed(win("S", tiles=junk, flags=["rob_flower_6"], door="E"), "N"))
    assert six["scores"] == {"E": 0, "S": 500, "W": 0, "N": -500, "house": 0}


@pytest.mark.parametrize("given", [{}, {"items": []}, {"tiles": {"concealed": "19m19p19s1234567z123m", "win": "7m"}}])
def test_flowers_win_with_a_hand_that_stays_closed(given: dict[str, Any]) -> None:
    def scores(event: dict[str, Any], **options: Any) -> list[int]:
        found = settle({**event, "door": "E"}, base=0, unit=1, **options)["scores"]
        return [found[place] for place in "ESWN"]

    assert scores(win("S", flags=["all_flowers"], **given)) == [-9, 25, -8, -8]
    assert scores(win("S", "W", flags=["rob_flower_7"], **given)) == [0, 8, -8, 0]
    dealt = {"items": {"peipai_huahu_extra": 4}}
    assert scores(win("S", flags=["all_flowers", "dealt_flowers"], **given), **dealt) == [-13, 37, -12, -12]


def test_a_flower_robbed_with_six_in_hand_wins_with_a_closed_hand() -> None:
    six = settle(robbed(win("S", flags=["rob_flower_6"]), "N"), base=0, unit=1)
    assert six["scores"] == {"E": 0, "S": 8, "W": 0, "N": -8, "house": 0}


def test_six_and_one_from_tiles_charges_the_robbed_for_the_flower_and_the_others_for_theirs() -> None:
    tiles = {"concealed": "34567s88899m333777z", "win": "2s", "flowers": "f1f3f4f5f6f7f8"}
    event = robbed(win("W", tiles=tiles, flags=["rob_flower_6"], door="E", by="self"), "S")
    answer = settle(event, start={"round_wind": "W"})
    assert answer["scores"] == {"E": -750, "S": -950, "W": 2400, "N": -700, "house": 0}


def test_the_cap_is_on_the_hand_and_not_on_the_dealer() -> None:
    answer = settle(win("E", total=21), base=5, unit=1, tai_cap=16, start={"streak": 2})
    assert answer["scores"] == {"E": 78, "S": -26, "W": -26, "N": -26, "house": 0}


def test_a_substitute_pays_for_each_with_his_own_dealer_tai() -> None:
    liable = {
        "type": "ruling",
        "effect": {"liabilities": [{"id": "L", "payer": "W", "windows": [["self", 8]]}]},
    }
    answer = settle(liable, win("S", total=2, since={"L": 8}), start={"streak": 1})
    assert answer["scores"] == {"E": 0, "S": 750, "W": -750, "N": 0, "house": 0}
    past = settle(liable, win("S", total=2, since={"L": 9}), start={"streak": 1})
    assert past["scores"] == {"E": -350, "S": 750, "W": -200, "N": -200, "house": 0}


def test_a_win_from_the_kong_tail_is_told_by_its_flags() -> None:
    liable = {
        "type": "ruling",
        "effect": {"liabilities": [{"id": "L", "payer": "W", "windows": [["kong_tail", "hand"]]}]},
    }
    assert settle(liable, win("S", total=2, flags=["after_flower"]))["scores"]["W"] == -650
    assert settle(liable, win("S", total=2))["scores"]["W"] == -200
    unmoved = win("S", "N", 2, kong_tile_unchanged=True)
    assert settle(liable, unmoved)["scores"] == {"E": 0, "S": 200, "W": -200, "N": 0, "house": 0}


def test_an_empty_place_pays_nothing() -> None:
    answer = settle({"type": "seats", "seats": {"N": None}}, win("S", total=1))
    assert answer["scores"] == {"E": -200, "S": 350, "W": -150, "N": 0, "house": 0}


def test_measures_count_wins_self_draws_deal_ins_and_the_best_hand() -> None:
    answer = settle(win("S", "W", 2), win("S", total=7))
    assert answer["measures"] == {
        "p2": {"hands_won": 2, "best_hand": 7, "self_draws": 1},
        "p3": {"deal_ins": 1},
    }


@pytest.mark.parametrize(
    ("event", "code", "path"),
    [
        ({"type": "win", "wins": []}, "wins_missing", "wins"),
        (win("S", "W"), "value_ways", "wins[0].total"),
        (win("S", "W", 2, items=[["menqing", 1]]), "value_ways", "wins[0].items"),
        (win("S", "S", 2), "giver_is_winner", "wins[0].from"),
        (win("S", total=2, by="discard"), "giver_missing", "wins[0].from"),
        (win("S", "W", 2, by="self"), "giver_unneeded", "wins[0].from"),
        (win("S", "W", 2, flags=["nonsense"]), "flag_unknown", "wins[0].flags[0]"),
        (win("S", total=2, flags=["robbed_kong"]), "flags_contradict", "wins[0].flags"),
        (win("E", "W", 2, flags=["heaven"]), "flags_contradict", "wins[0].flags"),
        (win("S", "W", 8, flags=["all_flowers"]), "flags_contradict", "wins[0].flags"),
        (win("S", flags=["dealt_flowers"]), "value_ways", "wins[0].total"),
        (win("S", total=16, flags=["heaven"]), "dealer_only", "wins[0].flags"),
        (win("E", total=16, flags=["earth"]), "dealer_never", "wins[0].flags"),
        (win("E", "W", 8, flags=["heaven_ready"]), "dealer_never", "wins[0].flags"),
        (win("S", tiles={"concealed": "1m", "flags": ["heaven"]}), "dealer_only", "wins[0].flags"),
        (win("S", "W", 2, extra={"robbed": 8, "others": 0}), "extra_unneeded", "wins[0].extra"),
        (win("S", "W", tiles=TILES), "door_missing", "door"),
        (win("S", "W", tiles=TILES | {"by": "self"}, door="E"), "field_unknown", "wins[0].tiles.by"),
        (win("S", "W", tiles=TILES | {"win": "1z"}, door="E"), "no_winning_shape", "wins[0].tiles"),
        (win("S", "W", tiles={"concealed": TILES["concealed"]}, door="E"), "field_missing", "wins[0].tiles.win"),
        (win("S", "W", tiles=TILES | {"concealed": "1m"}, door="E"), "tile_count", "wins[0].tiles.concealed"),
        (
            {"type": "win", "wins": [win("S", "W", 1)["wins"][0], win("N", "E", 1)["wins"][0]]},
            "claims_differ", "wins[1]",
        ),
        (
            {"type": "win", "wins": [win("S", "W", 1)["wins"][0], win("S", "W", 1)["wins"][0]]},
            "winner_twice", "wins[1].seat",
        ),
        (win("S", "W", -1), "value_out_of_range", "wins[0].total"),
        ({"type": "ruling", "effect": {"game": {"x": 1}}}, "field_unknown", "effect.game.x"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_its_path(event: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle(event)
    assert (caught.value.code, caught.value.path) == (code, f"events[0].{path}")


def test_a_liability_besides_is_not_known_here() -> None:
    liable = {
        "type": "ruling",
        "effect": {"liabilities": [{"id": "L", "payer": "W", "mode": "besides", "windows": [["any", "hand"]]}]},
    }
    with pytest.raises(RuleError) as caught:
        settle(liable, win("S", "N", 1))
    assert caught.value.code == "liability_mode"


def test_a_dead_hand_does_not_win() -> None:
    dead = {"type": "ruling", "effect": {"flags": [{"seat": "S", "flag": "dead"}]}}
    with pytest.raises(RuleError) as caught:
        settle(dead, win("S", "W", 1))
    assert caught.value.code == "seat_barred"
