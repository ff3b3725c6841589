"""From a case to a decision: checks, open questions, ladders, and the situation at a place in play."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudication.rules import rulings_of
from engine.dealing import Start
from engine.deciding import as_ruling, climb, decide, dump_decision
from engine.errors import RuleError
from engine.rulesets import ResolvedRuleset
from engine.rulings import Ask, Case, Decision, Prior, Rulings, flag_until
from engine.situation import Situation, place_seen, situation_at
from engine.table import fold, number_events, parse_events

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def at(rules: ResolvedRuleset, *events: dict[str, Any], hand: int | None = None, after: int | None = None) -> Situation:
    recorded = number_events(rules, SEATS, Start(), parse_events(rules, events))
    return situation_at(rules, SEATS, Start(), recorded, hand, after)


def case(offenders: str = "S", priors: tuple[Prior, ...] = (), **facts: Any) -> Case:
    return Case(infraction="T9", offenders=tuple(offenders), facts=facts, priors=priors)  # type: ignore[arg-type]


def ruled(rules: ResolvedRuleset, about: Case, *events: dict[str, Any]) -> Decision:
    result = decide(rulings_of("toy"), about, at(rules, *events))
    assert isinstance(result, Decision)
    return result


def test_questions_open_one_after_another(toy: ResolvedRuleset) -> None:
    first = decide(rulings_of("toy"), case(), at(toy))
    assert isinstance(first, tuple)
    assert [question.code for question in first] == ["stage"]
    second = decide(rulings_of("toy"), case(stage="completed"), at(toy))
    assert isinstance(second, tuple)
    assert [question.code for question in second] == ["tai"]


def test_a_decision_carries_its_effect_and_becomes_an_event(toy: ResolvedRuleset) -> None:
    decision = ruled(toy, case(stage="completed", tai=2))
    assert dump_decision(decision)["effect"] == {
        "flags": [{"seat": "S", "flag": "dead"}],
        "postings": [{"from": "S", "to": to, "points": 3, "article": "T1"} for to in ("W", "N", "E")],
    }
    event = as_ruling(rulings_of("toy").infractions["T9"], case(stage="completed", tai=2), decision)
    assert event.wording is not None
    assert (event.wording.infraction, event.wording.offenders, event.wording.step) == ("T9", ("S",), "warning")


@pytest.mark.parametrize(
    ("about", "code", "path"),
    [
        (Case(infraction="T0", offenders=("S",), facts={}), "infraction_unknown", "infraction"),
        (case(""), "offender_missing", "offender"),
        (case("SW"), "offender_many", "offender"),
        (case("S", stage="later"), "fact_value", "facts.stage"),
        (case("S", stage="completed", tai=21), "fact_value", "facts.tai"),
        (case("S", colour="red"), "fact_unknown", "facts.colour"),
    ],
)
def test_a_case_that_cannot_be_is_refused_by_path(toy: ResolvedRuleset, about: Case, code: str, path: str) -> None:
    with pytest.raises(RuleError) as caught:
        decide(rulings_of("toy"), about, at(toy))
    assert (caught.value.code, caught.value.path) == (code, path)


@pytest.mark.parametrize(
    ("least", "most", "value", "said"),
    [
        (0, 20, 21, "it is from 0 to 20"),
        (0, 20, -1, "it is from 0 to 20"),
        (1, None, 0, "it is at least 1"),
        (None, 8, 9, "it is at most 8"),
    ],
)
def test_a_number_out_of_range_is_refused_with_the_range(
    toy: ResolvedRuleset, least: int | None, most: int | None, value: int, said: str
) -> None:
    own = rulings_of("toy")
    infraction = own.infractions["T9"]
    questions = tuple(
        msgspec.structs.replace(question, minimum=least, maximum=most) if question.code == "tai" else question
        for question in infraction.questions
    )
    changed = msgspec.structs.replace(own, infractions={"T9": msgspec.structs.replace(infraction, questions=questions)})
    with pytest.raises(RuleError) as caught:
        decide(changed, case(stage="completed", tai=value), at(toy))
    error = caught.value
    assert said in error.template.format(**error.params)


def test_a_ladder_climbs_with_the_priors_in_its_scope(toy: ResolvedRuleset) -> None:
    def prior(scope: Any) -> Prior:
        return Prior("T9", "slips", "warning", scope)

    assert climb(toy, "slips", case()).step == "warning"
    assert climb(toy, "slips", case(priors=(prior("hand"),))).points == 5
    assert climb(toy, "slips", case(priors=(prior("round"),) * 5)).points == 10
    assert climb(toy, "slips", case(priors=(prior("event"),))).step == "warning"
    assert climb(toy, "slips", case(), at_least="deduction").points == 5


def test_the_situation_is_that_of_the_place_in_play(toy: ResolvedRuleset) -> None:
    events = (
        {"type": "ruling", "effect": {"flags": [{"seat": "W", "flag": "eye"}]}},
        {"type": "win", "wins": [{"seat": "S", "by": "self", "total": 1}]},
        {"type": "win", "wins": [{"seat": "E", "by": "self", "total": 1}]},
    )
    now = at(toy, *events)
    assert (now.hand, now.dealer, now.closed) == (3, "W", False)
    first = at(toy, *events, hand=1)
    assert (first.dealer, first.closed, first.after, first.has("W", "eye")) == ("E", True, 0, True)
    begin = at(toy, *events, hand=1, after=-1)
    assert not begin.has("W", "eye")
    with pytest.raises(RuleError, match="hand_unknown"):
        at(toy, *events, hand=9)


def test_penalties_last_as_long_as_their_scope() -> None:
    assert [flag_until(scope) for scope in ("hand", "round", "stage", "event")] == ["hand", "round", "event", "event"]


def test_a_decider_may_ask_for_what_the_table_makes_necessary(toy: ResolvedRuleset) -> None:
    rulings = rulings_of("toy")
    asking = Rulings(rulings.infractions, {"slip": lambda case, situation: Ask(("tai",))})
    result = decide(asking, case(stage="attempt"), at(toy))
    assert isinstance(result, tuple)
    assert [question.code for question in result] == ["tai"]


def test_the_situation_knows_which_rulings_stand_and_which_liabilities_were_named(toy: ResolvedRuleset) -> None:
    liability = {"id": "L1", "payer": "S", "windows": [["self", "win"]]}
    events = (
        {"type": "ruling", "effect": {"flags": [{"seat": "W", "flag": "dead"}]}},
        {"type": "ruling", "effect": {"liabilities": [liability]}},
        {"type": "ruling", "effect": {"undoes": 0}},
    )
    now = at(toy, *events)
    assert [ruling.effect.liabilities[0].id for ruling in now.earlier] == ["L1"]
    assert at(toy, *events, hand=1, after=-1).opened == ("L1",)


def test_the_situation_knows_where_its_cycle_began(toy: ResolvedRuleset) -> None:
    kept, passed = ({"type": "win", "wins": [{"seat": seat, "by": "self", "total": 1}]} for seat in ("N", "S"))
    seated = {"type": "seats", "seats": {}, "first_dealer": "S"}
    start = Start(dealer="N", first_dealer="E", round_wind="N")
    recorded = number_events(toy, SEATS, start, parse_events(toy, [kept, passed, passed, seated, passed]))
    assert [situation_at(toy, SEATS, start, recorded, hand).cycle_from for hand in (1, 2, 3, 4, 5)] == [1, 1, 3, 4, 4]


def test_the_place_seen_is_where_the_hand_stood_on_the_screen(toy: ResolvedRuleset) -> None:
    warned = {"type": "ruling", "hand": 1, "effect": {}}
    win = {"type": "win", "wins": [{"seat": "S", "by": "self", "total": 1}]}
    recorded = number_events(toy, SEATS, Start(), parse_events(toy, [warned, warned, win, win]))
    whole = fold(toy, SEATS, Start(), recorded)
    assert [place_seen(whole, 1, seen) for seen in (0, 1, 2, 3, 4)] == [-1, 0, 1, None, None]
    assert [place_seen(whole, 2, seen) for seen in (3, 4)] == [-1, None]
    assert place_seen(whole, 3, 2) is None
