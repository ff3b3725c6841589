"""What of a decision can wait for a later round, and what it does there."""

from __future__ import annotations

import msgspec

from engine.carrying import Carried, carried, dump_carried, parse_carried, without_carried
from engine.effects import Effect, EffectPosting, FlagChange
from engine.places import HOUSE
from engine.rulings import Decision, Penalty
from engine.text import text

DECISION = Decision(
    status="penalised",
    remedy=text("相公。", "相公。", "Dead hand."),
    article="A1",
    effect=Effect(
        flags=(FlagChange("S", "dead"), FlagChange("W", "eye")),
        postings=(EffectPosting(payer="S", to="E", points=3),),
    ),
    penalty=Penalty("deduction", 20, "event", "event"),
    ladder="slips",
)


def test_points_and_flags_of_the_offender_can_wait():
    found = carried(DECISION, "S")
    assert found == Carried(points=20, step="deduction", flags=(FlagChange("S", "dead"),), article="A1")
    assert parse_carried(dump_carried(found)) == found


def test_they_fall_on_the_place_he_sits_at_then():
    found = carried(DECISION, "S")
    assert found is not None
    effect = found.effect_at("N")
    assert effect.flags == (FlagChange("N", "dead"),)
    assert effect.postings == (EffectPosting(payer="N", to=HOUSE, points=20, account="event", article="A1"),)


def test_what_players_pay_one_another_stays_where_it_was_decided():
    left = without_carried(DECISION, ("S",))
    assert (left.penalty, left.effect.flags) == (None, (FlagChange("W", "eye"),))
    assert left.effect.postings == DECISION.effect.postings


def test_a_warning_alone_has_nothing_to_wait_for():
    warned = msgspec.structs.replace(DECISION, effect=Effect(), penalty=Penalty("warning", 0, "event", "event"))
    assert carried(warned, "S") is None
