"""Registration over HTTP: the public form, the confirmation shown once, the staff's list, files."""

from __future__ import annotations

import io

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament import setting
from tests.tournament.services.test_areas import TWO
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.access import Role
from tournament.models import Entry, Event
from tournament.services.areas import set_areas
from tournament.services.registration import set_payment
from tournament.services.registration_setup import change_registration
from tournament.views.registration import RegistrationThrottle

PERSON = {"name": "陳小美", "email": "mei@example.org"}


@pytest.fixture
def opened(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    change_registration(actor=organiser, event=event, changes={"offered": True, "fee": "NT$500"})
    event.refresh_from_db()
    return event


@pytest.fixture
def url(opened):
    return reverse("register", args=[opened.slug])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_and_its_confirmation_render_in_every_language(url, language):
    client = client_of(language=language)
    assert client.get(url).status_code == 200
    done = client.post(url, PERSON, follow=True)
    assert done.status_code == 200
    assert Entry.objects.get(number=9).language == language
    assert "陳小美" in text_of(done)


@pytest.mark.parametrize("approval", ["automatic", "hand"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mail_is_promised_where_none_is_sent(opened, organiser, url, settings, language, approval):
    change_registration(actor=organiser, event=opened, changes={"approval": approval})
    Event.objects.filter(pk=opened.pk).update(settings=Event.objects.get(pk=opened.pk).settings | {"capacity": 8})
    words: dict[bool, list[str]] = {}
    for number, mails in enumerate((False, True)):
        settings.EMAIL_CONFIGURED = mails
        client = client_of(language=language)
        given = {"name": f"甲{number}", "email": f"{number}@example.org"}
        words[mails] = [text_of(client.get(url)), text_of(client.post(url, given, follow=True))]
    promised = {
        "en": ("is sent there", "tells you", "You are told", "also goes to"),
        "zh-hant": ("會寄到這裡", "通知", "也會寄到"),
        "zh-hans": ("会发到这里", "通知", "也会发到"),
    }[language]
    assert not [word for word in promised if word in " ".join(words[False])]
    assert all(any(word in page for word in promised) for page in words[True])


def test_a_venue_is_chosen_where_there_are_several_and_the_organiser_lets_players_choose(opened, organiser, url):
    staff, settings = client_of(organiser), reverse("registration_settings", args=[opened.slug])
    field, box = 'name="area"', 'name="choose_area"'
    assert box not in staff.get(settings).content.decode(), "one hall: there is nothing to choose"
    set_areas(actor=organiser, event=opened, areas=TWO)
    assert box in staff.get(settings).content.decode() and field not in client_of().get(url).content.decode()
    form = staff.get(settings).context["form"]
    given = {name: form.initial.get(name) for name in form.fields if form.initial.get(name)}
    assert "choose_area" not in given, "off unless it is ticked"
    assert staff.post(settings, given | {"choose_area": "on"}).status_code == 302
    page = client_of().get(url).content.decode()
    assert field in page and "甲館" in page and "the organiser decides" in page
    refused = client_of().post(url, PERSON | {"area": "丙館"})
    assert refused.status_code == 422 and not Entry.objects.filter(number=9).exists()
    done = client_of().post(url, PERSON | {"area": "乙館"}, follow=True)
    assert "乙館" in text_of(done) and Entry.objects.get(number=9).area == "乙館"
    assert "乙館" in text_of(client_of().get(reverse("player", args=[Entry.objects.get(number=9).link_token])))
    assert "乙館" in text_of(staff.get(reverse("registrations", args=[opened.slug])))
    entry = reverse("entry", args=[opened.slug, 9])
    assert staff.post(entry, {"form": "entry", "area": "甲館", "ranked": "on"}).status_code == 302
    assert Entry.objects.get(number=9).area == "甲館"


def test_the_personal_link_is_shown_once(url):
    client = client_of()
    done = client.post(url, PERSON, follow=True)
    token = Entry.objects.get(number=9).link_token
    assert f"/p/{token}/" in done.content.decode()
    again = client.get(done.redirect_chain[-1][0])
    assert (again.status_code, again.url) == (302, url)


def test_registering_twice_shows_no_link_and_makes_no_second_entry(url):
    client_of().post(url, PERSON)
    done = client_of().post(url, PERSON, follow=True)
    assert "registered already" in text_of(done)
    assert Entry.objects.get(number=9).link_token not in done.content.decode()
    assert not Entry.objects.filter(number=10).exists()


def test_a_form_that_is_sent_by_two_taps_is_one_registration_and_its_link_is_shown(url):
    client = client_of()
    given = {**PERSON, "key": client.get(url).context["key"]}
    for _tap in range(2):
        answer = client.post(url, given)
    assert Entry.objects.filter(name="陳小美").count() == 1
    assert Entry.objects.get(name="陳小美").link_token in client.get(answer.url).content.decode()
    # Sent for somebody else it is refused, and the form that comes back can be sent.
    other = client.post(url, {**given, "name": "陳大文"})
    assert other.status_code == 422
    client.post(url, {**given, "name": "陳大文", "key": other.context["key"]})
    assert Entry.objects.filter(name="陳大文").count() == 1


def test_a_namesake_is_asked_beside_the_form(url):
    client_of().post(url, PERSON)
    other = PERSON | {"email": "other@example.org"}
    asked = client_of().post(url, other)
    assert asked.status_code == 422 and 'name="namesake"' in asked.content.decode()
    assert client_of().post(url, other | {"namesake": "on"}).status_code == 302
    assert Entry.objects.filter(name="陳小美").count() == 2


def test_programs_that_fill_in_everything_are_turned_away(url):
    assert client_of().post(url, PERSON | {"website": "http://spam.example"}).status_code == 422
    assert not Entry.objects.filter(number=9).exists()


def test_one_address_registers_only_so_often_an_hour(url, monkeypatch):
    monkeypatch.setattr(RegistrationThrottle, "rate", "2/hour")
    answers = [client_of().post(url, {"name": f"n{n}", "email": f"n{n}@example.org"}).status_code for n in range(3)]
    assert answers == [302, 302, 429]


def test_an_event_that_does_not_offer_it_has_no_such_page(event):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    assert client_of().get(reverse("register", args=[event.slug])).status_code == 404
    assert "/register/" not in client_of().get(reverse("event", args=[event.slug])).content.decode()


def test_the_page_says_when_registration_is_over(opened, organiser, url):
    change_registration(actor=organiser, event=opened, changes={"closes_at": "2020-01-01T00:00:00+00:00"})
    response = client_of().get(url)
    assert "Registration is closed" in text_of(response) and 'name="email"' not in response.content.decode()
    assert client_of().post(url, PERSON).status_code == 422


def test_a_full_event_whose_registration_is_over_puts_nobody_on_a_waiting_list(opened, organiser, url):
    Event.objects.filter(pk=opened.pk).update(settings=opened.settings | {"capacity": 8})
    assert "all 8 are taken; whoever registers now waits" in text_of(client_of().get(url))
    Event.objects.filter(pk=opened.pk).update(status=Event.Status.RUNNING)
    words = text_of(client_of().get(url))
    assert "Registration is closed." in words and "whoever registers now waits" not in words


def test_a_place_left_by_an_absence_is_free_unless_somebody_waits_for_it(opened, organiser, url):
    Event.objects.filter(pk=opened.pk).update(settings=opened.settings | {"capacity": 8})
    Entry.objects.filter(event=opened, number=1).update(check_in="absent")
    assert "1 of 8 is free" in text_of(client_of().get(url))
    Entry.objects.filter(event=opened, number=2).update(status="waitlist")
    assert "whoever registers now waits" in text_of(client_of().get(url))


def test_questions_are_written_asked_answered_and_handed_out(opened, organiser, url):
    staff = client_of(organiser)
    new = reverse("new_question", args=[opened.slug])
    assert staff.post(new, {"label": "Meal", "kind": "choice", "choices": "rice"}).status_code == 422
    staff.post(new, {"label": "Meal", "kind": "choice", "choices": "rice\nnoodles", "required": "on"})
    staff.post(new, {"label": "By car?", "kind": "yes_no"})
    opened.refresh_from_db()
    meal, car = (question["code"] for question in opened.settings["registration"]["questions"])
    assert client_of().post(url, PERSON).status_code == 422
    assert client_of().post(url, PERSON | {f"q-{meal}": "=rice", f"q-{car}": "yes"}).status_code == 422
    client_of().post(url, PERSON | {f"q-{meal}": "rice", f"q-{car}": "yes", "club": "=1+1"})
    assert "Meal rice" in text_of(staff.get(reverse("entry", args=[opened.slug, 9])))
    text = staff.get(reverse("registrations_file", args=[opened.slug, "csv"])).content.decode("utf-8-sig")
    assert text.splitlines()[0].endswith("Meal,By car?")
    assert "'=1+1" in text and text.splitlines()[-1].endswith("rice,yes")
    book = load_workbook(io.BytesIO(staff.get(reverse("registrations_file", args=[opened.slug, "xlsx"])).content))
    rows = list(book.active.values)
    assert rows[0][-2:] == ("Meal", "By car?") and rows[-1][-2:] == ("rice", "yes") and "=1+1" in rows[-1]
    move = reverse("move_question", args=[opened.slug, car])
    staff.post(move, {"act": "up"})
    opened.refresh_from_db()
    assert opened.settings["registration"]["questions"][0]["code"] == car
    staff.post(move, {"act": "remove"})
    opened.refresh_from_db()
    assert len(opened.settings["registration"]["questions"]) == 1


def test_many_are_approved_at_once_and_who_was_skipped_is_said_with_the_reason(opened, organiser, url):
    change_registration(actor=organiser, event=opened, changes={"approval": "hand", "paid_first": True})
    for name in "abc":
        client_of().post(url, {"name": name, "email": f"{name}@example.org"})
    staff = client_of(organiser)
    listed = reverse("registrations", args=[opened.slug])
    staff.post(listed, {"act": "payment", "payment": "paid", "number": ["9", "10"]})
    said = text_of(staff.post(listed, {"act": "approve", "number": ["9", "10", "11"]}, follow=True))
    assert "2 done: 9 a, 10 b." in said and "Skipped 11 c: Entry 11 has not paid." in said
    assert "11 c" in text_of(staff.get(f"{listed}?payment=unpaid&show=pending"))
    said = text_of(staff.post(reverse("entry_status", args=[opened.slug, 11, "registered"]), follow=True))
    assert "Entry 11 has not paid" in said
    scorer = client_of(setting.member(opened, Role.SCORER))
    assert scorer.post(listed, {"act": "approve", "number": ["11"]}).status_code == 403


def test_who_is_not_let_in_yet_is_known_to_the_staff_alone(opened, organiser, url):
    change_registration(actor=organiser, event=opened, changes={"approval": "hand"})
    client_of().post(url, PERSON)
    card = reverse("player_card", args=[opened.slug, 9])
    api = f"/api/v1/events/{opened.slug}/entries/"
    assert client_of().get(card).status_code == 404
    assert client_of().get(f"{api}9/").status_code == 404
    assert "陳小美" not in client_of().get(api).content.decode()
    assert client_of(organiser).get(card).status_code == 200
    mine = client_of().get(f"/p/{Entry.objects.get(number=9).link_token}/")
    assert "To be approved" in text_of(mine)


def test_one_withdraws_on_ones_own_page(opened, url):
    client_of().post(url, PERSON)
    token = Entry.objects.get(number=9).link_token
    page = client_of().get(f"/p/{token}/")
    assert reverse("withdraw", args=[token]) in page.content.decode() and "Not paid" in text_of(page)
    client = client_of()
    assert client.get(reverse("withdraw", args=[token])).status_code == 200
    client.post(reverse("withdraw", args=[token]))
    assert Entry.objects.get(number=9).status == "withdrawn"
    assert reverse("withdraw", args=[token]) not in client.get(f"/p/{token}/").content.decode()


def test_a_payment_is_noted_on_the_page_of_the_entry(opened, organiser):
    staff = client_of(organiser)
    staff.post(reverse("payment", args=[opened.slug, 3]), {"payment": "waived", "payment_note": "helper"})
    assert Entry.objects.get(number=3).payment == "waived"
    set_payment(actor=organiser, event=opened, numbers=[3], payment="paid")
    assert "Paid, helper" in text_of(staff.get(reverse("entry", args=[opened.slug, 3])))


def test_pairs_give_two_names(pairs, organiser):
    Event.objects.filter(pk=pairs.pk).update(status=Event.Status.OPEN)
    change_registration(actor=organiser, event=pairs, changes={"offered": True})
    url = reverse("register", args=[pairs.slug])
    assert client_of().post(url, PERSON).status_code == 422
    client_of().post(url, PERSON | {"partner": "林大同"})
    assert Entry.objects.get(number=5).name == "陳小美 / 林大同"
