"""A roster is uploaded, looked at and imported: nothing happens to entries before it is confirmed, then all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import settings_of
from tournament.models import Entry, Event, Person, RosterImport
from tournament.roster.columns import PERSON_KEYS, SECOND, columns_of
from tournament.roster.diff import Line, said_of
from tournament.roster.reading import MOST_BYTES
from tournament.selectors.persons import in_pairs
from tournament.selectors.roster import ENTRY_FIELDS, Preview, file_problem, open_import, preview_of
from tournament.services.entries import clean, enter, rename_person, update_entry
from tournament.services.stages import make_stale
from tournament.services.writing import Write, writing

Status = RosterImport.Status
# Whoever looked at a roster this long ago has gone away; another organiser may begin.
ATTENDED = timedelta(minutes=15)
OPEN_KEPT = timedelta(hours=24)
DONE_KEPT = timedelta(days=7)


def start_import(*, actor: Actor, event: Event, filename: str, content: bytes, take_over: bool = False) -> RosterImport:
    """Keep an uploaded roster to be looked at; entries stay as they are. A file that cannot be read is refused.

    While another organiser looks at one, this is refused with his name (409), unless `take_over` puts his away.
    """
    require(actor, "enter", event)
    if not content.strip():
        raise Refused("file_empty", noop("This file is empty."), path="file")
    if len(content) > MOST_BYTES:
        raise Refused("file_large", noop("A roster has at most {most} kB."), path="file", most=MOST_BYTES // 1000)
    with writing(event, actor) as write:
        # Nothing that anybody sees of the event has changed: no version is counted.
        write.cancel()
        made = RosterImport(event=event, made_by=actor.user, filename=clean(filename)[:200], content=content)
        # What nobody can read is not kept to be gone on with.
        if (problem := file_problem(made)) is not None:
            raise problem
        found = open_import(event)
        if found is not None:
            if not take_over:
                _check_mine(actor, found)
            _put_away(found)
        made.save()
        return made


def answer_import(
    *,
    actor: Actor,
    roster: RosterImport,
    codec: str | None = None,
    header: bool | None = None,
    columns: Sequence[str] | None = None,
    who: Mapping[str, str] | None = None,
    take: Iterable[int] | None = None,
) -> RosterImport:
    """Say how a roster is read and who is who: its codec, the fields of its columns, answers to questions by key.

    `take` are the lines whose values replace even what was edited here. What is not given stays as it was said before.
    """
    require(actor, "enter", roster.event)
    with writing(roster.event, actor) as write:
        write.cancel()
        locked = _open(actor, roster)
        if codec is not None:
            locked.codec = codec
            locked.columns = None
        if header is not None or columns is not None:
            locked.columns = _columns(locked, header, columns)
        answers = dict(locked.answers)
        if who is not None:
            answers["who"] = {**answers.get("who", {}), **{str(key): str(value) for key, value in who.items()}}
        if take is not None:
            answers["take"] = {str(line): True for line in take}
        locked.answers = answers
        locked.save(update_fields=["codec", "columns", "answers", "touched_at"])
    return locked


def _columns(roster: RosterImport, header: bool | None, columns: Sequence[str] | None) -> dict[str, Any]:
    said = dict(roster.columns or {})
    if header is not None:
        if columns is None and said.get("header") != header:
            said.pop("fields", None)
        said["header"] = header
    if columns is not None:
        known = {column.key for column in columns_of(pairs=in_pairs(roster.event))} | {""}
        for index, key in enumerate(columns):
            if key not in known:
                template = noop("“{value}” is not one of the choices.")
                raise Refused("value_unknown", template, path=f"columns[{index}]", value=key)
            if key and key in columns[:index]:
                template = noop("Two columns cannot be the same field.")
                raise Refused("column_twice", template, path=f"columns[{index}]")
        said["fields"] = list(columns)
    return said


def cancel_import(*, actor: Actor, roster: RosterImport) -> None:
    """Put an uploaded roster away; its file is deleted."""
    require(actor, "enter", roster.event)
    with writing(roster.event, actor, closed_too=True) as write:
        write.cancel()
        found = RosterImport.objects.select_for_update().get(pk=roster.pk)
        if found.status == Status.OPEN:
            _put_away(found)


def confirm_import(
    *,
    actor: Actor,
    roster: RosterImport,
    expected: str,
    withdraw: Iterable[int] = (),
    leave_out: bool = False,
) -> dict[str, Any]:
    """Do what the preview `expected` showed, all of it in one write; a second time gives the first answer.

    Refused (409) where something changed since that preview. `withdraw` are numbers of missing entries that are to be
    withdrawn; nobody else is. Lines with problems are left out only where `leave_out` says so.
    """
    require(actor, "enter", roster.event)
    with writing(roster.event, actor) as write:
        found = RosterImport.objects.select_for_update().get(pk=roster.pk)
        if found.status == Status.DONE:
            write.cancel()
            return dict(found.result or {})
        locked = _open(actor, found)
        locked.event = write.event
        preview = preview_of(locked)
        if preview.mark != expected:
            raise Conflict(
                "roster_moved",
                noop("The roster has changed since this preview was made. Look at the new one, then confirm."),
                facts={"mark": preview.mark},
            )
        _check_ready(preview, leave_out)
        result = _carry_out(write, actor, preview, _missing(preview, withdraw))
        write.audit("roster.imported", f"event:{write.event.slug}", after={"file": locked.filename, **result})
        locked.status, locked.result, locked.content = Status.DONE, result, b""
        locked.save(update_fields=["status", "result", "content", "touched_at"])
    return result


def forget_imports() -> None:
    """Delete rosters that nobody came back to, and what is left of those that are done."""
    now = timezone.now()
    RosterImport.objects.filter(status=Status.OPEN, touched_at__lt=now - OPEN_KEPT).delete()
    RosterImport.objects.exclude(status=Status.OPEN).filter(touched_at__lt=now - DONE_KEPT).delete()


def _put_away(roster: RosterImport) -> None:
    roster.status, roster.content = Status.PUT_AWAY, b""
    roster.save(update_fields=["status", "content", "touched_at"])


def _check_mine(actor: Actor, roster: RosterImport) -> None:
    """Refuse what another organiser looks at, with his name."""
    other = roster.made_by
    if other is None or other == actor.user or roster.touched_at < timezone.now() - ATTENDED:
        return
    raise Conflict(
        "roster_open",
        noop("{name} is importing a roster into this event just now."),
        facts={"roster": roster.pk},
        name=other.get_full_name() or other.get_username(),
    )


def _open(actor: Actor, roster: RosterImport) -> RosterImport:
    """Return the roster locked, where it is still open and nobody else looks at it."""
    found = RosterImport.objects.select_for_update(of=("self",)).select_related("made_by").get(pk=roster.pk)
    if found.status != Status.OPEN:
        template = (
            noop("This roster is imported already.")
            if found.status == Status.DONE
            else noop("This roster was put away; upload it again.")
        )
        raise Conflict("roster_over", template)
    _check_mine(actor, found)
    found.event = roster.event
    return found


def _check_ready(preview: Preview, leave_out: bool) -> None:
    if preview.problem is not None:
        raise preview.problem
    if not preview.read:
        raise Refused("codec_open", noop("Say first how the file is to be read."), path="codec")
    if not preview.named:
        raise Refused("names_nowhere", noop("Say which column has the names."), path="columns")
    if preview.matching.open:
        raise Refused("questions_open", noop("Say first who is who."), path=f"who.{preview.matching.open[0].key}")
    if preview.problems and not leave_out:
        template = noop("Line {line} cannot be imported. Mend the file, or have such lines left out.")
        raise Refused("lines_wrong", template, path="leave_out", line=preview.problems[0].line)
    if not preview.diff.lines:
        raise Refused("file_empty", noop("This file is empty."), path="file")


def _missing(preview: Preview, withdraw: Iterable[int]) -> list[int]:
    missing = {entry.number for entry in preview.diff.missing}
    wanted = sorted(set(withdraw))
    for number in wanted:
        if number not in missing:
            template = noop("Number {number} is not missing in this roster.")
            raise Refused("not_missing", template, path="withdraw", number=number)
    return wanted


def _carry_out(write: Write, actor: Actor, preview: Preview, withdraw: Sequence[int]) -> dict[str, Any]:
    # The new come first in the file's order, those with a number of their own before those who get the next.
    new = sorted(preview.diff.of("added"), key=lambda line: (line.number is None, line.number or 0))
    added = [_add(write, line, absent=preview.absent) for line in new]
    entries = {entry.number: entry for entry in Entry.objects.filter(event=write.event)}
    touched = []
    for line in preview.diff.lines:
        if line.entry is None:
            continue
        entry = entries[line.entry.number]
        entry.event = write.event
        _change(actor, entry, line)
        entry.imported = {**line.entry.imported, **dict(said_of(line.record))}
        touched.append(entry)
    Entry.objects.bulk_update(touched, ["imported"])
    for number in withdraw:
        entries[number].event = write.event
        update_entry(actor=actor, entry=entries[number], changes={"status": Entry.Status.WITHDRAWN})
    if added and not settings_of(write.event).only_checked_in:
        make_stale(write)
    return {
        "added": [entry.number for entry in added],
        "waiting": [entry.number for entry in added if entry.status == Entry.Status.WAITLIST],
        "changed": [line.number for line in preview.diff.of("changed")],
        "unchanged": len(preview.diff.of("unchanged")),
        "kept": [line.number for line in preview.diff.kept if line.number is not None],
        "withdrawn": list(withdraw),
        "left_out": [problem.line for problem in preview.problems]
        + [line.record.line for line in preview.diff.of("skipped")]
        + [record.line for record, _line in preview.matching.same],
    }


def _add(write: Write, line: Line, *, absent: bool) -> Entry:
    """Enter one row: persons known from elsewhere get what is not known of them yet."""
    known = Person.objects.in_bulk([person.pk for person in line.persons if person is not None])
    people: list[Person | Mapping[str, Any]] = []
    for part, member in enumerate(line.record.members):
        found = line.persons[part]
        people.append(dict(member) if found is None else known[found.pk])
    for change in line.taken:
        part = 1 if change.key.endswith(SECOND) else 0
        setattr(people[part], change.key.removesuffix(SECOND), change.after)
    for person in known.values():
        person.save(update_fields=list(PERSON_KEYS))
    said = dict(line.record.entry)
    entry = enter(write, people, line.number, **said)
    entry.imported = {"ranked": entry.ranked, "status": entry.status, **dict(said_of(line.record))}
    if absent:
        entry.check_in = Entry.CheckIn.ABSENT
    entry.save(update_fields=["imported", "check_in"])
    return entry


def _change(actor: Actor, entry: Entry, line: Line) -> None:
    """Make the changes of one row by the services that pages use."""
    taken = {change.key: change.after for change in line.taken}
    for part in range(len(line.record.members)):
        mine = {key: key + (SECOND if part else "") for key in PERSON_KEYS}
        changes = {key: taken[name] for key, name in mine.items() if name in taken and name not in ENTRY_FIELDS}
        if part == 0 and "club" in taken and line.persons[0] is not None:
            before = line.persons[0].fields["club"]
            if before in ("", line.entry.fields["club"] if line.entry else ""):
                changes["club"] = taken["club"]
        if changes:
            rename_person(actor=actor, entry=entry, position=part, changes=changes)
    whole = {key: taken[key] for key in ENTRY_FIELDS if key in taken}
    if whole:
        update_entry(actor=actor, entry=entry, changes=whole)
