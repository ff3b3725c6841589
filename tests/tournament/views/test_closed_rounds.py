"""Every page that changes a table of a closed round asks for its number, keeps what was typed, and then acts."""

from __future__ import annotations

import json

import pytest

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, field, text_of
from tournament.errors import Conflict
from tournament.models import Table
from tournament.selectors.tables import get_table
from tournament.services.table_status import restore_table, void_table
from tournament.services.tables import record_events, undo
from tournament.services.undoing import acts, next_to_undo, undo_act

FIELD = 'name="confirm_round"'


@pytest.fixture
def closed(organiser):
    """Round 1 is closed, round 2 runs."""
    event = setting.event(organiser)
    setting.play_round(setting.running_round(event, organiser, 1), organiser)
    setting.running_round(event, organiser, 2)
    return event


@pytest.fixture
def older(organiser):
    """Rounds 1 and 2 are closed, round 3 runs."""
    event = setting.event(organiser, rounds=3)
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    setting.running_round(event, organiser, 3)
    return event


def url_of(event, page):
    return f"/e/{event.slug}/round/1/table/1/{page}"


def posted(client, url, form):
    """Send a form without the round's number, then with a wrong one, then with the right one."""
    without = client.post(url, form)
    wrong = client.post(url, form | {"confirm_round": "7"})
    assert (without.status_code, wrong.status_code) == (409, 409), url
    for answer in (without, wrong):
        assert "confirm it by naming the round" in text_of(answer)
        assert "Somebody else was first" not in text_of(answer)
        assert FIELD in answer.content.decode()
    assert 'value="7"' in wrong.content.decode()
    right = client.post(url, form | {"confirm_round": "1"})
    assert right.status_code == 302, text_of(right)
    return without


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_shows_the_field_at_once_and_none_in_a_running_round(closed, organiser, language):
    client = client_of(organiser, language)
    for page in ("undo/", "correct/2/", "seats/", "void/", "finish/"):
        assert FIELD in client.get(url_of(closed, page)).content.decode(), page
    admin = f"/e/{closed.slug}/manage/rounds/1/tables/1/"
    assert client.get(admin).content.decode().count("confirm_round") >= 2
    setting.record(get_table(closed, 2, 1), organiser, setting.win())
    for page in ("undo/", "correct/0/", "seats/", "void/", "finish/"):
        running = client.get(url_of(closed, page).replace("round/1", "round/2"))
        assert (running.status_code, FIELD in running.content.decode()) == (200, False), page


def test_undo(closed, organiser):
    client = client_of(organiser)
    url = url_of(closed, "undo/")
    page = client.get(url)
    posted(client, url, {"seq": field(page, "seq"), "key": field(page, "key")})
    assert get_table(closed, 1, 1).seq == 4


def test_an_entry_is_taken_out_and_corrected(closed, organiser):
    client = client_of(organiser)
    form = {"event": "exhausted", "seq": 3, "key": "a", "later": "as_played"}
    page = posted(client, url_of(closed, "correct/2/"), form | {"step": "out"})
    assert "Take this entry out" in text_of(page)
    assert get_table(closed, 1, 1).seq == 4
    posted(client, url_of(closed, "correct/1/"), form | {"seq": 4, "key": "b", "step": "save"})
    assert get_table(closed, 1, 1).seq == 5


def test_seats_are_swapped_and_drawn_again(closed, organiser):
    client = client_of(organiser)
    url = url_of(closed, "seats/")
    asked = posted(client, url, {"act": "swap", "seq": 3, "key": "s", "first": "W", "second": "N", "since": "2"})
    html = asked.content.decode()
    assert '<option value="W" selected>' in html and '<option value="N" selected>' in html
    assert "<option selected>2</option>" in html
    throw = {"act": "throw", "seq": 4, "key": "t", "thrower": "S", "dice": "1 2 9", "tiles": "1z 2z 3z 4z"}
    kept = client.post(url, throw).content.decode()
    assert 'value="1 2 9"' in kept
    posted(client, url, {"act": "throw", "seq": 4, "key": "u", "thrower": "S"})
    taken = dict(get_table(closed, 1, 1).state["seats"])
    form = {f"seat.{place}": person for place, person in zip("ESWN", reversed(taken.values()), strict=True)}
    posted(client, url, form | {"act": "take", "seq": 5, "key": "v"})


def test_a_table_is_voided_and_counts_again(closed, organiser):
    client = client_of(organiser)
    url = url_of(closed, "void/")
    page = posted(client, url, {"reason": "a wall fell"})
    assert "a wall fell</textarea>" in page.content.decode()
    assert get_table(closed, 1, 1).status == Table.Status.VOID
    posted(client, url, {"reason": "it stood"})


def test_minutes_and_hands_are_given(closed, organiser):
    client = client_of(organiser)
    url = f"/e/{closed.slug}/manage/rounds/1/tables/1/"
    form = {"act": "minutes", "minutes-minutes": "5", "minutes-reason": "late"}
    for wrong in ({}, {"minutes-confirm_round": "7"}):
        answer = client.post(url, form | wrong)
        assert answer.status_code == 422
        assert 'value="late"' in answer.content.decode()
    assert "confirm it by naming the round" in text_of(answer)
    assert client.post(url, form | {"minutes-confirm_round": "1"}).status_code == 302
    assert get_table(closed, 1, 1).extra_minutes == 5
    hands = {"act": "hands", "hands-hands": "1"}
    assert "The table is over" in text_of(client.post(url, hands | {"hands-confirm_round": "1"}))
    undo(actor=organiser, table=get_table(closed, 1, 1), expected_seq=3, key=None, confirm_round=1)
    assert "confirm it by naming the round" in text_of(client.post(url, hands | {"hands-confirm_round": "7"}))
    assert client.post(url, hands | {"hands-confirm_round": "1"}).status_code == 302


def test_an_older_round_asks_what_it_is_for_too(older):
    client = client_of(setting.chief(older))
    url = url_of(older, "undo/")
    page = client.get(url)
    assert "What is this correction for?" in text_of(page)
    form = {"seq": 3, "key": "k", "confirm_round": "1"}
    assert "Say whether this counts" in text_of(client.post(url, form))
    missing = client.post(url, form | {"counts": "record"})
    assert (missing.status_code, "Give a reason" in text_of(missing)) == (400, True)
    form |= {"counts": "record", "reason": "the sheet"}
    assert client.post(url, form).status_code == 302
    assert client.post(url, form).status_code == 302  # a second click of the same form
    assert (get_table(older, 1, 1).counted_seq, get_table(older, 1, 1).seq) == (3, 4)
    seats = url_of(older, "seats/")
    swap = {"act": "swap", "seq": 4, "key": "s", "first": "E", "second": "S", "since": "1", "confirm_round": "1"}
    assert "Say whether this counts" in text_of(client.post(seats, swap))
    assert client.post(seats, swap | {"counts": "yes", "reason": "they sat so"}).status_code == 302


def test_the_api_takes_the_same_answers(closed, organiser):
    client = client_of(organiser)

    def call(method, path, **data):
        url = f"/api/v1/events/{closed.slug}/rounds/1/tables/1/{path}/"
        return getattr(client, method)(url, json.dumps(data), content_type="application/json")

    for method, path, data in (
        ("post", "undo", {"expected_seq": 3}),
        ("post", "finish", {"expected_seq": 4}),
        ("post", "winds", {"expected_seq": 5}),
        ("post", "void", {"reason": "wall"}),
        ("put", "void", {"reason": "no wall"}),
        ("post", "minutes", {"minutes": 1}),
    ):
        refused = call(method, path, **data)
        assert (refused.status_code, refused.json()["code"]) == (409, "confirm_round"), path
        assert call(method, path, **data, confirm_round=1).status_code in (200, 201), path


def test_what_was_done_to_a_closed_round_is_undone(closed, organiser):
    table = get_table(closed, 1, 1)
    with pytest.raises(Conflict, match="confirm_round"):
        void_table(actor=organiser, table=table, reason="wall")
    void_table(actor=organiser, table=table, reason="wall", confirm_round=1)
    undo_act(actor=organiser, event=closed, version=next_to_undo(acts(closed)).version)
    assert get_table(closed, 1, 1).status == Table.Status.CONFIRMED
    with pytest.raises(Conflict, match="confirm_round"):
        restore_table(actor=organiser, table=table, reason="wall")


def test_a_retried_undo_answers_as_the_first_did(closed, organiser):
    table = get_table(closed, 1, 1)
    asked = {"actor": organiser, "expected_seq": 3, "key": "once", "confirm_round": 1}
    first = undo(table=table, **asked)
    assert undo(table=get_table(closed, 1, 1), **asked) == first


def test_a_stale_form_is_still_told_so(closed, organiser):
    record_events(
        actor=organiser, table=get_table(closed, 1, 1), expected_seq=3, key=None, confirm_round=1,
        events=[{"type": "void", "seq": 2, "later": "as_played"}],
    )  # fmt: skip
    answer = client_of(organiser).post(url_of(closed, "undo/"), {"seq": 3, "key": "k", "confirm_round": "1"})
    assert answer.status_code == 409
    assert "Somebody else was first" in text_of(answer)
