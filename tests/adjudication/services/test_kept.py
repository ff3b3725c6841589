"""Calls with facts kept on a phone: sent once with their key they become one proposed case, and nothing is issued."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from adjudication.models import Call, Case
from adjudication.services.calls import call_referee
from adjudication.services.kept import Kept, check_sender, file_kept_call
from engine.errors import RuleError
from tests.adjudication.steps import described, issue
from tests.tournament import setting
from tournament.errors import Conflict, KeyReused, NotAllowed, Refused
from tournament.models import AuditEntry, TableEvent


def kept(table, **more) -> Kept:
    """A slip taken down at the table as it stands."""
    about = {name: more.pop(name) for name in ("offender", "facts", "hand") if name in more}
    return Kept(described=described(table, **{"hand": 1} | about), seen_seq=more.pop("seen_seq", table.seq), **more)


def test_a_kept_call_becomes_one_proposed_case_and_nothing_is_issued(referee, table):
    first = file_kept_call(actor=referee, kept=kept(table, text="看見"), key="k")
    again = file_kept_call(actor=referee, kept=kept(table, text="看見", age=90), key="k")
    assert (first.call, first.case) == (again.call, again.case)
    case, call = Case.objects.get(), Call.objects.get()
    assert (case.status, case.call, case.private_notes) == ("proposed", call, "看見")
    assert call.facts == {
        "infraction": "T9",
        "offender": ["S"],
        "facts": {"stage": "completed", "tai": 2},
        "deliberate": False,
    }
    assert (call.status, call.taken_by) == ("taken", referee.user)
    assert not TableEvent.objects.filter(table=table).exists()
    assert AuditEntry.objects.filter(action="call.kept").count() == 1


def test_the_key_with_another_content_is_refused(referee, table):
    file_kept_call(actor=referee, kept=kept(table), key="k")
    with pytest.raises(KeyReused):
        file_kept_call(actor=referee, kept=kept(table, offender="W"), key="k")
    with pytest.raises(Refused, match="key_missing"):
        file_kept_call(actor=referee, kept=kept(table), key="")
    assert Case.objects.count() == 1


def test_it_is_about_the_place_in_play_that_was_on_the_screen(referee, organiser, table):
    seen = kept(table)
    setting.record(table, organiser, setting.win("N", "E", total=1))
    setting.record(table, organiser, setting.win("N", "E", total=1))
    filed = file_kept_call(actor=referee, kept=seen, key="k")
    assert filed.case is not None
    assert (filed.case.hand, filed.case.after) == (1, -1)
    issue(referee, filed.case)
    assert TableEvent.objects.get(table=table, kind="ruling").hand == 1


def test_a_hand_that_was_over_on_the_screen_stays_the_hand_it_is_about(referee, organiser, table):
    setting.record(table, organiser, setting.win("N", "E", total=1))
    late = kept(table, hand=1)
    setting.record(table, organiser, setting.win("N", "E", total=1))
    filed = file_kept_call(actor=referee, kept=late, key="k")
    assert filed.case is not None
    assert filed.case.hand == 1


def test_without_all_facts_the_call_is_kept_and_the_questions_come_back(referee, table):
    filed = file_kept_call(actor=referee, kept=kept(table, facts={"stage": "completed"}), key="k")
    assert filed.case is None
    assert [question.code for question in filed.questions] == ["tai"]
    assert Call.objects.get().facts["facts"] == {"stage": "completed"}
    assert file_kept_call(actor=referee, kept=kept(table, facts={"stage": "completed"}), key="k").call == filed.call
    assert not Case.objects.exists()


def test_its_age_is_the_time_it_has_cost_the_table(referee, table):
    before = timezone.now()
    call = file_kept_call(actor=referee, kept=kept(table, age=300), key="k").call
    assert dt.timedelta(seconds=299) < before - call.opened_at + dt.timedelta(seconds=1) < dt.timedelta(seconds=310)


def test_it_answers_the_call_it_was_made_for(referee, player, event, table):
    call = call_referee(actor=player("W"), table=table, text="錯碰")
    filed = file_kept_call(actor=referee, kept=kept(table, call=call), key="k")
    assert (filed.call, Call.objects.get().text) == (call, "錯碰")
    assert Call.objects.get().facts["infraction"] == "T9"
    from tournament.selectors.tables import get_table

    with pytest.raises(Conflict, match="call_elsewhere"):
        file_kept_call(actor=referee, kept=kept(get_table(event, 1, 2), call=call), key="l")


def test_what_cannot_be_decided_is_refused_and_nothing_is_kept(referee, table):
    for wrong in ({"offender": "X"}, {"facts": {"stage": "later"}}, {"hand": 9}):
        with pytest.raises(RuleError):
            file_kept_call(actor=referee, kept=kept(table, **wrong), key="k")
    without = kept(table)
    without = replace(without, described=replace(without.described, table=None))
    with pytest.raises(Refused, match="table_needed"):
        file_kept_call(actor=referee, kept=without, key="k")
    with pytest.raises(Refused, match="text_long"):
        file_kept_call(actor=referee, kept=kept(table, text="x" * 2001), key="k")
    assert not Call.objects.exists()
    file_kept_call(actor=referee, kept=kept(table), key="k")


def test_only_the_staff_and_only_whoever_took_it_down(floor, player, table):
    with pytest.raises(NotAllowed):
        file_kept_call(actor=player("W"), kept=kept(table), key="k")
    with pytest.raises(NotAllowed, match="other_account"):
        check_sender(floor, "somebody")
    check_sender(floor, floor.user.get_username())
    assert file_kept_call(actor=floor, kept=kept(table), key="k").case is not None
