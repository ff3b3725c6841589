"""Every row and stage of the decision table is ruled on, and the ruling does to the table what the row says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudication.rule_lines import rule_line
from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

ROWS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[3] / "data/shengji/rows.toml").read_text(encoding="utf-8")
)["row"]
CASES = [(row["row"], case) for row in ROWS for case in row["cases"]]
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
RULESET = find_game("shengji").ruleset


def test_every_row_of_the_table_is_listed() -> None:
    assert {row["row"].split("/")[0] for row in ROWS} == {f"F{number:02}" for number in range(1, 17)}


@pytest.mark.parametrize(("row", "case"), CASES, ids=[f"{row}-{number}" for number, (row, _) in enumerate(CASES)])
def test_row(row: str, case: dict[str, Any]) -> None:
    want = case["want"]
    table = {"seats": SEATS, "events": case.get("events", []), "options": case.get("options", {})}
    ruled = rule_line(RULESET, table | case["case"], {})
    if "asks" in want:
        assert [question["code"] for question in ruled["questions"]] == want["asks"]
        return
    assert ruled["status"] == want["status"]
    assert ruled["article"] in RULESET.articles
    assert ruled["article"] == want.get("article", ruled["article"])
    assert all(ruled["remedy"][language] for language in ("zh-hant", "zh-hans", "en"))
    assert ruled["effect"].get("game", {}) == want.get("game", ruled["effect"].get("game", {}))
    assert (ruled["penalty"] or {}).get("step") == want.get("penalty")
    events = [*table["events"], {"type": "ruling", "effect": ruled["effect"]}, *case.get("then", [])]
    settled = settle_line(RULESET, table | {"events": events}, {})
    progress = settled["state"]["progress"]
    found = {"scores": settled["scores"], "finished": settled["state"]["finished"], **progress}
    if case.get("then"):
        found.pop("hands")
    for key in {"scores", "finished", "dealer", "levels", "hands"} & set(want) & set(found):
        assert found[key] == want[key], key


def rule(infraction: str, **more: Any) -> dict[str, Any]:
    return rule_line(RULESET, {"seats": SEATS, "events": [], "infraction": infraction, **more}, {})


def test_the_first_withdrawal_of_a_player_gives_the_full_time_again() -> None:
    first = rule("F01", offender="N", facts={"cards": 2})
    assert "full thinking time" in first["remedy"]["en"]
    ruling = {"type": "ruling", "effect": first["effect"]}
    second = rule("F01", offender="N", facts={"cards": 2}, events=[ruling])
    assert "remaining time" in second["remedy"]["en"]
    other_hand = rule("F01", offender="N", facts={"cards": 2}, events=[ruling, {"type": "hand", "score": 100}])
    assert "full thinking time" in other_hand["remedy"]["en"]


def test_questions_are_asked_until_answered() -> None:
    assert [question["code"] for question in rule("F04", offender="N")["questions"]] == ["leader"]
    assert [question["code"] for question in rule("F01", offender="N")["questions"]] == ["cards"]


def test_the_leader_cannot_have_fouled() -> None:
    with pytest.raises(RuleError) as refused:
        rule("F04", offender=["N", "E"], facts={"leader": "E"})
    assert (refused.value.code, refused.value.path) == ("foul_by_leader", "offender[1]")


def test_an_overturned_foul_gives_points_levels_and_measures_back() -> None:
    effect = rule("F04", offender="N", facts={"leader": "E"})["effect"]
    events = [{"type": "ruling", "effect": effect}, {"type": "ruling", "undoes": 0}]
    line = {"seats": SEATS, "events": [*events, {"type": "hand", "score": 200}]}
    settled = settle_line(RULESET, line, {})
    assert set(settled["scores"].values()) == {0}
    assert settled["state"]["progress"]["levels"] == {"EW": "3", "NS": "3"}
    assert settled["measures"]["p1"] == {"level_steps": 0, "hands_won": 0}
    assert settled["breaks"] == []


def test_an_overturned_deal_without_a_call_does_not_count() -> None:
    effect = rule("F13")["effect"]
    events = [
        {"type": "ruling", "effect": effect},
        {"type": "ruling", "effect": effect},
        {"type": "ruling", "undoes": 0},
    ]
    assert rule("F13", events=events)["status"] == "restored"


def test_how_many_time_outs_and_uncalled_deals_it_takes_is_a_setting() -> None:
    assert rule("F10", offender="W", facts={"in_a_row": 2}, options={"timeouts_to_auto": 2})["article"] == "3.A.9"
    effect = rule("F13")["effect"]
    asked = rule("F13", events=[{"type": "ruling", "effect": effect}], options={"uncalled_to_stop": 2})
    assert [question["code"] for question in asked["questions"]] == ["all_stay"]
    settled = settle_line(
        RULESET,
        {"seats": SEATS, "events": [{"type": "ruling", "effect": effect}] * 2, "options": {"uncalled_to_stop": 2}},
        {},
    )
    assert settled["state"]["progress"]["stopped"] is True


def test_what_a_card_taken_back_costs_is_a_setting() -> None:
    options = {"withdraw_per_card": 5, "withdraw_flag": 100, "withdraw_dissolve": 150}
    for cards, over in ((20, False), (21, False), (30, False), (31, True)):
        effect = rule("F07", offender="N", facts={"cards": cards}, options=options)["effect"]
        assert ("over" in effect.get("game", {})) is over


def test_an_overturned_withdrawal_settles_its_hand_anew() -> None:
    """250 − 40 = 210 changed the deal; without the charge the attackers gain a level."""
    effect = rule("F01", offender="S", facts={"cards": 4})["effect"]
    played = [{"type": "ruling", "effect": effect}, {"type": "hand", "score": 250}]
    undo = {"type": "ruling", "undoes": 0}
    line = {"seats": SEATS, "events": [*played, undo]}
    settled = settle_line(RULESET, line, {})
    assert settled["scores"] == {"E": -10, "S": 10, "W": -10, "N": 10, "house": 0}
    assert settled["measures"]["p2"] == {"level_steps": 1, "hands_won": 1}
    later = settle_line(RULESET, line | {"events": [*played, undo, {"type": "hand", "score": 200}]}, {})
    assert later["state"]["progress"]["levels"] == {"EW": "3", "NS": "4"}
    assert later["state"]["progress"]["dealer"] == "W"
    assert later["breaks"] == []
