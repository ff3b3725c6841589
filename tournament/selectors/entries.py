"""Entries of an event, and who may sit down in a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from engine.errors import noop
from tournament.errors import Refused, not_found
from tournament.event_settings import settings_of
from tournament.models import Draw, Entry, EntryMember, Event, Person, Round, Table, TablePerson
from tournament.name_keys import START, fold_name
from tournament.numbers import whole
from tournament.persons import number_of

MOST_WORDS = 6
MOST_NUMBER = 2**31 - 1
PLAYING = (Entry.Status.REGISTERED, Entry.Status.CONFIRMED)
# Asked to play and not let in: only the staff and they themselves know of it.
UNDECIDED = (Entry.Status.PENDING, Entry.Status.DECLINED)
GONE = (Entry.Status.WITHDRAWN, Entry.Status.DECLINED)


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return all entries by number, with their members."""
    members = Prefetch("memberships", EntryMember.objects.select_related("person"))
    return Entry.objects.filter(event=event).prefetch_related(members).order_by("number")


def get_entry(event: Event, number: int) -> Entry:
    """Return an entry by its number."""
    entry = Entry.objects.filter(event=event, number=number).first()
    if entry is None:
        raise not_found("entry")
    entry.event = event
    return entry


def numbered_entries(event: Event, numbers: Sequence[int]) -> dict[int, Entry]:
    """Return entries by their numbers; refused where one of the numbers is nobody's."""
    found = {entry.number: entry for entry in Entry.objects.filter(event=event, number__in=numbers)}
    for index, number in enumerate(numbers):
        if number not in found:
            raise Refused("entry_unknown", noop("There is no entry {number}."), path=f"numbers[{index}]", number=number)
    return found


def public_entry(event: Event, number: int, *, all_of_them: bool) -> Entry:
    """Return an entry by its number; those who were not let in are known to the staff alone (`all_of_them`)."""
    entry = get_entry(event, number)
    if entry.status in UNDECIDED and not all_of_them:
        raise not_found("entry")
    return entry


def entry_by_token(token: str) -> Entry | None:
    """Return the entry whose personal link this is."""
    if not token:
        return None
    found = Entry.objects.select_related("event").exclude(event__status=Event.Status.DISCARDED)
    return found.filter(link_token=token).first()


def eligible(event: Event) -> QuerySet[Entry]:
    """Return the entries a draw seats: ranked, not withdrawn or waiting, and present where check-in is asked for."""
    found = Entry.objects.filter(event=event, ranked=True, status__in=PLAYING).order_by("number")
    if settings_of(event).only_checked_in:
        found = found.filter(check_in=Entry.CheckIn.PRESENT)
    return found


def not_checked_in(event: Event) -> QuerySet[Entry]:
    """Return the entries a draw would leave out because they are not here."""
    return Entry.objects.filter(event=event, ranked=True, status__in=PLAYING).exclude(check_in=Entry.CheckIn.PRESENT)


def find_entries(event: Event, text: str) -> QuerySet[Entry]:
    """Return the entries that a text finds, by everything people know a player by.

    Its number; characters of a name, team or club, traditional or simplified; pinyin or initials of any reading, from a
    syllable on; the romanised name with or without accents; the reading in hiragana or katakana. Words may come in
    any order.
    """
    match = _finds(text)
    words = text.split()
    if len(words) > 1:
        each = Q()
        for word in words[:MOST_WORDS]:
            each &= _finds(word)
        match |= each
    return entries_of(event).filter(match)


def _finds(text: str) -> Q:
    key = fold_name(text)
    if not key:
        return Q(pk__in=())
    match = Q(search_names__contains=key)
    if key.isascii():
        match |= Q(search_pinyin__contains=START + key)
    if key.isdecimal() and (number := whole(key, 0)) <= MOST_NUMBER:
        match |= Q(number=number)
    return match


@dataclass(frozen=True)
class EntryCounts:
    """How many entries of an event are in which state; `playing` takes no part of stand-ins."""

    total: int
    playing: int
    present: int
    expected: int
    absent: int
    waiting: int
    withdrawn: int
    pending: int

    @property
    def placed(self) -> int:
        """How many hold one of the event's places: an absentee's may be given to another (`here_count`)."""
        return self.playing - self.absent


def entry_counts(event: Event) -> EntryCounts:
    """Count the entries of an event in one query."""
    playing = Q(status__in=PLAYING, ranked=True)
    return EntryCounts(
        **Entry.objects.filter(event=event).aggregate(
            total=Count("pk"),
            playing=Count("pk", filter=playing),
            present=Count("pk", filter=playing & Q(check_in=Entry.CheckIn.PRESENT)),
            expected=Count("pk", filter=playing & Q(check_in=Entry.CheckIn.EXPECTED)),
            absent=Count("pk", filter=playing & Q(check_in=Entry.CheckIn.ABSENT)),
            waiting=Count("pk", filter=Q(status=Entry.Status.WAITLIST)),
            withdrawn=Count("pk", filter=Q(status=Entry.Status.WITHDRAWN)),
            pending=Count("pk", filter=Q(status=Entry.Status.PENDING)),
        )
    )


@dataclass(frozen=True)
class Namesake:
    """A known person of a name that is to be entered; `entry` is his number in this event, if he has one."""

    person: Person
    entry: int | None
    events: int


def namesakes(event: Event, names: Iterable[str]) -> dict[str, list[Namesake]]:
    """Return the known persons who have one of these names, by name; two queries, however many names."""
    people = list(
        Person.objects.filter(name__in=set(names))
        .annotate(events=Count("memberships__entry__event", distinct=True))
        .order_by("pk")
    )
    taken = dict(
        EntryMember.objects.filter(entry__event=event, person__in=people)
        .exclude(entry__status__in=GONE)
        .values_list("person_id", "entry__number")
    )
    found: dict[str, list[Namesake]] = {}
    for person in people:
        found.setdefault(person.name, []).append(Namesake(person, taken.get(person.pk), person.events))
    return found


def here_count(event: Event) -> int:
    """Count those who take a place: playing, ranked and not absent."""
    playing = Entry.objects.filter(event=event, status__in=PLAYING, ranked=True)
    return playing.exclude(check_in=Entry.CheckIn.ABSENT).count()


def same_names(event: Event, names: Iterable[str]) -> list[Entry]:
    """Return the entries one of whose members is written alike (`fold_name`), withdrawn and declined ones left out."""
    wanted = {fold_name(name) for name in names}
    members = EntryMember.objects.filter(entry__event=event).exclude(entry__status__in=GONE)
    alike = {pk for pk, name in members.values_list("entry_id", "person__name") if fold_name(name) in wanted}
    return list(Entry.objects.filter(pk__in=alike).prefetch_related("members").order_by("number"))


def stand_ins_here(event: Event) -> QuerySet[Entry]:
    """Return the stand-ins who are present."""
    here = Entry.objects.filter(event=event, ranked=False, status__in=PLAYING, check_in=Entry.CheckIn.PRESENT)
    return here.order_by("number")


def standbys(round_: Round) -> QuerySet[Entry]:
    """Return who could step in at a round: present, or a stand-in, and at no table of it; stand-ins first."""
    seated = TablePerson.objects.filter(draw__round=round_, draw__status=Draw.Status.RELEASED).values("entry")
    found = Entry.objects.filter(event=round_.event_id, status__in=PLAYING).exclude(pk__in=seated)
    here = Q(check_in=Entry.CheckIn.PRESENT) | Q(ranked=False)
    return found.filter(here).exclude(check_in=Entry.CheckIn.ABSENT).order_by("ranked", "number")


def withdrawn_numbers(event: Event) -> frozenset[int]:
    """Return the numbers of those who have withdrawn."""
    gone = Entry.objects.filter(event=event, status=Entry.Status.WITHDRAWN)
    return frozenset(gone.values_list("number", flat=True))


def seated_now(entry: Entry) -> Table | None:
    """Return the table of a round that is released or running at which an entry sits, unless it is over."""
    going = Table.objects.filter(
        event=entry.event,
        draw__status=Draw.Status.RELEASED,
        round__status__in=(Round.Status.RELEASED, Round.Status.RUNNING),
        persons__entry=entry,
    ).exclude(status__in=(Table.Status.CONFIRMED, Table.Status.VOID, Table.Status.FINISHED))
    for table in going.select_related("event", "round").order_by("round__number"):
        if any(number_of(person) == entry.number for person in table.state["seats"].values()):
            return table
    return None
