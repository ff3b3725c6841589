"""Entries and check-in; whatever changes the field makes unreleased draws out of date."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_found
from tournament.event_settings import settings_of
from tournament.models import Entry, EntryMember, Event, Person
from tournament.name_keys import fold_name, name_keys, pinyin_keys
from tournament.persons import LETTERS, members_of, person_name
from tournament.selectors.entries import GONE, PLAYING, UNDECIDED, here_count, numbered_entries
from tournament.selectors.persons import in_pairs
from tournament.selectors.rulesets import rules_of
from tournament.services.areas import check_area
from tournament.services.stages import make_stale, teams_matter
from tournament.services.waitlist import check_may_play, fill_free_places, give_places, tell_promoted
from tournament.services.writing import Write, writing

PERSON_FIELDS = ("name", "sort_name", "romanised", "club", "birth_year", "external_id")
SEPARATOR = " / "


def clean(text: str) -> str:
    """Return a name as it is stored: compatibility characters unified, blanks at the ends and doubled ones gone."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def make_person(fields: Mapping[str, Any], path: str = "person") -> Person:
    """Store a person; refuses a missing or overlong name."""
    unknown = [name for name in fields if name not in PERSON_FIELDS]
    if unknown:
        raise Refused("field_unknown", noop("“{field}” is not known here."), path=path, field=unknown[0])
    values = {key: clean(value) if isinstance(value, str) else value for key, value in fields.items()}
    if not values.get("name"):
        raise Refused("name_missing", noop("Every person has a name."), path=f"{path}.name")
    for key, value in values.items():
        limit = Person._meta.get_field(key).max_length
        if isinstance(value, str) and limit and len(value) > limit:
            raise Refused("name_long", noop("At most {limit} characters."), path=f"{path}.{key}", limit=limit)
    return Person.objects.create(**values, name_key=name_key(values["name"]))


def name_key(name: str) -> str:
    """Return the folded name by which a person is found again."""
    return fold_name(name)[: Person._meta.get_field("name_key").max_length]


def _names(people: Sequence[Person]) -> dict[str, str]:
    return {
        "name": SEPARATOR.join(person.name for person in people),
        "sort_name": SEPARATOR.join(person.sort_name or person.name for person in people),
        "romanised": SEPARATOR.join(person.romanised for person in people if person.romanised),
    }


def search_keys(people: Sequence[Person], team: str, club: str) -> dict[str, str]:
    """Return what an entry of these people, substitutes included, is found by."""
    known = [text for person in people for text in (person.name, person.romanised, person.sort_name)]
    return {
        "search_names": name_keys([*known, team, club]),
        "search_pinyin": pinyin_keys([*(person.name for person in people), team, club]),
    }


def _fill_keys(entry: Entry) -> None:
    """Store what an entry is found by, after its members, team or club changed."""
    people = [member.person for member in EntryMember.objects.filter(entry=entry).select_related("person")]
    Entry.objects.filter(pk=entry.pk).update(**search_keys(people, entry.team, entry.club))


def add_entry(
    *,
    actor: Actor,
    event: Event,
    people: Sequence[Mapping[str, Any] | Person],
    number: int | None = None,
    team: str = "",
    club: str = "",
    email: str = "",
    ranked: bool = True,
    status: str | None = None,
    area: str = "",
) -> Entry:
    """Register a person, or a pair where the game is played in pairs; beyond the event's capacity the entry waits."""
    require(actor, "enter", event)
    with writing(event, actor) as write:
        entry = enter(write, people, number, team=team, club=club, email=email, ranked=ranked, status=status, area=area)
        write.audit("entry.added", f"entry:{entry.number}", after={"name": entry.name, "status": entry.status})
        if entry.check_in == Entry.CheckIn.PRESENT or not settings_of(event).only_checked_in:
            make_stale(write)
    return entry


def add_entries(*, actor: Actor, event: Event, names: Sequence[str | Sequence[str | Person]]) -> list[Entry]:
    """Register many in one write, each by name (a pair as `one / other`) or as names or known persons; all or none."""
    require(actor, "enter", event)
    pair_sign = SEPARATOR.strip() if in_pairs(event) else None
    with writing(event, actor) as write:
        entries = []
        for index, name in enumerate(names):
            members = name if not isinstance(name, str) else name.split(pair_sign) if pair_sign else [name]
            people = [
                member if isinstance(member, Person) else make_person({"name": member}, f"names[{index}]")
                for member in members
            ]
            entries.append(enter(write, people, None))
        write.audit("entries.added", f"event:{event.slug}", after={"count": len(entries)})
        if not settings_of(event).only_checked_in:
            make_stale(write)
    return entries


def enter(
    write: Write,
    people: Sequence[Mapping[str, Any] | Person],
    number: int | None,
    *,
    team: str = "",
    club: str = "",
    email: str = "",
    ranked: bool = True,
    status: str | None = None,
    area: str = "",
    **more: Any,
) -> Entry:
    """Make an entry within a write; without a status it plays while there is room, else it waits."""
    event = write.event
    members = members_of(rules_of(event).ruleset)
    if len(people) != members:
        alone, pair = noop("An entry is one person."), noop("An entry is two persons who play as a pair.")
        raise Refused("members_count", alone if members == 1 else pair, path="people")
    found = Entry.objects.filter(event=event)
    if number is None:
        number = (found.aggregate(last=Max("number"))["last"] or 0) + 1
    elif number < 1 or found.filter(number=number).exists():
        raise Conflict("number_taken", noop("Number {number} is taken."), path="number", number=number)
    persons = [
        person if isinstance(person, Person) else make_person(person, f"people[{index}]")
        for index, person in enumerate(people)
    ]
    if len({person.pk for person in persons}) != len(persons):
        raise Refused("person_twice", noop("The same person stands there twice."), path="people")
    _check_free(event, persons, "people")
    check_area(event, area)
    if status is None:
        capacity = settings_of(event).capacity
        full = capacity is not None and here_count(event) >= capacity
        status = Entry.Status.WAITLIST if full and ranked else Entry.Status.REGISTERED
    elif status not in Entry.Status.values:
        raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path="status", value=status)
    team, club = clean(team), clean(club) or persons[0].club
    entry = Entry.objects.create(
        event=event,
        number=number,
        team=team,
        club=club,
        email=email,
        ranked=ranked,
        status=status,
        area=area,
        link_token=secrets.token_urlsafe(18),
        **_names(persons),
        **search_keys(persons, team, club),
        **more,
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, person=person, position=position) for position, person in enumerate(persons)
    )
    return entry


def _check_free(event: Event, persons: Sequence[Person], path: str) -> None:
    doubled = EntryMember.objects.filter(entry__event=event, person__in=persons)
    if doubled.exclude(entry__status__in=GONE).exists():
        raise Conflict("person_entered", noop("This person is entered already."), path=path)


def add_substitute(*, actor: Actor, entry: Entry, person: Mapping[str, Any] | Person) -> EntryMember:
    """Let a pair have one more member, who may sit down for either of the two; the entry keeps its name.

    What is played in his hands counts for the entry, as the hands of its other members do.
    """
    require(actor, "enter", entry.event)
    with writing(entry.event, actor) as write:
        write.standings_change = False
        if not in_pairs(write.event):
            raise Refused("substitute_entry", noop("Where nobody has a partner, a substitute is an entry of his own."))
        known = person if isinstance(person, Person) else make_person(person)
        _check_free(write.event, [known], "person")
        position = EntryMember.objects.filter(entry=entry).count()
        if position >= len(LETTERS):
            raise Refused("members_most", noop("An entry has at most {most} members."), most=len(LETTERS))
        member = EntryMember.objects.create(entry=entry, person=known, position=position)
        _fill_keys(entry)
        write.audit(
            "entry.substitute",
            f"entry:{entry.number}",
            after={"name": known.name, "person": person_name(entry.number, position)},
        )
    return member


def update_entry(*, actor: Actor, entry: Entry, changes: Mapping[str, Any]) -> Entry:
    """Change team, club, e-mail, area, status or whether it is ranked; withdrawing never forfeits what was played."""
    require(actor, "enter", entry.event)
    allowed = {"team", "club", "email", "area", "status", "ranked"}
    for field in changes:
        if field not in allowed:
            raise Refused("field_unknown", noop("“{field}” is not known here."), path=field, field=field)
    if "status" in changes and changes["status"] not in Entry.Status.values:
        raise Refused(
            "value_unknown", noop("“{value}” is not one of the choices."), path="status", value=changes["status"]
        )
    with writing(entry.event, actor) as write:
        locked = Entry.objects.select_for_update().get(pk=entry.pk)
        before = {field: getattr(locked, field) for field in changes}
        check_area(write.event, changes.get("area", ""))
        if before.get("status") in UNDECIDED and changes["status"] in PLAYING:
            check_may_play(write.event, locked)
        for field, value in changes.items():
            setattr(locked, field, clean(value) if field in ("team", "club") else value)
        locked.save(update_fields=list(changes))
        if {"team", "club"} & set(changes):
            _fill_keys(locked)
        write.audit("entry.updated", f"entry:{locked.number}", before=before, after=dict(changes))
        if (
            {"status", "ranked"} & set(changes)
            or before.get("area") != changes.get("area")
            or ({"team", "club"} & set(changes) and teams_matter(write.event) and before != dict(changes))
        ):
            make_stale(write)
        if before.get("status") == Entry.Status.WAITLIST and locked.status in PLAYING:
            tell_promoted(write.event, locked)
        if before.get("status") in PLAYING and locked.status in GONE:
            fill_free_places(write)
    return locked


def rename_person(*, actor: Actor, entry: Entry, position: int, changes: Mapping[str, Any]) -> Entry:
    """Correct what is known of one member of an entry; the entry's shown name follows."""
    require(actor, "enter", entry.event)
    with writing(entry.event, actor) as write:
        member = EntryMember.objects.select_related("person").filter(entry=entry, position=position).first()
        if member is None:
            raise not_found("member")
        person = member.person
        before = {field: getattr(person, field, None) for field in changes}
        for field, value in changes.items():
            if field not in PERSON_FIELDS:
                raise Refused("field_unknown", noop("“{field}” is not known here."), path=field, field=field)
            setattr(person, field, clean(value) if isinstance(value, str) else value)
        if not person.name:
            raise Refused("name_missing", noop("Every person has a name."), path="name")
        person.name_key = name_key(person.name)
        person.save(update_fields=[*changes, "name_key"])
        shown = members_of(rules_of(write.event).ruleset)
        people = [found.person for found in entry.memberships.select_related("person")[:shown]]
        Entry.objects.filter(pk=entry.pk).update(**_names(people))
        _fill_keys(entry)
        write.audit("person.updated", f"entry:{entry.number}", before=before, after=dict(changes))
    entry.refresh_from_db()
    return entry


def check_in(*, actor: Actor, event: Event, numbers: Sequence[int], state: str) -> list[Entry]:
    """Mark entries present, absent or expected again; one by one or many, by the same rules.

    Once check-in is closed, whoever is made absent leaves the place to the first who waits, as at the closing.
    """
    require(actor, "check_in", event)
    if state not in Entry.CheckIn.values:
        raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path="state", value=state)
    with writing(event, actor) as write:
        found = numbered_entries(event, numbers)
        for index, number in enumerate(numbers):
            if found[number].status not in PLAYING:
                raise Conflict(
                    "entry_not_playing",
                    noop("Entry {number} is withdrawn or on the waiting list."),
                    path=f"numbers[{index}]",
                    number=number,
                )
        changed = [entry for entry in found.values() if entry.check_in != state]
        before = {str(entry.number): entry.check_in for entry in changed}
        for entry in changed:
            entry.check_in = state
        Entry.objects.bulk_update(changed, ["check_in"])
        if changed:
            listed = sorted(entry.number for entry in changed)
            after = {"state": state, "numbers": listed}
            write.audit("entries.check_in", f"event:{event.slug}", before={"states": before}, after=after)
            make_stale(write)
        if changed and state == Entry.CheckIn.ABSENT and write.event.check_in_closed_at is not None:
            give_places(write, len(changed))
    return [found[number] for number in numbers]


def renew_link(*, actor: Actor, entry: Entry) -> str:
    """Give an entry a new personal link; the old one no longer opens anything."""
    require(actor, "links", entry.event)
    with writing(entry.event, actor) as write:
        write.standings_change = False
        entry.link_token = secrets.token_urlsafe(18)
        entry.save(update_fields=["link_token"])
        write.audit("entry.link_renewed", f"entry:{entry.number}")
    return entry.link_token
