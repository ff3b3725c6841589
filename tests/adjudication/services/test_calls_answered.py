"""What becomes of a call once its ruling is issued, and of what stands in the way of one kept without a line."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

import pytest
from django.urls import reverse

from adjudication.models import Call, Case
from adjudication.selectors.calls import call_at, queue
from adjudication.services.calls import call_referee, close_call
from adjudication.services.kept import Kept, file_kept_call
from tests.adjudication.steps import described, issue
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.models import Event

pytestmark = pytest.mark.usefixtures("running")

GONE = {"stage": "completed", "tai": 2}


def kept(referee, table, key="k", **more):
    found = Kept(described=described(table, **more), seen_seq=table.seq)
    return file_kept_call(actor=referee, kept=found, key=key)


def test_an_issued_ruling_closes_its_call_and_gives_the_minutes(event, table, referee):
    filed = kept(referee, table)
    assert len(queue(event)) == 1
    version = Event.objects.get(pk=event.pk).version
    issue(referee, filed.case, minutes=4)
    call = Call.objects.get(pk=filed.call.pk)
    table.refresh_from_db()
    assert (call.status, call.minutes_given, table.extra_minutes, queue(event)) == ("closed", 4, 4, [])
    assert Event.objects.get(pk=event.pk).version == version + 1


def test_a_new_call_after_the_ruling_is_a_new_one_of_its_caller(event, table, referee, player):
    filed = kept(referee, table)
    issue(referee, filed.case)
    new = call_referee(actor=player("W"), table=table, text="有人少牌")
    (waiting,) = queue(event)
    assert (waiting["call"], waiting["status"], waiting["text"], waiting["facts"]) == (
        new.number,
        "open",
        "有人少牌",
        None,
    )
    assert new.pk != filed.call.pk
    assert waiting["by"].startswith("#")


def test_nothing_is_added_to_a_call_with_facts_and_the_table_waits_with_its_own(event, table, referee, player):
    filed = kept(referee, table)
    new = call_referee(actor=player("W"), table=table, text="有人少牌")
    assert {row["call"]: row["text"] for row in queue(event)} == {filed.call.number: "", new.number: "有人少牌"}
    assert call_at(table) == new
    page = client_of(player("W")).get(reverse("call", args=[event.slug, 1, 1]))
    assert "Called; waiting for a referee" in text_of(page)


def test_a_call_closed_by_hand_does_not_stop_its_ruling(table, referee):
    filed = kept(referee, table)
    close_call(actor=referee, call=filed.call, minutes=2)
    issue(referee, filed.case, minutes=3)
    table.refresh_from_db()
    assert (Case.objects.get().status, table.extra_minutes) == ("issued", 2)


def test_the_pages_offer_the_minutes_where_a_call_is_open(event, table, referee, player):
    call = call_referee(actor=player("W"), table=table, text="一")
    url = reverse("rule", args=[event.slug, 1, 1])
    given = {
        "infraction": "T9", "offender": "S", "fact.stage": "completed", "fact.tai": "2", "call": str(call.number)
    }  # fmt: skip
    client = client_of(referee)
    page = client.get(url, given)
    assert "Issuing the ruling closes the call." in text_of(page)
    sent = {**given, **{name: field(page, name) for name in ("mark", "seq", "key")}, "act": "issue", "minutes": "5"}
    assert client.post(url, sent).status_code == 302
    call.refresh_from_db()
    assert (call.status, call.minutes_given) == ("closed", 5)
    filed = kept(referee, table, "again", offender="E")
    case_url = reverse("case", args=[event.slug, filed.case.number])
    page = client.get(case_url)
    assert "Issuing the ruling closes the call." in text_of(page)
    sent = {name: field(page, name) for name in ("mark", "seq", "key")} | {"act": "issue", "minutes": "1"}
    assert client.post(reverse("case_act", args=[event.slug, filed.case.number]), sent).status_code == 302
    assert not queue(event)


def test_a_conflict_names_the_entry_in_the_way_as_the_page_does_and_keeps_the_answers(event, table, organiser, referee):
    setting.record(table, organiser, setting.win("E", "W"))
    seen = table.seq
    setting.record(table, organiser, setting.win("S", "W"))
    late = Kept(described=described(table, hand=2), seen_seq=seen)
    filed = file_kept_call(actor=referee, kept=late, key="late")
    page = client_of(referee).get(reverse("case", args=[event.slug, filed.case.number]))
    assert "bars a win that is recorded already" in text_of(page)
    links = [href.split('"')[0].replace("&amp;", "&") for href in page.content.decode().split('href="')[1:]]
    assert reverse("table_correct", args=[event.slug, 1, 1, 1]) in links
    again = next(link for link in links if "infraction=T9" in link and "amend" not in link)
    asked = parse_qs(urlparse(again).query)
    assert asked["offender"] == ["S"] and asked["hand"] == ["2"] and asked["call"] == [str(filed.call.number)]
    assert (asked["fact.stage"], asked["fact.tai"]) == (["completed"], ["2"])
