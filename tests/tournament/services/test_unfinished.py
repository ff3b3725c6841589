"""A round does not end by itself: each table still out is finished now, declared void, or given more time."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.views.browsing import client_of as browser_of
from tests.tournament.views.browsing import text_of
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Event, Table
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import newest_standings
from tournament.selectors.tables import get_table
from tournament.services.rounds import close_round
from tournament.services.table_time import add_minutes
from tournament.services.unfinished import Decision, settle_unfinished


@pytest.fixture
def three(organiser):
    """Three tables: one that has begun, one that has not, one that has finished."""
    event = setting.event(organiser, players=12)
    setting.running_round(event, organiser)
    setting.record(get_table(event, 1, 1), organiser, setting.win())
    for _ in range(3):
        setting.record(table := get_table(event, 1, 3), organiser, setting.win())
        table.refresh_from_db()
    return event


def statuses(event):
    return list(Table.objects.filter(event=event).order_by("number").values_list("status", "extra_minutes"))


def test_closing_lists_the_tables_with_what_can_become_of_them(three, organiser):
    with pytest.raises(Conflict) as refusal:
        close_round(actor=organiser, round_=get_round(three, 1))
    listed = {item["number"]: item["status"] for item in refusal.value.facts["tables"]}
    assert listed == {1: "running", 2: "waiting", 3: "finished"}
    assert all(item["choices"] == ["finish", "void", "extend"] for item in refusal.value.facts["tables"])


def test_tables_are_finished_void_and_given_time_in_one_write_and_the_round_closes_with_the_last(three, organiser):
    round_ = get_round(three, 1)
    version = Event.objects.get(pk=three.pk).version
    settle_unfinished(
        actor=organiser,
        round_=round_,
        decisions=[Decision(1, "finish", 1), Decision(2, "extend", 0, 10), Decision(3, "finish", 3)],
    )
    assert statuses(three) == [("confirmed", 0), ("waiting", 10), ("confirmed", 0)]
    assert (get_round(three, 1).status, get_round(three, 1).event.version) == ("running", version + 1)
    settle_unfinished(actor=organiser, round_=round_, decisions=[Decision(2, "void", 0)], reason="nobody came")
    assert statuses(three)[1] == ("void", 10)
    assert get_round(three, 1).status == "closed"


def test_nothing_is_decided_about_a_table_that_moved_on_or_without_a_reason(three, organiser):
    settle = {"actor": organiser, "round_": get_round(three, 1)}
    with pytest.raises(Conflict, match="stale"):
        settle_unfinished(**settle, decisions=[Decision(3, "finish", 3), Decision(1, "finish", 0)])
    with pytest.raises(Refused, match="reason_missing"):
        settle_unfinished(**settle, decisions=[Decision(3, "finish", 3), Decision(1, "void", 1)])
    with pytest.raises(Refused, match="table_unknown"):
        settle_unfinished(**settle, decisions=[Decision(9, "finish", 0)])
    with pytest.raises(NotAllowed):
        settle_unfinished(actor=setting.member(three, "scorer"), round_=get_round(three, 1), decisions=[])
    assert [status for status, _ in statuses(three)] == ["running", "waiting", "finished"]


def test_the_page_and_the_api_do_the_same(three, organiser):
    browser = browser_of(organiser)
    page = browser.get("/e/evening/manage/rounds/1/close/")
    assert all(f"Table {number}" in text_of(page) for number in (1, 2, 3))
    sent = {"minutes": 5, "reason": "", "seq-1": 1, "seq-2": 0, "seq-3": 3, "act-2": "void", "act-3": "finish"}
    refused = browser.post("/e/evening/manage/rounds/1/close/", sent)
    assert refused.status_code == 422 and "Give a reason." in text_of(refused)
    assert browser.post("/e/evening/manage/rounds/1/close/", sent | {"reason": "nobody"}).status_code == 302
    assert [status for status, _ in statuses(three)] == ["running", "void", "confirmed"]
    answer = client_of(organiser).post(
        "/api/v1/events/evening/rounds/1/unfinished/",
        {"tables": [{"table": 1, "act": "finish", "seq": 1}]},
        format="json",
    )
    assert (answer.status_code, answer.json()["status"]) == (200, "closed")


def test_standings_follow_though_one_of_the_tables_was_only_given_time(
    three, organiser, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        settle_unfinished(
            actor=organiser,
            round_=get_round(three, 1),
            decisions=[Decision(1, "finish", 1), Decision(2, "extend", 0, 10)],
        )
    version = Event.objects.get(pk=three.pk).version
    assert newest_standings(three, three.stages.get().order).version == version


def test_more_time_alone_changes_no_standings(three, organiser, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as asked:
        add_minutes(actor=organiser, table=get_table(three, 1, 2), minutes=5)
    assert asked == []
