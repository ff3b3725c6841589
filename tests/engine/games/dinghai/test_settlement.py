"""Dinghai's payments, replayed as event lists: the examples of 2.E, every special case of 2.B.3–2.B.4, every option."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data/dinghai/settle.jsonl").read_text("utf-8").splitlines()
]
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def settle(*events: dict[str, Any], options: dict[str, Any] | None = None, preset: str | None = None) -> dict[str, Any]:
    line = {"seats": SEATS, "events": list(events), "options": options or {}, "preset": preset}
    return settle_line(find_game("dinghai").ruleset, line, {})


def win(*wins: dict[str, Any]) -> dict[str, Any]:
    return {"type": "win", "wins": list(wins)}


def on(seat: str, giver: str, total: int = 0, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "by": "discard", "from": giver, "total": total, **more}


def drawn(seat: str, total: int = 1, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "by": "self", "total": total, **more}


def scores(result: dict[str, Any]) -> tuple[int, ...]:
    return tuple(result["scores"][place] for place in "ESWN")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["in"]["id"])
def test_a_worked_example_is_paid_as_printed(case: dict[str, Any]) -> None:
    result = settle_line(find_game("dinghai").ruleset, case["in"], {})
    assert {place: result["scores"][place] for place in case["want"]["scores"]} == case["want"]["scores"]
    assert result["state"]["progress"]["dealer"] == case["want"].get(
        "next_dealer", result["state"]["progress"]["dealer"]
    )
    assert sum(result["scores"].values()) == 0


@pytest.mark.parametrize("tai", range(5))
def test_the_payment_table_by_tai(tai: int) -> None:
    assert scores(settle(win(on("S", "N", tai))))[3] == -[6, 7, 10, 15, 23][tai]
    if tai:  # a self-draw is worth one at least
        assert scores(settle(win(drawn("S", tai))))[3] == -[4, 5, 5, 8, 12][tai]


@pytest.mark.parametrize(
    ("preset", "discard", "drawn_by"),
    [
        ("scale10", [6, 8, 10, 14, 20], [4, 6, 8, 10]),
        ("scale25", [10, 15, 25, 30, 50], [10, 15, 20, 25]),
        ("scale50", [30, 40, 50, 70, 100], [20, 30, 40, 50]),
        ("scale120", [60, 70, 100, 140, 230], [40, 50, 70, 120]),
    ],
)
def test_the_other_published_scales_are_presets(preset: str, discard: list[int], drawn_by: list[int]) -> None:
    for tai, points in enumerate(discard):
        assert scores(settle(win(on("S", "N", tai)), preset=preset))[3] == -points
    for tai, points in enumerate(drawn_by, 1):
        assert scores(settle(win(drawn("S", tai)), preset=preset))[3] == -points


def test_an_exhausted_wall_costs_the_dealer_one_unit_to_each_and_keeps_the_deal() -> None:
    result = settle({"type": "exhausted"})
    assert scores(result) == (-12, 4, 4, 4)
    assert (result["state"]["progress"]["dealer"], result["state"]["progress"]["streak"]) == ("E", 1)
    assert scores(settle({"type": "exhausted"}, options={"draw_unit": "discard[0]"})) == (-18, 6, 6, 6)
    assert scores(settle({"type": "exhausted"}, options={"draw_unit": 1})) == (-3, 1, 1, 1)


def test_a_kong_flower_on_a_fed_kong_is_paid_by_the_feeder_for_three() -> None:
    assert scores(settle(win(drawn("S", 2, flags=["after_kong"], fed_by="N")))) == (0, 15, 0, -15)
    assert scores(settle(win(drawn("S", 2, fed_by="N")), options={"fed_flower_factor": 1})) == (0, 5, 0, -5)


ES, SE = ["E", "S"], ["S", "E"]


@pytest.mark.parametrize(
    ("entry", "want"),
    [
        # Winner E, partner S; z = 5, d = 10 at two tai.
        (drawn("E", 2, partners=[ES]), (25, -15, -5, -5)),
        (drawn("E", 2, partners=[SE]), (25, -15, -5, -5)),
        (drawn("E", 2, partners=[ES, SE]), (40, -30, -5, -5)),
        (on("E", "W", 2, partners=[ES]), (20, -10, -10, 0)),
        (on("E", "W", 2, partners=[ES, SE]), (30, -20, -10, 0)),
        (on("E", "S", 2, partners=[ES]), (20, -20, 0, 0)),
        (on("E", "S", 2, partners=[ES, SE]), (40, -40, 0, 0)),
        # The partner is the feeder: once; another feeder: the partner's extra shares.
        (drawn("E", 2, fed_by="S", partners=[ES]), (15, -15, 0, 0)),
        (drawn("E", 2, fed_by="S", partners=[ES, SE]), (30, -30, 0, 0)),
        (drawn("E", 2, fed_by="N", partners=[ES]), (25, -10, 0, -15)),
        (drawn("E", 2, fed_by="N", partners=[ES, SE]), (40, -25, 0, -15)),
        # A robbed kong is paid by the robbed player alone, doubled if he is a mutual partner.
        (on("E", "N", 2, robbed=True, partners=[ES]), (50, 0, 0, -50)),
        (on("E", "S", 2, robbed=True, partners=[ES]), (50, -50, 0, 0)),
        (on("E", "S", 2, robbed=True, partners=[ES, SE]), (100, -100, 0, 0)),
        # Two partners: each relation on its own.
        (drawn("E", 2, partners=[ES, ["E", "W"]]), (35, -15, -15, -5)),
    ],
)
def test_relations_of_three_takings(entry: dict[str, Any], want: tuple[int, ...]) -> None:
    assert scores(settle(win(entry))) == want


def test_a_fourth_taking_adds_a_share_only_by_the_option() -> None:
    entry = on("E", "W", 2, partners=[ES, ES])
    assert scores(settle(win(entry))) == (20, -10, -10, 0)
    assert scores(settle(win(entry), options={"relation_fourth": "more"})) == (30, -20, -10, 0)


def test_the_factors_of_relations_are_options() -> None:
    option = {"relation": {"third": 2, "self": 4, "mutual": 3, "own": 5}}
    assert scores(settle(win(on("E", "W", 2, partners=[ES])), options=option)) == (30, -20, -10, 0)
    assert scores(settle(win(drawn("E", 2, partners=[ES])), options=option)) == (30, -20, -5, -5)
    assert scores(settle(win(on("E", "S", 2, partners=[ES])), options=option)) == (50, -50, 0, 0)
    assert scores(settle(win(on("E", "S", 2, partners=[ES, SE])), options=option)) == (150, -150, 0, 0)


def test_relation_lines_name_the_liability_and_the_article() -> None:
    lines = settle(win(on("E", "W", 2, partners=[ES])))["postings"]
    assert [(line["from"], line["points"], line["article"]) for line in lines] == [
        ("p3", 10, "2.B.3"),
        ("p2", 10, "2.B.4"),
    ]
    assert lines[1]["liability"] is not None


def test_a_robbed_kong_by_factor_and_base() -> None:
    entry = on("S", "N", 1, robbed=True)
    assert scores(settle(win(entry)))[3] == -35
    assert scores(settle(win(entry), options={"rob_factor": 3}))[3] == -21
    assert scores(settle(win(entry), options={"rob_base": "self"}))[3] == -25
    assert scores(settle(win(on("S", "N", 1, flags=["robbed_kong"]))))[3] == -35


def test_a_self_draw_may_be_looked_up_without_its_own_tai() -> None:
    assert scores(settle(win(drawn("S", 1)), options={"self_index": "excluding"}))[3] == -4
    assert scores(settle(win(on("S", "N", 1)), options={"self_index": "excluding"}))[3] == -7


def progress(*events: dict[str, Any], options: dict[str, Any] | None = None) -> tuple[Any, ...]:
    now = settle(*events, options=options)["state"]["progress"]
    return now["dealer"], now["streak"], now["round_wind"]


def test_the_deal_goes_round() -> None:
    assert progress(win(on("E", "N"))) == ("E", 1, "E")
    assert progress(win(on("N", "S"))) == ("S", 0, "E")
    assert progress(*[win(on("N", "S")), win(on("E", "S")), win(on("E", "S")), win(on("E", "S"))]) == ("E", 0, "S")
    assert progress(win(on("N", "S")), options={"other_win_dealer": "winner"}) == ("N", 0, "E")


def test_after_several_winners_the_first_from_the_discarder_deals() -> None:
    both = win(on("N", "W", 1), on("S", "W", 1))
    assert progress(both) == ("N", 0, "E")
    assert progress(both, options={"multi_dealer": "from_dealer"}) == ("S", 0, "E")


@pytest.mark.parametrize(
    ("event", "code", "path"),
    [
        (win(), "value_out_of_range", "events[0].wins"),
        (win(on("S", "N", 5)), "total_over_cap", "events[0].wins[0].total"),
        (win(on("S", "N"), on("S", "N")), "winner_twice", "events[0].wins[1].seat"),
        (win(on("S", "N"), on("E", "W")), "wins_differ", "events[0].wins[1].by"),
        (win(drawn("S"), drawn("E")), "wins_differ", "events[0].wins[1].by"),
        (win({"seat": "S", "by": "self"}), "value_missing", "events[0].wins[0].total"),
        (win(drawn("S", 1, items=[["zimo", 1]])), "value_twice", "events[0].wins[0].items"),
        (win({"seat": "S", "by": "discard", "total": 1}), "giver_missing", "events[0].wins[0].from"),
        (win(drawn("S", 0)), "self_draw_zero", "events[0].wins[0].total"),
        (win(drawn("S", 1, robbed=True)), "robbed_self", "events[0].wins[0].robbed"),
        (win(drawn("S", 1, flags=["heaven", "earth"])), "flags_contradict", "events[0].wins[0].flags"),
        (win(drawn("S", 4, flags=["heaven"])), "dealer_only", "events[0].wins[0].flags"),
        (win(drawn("E", 1, flags=["earth"])), "dealer_never", "events[0].wins[0].flags"),
        (win(on("S", "E", 1, flags=["earth"])), "flags_contradict", "events[0].wins[0].flags"),
        (win({"seat": "S", "by": "self", "items": [["tianhu", 1]]}), "dealer_only", "events[0].wins[0].items[0]"),
        (win({"seat": "E", "by": "self", "items": [["dihu", 1]]}), "dealer_never", "events[0].wins[0].items[0]"),
        (win(on("S", "N", 1, partners=[["N", "N"]])), "partner_himself", "events[0].wins[0].partners[0]"),
        (win(on("S", "N", 1, fed_by="W")), "fed_by_wrong", "events[0].wins[0].fed_by"),
        (
            win({"seat": "S", "by": "self", "items": [["zimo", 1], ["gangshangkaihua", 1]]}),
            "patterns_conflict",
            "events[0].wins[0].items[0]",
        ),
        (
            win({"seat": "S", "by": "self", "items": [["kanzhang", 1], ["bianzhang", 1]]}),
            "patterns_conflict",
            "events[0].wins[0].items[1]",
        ),
        ({"type": "ruling", "effect": {"game": {"pigs": 1}}}, "field_unknown", "events[0].effect.game.pigs"),
    ],
)
def test_impossible_entries_are_refused_by_path(event: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle(event)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_items_and_tiles_settle_like_their_total() -> None:
    items = {"seat": "S", "by": "self", "items": [["hongzhong", 1], ["zimo", 1], ["hunyise", 1]]}
    assert scores(settle(win(items))) == scores(settle(win(drawn("S", 4))))
    for ticked, tai in ((["hunyise"], 3), (["dandiao"], 2), ([], 1)):
        items = {"seat": "E", "by": "self", "items": [[code, 1] for code in ticked]}
        assert scores(settle(win(items))) == scores(settle(win(drawn("E", tai))))
    fed = {"seat": "S", "by": "self", "items": [], "flags": ["after_kong"], "fed_by": "W"}
    assert scores(settle(win(fed))) == scores(settle(win(drawn("S", 2, fed_by="W"))))
    tiles = {"concealed": "35m123p456p789s55s", "win": "4m"}
    assert scores(settle(win({"seat": "S", "by": "discard", "from": "N", "tiles": tiles}))) == (0, 7, 0, -7)
    robbed = {"seat": "S", "by": "discard", "from": "N", "tiles": tiles, "robbed": True}
    assert scores(settle(win(robbed))) == (0, 35, 0, -35)
    with pytest.raises(RuleError, match="no_winning_shape"):
        settle(win({"seat": "S", "by": "self", "tiles": tiles | {"win": "9m"}}))
