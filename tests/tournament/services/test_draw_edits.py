"""Changes of a draft by hand: shown before, logged, kept with the draw, repeated by the replay."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from tests.tournament import setting
from tournament.errors import Conflict, NotAllowed
from tournament.models import AuditEntry, Draw
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.draw_edits import edit_draft, preview_edit
from tournament.services.draws import draw_round, release_draw, replay
from tournament.services.entries import check_in
from tournament.services.wishes import keep_apart


@pytest.fixture
def drafted(organiser):
    """The second of two rounds of 20 players, drafted, with the first one played."""
    event = setting.event(organiser, players=20, rounds=2, length={"unit": "hands", "count": 1})
    round_ = setting.running_round(event, organiser)
    setting.play_round(round_, organiser, hands=1)
    draw_round(actor=organiser, round_=get_round(event, 2))
    return event


def seats(draw):
    return {table["number"]: table["seats"] for table in draw.result["tables"]}


def test_two_swapped_players_show_the_repeats_they_make(drafted, organiser):
    round_ = get_round(drafted, 2)
    before = Draw.objects.get(round=round_)
    old = Draw.objects.get(round=get_round(drafted, 1)).result["tables"][0]["seats"]
    first = old[0]
    table = next(table for table in before.result["tables"] if old[1] in table["seats"])
    second = next(who for who in table["seats"] if who != old[1])
    edit = {"kind": "players", "first": first, "second": second}
    shown = preview_edit(actor=organiser, round_=round_, edit=edit)
    assert [min(old[:2]), max(old[:2]), 2] in shown["repeats_made"]
    assert Draw.objects.get(round=round_).result == before.result
    done = edit_draft(actor=organiser, round_=round_, edit=edit, reason="asked for")
    assert done == shown and len(done["affected"]) == 2
    after = Draw.objects.get(round=round_)
    assert after.report["new_repeats"] == len(done["report"]["repeat_pairs"]) > before.report["new_repeats"]
    assert after.report["audit"]["agrees"]
    assert replay(after)[1]
    line = AuditEntry.objects.get(action="draw.edited")
    assert (line.after["edit"], line.reason) == (edit, "asked for")
    release_draw(actor=organiser, round_=round_)
    assert replay(Draw.objects.get(round=round_))[1]


def test_tables_change_numbers_or_go_out_of_use_without_new_opponents_or_winds(drafted, organiser):
    round_ = get_round(drafted, 2)
    old = seats(Draw.objects.get(round=round_))
    done = edit_draft(actor=organiser, round_=round_, edit={"kind": "tables", "first": 1, "second": 3})
    assert done["affected"] == [1, 3] and done["repeats_made"] == []
    edit_draft(actor=organiser, round_=round_, edit={"kind": "out_of_use", "table": 2, "replacement": 17})
    draw = Draw.objects.get(round=round_)
    assert seats(draw) == {1: old[3], 3: old[1], 4: old[4], 5: old[5], 17: old[2]}
    assert replay(draw)[1]


@pytest.mark.parametrize(
    "edit",
    [
        {"kind": "players", "first": 1, "second": 99},
        {"kind": "players", "first": 1, "second": 1},
        {"kind": "tables", "first": 1, "second": 44},
        {"kind": "out_of_use", "table": 1, "replacement": 2},
        {"kind": "turn", "table": 1},
        {"kind": "tables", "first": "one", "second": 2},
    ],
)
def test_a_change_that_makes_no_sense_is_refused(drafted, organiser, edit):
    with pytest.raises(RuleError):
        edit_draft(actor=organiser, round_=get_round(drafted, 2), edit=edit)
    assert Draw.objects.get(round=get_round(drafted, 2)).edits == []


def test_nobody_is_seated_by_hand_beside_somebody_he_is_kept_apart_from(event, organiser):
    keep_apart(actor=organiser, event=event, first=get_entry(event, 1), second=get_entry(event, 2))
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    mate = next(who for table in draw.result["tables"] if 1 in table["seats"] for who in table["seats"] if who != 1)
    with pytest.raises(RuleError) as refusal:
        edit_draft(actor=organiser, round_=get_round(event, 1), edit={"kind": "players", "first": mate, "second": 2})
    assert refusal.value.code == "seating_apart_met"


def test_only_a_fresh_draft_is_changed_and_only_by_those_who_draw(drafted, organiser):
    round_ = get_round(drafted, 2)
    edit = {"kind": "tables", "first": 1, "second": 2}
    with pytest.raises(NotAllowed):
        edit_draft(actor=setting.member(drafted, "referee"), round_=round_, edit=edit)
    with pytest.raises(Conflict) as refusal:
        edit_draft(actor=organiser, round_=get_round(drafted, 1), edit=edit)
    assert refusal.value.code == "nothing_drafted"
    check_in(actor=organiser, event=drafted, numbers=[3], state="absent")
    with pytest.raises(Conflict) as refusal:
        edit_draft(actor=organiser, round_=round_, edit=edit)
    assert refusal.value.code == "draw_stale"
