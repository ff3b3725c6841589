"""Registration, check-in, the waiting list, personal links."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Entry, Message, Person
from tournament.selectors.entries import entry_by_token, find_entries, get_entry
from tournament.services.entries import (
    add_entries,
    add_entry,
    add_substitute,
    check_in,
    rename_person,
    renew_link,
    update_entry,
)
from tournament.services.waitlist import promote_waitlist


def test_names_of_any_shape_are_taken_as_they_are_written(event, organiser):
    names = ["王伟", "王伟", "欧阳　娜娜", "ﾏｰ ｼﾞｬﾝ", "Jean-Luc O’Brien Smith", "𠮷野·骉", "李"]
    added = add_entries(actor=organiser, event=event, names=names)
    assert [entry.name for entry in added] == ["王伟", "王伟", "欧阳 娜娜", "マー ジャン", *names[4:]]
    assert [entry.number for entry in added] == list(range(9, 16))
    assert Person.objects.filter(name="王伟").count() == 2


def test_the_first_refusal_of_many_refuses_all(event, organiser):
    with pytest.raises(Refused) as refusal:
        add_entries(actor=organiser, event=event, names=["one", "  "])
    assert refusal.value.path == "names[1].name"
    assert event.entries.count() == 8


def test_where_everybody_plays_for_himself_an_entry_is_one_person(event, organiser):
    with pytest.raises(Refused, match="members_count"):
        add_entry(actor=organiser, event=event, people=[{"name": "甲"}, {"name": "乙"}])
    with pytest.raises(Refused, match="substitute_entry"):
        add_substitute(actor=organiser, entry=get_entry(event, 1), person={"name": "甲"})


def test_two_persons_play_as_a_pair_under_one_number(pairs, organiser):
    entry = add_entry(
        actor=organiser, event=pairs, people=[{"name": "甲"}, {"name": "乙", "romanised": "Yi"}], number=40
    )
    assert (entry.number, entry.name, entry.romanised) == (40, "甲 / 乙", "Yi")
    renamed = rename_person(actor=organiser, entry=entry, position=1, changes={"name": "丙"})
    assert renamed.name == "甲 / 丙"


def test_a_person_is_entered_once_and_a_number_given_once(event, organiser):
    person = get_entry(event, 1).members.get()
    with pytest.raises(Conflict, match="person_entered"):
        add_entry(actor=organiser, event=event, people=[person])
    with pytest.raises(Conflict, match="number_taken"):
        add_entry(actor=organiser, event=event, people=[{"name": "new"}], number=1)
    with pytest.raises(Refused, match="members_count"):
        add_entry(actor=organiser, event=event, people=[])


def test_beyond_the_capacity_entries_wait_and_are_let_in_in_order(event, organiser):
    event.settings = {"capacity": 8}
    event.save()
    waiting = [add_entry(actor=organiser, event=event, people=[{"name": n}], email="a@b.example") for n in "abc"]
    assert {entry.status for entry in waiting} == {Entry.Status.WAITLIST}
    with pytest.raises(Conflict, match="entry_not_playing"):
        check_in(actor=organiser, event=event, numbers=[9], state="present")
    promoted = promote_waitlist(actor=organiser, event=event, count=2)
    assert [entry.name for entry in promoted] == ["a", "b"]
    told = Message.objects.filter(kind="promoted")
    assert len(told) == 2 and all("has become free" in message.body for message in told)


def test_bulk_check_in_is_all_or_nothing(event, organiser):
    update_entry(actor=organiser, entry=get_entry(event, 2), changes={"status": "withdrawn"})
    with pytest.raises(Conflict) as refusal:
        check_in(actor=organiser, event=event, numbers=[1, 2], state="absent")
    assert refusal.value.path == "numbers[1]"
    assert get_entry(event, 1).check_in == Entry.CheckIn.PRESENT
    with pytest.raises(Refused, match="entry_unknown"):
        check_in(actor=organiser, event=event, numbers=[77], state="absent")


def test_a_renewed_link_makes_the_old_one_worthless(event, organiser):
    entry = get_entry(event, 1)
    old = entry.link_token
    new = renew_link(actor=organiser, entry=entry)
    assert entry_by_token(old) is None
    assert entry_by_token(new) == entry
    assert entry_by_token("") is None


def test_entries_are_found_by_number_name_and_romanised_name(event, organiser):
    add_entry(actor=organiser, event=event, people=[{"name": "陳大文", "romanised": "Chan Tai Man"}], club="龍會")
    assert [entry.number for entry in find_entries(event, "tai man")] == [9]
    assert [entry.number for entry in find_entries(event, "龍")] == [9]
    assert [entry.number for entry in find_entries(event, "5")] == [5]


@pytest.mark.parametrize(("role", "may"), [(Role.SCORER, True), (Role.REFEREE, True), (Role.FLOOR_REFEREE, False)])
def test_who_may_check_in(event, role, may):
    actor = setting.member(event, role)
    if may:
        check_in(actor=actor, event=event, numbers=[1], state="absent")
    else:
        with pytest.raises(NotAllowed):
            check_in(actor=actor, event=event, numbers=[1], state="absent")
    with pytest.raises(NotAllowed):
        add_entry(actor=actor, event=event, people=[{"name": "x"}])
