"""A roster beside the entries as they are: how it can be read, what it says, what importing it would do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import Count
from django.utils import translation

from engine.errors import RuleError, noop
from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import AuditEntry, Entry, EntryMember, Event, Person, RosterImport
from tournament.name_keys import fold_name
from tournament.persons import members_of
from tournament.roster import codecs
from tournament.roster.columns import FIRST_ROWS, PERSON_KEYS, columns_of, detect, guess, header_row
from tournament.roster.diff import Diff, diff_of
from tournament.roster.matching import KnownEntry, KnownPerson, Matching, match_rows
from tournament.roster.reading import OLD_WORKBOOK, Row, check_kind, is_workbook, rows_of_text, rows_of_workbook
from tournament.roster.records import Problem, Record, clean, records_of
from tournament.selectors.entries import PLAYING, here_count
from tournament.selectors.persons import in_pairs
from tournament.selectors.rulesets import rules_of

ENTRY_FIELDS = ("club", "team", "email", "area", "ranked", "status")


@dataclass(frozen=True)
class Preview:
    """What importing a roster would do, as far as people have said how to read it.

    `candidates` are the ways to read its bytes; until one is chosen there are no rows. `problem` says why the file as a
    whole cannot be read. `unheaded` means that no header is known and nobody has said that there is none: the first row
    is taken for an entry. With `header` the rows begin with that of the headers; `above` counts those before it, which
    are left out.
    """

    roster: RosterImport
    pairs: bool
    candidates: tuple[codecs.Candidate, ...] = ()
    codec: str = ""
    sheet: str = ""
    rows: tuple[Row, ...] = ()
    header: bool = False
    above: int = 0
    unheaded: bool = False
    columns: tuple[str, ...] = ()
    records: tuple[Record, ...] = ()
    problems: tuple[Problem, ...] = ()
    problem: RuleError | None = None
    matching: Matching = field(default_factory=lambda: Matching((), ()))
    diff: Diff = field(default_factory=lambda: Diff((), ()))
    waiting: int = 0
    absent: bool = False

    @property
    def read(self) -> bool:
        """Whether the file is read: its codec is known and it has rows."""
        return bool(self.rows) and self.problem is None

    @property
    def named(self) -> bool:
        """Whether it is said which columns have the names."""
        return "name" in self.columns

    @property
    def unread(self) -> tuple[tuple[int, str], ...]:
        """The columns with something in them of which nothing is read: the index from 0 and the header, "" without."""
        first = self.rows[0].cells if self.header else ()
        rows = self.rows[1:] if self.header else self.rows
        filled = {index for row in rows for index, cell in enumerate(row.cells) if cell}
        read = {column.key for column in columns_of(pairs=self.pairs) if column.imported}
        return tuple(
            (index, first[index] if index < len(first) else "")
            for index, key in enumerate(self.columns)
            if index in filled and key not in read
        )

    @property
    def ready(self) -> bool:
        """Whether nothing is left to be answered."""
        return self.read and self.named and not self.matching.open and bool(self.diff.lines)

    @cached_property
    def mark(self) -> str:
        """What identifies this preview: whoever confirms it confirms this and nothing else."""
        return hashlib.sha256(msgspec.json.encode(self.as_data(), order="deterministic")).hexdigest()

    def as_data(self) -> dict[str, Any]:
        """Return what an import would do as plain data, without codec: each codec of one roster gives the same."""
        return {
            "columns": list(self.columns),
            "problems": [{"line": p.line, "code": p.error.code} for p in self.problems],
            "lines": [
                {
                    "line": line.record.line,
                    "name": line.record.name,
                    "kind": line.kind,
                    "number": line.number,
                    "persons": [person.pk if person else None for person in line.persons],
                    "fields": {
                        **{
                            f"{key}{part or ''}": v
                            for part, m in enumerate(line.record.members)
                            for key, v in m.items()
                        },
                        **line.record.entry,
                    },
                    "changes": [
                        {"field": c.key, "before": c.before, "after": c.after, "kept": c.kept} for c in line.changes
                    ],
                }
                for line in self.diff.lines
            ],
            "missing": [{"number": entry.number, "name": entry.name} for entry in self.diff.missing],
            "waiting": self.waiting,
            "absent": self.absent,
        }


def get_import(event: Event, pk: int) -> RosterImport:
    """Return an uploaded roster of an event."""
    found = RosterImport.objects.select_related("made_by").filter(event=event, pk=pk).first()
    if found is None:
        raise not_found("roster")
    found.event = event
    return found


def open_import(event: Event) -> RosterImport | None:
    """Return the roster of an event that is being looked at."""
    return RosterImport.objects.select_related("made_by").filter(event=event, status=RosterImport.Status.OPEN).first()


def check_in_closed(event: Event) -> bool:
    """Tell whether check-in is over: it was closed, or nobody is expected any more and somebody did not come."""
    if AuditEntry.objects.filter(event=event, action="check_in.closed").exists():
        return True
    states = set(Entry.objects.filter(event=event, status__in=PLAYING, ranked=True).values_list("check_in", flat=True))
    return Entry.CheckIn.EXPECTED not in states and Entry.CheckIn.ABSENT in states


def preview_of(roster: RosterImport) -> Preview:
    """Return what importing a roster would do now; as many queries for one row as for a thousand."""
    found = _file_of(roster)
    if found.get("problem") is not None or not found.get("rows"):
        return Preview(**found)
    return _compared(roster.event, found)


def file_problem(roster: RosterImport) -> RuleError | None:
    """Return why nothing can be read of a file, whoever says how."""
    return _file_of(roster).get("problem")


def _file_of(roster: RosterImport) -> dict[str, Any]:
    """Return the rows of a file, or the ways to read it, or its problem, as fields of a preview."""
    data = bytes(roster.content)
    pairs = in_pairs(roster.event)
    found: dict[str, Any] = {"roster": roster, "pairs": pairs}
    try:
        check_kind(roster.filename, data)
        if is_workbook(data):
            found["rows"], found["sheet"] = rows_of_workbook(data)
            found["codec"] = "xlsx"
        else:
            if data.startswith(OLD_WORKBOOK):
                template = noop("This is a workbook of the old kind (.xls): save it as XLSX or as CSV.")
                raise RuleError("workbook_old", template, path="file")
            ways = codecs.candidates(data, lambda text: _headers_in(text, pairs))
            found["candidates"] = ways
            chosen = next((way for way in ways if way.codec == roster.codec), ways[0] if len(ways) == 1 else None)
            if not ways:
                raise RuleError(
                    "codec_unknown",
                    noop("This file is no text in a codec known here. Save it as XLSX, or as CSV in UTF-8."),
                    path="file",
                )
            if chosen is None:
                return found
            found["codec"] = chosen.codec
            found["rows"] = rows_of_text(chosen.text)
        if not found["rows"]:
            raise RuleError("file_empty", noop("This file is empty."), path="file")
    except RuleError as error:
        found["problem"] = error
    return found


def _compared(event: Event, found: dict[str, Any]) -> Preview:
    roster, rows, pairs = found["roster"], found["rows"], found["pairs"]
    told = roster.columns or {}
    at = header_row([row.cells for row in rows], pairs=pairs)
    header = told.get("header", at is not None)
    found |= {"above": at if header and at else 0}
    rows = found["rows"] = rows[found["above"] :]
    width = max(len(row.cells) for row in rows)
    detected = detect(rows[0].cells, pairs=pairs)
    usual = (*detected, *("" for _ in range(width - len(detected)))) if header else guess(width, pairs=pairs)
    columns = tuple(told.get("fields") or usual)
    columns = (*columns, *("" for _ in range(width - len(columns))))
    found |= {"header": header, "columns": columns, "unheaded": not header and not told}
    if "name" not in columns:
        return Preview(**found)
    imported = {column.key for column in columns_of(pairs=pairs) if column.imported}
    fields = [key if key in imported else "" for key in columns]
    areas = [area.name for area in settings_of(event).areas]
    records, problems = records_of(rows[1:] if header else rows, fields, status_names(), pairs=pairs, areas=areas)
    entries = known_entries(event)
    persons = known_persons(event, (str(m["name"]) for record in records for m in record.members), entries)
    matching = match_rows(records, entries, persons, roster.answers.get("who", {}))
    asked = {c.entry.number for question in matching.open for c in question.choices if c.entry is not None}
    diff = diff_of(matching.matches, asked, entries, roster.answers.get("take", {}))
    return Preview(
        **found,
        records=records,
        problems=problems,
        matching=matching,
        diff=diff,
        waiting=_waiting(event, diff),
        absent=check_in_closed(event),
    )


def _waiting(event: Event, diff: Diff) -> int:
    """Count those of the new who would wait, since the event is full."""
    capacity = settings_of(event).capacity
    if capacity is None:
        return 0
    free = max(0, capacity - here_count(event))
    if free and check_in_closed(event):  # whoever is entered then is absent at first, and takes no place
        return 0
    new = [line for line in diff.of("added") if "status" not in line.record.entry]
    return max(0, sum(line.record.entry.get("ranked", True) is True for line in new) - free)


def _headers_in(text: str, pairs: bool) -> int:
    """Count the headers of columns a text begins with."""
    try:
        rows = rows_of_text(text)
    except RuleError:
        return 0
    return max((sum(bool(key) for key in detect(row.cells, pairs=pairs)) for row in rows[:FIRST_ROWS]), default=0)


def status_names() -> dict[str, str]:
    """Return the states of an entry by their names in every language, as `records_of` looks them up."""
    found = {value: value for value in Entry.Status.values}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {clean(str(label)).casefold(): value for value, label in Entry.Status.choices}
    return found


def known_entries(event: Event) -> list[KnownEntry]:
    """Return the entries of an event as rows are compared with them, substitutes left out."""
    shown = members_of(rules_of(event).ruleset)
    members: dict[int, list[KnownPerson]] = {}
    rows = EntryMember.objects.filter(entry__event=event, position__lt=shown).select_related("person")
    for member in rows.order_by("entry_id", "position"):
        members.setdefault(member.entry_id, []).append(_person(member.person))
    return [
        KnownEntry(
            entry.number,
            tuple(members.get(entry.pk, ())),
            {key: getattr(entry, key) for key in ENTRY_FIELDS},
            entry.imported,
        )
        for entry in Entry.objects.filter(event=event).order_by("number")
    ]


def known_persons(event: Event, names: Iterable[str], entries: Iterable[KnownEntry]) -> list[KnownPerson]:
    """Return the persons known from anywhere whose names are written like these, with the events they played."""
    wanted = {fold_name(name)[:255] for name in names} - {""}
    here = {person.pk: entry.number for entry in entries for person in entry.members}
    people = Person.objects.filter(name_key__in=wanted).annotate(
        events=Count("memberships__entry__event", distinct=True)
    )
    return [_person(person, here.get(person.pk), person.events) for person in people.order_by("pk")]


def _person(person: Person, entry: int | None = None, events: int = 0) -> KnownPerson:
    return KnownPerson(person.pk, {key: getattr(person, key) for key in PERSON_KEYS}, entry, events)
