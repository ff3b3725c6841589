"""Zung Jung's rulings: every row, the order of B9, ladders, options, and the deals a ruling passes on."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudication.rule_lines import rule_line
from adjudication.rules import rulings_of
from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

ROWS = tomllib.loads((Path(__file__).parents[3] / "data/zungjung/rows.toml").read_text("utf-8"))["row"]
RULESET = find_game("zungjung").ruleset
RULINGS = rulings_of("zungjung")
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
WIN = {"type": "win", "wins": [{"seat": "E", "by": "self", "total": 10}]}


def rule(infraction: str, facts: dict[str, Any] | None = None, **line: Any) -> dict[str, Any]:
    """Rule on S, raised by a complaint where that is asked, with what else the line holds."""
    asked = {"raised": "complaint"} if RULINGS.infractions[infraction].needs_complaint else {}
    whole = {"seats": SEATS, "events": [], "infraction": infraction, "offender": "S", "facts": asked | (facts or {})}
    return rule_line(RULESET, whole | line, {})


def settle(*events: dict[str, Any], **options: Any) -> dict[str, Any]:
    return settle_line(RULESET, {"seats": SEATS, "events": list(events)}, options)


def as_event(decision: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "ruling", "effect": decision["effect"], **more}


def step(decision: dict[str, Any]) -> str:
    return decision["penalty"]["step"] if decision["penalty"] else ""


def flags(decision: dict[str, Any]) -> list[str]:
    return [flag["flag"] for flag in decision["effect"].get("flags", [])]


def prior(infraction: str, ladder: str, scope: str = "round") -> dict[str, str]:
    return {"infraction": infraction, "ladder": ladder, "step": "", "scope": scope}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["row"])
def test_a_row_gives_its_penalty_and_its_effect_on_the_deal(row: dict[str, Any]) -> None:
    decision = rule(row["infraction"], row["facts"])
    assert step(decision) == row.get("step", "")
    if decision["penalty"]:
        account = row.get("account", "table")
        assert (decision["penalty"]["points"], decision["penalty"]["account"]) == (row["points"], account)
    progress = settle(as_event(decision), {"type": "exhausted"})["state"]["progress"]
    # A hand that is replayed does not count and keeps its dealer for the one that is then drawn.
    assert progress["hands"] == 1
    assert progress["dealer"] == row.get("next_dealer", "S")
    events = [as_event(decision)]
    replayed = settle(*events)["state"]
    assert replayed["hand"] == (2 if row.get("replay") else 1)
    assert replayed["progress"]["dealer"] == "E"


@pytest.mark.parametrize("row", [row for row in ROWS if row["status"] != "no_action"], ids=lambda row: row["row"])
def test_without_complaint_and_harm_nothing_is_done_where_a_complaint_is_needed(row: dict[str, Any]) -> None:
    infraction = RULINGS.infractions[row["infraction"]]
    asked = [question.code for question in infraction.questions]
    assert ("raised" in asked) is infraction.needs_complaint
    if not infraction.needs_complaint:
        return
    idle = rule(row["infraction"], row["facts"] | {"raised": "nobody"})
    harm = rule(row["infraction"], row["facts"] | {"raised": "harm"})
    assert harm["status"] == row["status"]
    if row["row"] in ("B-13b", "B-16", "B-17c"):  # the referee may act by himself
        assert idle["status"] == row["status"]
    else:
        assert (idle["status"], idle["penalty"]) == ("no_action", None)
        assert idle["article"] in ("A1.3", "B-01b")
        assert idle["effect"] == rule("B-35")["effect"]


def test_the_complaint_is_a_switch_of_the_event() -> None:
    options = {"complaint_needed": False}
    assert rule("B-28", {"raised": "nobody"}, options=options)["status"] == "warning"
    assert rule("B-01", {"raised": "nobody"}, options=options)["status"] == "restored"


def test_a_deliberate_act_is_the_referees_with_the_floor_kept_and_needs_no_complaint() -> None:
    floor = rule("B-51", {"ready": True, "playable": True})
    meant = rule("B-51", {"raised": "nobody", "ready": True, "playable": True}, deliberate=True)
    assert meant["status"] == "discretion"
    assert (meant["effect"], meant["penalty"]) == (floor["effect"], floor["penalty"])


def test_what_is_too_late_stands_and_nobody_is_compensated() -> None:
    late = [
        ("B-03", {"stage": "standing", "stacking": "none"}),
        ("B-10", {"stage": "all_taken"}),
        ("B-11", {"stage": "all_four"}),
        ("B-26", {"stage": "discarded"}),
        ("B-56", {"stage": "later"}),
        ("B-63", {"stage": "later"}),
    ]
    for infraction, facts in late:
        decision = rule(infraction, facts)
        assert decision["status"] == "no_action" and decision["penalty"] is None
    locked = rule("B-30", {"stage": "acted"})
    assert settle(as_event(locked))["postings"] == []


@pytest.mark.parametrize(
    ("infraction", "facts", "steps"),
    [
        ("B-01", {}, ["", "warning", "warning"]),
        ("B-13", {"looked": True}, ["warning", "P1", "P1"]),
        ("B-20", {}, ["", "warning"]),
        ("B-21", {"stage": "before", "merged": False}, ["warning", "long_hand", "long_hand"]),
        ("B-23", {}, ["warning", "P1", "P1"]),
        ("B-24", {}, ["warning", "P1"]),
        ("B-32", {}, ["warning", "P1", "P2", "P3", "P3"]),
        ("B-44", {}, ["", "warning", "P1", "P1"]),
        ("B-70", {}, ["warning", "P1"]),
        ("B-71", {"gravity": "slip"}, ["warning", "P2"]),
        ("B-73", {"led_to": "withdrawn"}, ["warning", "P1"]),
        ("B-75", {}, ["warning", "P2", "P3", "P4", "P4"]),
    ],
)
def test_repetition_climbs_the_ladder(infraction: str, facts: dict[str, Any], steps: list[str]) -> None:
    ladder = {
        "B-01": "courtesy", "B-13": "dealing", "B-20": "courtesy", "B-21": "early_draw", "B-32": "empty_claim",
        "B-44": "wall_tile", "B-71": "information", "B-73": "misnaming", "B-75": "conduct",
    }.get(infraction, "tempo")  # fmt: skip
    for count, expected in enumerate(steps):
        decision = rule(infraction, facts, history=[prior(infraction, ladder)] * count)
        assert step(decision) == expected
        points = RULESET.options["ladder"].default.get(expected, 0)
        if expected:
            assert decision["penalty"]["points"] == points
        status = "penalised" if expected.startswith("P") or expected == "long_hand" else None
        assert decision["status"] == (status or ("warning" if expected else "restored"))


def test_a_session_forgets_the_one_before_but_conduct_is_remembered_through_the_event() -> None:
    assert step(rule("B-32", history=[prior("B-32", "empty_claim", "event")])) == "warning"
    assert step(rule("B-75", history=[prior("B-75", "conduct", "event")])) == "P2"


def test_a_repeated_early_draw_is_a_long_hand() -> None:
    facts = {"stage": "before", "merged": False}
    again = rule("B-21", facts, history=[prior("B-21", "early_draw")])
    assert flags(again) == ["long"]
    merged = rule("B-21", facts | {"merged": True})
    assert flags(merged) == ["long"]


@pytest.mark.parametrize(
    ("infraction", "facts", "expected"),
    [
        ("B-11", {"stage": "between", "seen": True}, ("no_action", "", [])),
        ("B-03", {"stage": "building", "stacking": "suspected"}, ("discretion", "", [])),
        ("B-03", {"stage": "standing", "stacking": "found"}, ("discretion", "disqualify", [])),
        ("B-15", {"tiles": 3, "looked": True, "redeal": False}, ("restored", "", [])),
        ("B-15", {"tiles": 9, "looked": False, "redeal": False}, ("restored", "", [])),
        ("B-17", {"stage": "discarded", "count": "few"}, ("penalised", "", ["short"])),
        ("B-18", {"stage": "after", "count": "right"}, ("no_action", "", [])),
        ("B-18", {"stage": "after", "count": "many"}, ("penalised", "", ["long"])),
        ("B-21", {"stage": "after", "count": "few"}, ("penalised", "", ["short"])),
        ("B-21", {"stage": "after", "count": "right"}, ("warning", "warning", [])),
        ("B-22", {"claim": "win", "other_claims": True}, ("right", "", [])),
        ("B-22", {"claim": "win", "other_claims": False}, ("refused", "", [])),
        ("B-25", {"stage": "acted"}, ("refused", "", [])),
        ("B-33", {"change": "to_win"}, ("right", "", [])),
        ("B-33", {"change": "other_claimed"}, ("restored", "", [])),
        ("B-34", {"stage": "claim", "locked": True}, ("warning", "warning", [])),
        ("B-38", {"stage": "later"}, ("penalised", "", ["short"])),
        ("B-53", {"ready": False}, ("penalised", "P5", [])),
        ("B-55", {"plausible": False}, ("discretion", "warning", [])),
        ("B-71", {"gravity": "helped"}, ("penalised", "warning", ["dead"])),
        ("B-71", {"gravity": "collusion"}, ("discretion", "disqualify", [])),
        ("B-73", {"led_to": "false_win"}, ("warning", "warning", [])),
        ("B-74", {"minutes": 5}, ("penalised", "P2", [])),
        ("B-74", {"minutes": 10}, ("penalised", "P3", [])),
        ("B-74", {"minutes": 11}, ("penalised", "P4", [])),
        ("B-74", {"minutes": 15}, ("penalised", "P4", [])),
        ("B-74", {"minutes": 16}, ("penalised", "P5", [])),
    ],
)
def test_the_other_answers_of_a_question(
    infraction: str, facts: dict[str, Any], expected: tuple[str, str, list[str]]
) -> None:
    decision = rule(infraction, facts)
    assert (decision["status"], step(decision)) == expected[:2]
    assert flags(decision) == expected[2]


@pytest.mark.parametrize(
    ("options", "infraction", "facts", "asked"),
    [
        ({"deal_fix_until": "east_discard"}, "B-17", {"stage": "looked", "count": "few"}, "east_discarded"),
        ({"named_count": "as_named"}, "B-56", {"stage": "before"}, "named"),
    ],
)
def test_what_only_another_reading_needs_is_asked_only_there(
    options: dict[str, Any], infraction: str, facts: dict[str, Any], asked: str
) -> None:
    assert rule(infraction, facts)["status"] == "restored"
    assert [question["code"] for question in rule(infraction, facts, options=options)["questions"]] == [asked]


def test_a_fix_is_still_made_where_east_has_not_discarded_and_a_claim_too_high_is_corrected() -> None:
    in_time = {"stage": "looked", "count": "few", "east_discarded": False}
    assert rule("B-17", in_time, options={"deal_fix_until": "east_discard"})["article"] == "B-17b"
    too_high = {"stage": "before", "named": "too_high"}
    assert rule("B-56", too_high, options={"named_count": "as_named"})["status"] == "restored"
    assert rule("B-56", {"stage": "later"}, options={"named_count": "as_named"})["article"] == "B-56b"


def test_wording_and_effect_follow_the_options() -> None:
    def remedy(infraction: str, facts: dict[str, Any], **options: Any) -> str:
        return str(rule(infraction, facts, options=options)["remedy"]["en"])

    assert "14 tiles" in remedy("B-27", {"stage": "before"})
    assert "0 tiles" in remedy("B-27", {"stage": "before"}, dead_wall=0)
    assert "must be discarded" in remedy("B-26", {"stage": "merged"}, merged_wrong_draw="forced")
    assert "penalty tiles" in remedy("B-30", {"stage": "at_once"})
    assert "penalty tiles" not in remedy("B-30", {"stage": "at_once"}, penalty_tile="none")
    assert "back into the hand" in remedy("B-40", {}, penalty_tile="none")
    assert "without a choice" in remedy("B-25", {"stage": "lifted", "claimer": "E"})
    assert "chooses before looking" in remedy("B-25", {"stage": "lifted", "claimer": "N"})
    redealt = rule("B-12", {"stage": "middle"}, options={"wrong_east_middle": "redeal"})
    assert redealt["effect"]["deal"]["replay"] and "deal" not in rule("B-12", {"stage": "middle"})["effect"]


def test_what_a_barred_hand_may_still_declare() -> None:
    def claims(infraction: str, facts: dict[str, Any] | None = None, **options: Any) -> list[str]:
        (flag,) = rule(infraction, facts, options=options)["effect"]["flags"]
        return list(flag.get("claims", []))

    assert claims("B-60") == ["chi", "pon", "kan", "kakan", "ankan"]
    assert claims("B-61") == []
    assert claims("B-30", {"stage": "acted"}) == []
    assert claims("B-30", {"stage": "acted"}, dead_hand="own_kongs") == ["kakan", "ankan"]


def test_deductions_follow_the_steps_and_accounts_of_the_event() -> None:
    steps = {"P4": 160, "PX": 500}
    assert rule("B-37", options={"ladder": steps})["penalty"]["points"] == 160
    assert rule("B-46", options={"ladder": steps})["penalty"]["points"] == 500
    assert rule("B-45", options={"ladder": steps})["penalty"]["points"] == 80
    assert rule("B-37", options={"play_penalties": "event"})["penalty"]["account"] == "event"
    assert rule("B-74", {"minutes": 3}, options={"conduct_penalties": "table"})["penalty"]["account"] == "table"


def test_the_deduction_for_exposing_anothers_tiles_goes_to_him_or_to_nobody() -> None:
    facts = {"victim": "N", "redeal": False}
    answer = settle(as_event(rule("B-42", facts)))
    assert [
        (line["from"], line["to"], line["points"], line["reason"], line["article"]) for line in answer["postings"]
    ] == [("p2", "p4", 10, "exposed_victim", "B-42")]
    kept = rule("B-42", facts, options={"exposed_victim": False})
    assert (step(kept), kept["penalty"]["points"]) == ("P2", 10) and "postings" not in kept["effect"]
    free = rule("B-42", facts, options={"ladder": {"P2": 0}})
    assert "postings" not in free["effect"]
    assert rule("B-42", facts | {"redeal": True})["effect"]["deal"]["replay"]
    with pytest.raises(RuleError) as refused:
        rule("B-42", facts | {"victim": "S"})
    assert refused.value.path == "facts.victim"


def test_play_that_cannot_go_on_is_replayed_by_the_same_dealer() -> None:
    for infraction, facts in (
        ("B-41", {}),
        ("B-51", {"ready": False}),
        ("B-52", {}),
        ("B-57", {}),
    ):
        decision = rule(infraction, facts | {"playable": False})
        after = settle(as_event(decision))["state"]
        assert (after["hand"], after["progress"]["dealer"], after["progress"]["hands"]) == (2, "E", 0)


def test_a_deal_played_by_the_wrong_east_passes_to_the_true_easts_lower_seat() -> None:
    facts = {"stage": "taken", "true_east": "E", "agreed": False}
    played = {**WIN, "dealer": "W"}
    plain = settle(as_event(rule("B-12", facts, offender="W")), played)["state"]["progress"]
    assert (plain["dealer"], plain["owed"], plain["skipped"]) == ("S", [], [])
    agreed = settle(as_event(rule("B-12", facts | {"agreed": True}, offender="W")), played)["state"]["progress"]
    assert agreed["owed"] == ["E"]
    skipped = rule("B-12", facts, offender="S", options={"wrong_east_turn": "skipped"})
    turn = settle(as_event(skipped), {**WIN, "dealer": "S"}, wrong_east_turn="skipped")["state"]["progress"]
    assert (turn["dealer"], turn["skipped"]) == ("W", [])


def test_a_barred_hand_still_pays_and_answers_for_its_discards() -> None:
    dead = as_event(rule("B-30", {"stage": "acted"}))
    thrown = {"type": "win", "wins": [{"seat": "E", "by": "discard", "from": "S", "total": 70}]}
    assert settle(dead, thrown)["scores"] == {"E": 210, "S": -160, "W": -25, "N": -25, "house": 0}


@pytest.mark.parametrize("infraction", ["B-30", "B-60", "B-61"])
def test_a_barred_hand_does_not_win(infraction: str) -> None:
    facts = {"stage": "acted"} if infraction == "B-30" else {}
    own = {"type": "win", "wins": [{"seat": "S", "by": "self", "total": 10}]}
    with pytest.raises(RuleError) as refused:
        settle(as_event(rule(infraction, facts)), own)
    assert refused.value.code == "seat_barred"


def test_a_count_found_after_the_win_strikes_it_in_one_batch() -> None:
    own = {"type": "win", "wins": [{"seat": "S", "by": "self", "total": 10}]}
    decision = rule("B-63", {"stage": "before"}, events=[own])
    struck = {"type": "replace", "seq": 0, "with": {"type": "exhausted"}}
    answer = settle(own, as_event(decision, hand=1), struck)
    assert set(answer["scores"].values()) == {0}
    with pytest.raises(RuleError) as refused:
        settle(own, as_event(decision, hand=1))
    assert refused.value.code == "conflicts_with"


def test_missing_answers_are_asked_for() -> None:
    line = {"seats": SEATS, "events": [], "infraction": "B-12", "offender": "S"}
    first = rule_line(RULESET, line, {})["questions"]
    assert [question["code"] for question in first] == ["raised", "stage"]
    then = rule_line(RULESET, line | {"facts": {"raised": "complaint", "stage": "taken"}}, {})["questions"]
    assert [question["code"] for question in then] == ["true_east", "agreed"]


@pytest.mark.parametrize(
    ("scenario", "infraction", "facts", "article", "status"),
    [
        ("P01", "B-10", {"stage": "some_taken"}, "B-10b", "no_action"),
        ("P03", "B-12", {"stage": "before"}, "B-12", "restored"),
        ("P05", "B-12", {"stage": "taken", "true_east": "E", "agreed": False}, "B-12c", "no_action"),
        ("P07", "B-17", {"stage": "looked", "count": "many"}, "B-17c", "penalised"),
        ("P09", "B-18", {"stage": "after", "count": "few"}, "B-18b", "penalised"),
        ("P11", "B-15", {"tiles": 8, "looked": True, "redeal": True}, "B-16", "penalised"),
        ("P13", "B-22", {"claim": "win", "other_claims": True}, "B-22", "right"),
        ("P15", "B-25", {"stage": "merged"}, "B-25b", "refused"),
        ("P17", "B-30", {"stage": "acted"}, "B-30b", "penalised"),
        ("P19", "B-35", {}, "B-35", "restored"),
        ("P25", "B-56", {"stage": "later"}, "B-56b", "no_action"),
    ],
)
def test_the_scenarios_of_the_rulebook(
    scenario: str, infraction: str, facts: dict[str, Any], article: str, status: str
) -> None:
    decision = rule(infraction, facts)
    assert (decision["article"], decision["status"]) == (article, status), scenario


def test_articles_of_rows_have_text() -> None:
    assert {row["article"] for row in ROWS} <= set(RULESET.articles)
