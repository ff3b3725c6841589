"""Pages around an event's life: presets to a drawn round, copies, timetable, announcements, check-in by card, standings
that cannot be computed.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.registry import games
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.access import Role
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Round, Stage, StandingsProblem
from tournament.selectors.entries import get_entry
from tournament.services import standings
from tournament.services.announcements import announce
from tournament.services.check_in import set_check_in_until
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.events import update_event
from tournament.services.messages import link_of, tell
from tournament.tasks import sweep

PRESETS = [
    (game.ruleset.code, preset.code)
    for game in games().values()
    for preset in game.ruleset.event_presets
    if game.ruleset.code != "toy"
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_each_preset_leads_from_its_page_to_a_drawn_round(organiser, game, preset, django_capture_on_commit_callbacks):
    client = client_of(organiser)
    assert f"/events/new/{game}/{preset}/" in client.get(reverse("new_event")).content.decode()
    page = client.get(reverse("create_event", args=[game, preset]))
    form = page.context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    made = client.post(page.request["PATH_INFO"], data | {"name": "春季賽", "zone": "Asia/Taipei", "slug": "spring"})
    assert made.url == "/e/spring/manage/"
    pairs = page.context["preset"].entry == "pair"
    names = "\n".join(f"甲{n:02} / 乙{n:02}" if pairs else f"選手 {n:02}" for n in range(1, 17))
    client.post("/e/spring/manage/entries/", {"names": names})
    assert Entry.objects.filter(event__slug="spring").count() == 16
    for number in range(1, 17):
        client.post("/e/spring/manage/check-in/", {"number": number, "state": "present"})
    with django_capture_on_commit_callbacks(execute=True):  # schedules are drawn in the background
        client.post("/e/spring/manage/rounds/1/draw/")
    draw = Draw.objects.get(round__event__slug="spring", round__number=1)
    assert draw.status == "draft" and len(draw.result["tables"]) == (8 if pairs else 4)
    client.post("/e/spring/manage/rounds/1/release/")
    assert Draw.objects.get(pk=draw.pk).status == "released"


def test_last_years_event_is_copied_by_its_page(event, organiser):
    update_event(actor=organiser, event=event, changes={"starts_on": date(2026, 3, 1)})
    client = client_of(organiser)
    assert reverse("copy_event", args=[event.slug]) in client.get(reverse("copy_source")).content.decode()
    url = reverse("copy_event", args=[event.slug])
    assert client.get(url).status_code == 200
    assert client.post(url, {"name": "Again"}).status_code == 422
    made = client.post(url, {"name": "Again", "starts_on": "2027-03-01", "staff": "on", "slug": "again"})
    assert made.url == "/e/again/manage/"
    assert Stage.objects.filter(event__slug="again").count() == event.stages.count()
    scorer = client_of(setting.member(event, Role.SCORER))
    assert scorer.get(url).status_code == 403 and scorer.get(reverse("copy_source")).status_code == 403


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_timetable_is_planned_edited_and_shown_with_the_offset_of_the_day(event, organiser, language):
    first = {"starts_on": date(2027, 3, 27), "zone": "Europe/Berlin"}
    update_event(actor=organiser, event=event, changes=first)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    client = client_of(organiser, language)
    url = reverse("timetable", args=[event.slug])
    assert client.get(url).status_code == 200
    plan = {"plan": "1", "starts": "10:00", "minutes": "60", "pause": "10", "a_day": "1", "meal_minutes": "60"}
    assert client.post(url, plan).status_code == 302
    html = client_of(language=language).get(reverse("event", args=[event.slug])).content.decode()
    assert 'datetime="2027-03-27T10:00:00+01:00" data-own' in html
    assert 'datetime="2027-03-28T10:00:00+02:00" data-own' in html
    data = {"line-TOTAL_FORMS": "2", "line-INITIAL_FORMS": "0"}
    for number, (at, kind, round_) in enumerate([("22:00", "round", "1"), ("00:30", "round", "2")]):
        data |= {f"line-{number}-{k}": v for k, v in {"day": "1", "at": at, "kind": kind, "round": round_}.items()}
    assert client.post(url, data).status_code == 302
    page = client_of(language=language).get(reverse("event", args=[event.slug])).content.decode()
    assert 'datetime="2027-03-28T00:30:00+01:00"' in page and page.count('class="plan"') == 1
    assert Round.objects.get(number=2).starts_at.isoformat() == "2027-03-27T23:30:00+00:00"
    assert client.post(url, data | {"line-0-at": "25:00"}).status_code == 422


def test_announcements_are_written_staged_read_everywhere_and_renewed(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    setting.running_round(event, organiser)
    client, reader = client_of(organiser), client_of()
    url = reverse("announcements", args=[event.slug])
    assert client.post(url, {"en": " "}).status_code == 422
    client.post(url, {"en": "Lunch at noon", "zh_hant": "中午用餐"})
    staged = client.post(url, {"en": "A secret", "publish_at": "2099-01-01T10:00"}, follow=True)
    assert "it is shown from its time on" in text_of(staged)
    own = Entry.objects.get(event=event, number=1).link_token
    pages = [reverse(name, args=[event.slug]) for name in ("event", "seating", "standings", "tables", "projector")]
    for page in (*pages, f"/p/{own}/", reverse("rulings", args=[event.slug])):
        html = reader.get(page).content.decode()
        assert "Lunch at noon" in html and "A secret" not in html, page
    assert "中午用餐" in client_of(language="zh-hant").get(pages[0]).content.decode()
    mark = reader.get(pages[0]).context["news_mark"]
    poll = reverse("news", args=[event.slug])
    live = {"HX-Request": "true"}
    assert reader.get(f"{poll}?v={mark}", headers=live).status_code == 204
    assert "Lunch" in reader.get(f"{poll}?v=old", headers=live).content.decode()
    row = event.announcements.get(en="Lunch at noon")
    edit = reverse("announcement", args=[event.slug, row.pk])
    assert client.get(edit).status_code == 200
    client.post(edit, {"en": "Lunch at one"})
    assert "Lunch at one" in reader.get(f"{poll}?v={mark}", headers=live).content.decode()
    client.post(reverse("withdraw_announcement", args=[event.slug, row.pk]))
    assert "Lunch" not in reader.get(pages[0]).content.decode()
    scorer = client_of(setting.member(event, Role.SCORER))
    assert scorer.get(url).status_code == 200 and scorer.post(url, {"en": "x"}).status_code == 403


def test_announcements_of_a_draft_are_nobodys(event, organiser):
    announce(actor=organiser, event=event, texts={"en": "x"})
    assert client_of().get(reverse("news", args=[event.slug]), headers={"HX-Request": "true"}).status_code == 404


def test_a_card_scanned_by_the_staff_checks_in_and_by_the_player_opens_his_page(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    check_in(actor=organiser, event=event, numbers=[3], state="expected")
    entry = get_entry(event, 3)
    card = reverse("player", args=[entry.link_token])
    scorer = client_of(setting.member(event, Role.SCORER))
    desk = scorer.get(card)
    assert (desk.status_code, desk.url) == (302, reverse("check_in_one", args=[event.slug, 3]))
    assert "選手 03" in text_of(scorer.get(desk.url))
    scorer.post(desk.url, {"state": "present"})
    assert get_entry(event, 3).check_in == "present"
    assert "Checked in" in text_of(scorer.get(desk.url))
    assert client_of().get(card).status_code == 200
    assert client_of(organiser).get(f"{card}?own=1").status_code == 200
    assert client_of(setting.organiser("stranger")).get(card).status_code == 200
    player = client_of(Actor(entry=entry))
    assert player.get(desk.url).status_code == 302 and "/login/" in player.get(desk.url).url
    Event.objects.filter(pk=event.pk).update(status=Event.Status.CLOSED)
    assert scorer.get(card).status_code == 200


def test_the_countdown_stands_on_check_in_and_console_and_who_is_missing_is_listed(event, organiser):
    set_check_in_until(actor=organiser, event=event, until=timezone.now() + timedelta(minutes=20))
    check_in(actor=organiser, event=event, numbers=[2, 5], state="expected")
    client = client_of(organiser)
    for name, args in (("check_in", []), ("manage", []), ("round", [1]), ("missing", [])):
        assert 'role="timer" data-ends=' in client.get(reverse(name, args=[event.slug, *args])).content.decode(), name
    url = reverse("missing", args=[event.slug])
    said = [
        text_of(client.post(url, {"number": number, "act": act}, follow=True))
        for number, act in ((2, "call"), (2, "exclude"), (2, "here"), (5, "drop"))
    ]
    for words, page in zip(("is called", "is absent", "is here", "is withdrawn"), said, strict=True):
        assert words in page
    assert re.search(r"選手 02 called \d\d:\d\d", said[0]), "the row says when somebody was called last"
    assert client.post(url, {"number": 2, "act": "other"}).status_code == 404
    assert get_entry(event, 2).check_in == "present" and get_entry(event, 5).status == "withdrawn"
    scorer = client_of(setting.member(event, Role.SCORER))
    assert scorer.get(url).status_code == 200
    assert scorer.post(url, {"number": 2, "act": "drop"}).status_code == 403
    assert scorer.post(reverse("close_check_in", args=[event.slug])).status_code == 403


def test_a_capacity_below_those_who_play_is_warned_of(event, organiser):
    client, url = client_of(organiser), reverse("event_settings", args=[event.slug])
    given = {name: value for name, value in client.get(url).context["form"].initial.items() if value is not None}
    assert "8 play already" in text_of(client.post(url, given | {"capacity": 6}, follow=True))
    assert "play already" not in text_of(client.post(url, given | {"capacity": 8}, follow=True))


def test_who_holds_no_place_is_not_counted_against_the_capacity(event, organiser):
    check_in(actor=organiser, event=event, numbers=[1], state="absent")
    update_entry(actor=organiser, entry=get_entry(event, 2), changes={"status": "withdrawn"})
    client, url = client_of(organiser), reverse("event_settings", args=[event.slug])
    given = {name: value for name, value in client.get(url).context["form"].initial.items() if value is not None}
    assert "6 play already" in text_of(client.post(url, given | {"capacity": 5}, follow=True))
    assert "play already" not in text_of(client.post(url, given | {"capacity": 6}, follow=True))


def test_an_absentees_place_is_room_for_who_waits(event, organiser):
    update_event(actor=organiser, event=event, changes={"settings": {"capacity": 8}})
    add_entry(actor=organiser, event=event, people=[{"name": "候補"}])
    client, manage = client_of(organiser), reverse("manage", args=[event.slug])
    assert get_entry(event, 9).status == "waitlist"
    assert "Let waiting players in" not in text_of(client.get(manage))
    check_in(actor=organiser, event=event, numbers=[1], state="absent")
    assert "1 are waiting, and there is room." in text_of(client.get(manage))


def test_a_message_has_an_address_that_can_be_copied_where_the_site_has_none_of_its_own(event, organiser):
    entry = get_entry(event, 1)
    tell(event=event, entry=entry, kind="link", words=lambda: f"Your page: {link_of(entry)}")
    said = text_of(client_of(organiser).get(reverse("event_messages", args=[event.slug])))
    assert f"Your page: http://testserver/p/{entry.link_token}/" in said


def test_a_long_announcement_is_folded(event, organiser):
    announce(actor=organiser, event=event, texts={"en": "long " * 60})
    Event.objects.update(status=Event.Status.OPEN)
    page = Client().get(reverse("event", args=[event.slug])).content.decode()
    assert "<details><summary>long long" in page


def test_closing_by_hand_shows_what_it_did_and_each_step_is_taken_back_on_the_page(organiser):
    event = setting.event(organiser, players=4, settings={"capacity": 4})
    add_entry(actor=organiser, event=event, people=[{"name": "next"}])
    check_in(actor=organiser, event=event, numbers=[2], state="expected")
    client, url = client_of(organiser), reverse("missing", args=[event.slug])
    assert client.get(reverse("close_check_in", args=[event.slug])).status_code == 200
    page = text_of(client.post(reverse("close_check_in", args=[event.slug]), follow=True))
    assert "1 is absent" in page and "Let in: 5 next." in page
    client.post(url, {"number": 5, "act": "put_back"})
    client.post(url, {"number": 2, "act": "here"})
    assert (get_entry(event, 5).status, get_entry(event, 2).check_in) == ("waitlist", "present")
    assert client.post(reverse("reopen_check_in", args=[event.slug])).status_code == 302
    event.refresh_from_db()
    assert event.check_in_closed_at is None
    client.post(url, {"until": "2099-01-01T10:00"})
    event.refresh_from_db()
    assert event.check_in_until.isoformat() == "2099-01-01T02:00:00+00:00"
    assert client.post(url, {"until": "2001-01-01T10:00"}).status_code == 422


@pytest.fixture
def failing(event, organiser, monkeypatch):
    """Standings that cannot be computed until `repaired` is set."""
    state = {"broken": True}
    computed = standings.compute_bodies

    def compute(event):
        if state["broken"]:
            raise ZeroDivisionError
        return computed(event)

    monkeypatch.setattr(standings, "compute_bodies", compute)
    Event.objects.filter(pk=event.pk).update(version=event.version + 10)
    with pytest.raises(ZeroDivisionError):
        standings.publish(event.pk)
    return state


def test_a_failing_run_is_said_on_the_organisers_pages_until_it_succeeds(event, organiser, failing):
    client = client_of(organiser)
    for url in (reverse("manage", args=[event.slug]), reverse("round", args=[event.slug, 1])):
        page = text_of(client.get(url))
        assert "The standings cannot be computed" in page and "ZeroDivisionError" in page
    again = reverse("compute_again", args=[event.slug])
    assert "cannot be computed: ZeroDivisionError" in text_of(client.post(again, follow=True))
    scorer = client_of(setting.member(event, Role.SCORER))
    assert (
        scorer.post(again).status_code == 403
        and again not in scorer.get(reverse("manage", args=[event.slug])).content.decode()
    )
    failing["broken"] = False
    assert "The standings are computed" in text_of(client.post(again, follow=True))
    assert not StandingsProblem.objects.exists()
    assert "cannot be computed" not in text_of(client.get(reverse("manage", args=[event.slug])))


def test_a_policy_that_cannot_be_read_is_named_in_the_language_of_the_page(event, organiser):
    stage = event.stages.get()
    Stage.objects.filter(pk=stage.pk).update(policy={"formula": "points", "tie_breaks": []})
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    with pytest.raises(Exception, match="tie_breaks"):
        standings.publish(event.pk)
    found = StandingsProblem.objects.get()
    assert found.template and found.path.startswith("policy")
    assert "cannot be computed" in text_of(client_of(organiser).get(reverse("manage", args=[event.slug])))


def test_one_event_that_fails_does_not_keep_the_others_from_being_swept(event, organiser, failing):
    other = setting.event(organiser, slug="other")
    failing["broken"] = True
    Event.objects.filter(pk=other.pk).update(version=other.version + 10)
    sweep()
    assert set(StandingsProblem.objects.values_list("event__slug", flat=True)) == {"evening", "other"}
    failing["broken"] = False
    sweep()
    assert not StandingsProblem.objects.exists()


def test_a_first_day_long_ago_is_a_slip_of_the_hand(event, organiser):
    client, url = client_of(organiser), reverse("event_settings", args=[event.slug])
    given = {name: value for name, value in client.get(url).context["form"].initial.items() if value is not None}
    assert client.post(url, given | {"starts_on": "0001-01-01"}).status_code == 422
    assert client.post(url, given | {"starts_on": "2027-01-01", "ends_on": "2027-01-01"}).status_code == 302
