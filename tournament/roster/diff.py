"""What an import would do: who is added, what changes by field, what stays as it was edited here, who is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal

from tournament.roster.columns import PERSON_KEYS, SECOND
from tournament.roster.matching import KnownEntry, KnownPerson, Match
from tournament.roster.records import Record, Value

Kind = Literal["added", "changed", "unchanged", "skipped"]
OUT = ("withdrawn", "declined")


@dataclass(frozen=True)
class Change:
    """One field: what it is and what the file says; `kept` means that it was edited here and stays."""

    key: str
    before: Value
    after: Value
    kept: bool = False


@dataclass(frozen=True)
class Line:
    """What one row would do. `number` is that of the entry, of a new one the number it asks for and gets."""

    record: Record
    kind: Kind
    entry: KnownEntry | None
    persons: tuple[KnownPerson | None, ...]
    changes: tuple[Change, ...] = ()
    number: int | None = None

    @property
    def taken(self) -> tuple[Change, ...]:
        """The changes that would be made."""
        return tuple(change for change in self.changes if not change.kept)

    @property
    def kept(self) -> tuple[Change, ...]:
        """What the file says otherwise and stays as it was edited here."""
        return tuple(change for change in self.changes if change.kept)


@dataclass(frozen=True)
class Diff:
    """What an import would do to every row, and the entries that no row is about."""

    lines: tuple[Line, ...]
    missing: tuple[KnownEntry, ...]

    def of(self, kind: Kind) -> tuple[Line, ...]:
        """Return the lines of one kind."""
        return tuple(line for line in self.lines if line.kind == kind)

    @property
    def kept(self) -> tuple[Line, ...]:
        """The lines of which something edited here is kept."""
        return tuple(line for line in self.lines if line.kept)


def said_of(record: Record) -> Iterator[tuple[str, Value]]:
    """Yield every field a row says something about, those of the second of a pair as `name2` and so on."""
    for part, member in enumerate(record.members):
        for key in PERSON_KEYS:
            if key in member and (key != "club" or part):
                yield (key + SECOND if part else key), member[key]
    yield from record.entry.items()


def value_of(entry: KnownEntry, key: str) -> Value:
    """Return what an entry has in a field."""
    if key in entry.fields:
        return entry.fields[key]
    part = 1 if key.endswith(SECOND) else 0
    return entry.members[part].fields[key.removesuffix(SECOND)]


def diff_of(
    matches: Sequence[Match], asked: Set[int], entries: Sequence[KnownEntry], taking: Mapping[str, Any]
) -> Diff:
    """Compare rows with the entries they are about.

    An empty cell changes nothing. A field that was edited here after an import keeps what it has, unless `taking` names
    its line. `asked` are numbers of entries that an open question may be about: they are not missing yet.
    """
    used = {entry.number for entry in entries}
    lines: list[Line] = []
    for match in matches:
        if match.skipped:
            lines.append(Line(match.record, "skipped", None, ()))
        elif match.entry is None:
            wanted = match.record.number
            free = wanted is not None and wanted not in used
            if free and wanted is not None:
                used.add(wanted)
            changes = _filled(match)
            if wanted is not None and not free:
                changes.append(Change("number", None, wanted, kept=True))
            lines.append(Line(match.record, "added", None, match.persons, tuple(changes), wanted if free else None))
        else:
            lines.append(_compared(match, match.entry, str(match.record.line) in taking))
    about = {line.entry.number for line in lines if line.entry is not None} | asked
    missing = [entry for entry in entries if entry.number not in about and entry.fields["status"] not in OUT]
    return Diff(tuple(lines), tuple(missing))


def _filled(match: Match) -> list[Change]:
    """Return what a row says of persons known from elsewhere: what is not known is filled in, the rest stays."""
    changes = []
    for part, (member, person) in enumerate(zip(match.record.members, match.persons, strict=True)):
        for key, said in member.items() if person is not None else ():
            has = person.fields[key]
            if said != has and not (key == "club" and part == 0):
                changes.append(Change(key + SECOND if part else key, has, said, kept=has not in ("", None)))
    return changes


def _compared(match: Match, entry: KnownEntry, take: bool) -> Line:
    changes = []
    if match.record.number not in (None, entry.number):
        changes.append(Change("number", entry.number, match.record.number, kept=True))
    for key, said in said_of(match.record):
        has = value_of(entry, key)
        if said != has:
            changes.append(Change(key, has, said, kept=not take and _edited_here(entry, key, has)))
    kind: Kind = "changed" if any(not change.kept for change in changes) else "unchanged"
    return Line(match.record, kind, entry, match.persons, tuple(changes), entry.number)


def _edited_here(entry: KnownEntry, key: str, has: Value) -> bool:
    """Tell whether a field was edited by hand after an import: it is not what the last one said."""
    if not entry.imported or has in ("", None):
        return False
    return entry.imported.get(key) != has
