"""Who a row is about: an entry of the event, a person known from elsewhere, somebody new, or a question to people.

A name alone never decides for sure, and another spelling of it is a suggestion only. Whoever was renamed here after an
import is known by the name that import gave too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.name_keys import fold_name
from tournament.roster.columns import SECOND
from tournament.roster.records import Record, Value

NEW = "new"
SKIP = "skip"
_TELLING = ("birth_year", "external_id", "club")


@dataclass(frozen=True)
class KnownPerson:
    """A person as the database has him; `entry` is his number in this event, `events` how many he played."""

    pk: int
    fields: Mapping[str, Value]
    entry: int | None = None
    events: int = 0

    @property
    def name(self) -> str:
        """His name."""
        return str(self.fields["name"])


@dataclass(frozen=True)
class KnownEntry:
    """An entry as it is; `imported` is what the last import said of it, by field, empty where none ever did."""

    number: int
    members: tuple[KnownPerson, ...]
    fields: Mapping[str, Value]
    imported: Mapping[str, Value] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of its members."""
        return " / ".join(person.name for person in self.members)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each member as it is."""
        return tuple(person.name for person in self.members)

    @property
    def imported_names(self) -> tuple[str, ...]:
        """The name of each member as the last import gave it; nothing where none did, or where nobody was renamed."""
        found = tuple(
            str(self.imported.get("name" + (SECOND if part else "")) or "") for part in range(len(self.members))
        )
        return found if all(found) and sorted(found) != sorted(self.names) else ()


@dataclass(frozen=True)
class Choice:
    """An answer to "who is this?": an entry, a person known from elsewhere, somebody new, or nobody."""

    value: str
    entry: KnownEntry | None = None
    person: KnownPerson | None = None


@dataclass(frozen=True)
class Question:
    """Who the row, or the member `part` of its pair, is; `answer` is "" while it is open."""

    key: str
    record: Record
    part: int | None
    choices: tuple[Choice, ...]
    twice: bool
    answer: str = ""

    @property
    def name(self) -> str:
        """The name that is asked about."""
        return self.record.name if self.part is None else str(self.record.members[self.part]["name"])


@dataclass(frozen=True)
class Match:
    """Who a row is about: an entry, or a new one of these persons (None: new too); neither where it is left out."""

    record: Record
    entry: KnownEntry | None
    persons: tuple[KnownPerson | None, ...]
    skipped: bool = False


@dataclass(frozen=True)
class Matching:
    """All rows that are decided, and all questions, answered ones too.

    `same` are the rows left out because they say again what a line before them says of the same pair.
    """

    matches: tuple[Match, ...]
    questions: tuple[Question, ...]
    same: tuple[tuple[Record, int], ...] = ()

    @property
    def open(self) -> tuple[Question, ...]:
        """The questions nobody has answered yet."""
        return tuple(question for question in self.questions if not question.answer)


def match_rows(
    records: Sequence[Record],
    entries: Sequence[KnownEntry],
    persons: Sequence[KnownPerson],
    answers: Mapping[str, Any],
) -> Matching:
    """Say who each row is about: what is sure first, then what people answered; the rest are questions."""
    return _Matcher(records, entries, persons, answers).run()


class _Matcher:
    def __init__(
        self,
        records: Sequence[Record],
        entries: Sequence[KnownEntry],
        persons: Sequence[KnownPerson],
        answers: Mapping[str, Any],
    ) -> None:
        self.same = _said_again(records)
        again = {record.line for record, _line in self.same}
        self.records = [record for record in records if record.line not in again]
        self.answers = answers
        self.by_number = {entry.number: entry for entry in entries}
        self.by_key: dict[tuple[str, ...], list[KnownEntry]] = {}
        self.by_imported: dict[tuple[str, ...], list[KnownEntry]] = {}
        self.by_id: dict[str, list[KnownEntry]] = {}
        for entry in entries:
            self.by_key.setdefault(_key(entry.names), []).append(entry)
            if entry.imported_names:
                self.by_imported.setdefault(_key(entry.imported_names), []).append(entry)
            for person in entry.members:
                if person.fields.get("external_id"):
                    self.by_id.setdefault(str(person.fields["external_id"]), []).append(entry)
        self.persons: dict[str, list[KnownPerson]] = {}
        for person in persons:
            self.persons.setdefault(fold_name(person.name), []).append(person)
        self.times = Counter(_record_key(record) for record in self.records)
        self.taken: set[int] = set()
        self.persons_taken: set[int] = set()
        self.disputed: set[int] = set()
        self.questions: list[Question] = []

    def run(self) -> Matching:
        sure = self._sure()
        matches: list[Match] = []
        seen: Counter[tuple[str, ...]] = Counter()
        for record in self.records:
            key = _record_key(record)
            entry = sure.get(record.line)
            if entry is not None:
                matches.append(Match(_aligned(record, entry), entry, entry.members))
            else:
                twice = seen[key] > 0 or (record.line in self.disputed and self.times[key] > 1)
                if (match := self._asked(record, twice=twice)) is not None:
                    matches.append(match)
            seen[key] += 1
        return Matching(tuple(matches), tuple(self.questions), self.same)

    def _sure(self) -> dict[int, KnownEntry]:
        """Return the entry of each row that is told by more than a name, where no other row tells the same.

        Number and name go before everything else, and the name an entry has before the one it was imported under:
        whoever is claimed by the better is no candidate of the worse, and what two rows claim alike is asked about.
        """
        found: dict[int, KnownEntry] = {}
        for tell in (self._numbered, self._told, self._told_by_imported):
            claims = [
                (record.line, entry)
                for record in self.records
                if record.line not in found and record.line not in self.disputed and (entry := tell(record)) is not None
            ]
            times = Counter(entry.number for _line, entry in claims)
            for line, entry in claims:
                if entry.number in self.taken or times[entry.number] > 1:
                    self.disputed.add(line)
                else:
                    found[line] = entry
            self.taken |= {entry.number for entry in found.values()}
        return found

    def _numbered(self, record: Record) -> KnownEntry | None:
        entry = self.by_number.get(record.number or 0)
        return entry if entry is not None and _same_names(record, entry.names) else None

    def _told(self, record: Record) -> KnownEntry | None:
        """Return who is told by the name he has and by what else is said, or by number and the name he had."""
        numbered = next((entry for entry in self._renamed(record) if entry.number == record.number), None)
        if numbered is not None:
            return None if _contradicts(record, numbered) else numbered
        alike = [entry for entry in self.by_key.get(_record_key(record), ()) if _same_names(record, entry.names)]
        return self._only(record, alike)

    def _told_by_imported(self, record: Record) -> KnownEntry | None:
        """Return who is told by the name he had and by what else is said; another number than his speaks against it."""
        alike = [entry for entry in self.by_key.get(_record_key(record), ()) if _same_names(record, entry.names)]
        renamed = self._renamed(record)
        found = self._only(record, [*alike, *renamed])
        if found not in renamed or (record.number not in (None, found.number) and not _supports(record, found)):
            return None
        return found

    def _renamed(self, record: Record) -> list[KnownEntry]:
        """Return who had these names when he was imported and has others now, as far as no row is about him yet."""
        found = self.by_imported.get(_record_key(record), ())
        return [e for e in found if e.number not in self.taken and _same_names(record, e.imported_names)]

    def _only(self, record: Record, alike: Sequence[KnownEntry]) -> KnownEntry | None:
        """Return the one of these that more than the name tells, or the only one where an import made him.

        The two names of a pair tell as much together.
        """
        fits = [entry for entry in alike if not _contradicts(record, entry)]
        told = [entry for entry in fits if _supports(record, entry)]
        if len(told) == 1:
            return told[0]
        enough = len(alike) == len(fits) == 1 and not told and self.times[_record_key(record)] == 1
        if enough and (fits[0].imported or len(record.members) > 1):
            return fits[0]
        return None

    def _asked(self, record: Record, *, twice: bool) -> Match | None:
        entries = self._suggested(record)
        single = len(record.members) == 1
        persons = self._persons(record, 0) if single else []
        if single and not entries and not twice and (sure := _certain(record.members[0], persons)):
            self.persons_taken.add(sure.pk)
            return Match(record, None, (sure,))
        entries += self._of_number(record, entries)
        if not entries and not persons and not twice:
            return self._new(record)
        choices = [Choice(f"e{entry.number}", entry=entry) for entry in entries]
        choices += [Choice(f"p{person.pk}", person=person) for person in persons]
        choices += [Choice(NEW), Choice(SKIP)]
        answer = self._answer(Question(str(record.line), record, None, tuple(choices), twice))
        chosen = next((choice for choice in choices if choice.value == answer), None)
        if chosen is None:
            return None
        if chosen.entry is not None:
            self.taken.add(chosen.entry.number)
            return Match(_aligned(record, chosen.entry), chosen.entry, chosen.entry.members)
        if chosen.person is not None:
            self.persons_taken.add(chosen.person.pk)
            return Match(record, None, (chosen.person,))
        if chosen.value == SKIP:
            return Match(record, None, (), skipped=True)
        return Match(record, None, (None,)) if single else self._new(record)

    def _suggested(self, record: Record) -> list[KnownEntry]:
        key = _record_key(record)
        found = [*self.by_key.get(key, ()), *self.by_imported.get(key, ())]
        for member in record.members:
            found += self.by_id.get(str(member.get("external_id") or ""), ())
        if len(record.members) > 1:
            keys = set(key)
            for known in (self.by_key, self.by_imported):
                found += [e for other, held in known.items() if keys & set(other) for e in held]
        free = {entry.number: entry for entry in found if entry.number not in self.taken}
        return [free[number] for number in sorted(free)]

    def _of_number(self, record: Record, suggested: Sequence[KnownEntry]) -> list[KnownEntry]:
        """Return who has the number of the row, where it may be he under another name.

        That is where an import made him, or what else the row says is so of him; the numbers of others have nothing to
        do with those of a file. Whose name another row has is meant by that one.
        """
        entry = self.by_number.get(record.number or 0)
        if entry is None or entry in suggested or entry.number in self.taken:
            return []
        if self.times[_key(entry.names)] or self.times[_key(entry.imported_names)]:
            return []
        fits = entry.imported or (_supports(record, entry) and not _contradicts(record, entry))
        return [entry] if fits else []

    def _persons(self, record: Record, part: int) -> list[KnownPerson]:
        alike = self.persons.get(fold_name(str(record.members[part]["name"])), ())
        return [person for person in alike if person.entry is None and person.pk not in self.persons_taken]

    def _new(self, record: Record) -> Match | None:
        """Return a new entry, once it is said of each member of a pair who that is."""
        chosen: list[KnownPerson | None] = []
        for part, member in enumerate(record.members):
            persons = self._persons(record, part)
            if sure := _certain(member, persons):
                chosen.append(sure)
            elif persons:
                choices = (*(Choice(f"p{person.pk}", person=person) for person in persons), Choice(NEW))
                answer = self._answer(Question(f"{record.line}.{part}", record, part, choices, twice=False))
                if not answer:
                    return None
                chosen.append(next(choice.person for choice in choices if choice.value == answer))
            else:
                chosen.append(None)
            if chosen[-1] is not None:
                self.persons_taken.add(chosen[-1].pk)
        return Match(record, None, tuple(chosen))

    def _answer(self, question: Question) -> str:
        """Keep the question with its answer, where it has one that is still a choice."""
        given = str(self.answers.get(question.key, ""))
        answer = given if any(choice.value == given for choice in question.choices) else ""
        self.questions.append(
            Question(question.key, question.record, question.part, question.choices, question.twice, answer)
        )
        return answer


def _said_again(records: Sequence[Record]) -> tuple[tuple[Record, int], ...]:
    """Return the rows of a pair that say no more than a row before them, in whichever order, with its line."""
    first: dict[tuple[str, ...], Record] = {}
    found: list[tuple[Record, int]] = []
    for record in records:
        if len(record.members) < 2:
            continue
        names = tuple(sorted(str(member["name"]) for member in record.members))
        before = first.setdefault(names, record)
        if before is not record and _says_no_more(record, before):
            found.append((record, before.line))
    return tuple(found)


def _says_no_more(record: Record, before: Record) -> bool:
    known = {str(member["name"]): member for member in before.members}
    told = all(known[str(member["name"])].items() >= member.items() for member in record.members)
    # The club of an entry is that of whoever stands first; in the other order it is the other's.
    whole = {key: value for key, value in record.entry.items() if key != "club"}
    return told and before.entry.items() >= whole.items() and record.number in (None, before.number)


def _key(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(fold_name(name) or name for name in names))


def _record_key(record: Record) -> tuple[str, ...]:
    return _key(str(member["name"]) for member in record.members)


def _same_names(record: Record, names: Sequence[str]) -> bool:
    """Tell whether the names are the same to the character, in whatever order the two of a pair stand."""
    return sorted(str(member["name"]) for member in record.members) == sorted(names)


def _aligned(record: Record, entry: KnownEntry) -> Record:
    """Return the record with the members of a pair in the order of the entry, by the names it has or had."""
    if len(record.members) == 2:
        said = [fold_name(str(member["name"])) for member in record.members]
        has, had = ([fold_name(name) for name in names] for names in (entry.names, entry.imported_names))
        straight, turned = (
            (sum(a == b for names in (has, had) for a, b in zip(names, order, strict=False)), order[0] == has[0])
            for order in (said, said[::-1])
        )
        if turned > straight:
            return Record(record.line, record.number, record.members[::-1], record.entry)
    return record


def _told_fields(record: Record, entry: KnownEntry) -> Iterable[tuple[Value, tuple[Value, ...]]]:
    """Yield what a row says beside the name, with what the entry has and had when it was last imported."""
    record = _aligned(record, entry)
    for part, (member, person) in enumerate(zip(record.members, entry.members, strict=True)):
        for key in _TELLING:
            known = entry.fields.get("club") if key == "club" and part == 0 else person.fields.get(key)
            base = entry.imported.get(key + ("2" if part else ""))
            said = (known, base, person.fields.get(key))
            if member.get(key) and any(said):
                yield member[key], said


def _contradicts(record: Record, entry: KnownEntry) -> bool:
    return any(said not in known for said, known in _told_fields(record, entry))


def _supports(record: Record, entry: KnownEntry) -> bool:
    return any(said in known for said, known in _told_fields(record, entry))


def _certain(member: Mapping[str, Value], persons: Sequence[KnownPerson]) -> KnownPerson | None:
    """Return the one person of the same name and member number."""
    said = member.get("external_id")
    same = [p for p in persons if said and p.fields.get("external_id") == said and p.name == member["name"]]
    return same[0] if len(same) == 1 else None
