"""After a ruling: acknowledgement, appeal in time, photo, and what the chief referee decides."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from adjudication.models import Acknowledgement, Case
from adjudication.services.appeals import acknowledge, add_photo, appeal_case, decide_appeal
from tests.adjudication.pictures import picture
from tests.adjudication.steps import propose, ruled
from tournament.actors import PUBLIC
from tournament.errors import Conflict, NotAllowed, Refused, sentence
from tournament.models import Event

PNG = picture("PNG")


@pytest.fixture
def case(referee, table):
    return ruled(referee, table)


def test_players_of_the_table_take_note(case, player):
    acknowledge(actor=player("S"), case=case)
    acknowledge(actor=player("S"), case=case)
    acknowledge(actor=player("E"), case=case)
    assert Acknowledgement.objects.filter(case=case).count() == 2
    with pytest.raises(NotAllowed):
        acknowledge(actor=PUBLIC, case=case)


def test_nothing_is_to_be_noted_before_it_is_issued(referee, table, player):
    with pytest.raises(Conflict, match="case_not_issued"):
        acknowledge(actor=player("S"), case=propose(referee, table))


def test_an_appeal_in_time_is_upheld_and_nothing_moves(case, chief, player, table):
    before = dict(table.state["scores"])
    appeal_case(actor=player("S"), case=case, text="沒有打錯")
    standing = decide_appeal(actor=chief, case=case, outcome="upheld", reason="照判")
    table.refresh_from_db()
    assert (standing.status, table.state["scores"]) == ("upheld", before)
    with pytest.raises(Conflict, match="appeal_missing"):
        decide_appeal(actor=chief, case=case, outcome="upheld", reason="again")


def test_a_late_appeal_is_refused_with_the_time(case, player):
    Case.objects.filter(pk=case.pk).update(issued_at=timezone.now() - dt.timedelta(minutes=31))
    with pytest.raises(Conflict, match="appeal_late") as late:
        appeal_case(actor=player("S"), case=case, text="太晚")
    deadline = dt.datetime.fromisoformat(late.value.facts["deadline"])
    assert deadline - Case.objects.get(pk=case.pk).issued_at == dt.timedelta(minutes=30)
    # The sentence has the clock of the hall, whatever zone the server is in.
    hall = deadline.astimezone(ZoneInfo(case.event.zone))
    assert case.event.zone == "Asia/Taipei" and f"{hall:%Y-%m-%d %H:%M}" in sentence(late.value)


def test_only_the_chief_decides_and_gives_a_reason(case, referee, chief, player):
    appeal_case(actor=player("S"), case=case, text="請再看")
    with pytest.raises(NotAllowed):
        decide_appeal(actor=referee, case=case, outcome="upheld", reason="no")
    with pytest.raises(Refused, match="reason_missing"):
        decide_appeal(actor=chief, case=case, outcome="upheld", reason=" ")
    with pytest.raises(Refused, match="outcome_unknown"):
        decide_appeal(actor=chief, case=case, outcome="maybe", reason="x")


def test_an_appeal_is_granted_by_reversing_lines(case, chief, player, table):
    appeal_case(actor=player("S"), case=case, text="請再看")
    standing = decide_appeal(actor=chief, case=case, outcome="overturned", reason="有照片")
    table.refresh_from_db()
    assert (standing.status, set(table.state["scores"].values())) == ("overturned", {0})
    assert standing.appeal.outcome == "overturned"


def test_an_appeal_is_amended_with_other_facts(case, chief, player, table):
    appeal_case(actor=player("S"), case=case, text="台數不對")
    facts = {"stage": "completed", "tai": 0}
    standing = decide_appeal(actor=chief, case=case, outcome="amended", reason="改", facts=facts)
    table.refresh_from_db()
    assert (standing.amends, table.state["scores"]["S"]) == (case, -3)


def test_strangers_and_empty_words_are_refused(case, player):
    with pytest.raises(NotAllowed):
        appeal_case(actor=PUBLIC, case=case, text="x")
    with pytest.raises(Refused, match="text_needed"):
        appeal_case(actor=player("S"), case=case, text=" ")


def test_photos_are_pictures_of_bounded_size_and_number(case, player):
    photo = add_photo(actor=player("S"), case=case, data=PNG)
    assert photo.content_type == "image/jpeg"
    with pytest.raises(Refused, match="photo_kind"):
        add_photo(actor=player("S"), case=case, data=b"<svg onload=x>")
    with pytest.raises(Refused, match="photo_large"):
        add_photo(actor=player("S"), case=case, data=PNG + b"0" * 17_000_000)
    for _ in range(5):
        add_photo(actor=player("S"), case=case, data=PNG)
    with pytest.raises(Conflict, match="photos_many"):
        add_photo(actor=player("S"), case=case, data=PNG)
    with pytest.raises(NotAllowed):
        add_photo(actor=PUBLIC, case=case, data=PNG)


def test_the_time_for_an_appeal_is_that_of_the_event(case, event, player):
    Event.objects.filter(pk=event.pk).update(settings={**event.settings, "appeal_minutes": 72 * 60})
    late = Case.objects.select_related("event").get(pk=case.pk)
    Case.objects.filter(pk=case.pk).update(issued_at=timezone.now() - dt.timedelta(hours=71))
    assert appeal_case(actor=player("S"), case=late, text="三天內").text == "三天內"
