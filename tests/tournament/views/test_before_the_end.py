"""What an organiser is told before acts: who sees a release, what is kept back still, who leaves a running table."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.errors import Conflict
from tournament.models import AuditEntry, Event, Round
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import rename_person, update_entry
from tournament.services.events import set_status
from tournament.services.reveal import keep_back, tell_all
from tournament.services.rounds import close_round
from tournament.services.sheet_lines import Line
from tournament.services.sheets import enter_results
from tournament.services.table_status import confirm_table
from tournament.services.tables import record_events
from tournament.services.undoing import acts, next_to_undo, undo_act


@pytest.fixture
def released(organiser):
    """An event that is a draft, with round 1 released and not started."""
    event = setting.event(organiser)
    draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=get_round(event, 1))
    return Event.objects.get(pk=event.pk)


def test_the_end_of_an_event_and_of_its_last_round_asks_about_what_is_kept_back(organiser):
    event = setting.event(organiser, rounds=2)
    client, there = client_of(organiser), f'href="/e/{event.slug}/manage/reveal/"'
    keep_back(actor=organiser, event=event, from_round=get_round(event, 1))
    setting.play_round(setting.running_round(event, organiser, 1), organiser)
    round_ = setting.running_round(event, organiser, 2)
    console = reverse("round", args=[event.slug, 2])
    for table in round_.tables.select_related("event", "round__stage", "draw"):
        setting.record(table, organiser, setting.win(), setting.win(), setting.win())
        confirm_table(actor=organiser, table=table, seq=table.seq)
    for url in (console, reverse("close", args=[event.slug, 2])):
        page = client.get(url)
        assert "nothing of them has been told" in text_of(page) and there in page.content.decode()
    close_round(actor=organiser, round_=get_round(event, 2))
    close, archive = (reverse("event_status", args=[event.slug, step]) for step in ("closed", "archived"))
    asked = client.get(close)
    assert "Standings are still kept back" in text_of(asked) and there in asked.content.decode()
    set_status(actor=organiser, event=event, status="closed")
    for url in (archive, reverse("manage", args=[event.slug])):
        asked = client.get(url)
        assert "Standings are still kept back" in text_of(asked) and there in asked.content.decode()
    tell_all(actor=organiser, event=event)
    assert "kept back" not in text_of(client.get(archive))


def test_a_release_in_a_draft_event_says_that_only_the_staff_sees_it(organiser):
    event = setting.event(organiser)
    draw_round(actor=organiser, round_=get_round(event, 1))
    client, url = client_of(organiser), reverse("release", args=[event.slug, 1])
    assert "only the staff sees the seats" in text_of(client.get(url))
    said = text_of(client.post(url, follow=True))
    assert "only its staff sees the seats" in said and "everybody sees the seats" not in said
    assert "starting opens it" in text_of(client.get(reverse("start", args=[event.slug, 1])))


def test_the_first_result_starts_its_round_and_undo_takes_both_back(released, organiser):
    table = get_table(released, 1, 1)
    seats = {"type": "seats", "seats": {"E": table.state["seats"]["S"], "S": table.state["seats"]["E"]}}
    record_events(actor=organiser, table=table, expected_seq=0, key=None, events=[seats])
    assert get_round(released, 1).status == Round.Status.RELEASED
    setting.record(table, organiser, setting.win())
    assert (table.round.status, get_round(released, 1).status) == ("running", "running")
    assert Event.objects.get(pk=released.pk).status == Event.Status.RUNNING
    undo_act(actor=organiser, event=released, version=next_to_undo(acts(released)).version)
    assert get_round(released, 1).status == Round.Status.RELEASED
    assert Event.objects.get(pk=released.pk).status == Event.Status.DRAFT


def test_a_round_that_has_not_started_is_not_closed_and_says_so(released, organiser):
    client, url = client_of(organiser), reverse("close", args=[released.slug, 1])
    page = client.get(url)
    assert "Round 1 has not started" in text_of(page)
    assert f'href="{reverse("start", args=[released.slug, 1])}"' in page.content.decode()
    with pytest.raises(Conflict, match="has not started"):
        close_round(actor=organiser, round_=get_round(released, 1))
    assert "Tables are still playing" not in text_of(client.get(reverse("round", args=[released.slug, 1])))


def test_who_withdraws_from_a_running_table_is_named_with_what_can_be_done(event, organiser):
    setting.running_round(event, organiser)
    table = get_table(event, 1, 2)
    number = int(table.state["seats"]["W"])
    client = client_of(organiser)
    for url in (reverse("entry_status", args=[event.slug, number, "withdrawn"]),
                reverse("entry", args=[event.slug, number])):  # fmt: skip
        page = client.get(url)
        assert "Sits at table 2 of round 1" in text_of(page)
        for name in ("table_seats", "table_void"):
            assert f'href="{reverse(name, args=[event.slug, 1, 2])}"' in page.content.decode()
    update_entry(actor=organiser, entry=get_entry(event, number), changes={"status": "withdrawn"})
    name = get_entry(event, number).name
    console = client.get(reverse("round", args=[event.slug, 1]))
    assert f"Withdrawn, and still seated: {number} {name}" in text_of(console)
    assert 'class="chip chip--stop">withdrawn<' in client.get(reverse("seating", args=[event.slug])).content.decode()
    substitute = {"type": "seats", "seats": {"W": None}}
    record_events(actor=organiser, table=table, expected_seq=0, key=None, events=[substitute])
    assert "still seated" not in text_of(client.get(reverse("round", args=[event.slug, 1])))
    assert "Sits at table" not in text_of(client.get(reverse("entry", args=[event.slug, number])))


def test_namesakes_at_a_table_have_their_numbers(event, organiser):
    setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    east, north = (int(table.state["seats"][place]) for place in "EN")
    for number in (east, north):
        rename_person(actor=organiser, entry=get_entry(event, number), position=0, changes={"name": "甲"})
    client, url = client_of(organiser), reverse("table", args=[event.slug, 1, 1])
    page = text_of(client.get(url))
    assert f"{east} 甲" in page and f"{north} 甲" in page
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    console = text_of(client.get(reverse("round", args=[event.slug, 1])))
    assert f"{east} 甲" in console and f"{north} 甲" in console
    assert "1 選手" not in console.partition("Finished, not confirmed")[2][:60]


def test_an_archived_event_says_so_first_and_offers_no_form_that_would_be_refused(event, organiser):
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    set_status(actor=organiser, event=event, status="closed")
    set_status(actor=organiser, event=event, status="archived")
    client = client_of(organiser)
    console = client.get(reverse("round", args=[event.slug, 2]))
    for name in ("reopen", "delete_draw", "results"):
        assert reverse(name, args=[event.slug, 2]) not in console.content.decode(), name
    pages = {"round": [2], "entries": [], "entry": [1], "event_settings": [], "table_admin": [2, 1]}
    for name, more in pages.items():
        page = client.get(reverse(name, args=[event.slug, *more]))
        assert "The event is in the archive" in text_of(page), name
        assert f'href="{reverse("manage", args=[event.slug])}"' in page.content.decode(), name
    for name, more in {"entry": [1], "table_admin": [2, 1]}.items():
        page = client.get(reverse(name, args=[event.slug, *more])).content.decode()
        assert "<h2>More time</h2>" not in page and "Save the person" not in page
    again = client.get(reverse("reopen", args=[event.slug, 2]))
    assert (again.status_code, 'name="reason"' in again.content.decode()) == (409, False)


def test_the_badge_of_who_is_missing_counts_with_the_line_beside_it(event, organiser):
    client, url = client_of(organiser), reverse("check_in", args=[event.slug])
    row = client.post(url, {"number": "3", "state": "expected"}, headers={"HX-Request": "true"}).content.decode()
    badge = row.partition('id="missing-count"')[2].partition("</span></span>")[0]
    assert 'hx-swap-oob="true"' in badge and badge.endswith('<span class="chip">1')
    assert 'id="missing-count"> <span class="chip">1</span>' in client.get(url).content.decode()


def test_a_draft_of_pairs_says_who_sits_where(organiser):
    event = setting.pairs_event(organiser)
    draw_round(actor=organiser, round_=get_round(event, 1))
    page = text_of(client_of(organiser).get(reverse("round", args=[event.slug, 1])))
    assert "甲 01 / 乙 01" not in page
    assert "1a 甲 01" in page and "1b 乙 01" in page


def test_a_score_sheet_is_no_ruling_and_leaves_no_hand_in_play(event, organiser):
    round_ = setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    lines = [Line(1, table.state["seats"][place], points) for place, points in zip("ESWN", (3, 1, -1, -3), strict=True)]
    enter_results(actor=organiser, round_=round_, lines=lines)
    page = client_of(organiser).get(reverse("table", args=[event.slug, 1, 1])).content.decode()
    assert 'id="hand-1"' in page and 'id="hand-2"' not in page
    assert '<span class="chip">ruling</span>' not in page
    assert "Score sheet" in page


@pytest.fixture
def overtaken(event, organiser):
    """An event whose round 1 is closed, and round 2 released."""
    setting.play_round(setting.running_round(event, organiser, 1), organiser)
    draw_round(actor=organiser, round_=get_round(event, 2))
    return event


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_is_not_offered_to_be_opened_again_once_a_later_one_is_released(overtaken, organiser, language):
    client, url = client_of(organiser, language), reverse("round", args=[overtaken.slug, 1])
    again = reverse("reopen", args=[overtaken.slug, 1])
    assert f'href="{again}"' in client.get(url).content.decode()
    typed = client.get(again)
    assert typed.status_code == 200
    release_draw(actor=organiser, round_=get_round(overtaken, 2))
    page = client.get(url)
    assert f'href="{again}"' not in page.content.decode()
    assert page.context["stays_closed"] in text_of(page)
    told = client.get(again)
    assert (told.status_code, "<textarea" in told.content.decode()) == (409, False)
    sent = client.post(again, {"reason": "a sheet was misread"})
    assert sent.status_code == 409
    assert "a sheet was misread</textarea>" in sent.content.decode()
    assert sent.context["nav"]
    assert Round.objects.get(event=overtaken, number=1).status == Round.Status.CLOSED


def test_why_an_event_is_opened_again_is_asked_in_the_dialog(event, organiser):
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    client, manage = client_of(organiser), reverse("manage", args=[event.slug])
    for before, step in (("closed", "running"), ("archived", "closed")):
        set_status(actor=organiser, event=event, status="closed")
        if before == "archived":
            set_status(actor=organiser, event=event, status="archived")
        page = client.get(manage).content.decode()
        dialog = page.partition(f'<dialog class="dialog" id="status-{step}"')[2].partition("</dialog>")[0]
        assert '<textarea id="status-' in dialog and 'name="reason"' in dialog
        sent = client.post(reverse("event_status", args=[event.slug, step]), {"reason": "a sheet was found"})
        assert (sent.status_code, sent.url) == (302, manage)
        event.refresh_from_db()
        assert event.status == step
        assert AuditEntry.objects.filter(event=event, action="event.status", reason="a sheet was found").exists()
    archive = client.get(manage).content.decode().partition('id="status-archived"')[2].partition("</dialog>")[0]
    assert archive and "<textarea" not in archive


def test_a_round_whose_tables_are_over_is_to_be_closed_not_dropped(event, organiser):
    for table in setting.running_round(event, organiser, 1).tables.select_related("event", "round__stage", "draw"):
        setting.record(table, organiser, setting.win(), setting.win(), setting.win())
        confirm_table(actor=organiser, table=table, seq=table.seq)
    page = client_of(organiser).get(reverse("event_status", args=[event.slug, "closed"]))
    first, second = page.content.decode().split("<li>")[-2:]
    assert "All its tables are over: close the round." in first
    assert f'href="{reverse("close", args=[event.slug, 1])}"' in first
    assert "drop the round" not in first and "drop the round" in second
