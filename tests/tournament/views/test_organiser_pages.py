"""The organiser's pages over HTTP: every page in three languages, rights, constant numbers of queries, refusals."""

from __future__ import annotations

import re

import pytest
from axes.models import AccessAttempt
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import text_of
from tournament.audit_words import ACTIONS
from tournament.models import AuditEntry, Entry, Event, Invitation, Person, Round, StaffRole, Table, User
from tournament.selectors.rounds import get_round
from tournament.services.draws import delete_draw, draw_round
from tournament.services.events import create_event
from tournament.services.staff import invite_staff

LANGUAGES = ("zh-hant", "zh-hans", "en")


def client_of(actor=None, language: str = "en") -> Client:
    """A browser of somebody in a language."""
    client = Client()
    if actor is not None:
        client.force_login(actor.user, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["language"] = language
    return client


def event_pages(event) -> dict[str, str]:
    """Every page of an event that is opened with GET, by name."""
    plain = (
        "manage", "event_settings", "event_options", "event_staff", "event_audit", "event_messages", "entries",
        "add_entry", "check_in", "close_check_in", "cards", "stages", "wishes",
        "registrations", "registration_settings", "new_question", "announcements", "corrections", "missing",
        "timetable", "reopen_check_in",
    )  # fmt: skip
    found = {name: reverse(name, args=[event.slug]) for name in plain}
    found["entry"] = reverse("entry", args=[event.slug, 1])
    found["check_in_one"] = reverse("check_in_one", args=[event.slug, 1])
    found["entry_status"] = reverse("entry_status", args=[event.slug, 1, "withdrawn"])
    found["renew_link"] = reverse("renew_link", args=[event.slug, 1])
    found["fixed_table"] = reverse("fixed_table", args=[event.slug, 1])
    found["edit_draft"] = reverse("edit_draft", args=[event.slug, 1])
    found["stage"] = reverse("stage", args=[event.slug, 1])
    found["policy"] = reverse("policy", args=[event.slug, 1])
    found["event_status"] = reverse("event_status", args=[event.slug, "open"])
    for name in ("round", "draw", "draw_by_hand", "release", "delete_draw", "start", "close", "reopen", "drop"):
        found[name] = reverse(name, args=[event.slug, 1])
    found["round 2"] = reverse("round", args=[event.slug, 2])
    found["wall_list"] = reverse("wall_list", args=[event.slug, 1])
    found["slips"] = reverse("slips", args=[event.slug, 1])
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_an_event_renders_before_and_after_the_start(event, organiser, language):
    client = client_of(organiser, language)
    for name, url in event_pages(event).items():
        assert client.get(url).status_code == 200, name
    draw_round(actor=organiser, round_=get_round(event, 1))
    assert client.get(reverse("round", args=[event.slug, 1])).status_code == 200
    setting.running_table(event, organiser)
    delete_draw(actor=organiser, round_=get_round(event, 1), confirm_round=1)
    setting.running_table(event, organiser)
    pages = event_pages(event)
    pages["table_admin"] = reverse("table_admin", args=[event.slug, 1, 1])
    for name, url in pages.items():
        response = client.get(url)
        assert response.status_code == 200, name
        assert 'lang="zh-Hant"' in response.content.decode() or language != "zh-hant"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_without_an_event_render(organiser, language):
    client = client_of(organiser, language)
    names = ("home", "account", "change_password", "ask_reset", "people", "login", "new_event")
    for name in names:
        assert client.get(reverse(name)).status_code == 200, name
    assert client.get(reverse("issue_reset", args=[organiser.user.pk])).status_code == 200
    assert client.get(reverse("create_event", args=["toy", "evening"])).status_code == 200


def test_the_public_is_sent_to_log_in_and_scorers_are_refused_what_is_not_theirs(event, organiser):
    Event.objects.update(status=Event.Status.OPEN)
    scorer = client_of(setting.member(event, StaffRole.Role.SCORER))
    allowed = {"manage", "event_staff", "event_audit", "entries", "check_in", "missing", "entry", "round"}
    allowed |= {"round 2", "wall_list", "slips", "registrations", "announcements", "corrections", "check_in_one"}
    for name, url in event_pages(event).items():
        response = Client().get(url)
        assert (response.status_code, response.url.split("?")[0]) == (302, reverse("login")), name
        assert scorer.get(url).status_code == (200 if name in allowed else 403), name


def test_a_draft_is_unknown_to_others(event, organiser):
    stranger = client_of(setting.organiser("stranger"))
    for name, url in event_pages(event).items():
        assert stranger.get(url).status_code == 404, name
        assert stranger.post(url).status_code == 404, name


def test_a_draft_draw_is_not_shown_to_scorers(event, organiser):
    scorer = client_of(setting.member(event, StaffRole.Role.SCORER))
    draw_round(actor=organiser, round_=get_round(event, 1))
    url = reverse("round", args=[event.slug, 1])
    assert "選手 01" in client_of(organiser).get(url).content.decode()
    assert "選手 01" not in scorer.get(url).content.decode()


@pytest.mark.parametrize("name", ["entries", "check_in", "cards", "manage", "registrations", "missing"])
def test_lists_of_people_take_the_same_queries_for_one_and_for_many(organiser, name):
    counts = []
    for players in (1, 3, 9):
        event = setting.event(organiser, players=players, slug=f"evening-{players}")
        client = client_of(organiser)
        url = reverse(name, args=[event.slug])
        client.get(url)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 12


@pytest.mark.parametrize("name", ["round", "wall_list", "slips"])
def test_lists_of_tables_take_the_same_queries_for_one_and_for_many(organiser, name):
    counts = []
    for players in (4, 12):
        event = setting.event(organiser, players=players, slug=f"evening-{players}")
        setting.running_round(event, organiser)
        client = client_of(organiser)
        url = reverse(name, args=[event.slug, 1])
        client.get(url)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 20


def test_the_first_account_is_made_once(db):
    client = client_of()
    assert client.get("/").url == reverse("setup")
    weak = client.post(reverse("setup"), {"username": "founder", "password": "12345678"})
    assert weak.status_code == 422
    assert "founder" in weak.content.decode()
    made = client.post(reverse("setup"), {"username": "founder", "password": "a quiet evening of tiles"})
    assert made.url == reverse("new_event")
    assert User.objects.get().is_superuser
    assert client.get(reverse("setup")).url == reverse("home")


def test_too_many_wrong_passwords_are_answered_with_patience(organiser, settings):
    client = client_of()
    for _ in range(settings.AXES_FAILURE_LIMIT):
        response = client.post(reverse("login"), {"username": "founder", "password": "wrong"})
    assert response.status_code == 429
    assert "quarter of an hour" in response.content.decode()
    other = client.post(reverse("login"), {"username": "somebody", "password": "wrong"})
    assert other.status_code == 200
    program = client.post("/api/v1/login/", {"username": "founder", "password": "wrong"}, "application/json")
    assert (program.status_code, program.json()["code"]) == (429, "login_locked")


@pytest.mark.parametrize("long", [{"username": "漢" * 300}, {"password": "x" * 201}])
def test_a_name_or_password_that_nobody_has_is_not_tried(organiser, long):
    response = client_of().post(reverse("login"), {"username": "founder", "password": "wrong"} | long)
    assert response.status_code == 200
    assert "at most" in text_of(response)
    assert not AccessAttempt.objects.exists()


def test_logging_in_leads_back_to_the_page_that_asked(event, organiser):
    Event.objects.update(status=Event.Status.OPEN)
    client = client_of()
    asked = client.get(reverse("manage", args=[event.slug])).url
    response = client.post(asked, {"username": "founder", "password": "secret-of-tests", "next": asked.split("=")[1]})
    assert response.status_code == 302


def test_an_invitation_makes_an_account_and_serves_once(event, organiser):
    _invitation, token = invite_staff(actor=organiser, event=event, role="referee")
    url = reverse("join", args=[token])
    client = client_of()
    assert client.get(url).status_code == 200
    joined = client.post(url, {"username": "judge", "password": "a quiet evening of tiles"})
    assert joined.url == reverse("console", args=[event.slug])
    assert StaffRole.objects.get(user__username="judge").role == "referee"
    assert client_of().get(url).status_code == 400


def test_inviting_shows_the_link_once_and_an_open_one_can_be_taken_back(event, organiser):
    client = client_of(organiser)
    url = reverse("event_staff", args=[event.slug])
    page = client.post(url, {"role": "scorer", "area": "A"}).content.decode()
    assert "/join/" in page
    assert "<path" in page
    invitation = Invitation.objects.get()
    assert "/join/" not in client.get(url).content.decode()
    client.post(reverse("revoke_invitation", args=[event.slug, invitation.pk]))
    assert Invitation.objects.get().revoked_at is not None


def test_a_reset_link_is_made_by_an_organiser_and_serves_once(event, organiser):
    member = setting.member(event, "scorer", "forgetful")
    page = client_of(organiser).post(reverse("issue_reset", args=[member.user.pk])).content.decode()
    path = page.split('<p class="code break">http://testserver')[1].split("<")[0]
    client = client_of()
    assert client.get(path).status_code == 200
    assert client.post(path, {"password": "1234"}).status_code == 422
    assert client.post(path, {"password": "a quiet evening of tiles"}).url == reverse("login")
    assert client.get(path).status_code == 400


def test_creating_an_event_keeps_what_was_typed_when_it_is_refused(organiser):
    client = client_of(organiser)
    url = reverse("create_event", args=["toy", "evening"])
    given = {"name": "秋季賽", "zone": "Asia/Taipei", "rounds": "2", "length_unit": "hands", "length_count": "3"}
    wrong = client.post(url, given | {"starts_on": "2026-10-02", "ends_on": "2026-10-01"})
    assert wrong.status_code == 422
    assert "秋季賽" in wrong.content.decode()
    assert "lies before the first" in wrong.content.decode()
    made = client.post(url, given | {"players": "5"}, follow=True)
    event = Event.objects.get()
    assert event.slug.startswith("toy-")
    assert "some will meet twice" in made.content.decode()
    again = client.post(url, given | {"slug": event.slug})
    assert again.status_code == 422
    assert "There is an event at this address already." in again.content.decode()


def test_the_time_zone_is_that_of_the_last_event_or_of_the_language_or_is_asked(organiser):
    url = reverse("create_event", args=["toy", "evening"])

    def chosen(language: str) -> str:
        return client_of(organiser, language).get(url).context["form"]["zone"].value()

    assert (chosen("zh-hant"), chosen("zh-hans"), chosen("en")) == ("Asia/Taipei", "Asia/Shanghai", "")
    page = client_of(organiser).get(url).content.decode()
    assert '<option value="" selected>Choose the time zone</option>' in page
    given = {"name": "Cup", "zone": "", "rounds": "2", "length_unit": "hands", "length_count": "3"}
    assert client_of(organiser).post(url, given).status_code == 422
    assert not Event.objects.exists()
    client_of(organiser).post(url, given | {"zone": "Europe/Berlin"})
    assert [chosen(language) for language in ("zh-hant", "en")] == ["Europe/Berlin"] * 2


def test_options_are_decided_until_something_was_recorded(event, organiser):
    client = client_of(organiser)
    url = reverse("event_options", args=[event.slug])
    assert client.post(url, {"base": "5", "tip": "-1"}).status_code == 422
    assert client.post(url, {"base": "5", "tip": "0"}).status_code == 302
    assert 'value="5"' in client.get(url).content.decode()
    setting.record(setting.running_table(event, organiser), organiser, setting.win())
    assert "the rules are fixed" in client.get(url).content.decode()
    assert client.post(url, {"base": "7", "tip": "0"}).status_code == 422


def test_names_that_are_known_are_asked_about_before_anything_is_written(event, organiser):
    client = client_of(organiser)
    url = reverse("entries", args=[event.slug])
    elsewhere = Person.objects.create(name="王偉", club="北門")
    asked = client.post(url, {"names": "1. 選手 01\n王偉\n王偉\n新人"})
    assert asked.status_code == 200
    assert Entry.objects.count() == 8
    text = asked.content.decode()
    assert "Number 1 has this name in this event." in text
    assert "北門" in text
    answers = {"names": "1. 選手 01\n王偉\n王偉\n新人", "namesakes": "1"}
    assert client.post(url, answers).status_code == 422
    answers |= {"who-0-0": "skip", "who-1-0": str(elsewhere.pk), "who-2-0": "new"}
    assert client.post(url, answers).status_code == 302
    assert list(Entry.objects.filter(number__gt=8).values_list("name", flat=True)) == ["王偉", "王偉", "新人"]
    assert Entry.objects.get(number=9).members.get() == elsewhere
    assert Entry.objects.get(number=10).members.get() != elsewhere


def test_all_who_are_known_once_are_chosen_together_and_entered_after_a_look(event, organiser):
    client, url = client_of(organiser), reverse("entries", args=[event.slug])
    known = [Person.objects.create(name=name) for name in ("甲", "乙", "丙")]
    Person.objects.create(name="丙")
    answers = {"names": "甲\n乙\n丙", "namesakes": "1"}
    page = client.post(url, {"names": answers["names"]}).content.decode()
    assert "for the 2 of whom one is known" in page
    chosen = client.post(url, answers | {"same": "1", "who-1-0": "new"})
    assert chosen.status_code == 200
    form = chosen.context["form"]
    assert [form[f"who-{line}-0"].value() for line in range(3)] == [str(known[0].pk), "new", None]
    assert Entry.objects.count() == 8
    answers |= {"who-0-0": str(known[0].pk), "who-1-0": "new", "who-2-0": "skip"}
    assert client.post(url, answers).status_code == 302
    assert Entry.objects.get(number=9).members.get() == known[0]


@pytest.mark.parametrize("names", ["A B C D", "歐陽·娜娜", "王　偉", "𠮷野家 骉", "甲/乙"])
def test_names_of_every_form_are_entered(event, organiser, names):
    client_of(organiser).post(reverse("entries", args=[event.slug]), {"names": names})
    assert Entry.objects.filter(number=9).exists()


def test_one_tap_checks_in_and_out(event, organiser):
    client = client_of(organiser)
    url = reverse("check_in", args=[event.slug])
    assert client.post(url, {"number": "1", "state": "expected"}).status_code == 302
    assert Entry.objects.get(number=1).check_in == "expected"
    row = client.post(url, {"number": "1", "state": "present"}, headers={"HX-Request": "true"})
    assert row.status_code == 200
    assert 'id="n1"' in row.content.decode()
    assert "8 of 8" in row.content.decode()
    client.post(url, {"number": "2", "state": "expected"})
    client.post(reverse("close_check_in", args=[event.slug]))
    assert Entry.objects.get(number=2).check_in == "absent"


def test_the_waiting_list_is_let_in_in_order(event, organiser):
    client = client_of(organiser)
    Entry.objects.filter(number__in=[3, 5, 7]).update(status="waitlist")
    client.post(reverse("promote", args=[event.slug]), {"count": "2"})
    assert list(Entry.objects.filter(status="waitlist").values_list("number", flat=True)) == [7]


def test_a_round_is_run_from_draw_to_close_by_its_buttons(event, organiser):
    client = client_of(organiser)

    def press(name: str, **data: object):
        return client.post(reverse(name, args=[event.slug, 1]), data, follow=True).content.decode()

    assert "is drawn" in press("draw")
    assert "is released" in press("release")
    press("clock", act="set", minutes="60")
    assert "is running" in press("start")
    assert Round.objects.get(number=1).clock_started_at is not None
    press("clock", act="more")
    press("clock", act="pause")
    assert Round.objects.get(number=1).clock_minutes == 65
    assert Round.objects.get(number=1).clock_started_at is None
    assert "is still open" in press("close", minutes="5", **{"seq-1": 0, "seq-2": 0, "act-1": ""})
    round_ = get_round(event, 1)
    setting.play_round(round_, organiser)
    assert client.post(reverse("reopen", args=[event.slug, 1]), {"reason": ""}).status_code == 422
    assert "is open again" in press("reopen", reason="a slip was misread")
    assert "is closed" in press("close")


def test_deleting_a_draw_asks_for_the_round_and_can_be_taken_back(event, organiser):
    client = client_of(organiser)
    setting.record(setting.running_table(event, organiser), organiser, setting.win())
    url = reverse("delete_draw", args=[event.slug, 1])
    assert "2 tables with 1 hands" in client.get(url).content.decode()
    assert client.post(url, {"confirm_round": "2"}).status_code == 422
    assert client.post(url, {"confirm_round": "1"}).status_code == 302
    assert Round.objects.get(number=1).status == "planned"
    client.post(reverse("restore_draw", args=[event.slug, 1, 1]))
    assert Table.objects.filter(round__number=1, draw__status="released").count() == 2


def test_a_seating_by_hand_names_what_is_wrong(event, organiser):
    client = client_of(organiser)
    url = reverse("draw_by_hand", args=[event.slug, 1])
    missing = client.post(url, {"tables": "1: 1 2 3 4"})
    assert "Without a seat: 5, 6, 7, 8." in missing.content.decode()
    assert "1: 1 2 3 4" in missing.content.decode()
    assert "Line 1" in client.post(url, {"tables": "1 2 3 4"}).content.decode()
    assert client.post(url, {"tables": "1: 1 2 3 4\n2: 5 6 7 8"}).status_code == 302
    assert client.post(url, {"tables": "1: 1 2 3 -\n2: 4 5 6 7", "out": "8"}).status_code == 302
    assert client.get(url).context["form"].initial["out"] == [8]


def test_a_table_is_given_time_and_another_number(table, event, organiser):
    client = client_of(organiser)
    url = reverse("table_admin", args=[event.slug, 1, 1])
    client.post(url, {"act": "minutes", "minutes-minutes": "5"})
    assert Table.objects.get(pk=table.pk).extra_minutes == 5
    response = client.post(url, {"act": "number", "number-number": "12"})
    assert response.url == reverse("print_document", args=[event.slug, "slips"]) + "?round=1&tables=1%2C12"
    assert client.get(reverse("table_admin", args=[event.slug, 1, 12])).status_code == 200


def test_an_open_console_hears_nothing_new_until_something_is_written(table, event, organiser):
    client = client_of(organiser)
    url = reverse("round", args=[event.slug, 1])
    mark = client.get(url).context["mark"]
    assert client.get(url, {"v": mark}, headers={"HX-Request": "true"}).status_code == 204
    setting.record(table, organiser, setting.win())
    news = client.get(url, {"v": mark}, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-swap-oob="true"' in news
    assert "moved on" not in news


def test_the_policy_is_asked_twice_once_rounds_are_played(event, organiser):
    client = client_of(organiser)
    url = reverse("policy", args=[event.slug, 1])
    form = client.get(url).context["form"]
    given = {name: value for name, value in form.initial.items() if value is not None}
    given |= {"tie_0": "points", "tie_1": "total"}
    assert client.post(url, given | {"formula": "place_points"}).status_code == 422
    assert "further up already" in client.post(url, given | {"tie_2": "points"}).content.decode()
    assert client.post(url, given).status_code == 302
    setting.running_round(event, organiser)
    given |= {"tie_0": "total", "tie_1": ""}
    asked = client.post(url, given)
    assert asked.status_code == 200
    assert 'name="sure"' in asked.content.decode()
    assert event.stages.get().policy["tie_breaks"][0] == "points"
    assert client.post(url, given | {"sure": "1"}).status_code == 302
    assert event.stages.get().policy["tie_breaks"] == ["total"]


def test_an_event_that_is_not_done_says_what_is_open(event, organiser):
    client = client_of(organiser)
    setting.running_round(event, organiser)
    page = client.get(reverse("event_status", args=[event.slug, "closed"])).content.decode()
    assert "Round 1 is not closed" in page
    assert "Round 2 is not closed" in page


def test_those_not_checked_in_are_asked_about_once(event, organiser):
    client = client_of(organiser)
    url = reverse("draw", args=[event.slug, 1])
    Entry.objects.filter(number__gt=4).update(check_in="expected")
    asked = client.post(url).content.decode()
    assert "4 are not checked in" in asked
    assert get_round(event, 1).status == "planned"
    called = client.post(reverse("call_absent", args=[event.slug, 1]), follow=True)
    assert "Called: 5" in called.content.decode()
    page = client.get(reverse("event_messages", args=[event.slug])).content.decode()
    assert page.count('name="message"') == 4
    client.post(reverse("event_messages", args=[event.slug]), {"message": page.split('value="')[-1].split('"')[0]})
    client.post(url, {"absent": "exclude"})
    assert get_round(event, 1).status == "drawn"
    assert AuditEntry.objects.get(action="draw.made").after["absent"] == "exclude"
    assert "The draft: 1 table" in client.get(reverse("round", args=[event.slug, 1])).content.decode()
    again = client.post(url, follow=True)
    assert "is drawn" in again.content.decode()


def test_a_draft_says_how_good_it_is(event, organiser):
    client = client_of(organiser)
    setting.play_round(setting.running_round(event, organiser), organiser)
    client.post(reverse("draw", args=[event.slug, 2]))
    page = client.get(reverse("round", args=[event.slug, 2])).content.decode()
    assert "Pairs meeting again" in page
    assert "Unevenness of winds" in page


def test_a_stage_says_how_its_rounds_are_drawn(event, organiser):
    client = client_of(organiser)
    url = reverse("stage", args=[event.slug, 1])
    given = {
        "seating": "schedule",
        "length_unit": "hands",
        "length_count": "3",
        "method": "ranked",
        "apart_by": ["club"],
    }
    assert client.post(url, given).status_code == 302
    assert event.stages.get().drawing["method"] == "ranked"
    assert event.stages.get().drawing["apart_by"] == ["club"]
    assert client.post(url, given | {"method": "nonsense"}).status_code == 422
    assert client.post(url, {"count": "2"}).status_code == 302
    assert event.rounds.count() == 4


def test_a_later_stage_lets_the_best_through(event, organiser):
    client = client_of(organiser)
    added = {"seating": "table", "length_unit": "hands", "length_count": "3", "method": "random", "rounds": "1"}
    client.post(reverse("stages", args=[event.slug]), added | {"policy": "points", "name": "Final"})
    url = reverse("stage", args=[event.slug, 2])
    refused = client.post(url, {"size": "4", "ties": "lot"})
    assert refused.status_code == 422
    assert "Earlier rounds are not closed" in refused.content.decode()
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    assert client.post(url, {"size": "4", "ties": "lot"}).status_code == 302
    assert "Going on from the stage before: 4 players" in text_of(client.get(url))
    client.post(reverse("uncut", args=[event.slug, 2]))
    assert event.stages.get(order=2).cut is None


def test_settings_are_kept_and_refused_beside_their_field(event, organiser):
    client = client_of(organiser)
    url = reverse("event_settings", args=[event.slug])
    form = client.get(url).context["form"]
    given = {name: value for name, value in form.initial.items() if value not in (None, False, ())}
    assert client.post(url, given | {"capacity": "2"}).status_code == 422
    assert client.post(url, given | {"capacity": "12", "name": "Renamed"}).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.settings["capacity"]) == ("Renamed", 12)


def test_wishes_are_kept_and_refused_beside_their_field(event, organiser):
    client = client_of(organiser)
    url = reverse("wishes", args=[event.slug])
    assert client.post(url, {"act": "hall", "out": "3, x"}).status_code == 422
    assert client.post(url, {"act": "hall", "tables": "12", "out": "3, 7"}).status_code == 302
    event.refresh_from_db()
    assert (event.settings["tables"], event.settings["tables_out"]) == (12, [3, 7])
    assert client.post(url, {"act": "apart", "first": "1", "second": "1"}).status_code == 422
    assert client.post(url, {"act": "apart", "first": "1", "second": "2"}).status_code == 302
    assert "1 選手 01 – 2 選手 02" in client.get(url).content.decode()
    assert client.post(reverse("let_meet", args=[event.slug, 1, 2]), {"reason": ""}).status_code == 302
    fixed = reverse("fixed_table", args=[event.slug, 1])
    assert client.post(fixed, {"table": "3"}).status_code == 422
    assert client.post(fixed, {"table": "2"}).status_code == 302
    assert Entry.objects.get(number=1).fixed_table == 2


def test_a_change_of_a_draft_is_shown_before_it_is_kept(event, organiser):
    client = client_of(organiser)
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    one, other = draw.result["tables"][0]["seats"][0], draw.result["tables"][1]["seats"][0]
    url = reverse("edit_draft", args=[event.slug, 1])
    given = {"kind": "players", "players-first": str(one), "players-second": str(other)}
    shown = client.post(url, given).content.decode()
    assert "What this change does" in shown
    draw.refresh_from_db()
    assert draw.edits == []
    assert client.post(url, given | {"sure": "1"}).status_code == 302
    draw.refresh_from_db()
    assert draw.result["tables"][0]["seats"][0] == other
    assert client.post(url, given | {"players-second": "99"}).status_code == 422


def test_every_action_of_the_audit_is_worded(settings):
    known = re.compile(r"""(?:\.audit\(|action=)\s*"(\w+\.\w+)\"""")
    files = [path for room in ("tournament", "adjudication") for path in (settings.BASE_DIR / room).rglob("*.py")]
    said = {action for path in files for action in known.findall(path.read_text("utf-8"))}
    assert {action for action in said if not action.startswith(("account.", "installation."))} <= set(ACTIONS)


def test_what_stands_in_the_way_of_a_start_is_named_with_a_link(event, organiser):
    client = client_of(organiser)
    setting.running_round(event, organiser)
    for name in ("draw", "release"):
        client.post(reverse(name, args=[event.slug, 2]))
    page = client.get(reverse("round", args=[event.slug, 2])).content.decode()
    assert "Round 1 is not closed" in page
    refused = client.post(reverse("start", args=[event.slug, 2]), follow=True).content.decode()
    assert "Earlier rounds are not closed: 1." in refused


def test_pairs_are_entered_with_both_names(organiser):
    event = create_event(
        actor=organiser, name="Pairs", slug="pairs", zone="Asia/Shanghai", game="shengji", preset="pairs_hands"
    )
    client = client_of(organiser)
    url = reverse("entries", args=[event.slug])
    assert "not two names with a slash" in client.post(url, {"names": "甲 / 乙\n丙"}).content.decode()
    assert client.post(url, {"names": "甲 / 乙\n丙／丁"}).status_code == 302
    assert list(Entry.objects.values_list("name", flat=True)) == ["甲 / 乙", "丙 / 丁"]
    assert client.post(reverse("add_entry", args=[event.slug]), {"name": "戊"}).status_code == 422
    page = reverse("entry", args=[event.slug, 1])
    assert client.post(page, {"form": "substitute", "substitute-name": "己"}).status_code == 302
    assert Entry.objects.get(number=1).members.count() == 3


def test_the_pages_of_a_round_show_pairs_at_their_places(organiser, django_capture_on_commit_callbacks):
    event = create_event(
        actor=organiser, name="Pairs", slug="pairs", zone="Asia/Shanghai", game="shengji", preset="pairs_hands"
    )
    client = client_of(organiser)
    names = "\n".join(f"甲{number} / 乙{number}" for number in range(1, 5))
    client.post(reverse("entries", args=[event.slug]), {"names": names})
    for number in range(1, 5):
        client.post(reverse("check_in", args=[event.slug]), {"number": number, "state": "present"})
    for name in ("draw", "release", "start"):
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(reverse(name, args=[event.slug, 1]), follow=True).status_code == 200
        page = client.get(reverse("round", args=[event.slug, 1]))
        assert page.status_code == 200
    assert get_round(event, 1).status == "running"
    for name in ("wall_list", "slips", "draw_by_hand"):
        assert "甲1" in client.get(reverse(name, args=[event.slug, 1])).content.decode(), name
    assert "甲" in client.get(reverse("table_admin", args=[event.slug, 1, 1])).content.decode()


def test_a_long_draw_is_made_in_the_background_and_says_how_far_it_is(
    event, organiser, django_capture_on_commit_callbacks
):
    event.stages.update(drawing={"method": "schedule", "accept_repeats": True})
    client = client_of(organiser)
    page = reverse("round", args=[event.slug, 1])
    client.post(reverse("draw", args=[event.slug, 1]))
    assert "The draw is being made" in client.get(page).content.decode()
    job = reverse("draw_job", args=[event.slug, 1])
    polled = client.get(job, headers={"HX-Request": "true"})
    assert "HX-Refresh" not in polled.headers
    client.post(job)
    assert "HX-Refresh" in client.get(job, headers={"HX-Request": "true"}).headers
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("draw", args=[event.slug, 1]))
    assert get_round(event, 1).status == "drawn"
    assert "The draft: 2 tables" in client.get(page).content.decode()
