"""How each act of the audit is taken back: one function an action, from the line that was written about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.errors import noop
from engine.events import Replace, dump_event
from tournament.errors import Conflict
from tournament.event_settings import settings_of
from tournament.models import (
    ApartPair,
    AuditEntry,
    Draw,
    Entry,
    EntryRuling,
    Event,
    PostingRow,
    Round,
    SeatConfirmation,
    Table,
    TableEvent,
)
from tournament.seating.inputs import read_inputs
from tournament.seating.quality import changed_report, result_of
from tournament.selectors.folding import Loaded, load_table
from tournament.selectors.seating import drafted_round, field_of
from tournament.services.areas import settle_areas
from tournament.services.draws import delete_draw, renumber_table, restore_draw
from tournament.services.making import next_attempt, seated_again
from tournament.services.redraws import undo_around
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.services.table_rights import asks_choice
from tournament.services.table_status import is_official, restore_table, set_counted, void_table
from tournament.services.table_time import add_hands, add_minutes
from tournament.services.tables import record_events
from tournament.services.writing import Write

Inverse = Callable[[Write, AuditEntry], None]
INVERSES: dict[str, Inverse] = {}
Status = Table.Status


def takes_back(*actions: str) -> Callable[[Inverse], Inverse]:
    """Register the function that takes actions back; it runs within a write that has locked the event."""

    def register(inverse: Inverse) -> Inverse:
        INVERSES.update(dict.fromkeys(actions, inverse))
        return inverse

    return register


def _number(line: AuditEntry, kind: str) -> int:
    return next(int(part.partition(":")[2]) for part in line.subject.split("/") if part.startswith(f"{kind}:"))


def _round(write: Write, line: AuditEntry) -> Round:
    found = Round.objects.select_for_update(of=("self",)).select_related("stage")
    round_ = found.get(event=write.event, number=_number(line, "round"))
    round_.event = write.event
    return round_


def _table(write: Write, line: AuditEntry, number: int | None = None) -> Table:
    tables = Table.objects.filter(round__event=write.event, draw__status=Draw.Status.RELEASED)
    table = tables.select_related("round__stage", "draw").get(
        round__number=_number(line, "round"), number=_number(line, "table") if number is None else number
    )
    table.event = table.round.event = write.event
    return table


def _confirmed(table: Table) -> int | None:
    return table.round.number if table.round.status == Round.Status.CLOSED else None


@takes_back("table.recorded")
def _recorded(write: Write, line: AuditEntry) -> None:
    """What was written is voided; what it had voided is written again where it stood in play.

    The audit keeps under which number an event was written again, since earlier lines speak of the old one.
    """
    table = _table(write, line)
    rows = list(TableEvent.objects.filter(table=table, batch=line.before["seq"]).order_by("-seq"))
    loaded, now = load_table(write.event, table), _written_again(write, table)
    events: list[dict[str, Any]] = []
    again: dict[str, int] = {}
    counted_seq = line.before.get("counted_seq", table.counted_seq)
    for row in rows:
        if row.kind == "void":
            again[str(row.body["seq"])] = table.seq + len(events)
            events.append(_as_it_stood(loaded, row, now))
        else:
            events.append({"type": "void", "seq": now.get(row.seq, row.seq), "later": "as_played"})
    record_events(
        actor=write.actor,
        table=table,
        expected_seq=table.seq,
        key=None,
        events=events,
        confirm_round=_confirmed(table),
        counts=counted_seq is None if asks_choice(table) else None,
        reason=f"undo {line.event_version}" if asks_choice(table) else "",
        detail={"again": {"table": table.pk, "seqs": again}} if again else None,
    )
    if table.counted_seq != counted_seq:
        set_counted(table, counted_seq)


def _written_again(write: Write, table: Table) -> dict[int, int]:
    """Return the newest number of each event of a table that was voided and written again."""
    kept = AuditEntry.objects.filter(event=write.event, action="table.recorded", after__again__table=table.pk)
    now: dict[int, int] = {}
    for after in kept.order_by("id").values_list("after", flat=True):
        for old, new in after["again"]["seqs"].items():
            now = {seq: new if found == int(old) else found for seq, found in now.items()} | {int(old): new}
    return now


def _as_it_stood(loaded: Loaded, void: TableEvent, now: Mapping[int, int]) -> dict[str, Any]:
    """Return a voided event to be written again: after the event of its hand that it followed in play, or first."""
    target = void.body["seq"]
    event = next(item.event for item in loaded.recorded if item.seq == target)
    body = dump_event(event)
    if isinstance(event, Replace):
        return body | {"seq": now.get(event.seq, event.seq), "later": event.later}
    earlier = replace(loaded, recorded=tuple(item for item in loaded.recorded if item.seq < void.seq))
    for items in earlier.fold().standing.play.values():
        order = [item.seq for item in items]
        if target in order:
            at = order.index(target)
            return body | {"after": now.get(order[at - 1], order[at - 1]) if at else -1}
    return body


@takes_back("table.counted")
def _counted(write: Write, line: AuditEntry) -> None:
    set_counted(_table(write, line), line.before["counted_seq"])


@takes_back("table.confirmed")
def _confirmation(write: Write, line: AuditEntry) -> None:
    table = _table(write, line)
    places = list(line.after["place"]) or [""]
    SeatConfirmation.objects.filter(table=table, seq=line.after["seq"], place__in=places).delete()
    if table.status == Status.CONFIRMED and not is_official(write.event, table):
        table.status = Status.FINISHED
        table.save(update_fields=["status"])


@takes_back("table.voided", "table.restored")
def _void(write: Write, line: AuditEntry) -> None:
    act = restore_table if line.action == "table.voided" else void_table
    found = _table(write, line)
    reason = f"undo {line.event_version}"
    table = act(actor=write.actor, table=found, reason=reason, confirm_round=_confirmed(found))
    if line.before["status"] == Status.CONFIRMED:
        table.status = Status.CONFIRMED
        table.save(update_fields=["status"])


@takes_back("table.minutes")
def _minutes(write: Write, line: AuditEntry) -> None:
    minutes = line.before["minutes"] - line.after["minutes"]
    table = _table(write, line)
    add_minutes(actor=write.actor, table=table, minutes=minutes, confirm_round=_confirmed(table))


@takes_back("table.hands")
def _hands(write: Write, line: AuditEntry) -> None:
    table, hands = _table(write, line), line.before["hands"] - line.after["hands"]
    add_hands(actor=write.actor, table=table, hands=hands, confirm_round=_confirmed(table))


@takes_back("table.renumbered")
def _renumbered(write: Write, line: AuditEntry) -> None:
    table = _table(write, line, line.after["number"])
    renumber_table(actor=write.actor, table=table, number=_number(line, "table"))


@takes_back("table.missing", "table.arrived")
def _kept_fields(write: Write, line: AuditEntry) -> None:
    table = _table(write, line)
    for name, value in line.before.items():
        setattr(table, name, value)
    table.save(update_fields=list(line.before))


@takes_back("round.started", "round.closed", "round.reopened", "round.clock")
def _round_fields(write: Write, line: AuditEntry) -> None:
    round_ = _round(write, line)
    before = line.before
    round_.status = before.get("status", round_.status)
    round_.clock_minutes, round_.clock_used_seconds = before["minutes"], before["used_seconds"]
    for field, name in (("clock_started_at", "started_at"), ("starts_at", "starts_at"), ("closed_at", "closed_at")):
        if name in before:
            setattr(round_, field, datetime.fromisoformat(before[name]) if before[name] else None)
    round_.save()
    if "event" in before and before["event"] != write.event.status:
        write.event.status = before["event"]
        write.event.save(update_fields=["status"])


@takes_back("draw.made")
def _made(write: Write, line: AuditEntry) -> None:
    round_ = _round(write, line)
    draw = _held(round_)
    draw.status = Draw.Status.DELETED
    draw.save(update_fields=["status"])
    round_.status = Round.Status.PLANNED
    round_.save(update_fields=["status"])


@takes_back("draw.put_away")
def _put_away(write: Write, line: AuditEntry) -> None:
    round_ = _round(write, line)
    draw = Draw.objects.get(round=round_, attempt=_attempt(round_, line.before["attempt"]))
    draw.status = line.before["status"]
    draw.save(update_fields=["status"])
    round_.status = line.before["round"]
    round_.save(update_fields=["status"])


@takes_back("draw.edited")
def _edited(write: Write, line: AuditEntry) -> None:
    """The changes by hand but the last, made again from the seed."""
    draw = _held(_round(write, line))
    draw.edits = draw.edits[:-1]
    draw.result = {**draw.result, **seated_again(draw)}
    draw.report = changed_report(read_inputs(draw.inputs), drafted_round(draw), draw.report, draw.seed)
    draw.save(update_fields=["edits", "result", "report"])


@takes_back("draw.released")
def _released(write: Write, line: AuditEntry) -> None:
    """The tables go, and the same seating is a draft again under a new attempt: what was at the tables stays stored."""
    round_ = _round(write, line)
    draw = _held(round_)
    PostingRow.objects.filter(table__draw=draw).delete()
    draw.status = Draw.Status.DELETED
    draw.save(update_fields=["status"])
    attempt = next_attempt(round_)
    draw.pk, draw.attempt, draw.status, draw.released_at = None, attempt, Draw.Status.DRAFT, None
    draw._state.adding = True
    draw.inputs = {**draw.inputs}
    draw.result = {**draw.result, **result_of(drafted_round(draw)), "copy_of": line.after["attempt"]}
    draw.save(force_insert=True)
    round_.status = Round.Status.DRAWN
    round_.save(update_fields=["status"])


@takes_back("draw.around")
def _around(write: Write, line: AuditEntry) -> None:
    round_ = _round(write, line)
    undo_around(round_, _attempt(round_, line.before["attempt"]), line.after["kept"])


@takes_back("draw.deleted")
def _deleted(write: Write, line: AuditEntry) -> None:
    round_ = _round(write, line)
    restore_draw(actor=write.actor, round_=round_, attempt=_attempt(round_, line.before["attempt"]))
    Round.objects.filter(pk=round_.pk).update(status=line.before["round"])


@takes_back("draw.restored")
def _restored(write: Write, line: AuditEntry) -> None:
    round_ = _round(write, line)
    delete_draw(actor=write.actor, round_=round_, confirm_round=round_.number)


@takes_back("draw.stale")
def _stale(write: Write, line: AuditEntry) -> None:
    """A draft counts again where the field is what it was drawn from."""
    round_ = _round(write, line)
    draw = Draw.objects.filter(round=round_, status=Draw.Status.STALE).first()
    if draw is not None and tuple(entry.number for entry in field_of(round_)) == read_inputs(draw.inputs).entries:
        draw.status = Draw.Status.DRAFT
        draw.save(update_fields=["status"])


@takes_back("entry.updated", "entry.promoted")
def _entry_fields(write: Write, line: AuditEntry) -> None:
    Entry.objects.filter(event=write.event, number=_number(line, "entry")).update(**line.before)


@takes_back("entry.table_fixed")
def _table_fixed(write: Write, line: AuditEntry) -> None:
    Entry.objects.filter(event=write.event, number=_number(line, "entry")).update(fixed_table=line.before["table"])


@takes_back("entries.check_in")
def _checked_in(write: Write, line: AuditEntry) -> None:
    for number, state in line.before["states"].items():
        Entry.objects.filter(event=write.event, number=int(number)).update(check_in=state)


@takes_back("check_in.closed", "check_in.reopened")
def _closed(write: Write, line: AuditEntry) -> None:
    """Open check-in again without its hour, which has passed; or close it as it was."""
    before = line.before or {}
    closed_at, until = before.get("closed_at"), before.get("until")
    write.event.check_in_closed_at = datetime.fromisoformat(closed_at) if closed_at else None
    write.event.check_in_until = datetime.fromisoformat(until) if until else None
    write.event.save(update_fields=["check_in_closed_at", "check_in_until"])


@takes_back("entries.area")
def _areas_given(write: Write, line: AuditEntry) -> None:
    for number, area in line.before["areas"].items():
        Entry.objects.filter(event=write.event, number=int(number)).update(area=area)


@takes_back("entry.added")
def _entry_added(write: Write, line: AuditEntry) -> None:
    """An entry keeps its number; who was entered by mistake is withdrawn."""
    found = Entry.objects.filter(event=write.event, number=_number(line, "entry"))
    found.update(status=Entry.Status.WITHDRAWN)


@takes_back("entry.ruled")
def _ruled(write: Write, line: AuditEntry) -> None:
    undo_entry_ruling(actor=write.actor, event=write.event, number=line.after["number"])


@takes_back("entry.ruling_undone")
def _ruling_undone(write: Write, line: AuditEntry) -> None:
    old = EntryRuling.objects.select_related("round", "entry").get(event=write.event, number=line.before["number"])
    body: Mapping[str, Any] = old.body
    rule_entry(actor=write.actor, event=write.event, round_=old.round, entry=old.entry, **body)


@takes_back("apart.added", "apart.removed")
def _apart(write: Write, line: AuditEntry) -> None:
    numbers = [int(number) for number in line.subject.partition(":")[2].split(",")]
    first, second = (Entry.objects.get(event=write.event, number=number) for number in sorted(numbers))
    if line.action == "apart.added":
        ApartPair.objects.filter(event=write.event, first=first, second=second).delete()
    else:
        reason = line.before["reason"]
        ApartPair.objects.create(event=write.event, first=first, second=second, reason=reason)


@takes_back("hall.changed")
def _hall(write: Write, line: AuditEntry) -> None:
    write.event.settings = {**write.event.settings, **line.before}
    Event.objects.filter(pk=write.event.pk).update(settings=write.event.settings)


@takes_back("areas.changed")
def _areas(write: Write, line: AuditEntry) -> None:
    held = settings_of(write.event)
    write.event.settings = {**write.event.settings, **line.before}
    Event.objects.filter(pk=write.event.pk).update(settings=write.event.settings)
    names = {new: old for old, new in line.after["renamed"].items() if old != new}
    settle_areas(write, held, settings_of(write.event), names)


def _held(round_: Round) -> Draw:
    draw = Draw.objects.filter(round=round_).exclude(status=Draw.Status.DELETED).first()
    if draw is None:
        raise Conflict("nothing_drawn", noop("This round has no draw."))
    draw.round = round_
    return draw


def _attempt(round_: Round, attempt: int) -> int:
    """Return the newest copy of a draw: taking a release back made one under a new number."""
    for draw in Draw.objects.filter(round=round_, attempt__gt=attempt).order_by("attempt"):
        if draw.result.get("copy_of") == attempt:
            return _attempt(round_, draw.attempt)
    return attempt
