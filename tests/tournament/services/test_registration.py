"""Registration by the players themselves: who gets in, who waits, who is asked twice, what the staff decides."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from tests.tournament import setting
from tests.tournament.services.test_areas import TWO
from tournament.access import Role
from tournament.actors import PUBLIC, Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Entry, Event, Message
from tournament.selectors.entries import get_entry
from tournament.selectors.registration import answers_listing, registrations
from tournament.services.areas import set_areas
from tournament.services.entries import check_in, update_entry
from tournament.services.events import update_event
from tournament.services.registration import approve, decline, register, set_payment, withdraw_own
from tournament.services.registration_setup import (
    change_registration,
    move_question,
    remove_question,
    save_question,
)


@pytest.fixture
def opened(event, organiser):
    """An event that is open for registration: eight play, ten may."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    update_event(actor=organiser, event=event, changes={"settings": {"capacity": 10}})
    change_registration(actor=organiser, event=event, changes={"offered": True})
    event.refresh_from_db()
    return event


def sign_up(event, name: str, **more):
    more = {"email": f"{name}@example.org"} | more
    return register(actor=PUBLIC, event=event, people=[{"name": name}], **more).entry


def test_whoever_registers_plays_while_there_is_room_and_waits_afterwards(opened):
    found = [sign_up(opened, name) for name in ("a", "b", "c")]
    assert [entry.status for entry in found] == ["registered", "registered", "waitlist"]
    told = list(Message.objects.filter(kind="registered").order_by("pk"))
    assert [message.entry_id for message in told] == [entry.pk for entry in found]
    assert found[0].link_token in told[0].body and "waiting list" in told[2].body
    assert AuditEntry.objects.filter(action="entry.registered").count() == 3


def test_nobody_jumps_the_waiting_list(opened, organiser):
    for name in "abc":
        sign_up(opened, name)
    update_entry(actor=organiser, entry=get_entry(opened, 1), changes={"status": "withdrawn"})
    assert sign_up(opened, "late").status == "waitlist"


def test_registration_has_its_hours(opened, organiser):
    now = timezone.now()
    times = {
        "opens_at": (now + timedelta(hours=1)).isoformat(),
        "closes_at": (now + timedelta(hours=2)).isoformat(),
    }
    change_registration(actor=organiser, event=opened, changes=times)
    with pytest.raises(Conflict, match="registration_early"):
        sign_up(opened, "a")
    assert sign_up(opened, "a", now=now + timedelta(minutes=90)).number == 9
    with pytest.raises(Conflict, match="registration_closed"):
        sign_up(opened, "b", now=now + timedelta(hours=3))
    with pytest.raises(Refused, match="times_order"):
        change_registration(actor=organiser, event=opened, changes={"closes_at": times["opens_at"]})


def test_who_registers_chooses_a_venue_where_there_are_several_and_the_organiser_lets_him(opened, organiser):
    set_areas(actor=organiser, event=opened, areas=TWO)
    with pytest.raises(Refused, match="area_not_chosen"):
        sign_up(opened, "a", area="乙館")
    change_registration(actor=organiser, event=opened, changes={"choose_area": True})
    with pytest.raises(Refused, match="area_unknown"):
        sign_up(opened, "a", area="丙館")
    assert [sign_up(opened, "a", area="乙館").area, sign_up(opened, "b").area] == ["乙館", ""]
    assert AuditEntry.objects.filter(action="entry.registered").first().after.get("area") is None
    assert AuditEntry.objects.filter(action="entry.registered").last().after["area"] == "乙館"
    update_entry(actor=organiser, entry=get_entry(opened, 9), changes={"area": "甲館"})
    assert get_entry(opened, 9).area == "甲館", "the organiser has the last word"
    listing = answers_listing(opened, (), list(registrations(opened)))
    at = [column.key for column in listing.columns].index("area")
    assert [row[at] for row in listing.rows][-2:] == ["甲館", ""]
    set_areas(actor=organiser, event=opened, areas=TWO[:1])
    with pytest.raises(Refused, match="area_not_chosen"):
        sign_up(opened, "c", area="甲館")


@pytest.mark.parametrize("status", ["draft", "running", "closed", "archived"])
def test_only_an_open_event_takes_registrations(opened, status):
    Event.objects.filter(pk=opened.pk).update(status=status)
    with pytest.raises(Refused, match="closed"):
        sign_up(opened, "a")


def test_the_same_person_registering_again_gets_the_message_again_and_no_second_entry(opened):
    first = sign_up(opened, "王伟", email="wei@example.org")
    again = register(actor=PUBLIC, event=opened, people=[{"name": " 王伟 "}], email="WEI@example.org")
    assert again.again and again.entry.pk == first.pk
    assert Message.objects.filter(kind="registered", entry=first).count() == 2


def test_a_namesake_is_asked_and_then_entered(opened):
    sign_up(opened, "王伟", email="one@example.org")
    with pytest.raises(Conflict, match="name_known") as refusal:
        sign_up(opened, "王伟", email="two@example.org")
    assert refusal.value.path == "namesake"
    assert sign_up(opened, "王伟", email="two@example.org", namesake=True).number == 10


def test_questions_are_asked_and_their_answers_kept_with_the_words_they_were_asked_in(opened, organiser):
    meal = save_question(
        actor=organiser,
        event=opened,
        fields={"label": "Meal", "kind": "choice", "choices": ["rice", "noodles"], "required": True},
    )
    drives = save_question(actor=organiser, event=opened, fields={"label": "By car?", "kind": "yes_no"})
    move_question(actor=organiser, event=opened, code=drives.code)
    with pytest.raises(Refused, match="answer_missing"):
        sign_up(opened, "a")
    with pytest.raises(Refused, match="value_unknown"):
        sign_up(opened, "a", answers={meal.code: "soup"})
    entry = sign_up(opened, "a", answers={meal.code: "rice", drives.code: "yes", "other": "x"})
    remove_question(actor=organiser, event=opened, code=meal.code)
    entry.refresh_from_db()
    assert [(answer["label"], answer["value"]) for answer in entry.answers] == [("By car?", "yes"), ("Meal", "rice")]
    made = answers_listing(opened, [drives], list(registrations(opened, status="registered")))
    assert [column.label for column in made.columns[-2:]] == ["By car?", "Meal"]
    assert made.rows[0][-2:] == ["", ""] and made.rows[-1][-2:] == ["yes", "rice"]


def test_a_choice_needs_two_answers(opened, organiser):
    with pytest.raises(Refused, match="choices_few"):
        save_question(actor=organiser, event=opened, fields={"label": "?", "kind": "choice", "choices": ["one"]})


def by_hand(event, organiser, **more):
    change_registration(actor=organiser, event=event, changes={"approval": "hand", **more})


def test_approving_many_runs_the_guards_of_one_and_lists_who_was_skipped_and_why(opened, organiser):
    by_hand(opened, organiser, paid_first=True)
    for name in "abcd":
        assert sign_up(opened, name).status == "pending"
    set_payment(actor=organiser, event=opened, numbers=[9, 10, 11], payment="paid", note="NT$500")
    outcome = approve(actor=organiser, event=opened, numbers=[9, 10, 11, 12, 1, 77])
    assert (outcome.done, outcome.waiting) == ((9, 10), (11,))
    assert [number for number, _reason in outcome.skipped] == [1, 12, 77]
    reasons = dict(outcome.skipped)
    assert "has not paid" in reasons[12] and "does not wait" in reasons[1]
    alone = approve(actor=organiser, event=opened, numbers=[12])
    assert alone.skipped == ((12, reasons[12]),)
    with pytest.raises(Conflict, match="not_paid"):
        update_entry(actor=organiser, entry=get_entry(opened, 12), changes={"status": "registered"})


def test_who_is_declined_is_told_and_can_still_be_approved(opened, organiser):
    by_hand(opened, organiser)
    sign_up(opened, "a")
    assert decline(actor=organiser, event=opened, numbers=[9], reason="members only").done == (9,)
    assert "members only" in Message.objects.get(kind="decided").body
    assert get_entry(opened, 9).status == "declined"
    assert decline(actor=organiser, event=opened, numbers=[9]).skipped
    assert approve(actor=organiser, event=opened, numbers=[9]).done == (9,)


def test_messages_come_in_the_language_of_the_registrant(opened, organiser):
    by_hand(opened, organiser)
    with translation.override("zh-hant"):
        entry = sign_up(opened, "a")
    assert entry.language == "zh-hant"
    with translation.override("en"):
        approve(actor=organiser, event=opened, numbers=[entry.number])
    with translation.override("zh-hant"):
        expected = translation.gettext("%(number)s %(name)s: you are in at %(event)s.")
    body = Message.objects.get(kind="decided").body
    assert body == expected % {"number": 9, "name": "a", "event": opened.name}
    assert "you are in" not in body


def test_a_place_that_gets_free_is_filled_by_itself_where_that_is_set_each_step_undoable(opened, organiser):
    for name in "abcd":
        sign_up(opened, name)
    mine = get_entry(opened, 9)
    withdraw_own(actor=Actor(entry=mine), entry=mine)
    assert get_entry(opened, 11).status == "waitlist"
    change_registration(actor=organiser, event=opened, changes={"promotion": "automatic"})
    assert get_entry(opened, 11).status == "registered"
    mine = get_entry(opened, 10)
    withdraw_own(actor=Actor(entry=mine), entry=mine)
    assert get_entry(opened, 12).status == "registered"
    assert AuditEntry.objects.filter(action="entry.promoted").count() == 2
    assert Message.objects.filter(kind="promoted").count() == 2
    update_entry(actor=organiser, entry=get_entry(opened, 12), changes={"status": "waitlist"})
    assert get_entry(opened, 12).status == "waitlist"


def test_more_places_let_waiting_players_in_by_themselves(opened, organiser):
    change_registration(actor=organiser, event=opened, changes={"promotion": "automatic"})
    for name in "abcd":
        sign_up(opened, name)
    update_event(actor=organiser, event=opened, changes={"settings": {"capacity": 11}})
    assert [get_entry(opened, number).status for number in (11, 12)] == ["registered", "waitlist"]


def test_one_withdraws_only_oneself_and_only_before_the_first_draw_is_out(opened, organiser):
    entry, other = sign_up(opened, "a"), get_entry(opened, 1)
    with pytest.raises(NotAllowed):
        withdraw_own(actor=Actor(entry=entry), entry=other)
    check_in(actor=organiser, event=opened, numbers=[entry.number], state="absent")
    setting.running_round(opened, organiser)
    with pytest.raises(Conflict, match="withdraw_late"):
        withdraw_own(actor=Actor(entry=entry), entry=get_entry(opened, entry.number))


def test_pairs_register_two_names(pairs, organiser):
    Event.objects.filter(pk=pairs.pk).update(status=Event.Status.OPEN)
    change_registration(actor=organiser, event=pairs, changes={"offered": True})
    with pytest.raises(Refused, match="members_count"):
        sign_up(pairs, "alone")
    entry = register(actor=PUBLIC, event=pairs, people=[{"name": "甲"}, {"name": "乙"}], email="pair@example.org").entry
    assert entry.name == "甲 / 乙"


def test_only_who_enters_players_decides(opened, organiser):
    scorer = setting.member(opened, Role.SCORER)
    for act in (approve, decline):
        with pytest.raises(NotAllowed):
            act(actor=scorer, event=opened, numbers=[1])
    with pytest.raises(NotAllowed):
        set_payment(actor=scorer, event=opened, numbers=[1], payment="paid")
    with pytest.raises(NotAllowed):
        change_registration(actor=scorer, event=opened, changes={"offered": False})


def test_a_payment_is_kept_with_its_amount_and_audited(opened, organiser):
    set_payment(actor=organiser, event=opened, numbers=[1, 2], payment="paid", note="NT$500")
    set_payment(actor=organiser, event=opened, numbers=[2], payment="refunded")
    assert [(e.payment, e.payment_note) for e in Entry.objects.filter(number__lte=2)] == [
        ("paid", "NT$500"),
        ("refunded", "NT$500"),
    ]
    assert AuditEntry.objects.filter(action="entry.payment").count() == 3
    assert [entry.number for entry in registrations(opened, payment="paid")] == [1]
