"""Writing at a table: record, preview, undo, correct, finish. Every table write goes through `record_events`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.errors import noop
from engine.events import Recorded, Replace, Ruling, Void
from engine.places import Place
from engine.table import TableState
from tournament.access import may, require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_allowed
from tournament.models import Event, Round, SeatConfirmation, Table, TableEvent
from tournament.persons import parted
from tournament.selectors.folding import (
    change_of,
    event_data,
    load_table,
    place_events,
    record_data,
    state_data,
)
from tournament.selectors.persons import person_keys
from tournament.selectors.rulesets import rules_of
from tournament.services.advancing import Advance, advancing
from tournament.services.holding import no_longer_waiting
from tournament.services.rounds import begin_with_result
from tournament.services.table_cache import (
    check_seats,
    keep_persons,
    replace_lines,
    status_by,
    subject_of,
)
from tournament.services.table_rights import (
    Choice,
    check_rights,
    check_rulings,
    check_seen,
    check_taken_back,
    only_rulings,
    read_choice,
)
from tournament.services.writing import Write, answered_before, fingerprint, remember, writing

Status = Table.Status


def record_events(
    *,
    actor: Actor,
    table: Table,
    expected_seq: int,
    key: str | None,
    events: Sequence[Any],
    confirm_round: int | None = None,
    counts: bool | None = None,
    reason: str = "",
    request: Any = None,
    detail: Mapping[str, Any] | None = None,
    advance: Advance | None = None,
    of_case: bool = False,
) -> dict[str, Any]:
    """Append events to a table's list and return what they changed.

    `expected_seq` is the number of events the caller has seen: another one gives `Conflict` (409) with what was
    accepted since. `key` makes a retry of a success return the first answer. In a round that is over,
    `confirm_round` has to name the round; in an older one `counts` says, with a `reason`, whether the standings take
    what is written (and all that was for the record only before) or keep what they had. Refusals of the engine name
    `events[i]…`. Where the events were made up from a request (by dice, say), `request` is what a retry repeats, and
    `detail` is added to the audit and to the answer.
    `advance` says who keeps a place in a later stage, where that would come out otherwise.
    `of_case` is for the services of cases alone: nobody else takes a case's ruling back.
    """
    require(actor, "record", table) if not only_rulings(events) else require(actor, "rule", table)
    event = table.event
    asked = list(events) if request is None else request
    mark = mark_of(actor, table, expected_seq, request_of(asked, counts, reason))
    if (answer := answered_before(event, key, mark)) is not None:
        return answer
    check_seen(table, expected_seq)
    check_rights(actor, table, events, confirm_round)
    if not of_case:
        check_rulings(actor, table, events)
    read_choice(table, events, counts, reason)
    before, added, after = _fold_with(event, table, events)
    entries = _check_persons(event, after)
    _check_later(before, after, added, events)
    with writing(event, actor) as write:
        if (answer := answered_before(event, key, mark)) is not None:
            write.cancel()
            return answer
        locked_round = Round.objects.select_for_update().get(pk=table.round_id)
        locked = Table.objects.select_for_update().select_related("draw").get(pk=table.pk)
        locked.event, locked.round = write.event, locked_round
        check_seen(locked, expected_seq)
        check_rights(actor, locked, events, confirm_round)
        if not of_case:
            check_rulings(actor, locked, events)
        choice = read_choice(locked, events, counts, reason)
        counted_seq = locked.counted_seq
        if choice is not None:
            locked.counted_seq = None if choice.counts else expected_seq if counted_seq is None else counted_seq
        subject = subject_of(locked)
        with advancing(write, [table.round], advance, subject) as decided:
            if counted_seq is not None or locked.counted_seq is not None or set(after.persons) != set(before.persons):
                keep_persons(
                    locked, entries if locked.counted_seq is None else entries | _counted_entries(write, locked)
                )
            _append(write, locked, added, after, entries, choice)
        if locked.state["finished"] or any(hand["closed_by"] is not None for hand in locked.state["hands"]):
            begin_with_result(write, locked_round)
        answer = _answer(locked, added, before, after) | dict(detail or {})
        write.audit(
            "table.recorded",
            subject,
            before={"seq": expected_seq} | ({} if choice is None else {"counted_seq": counted_seq}),
            after={"seq": locked.seq, "kinds": [item.event.kind for item in added], **(detail or {})}
            | ({} if choice is None else {"counts": choice.counts})
            | ({"advance": decided} if decided else {}),
            reason="" if choice is None else choice.reason,
        )
        remember(write.event, key, mark, answer)
    table.seq, table.state, table.status = locked.seq, locked.state, locked.status
    table.round.status, table.round.clock_started_at = locked_round.status, locked_round.clock_started_at
    table.counted_seq, table.record = locked.counted_seq, locked.record
    return answer


def request_of(request: Any, counts: bool | None, reason: str) -> Any:
    """Return a request with what was chosen of an older round, by which its retry is known."""
    return request if counts is None else [request, counts, reason]


def preview_events(*, actor: Actor, table: Table, events: Sequence[Any]) -> dict[str, Any]:
    """Return what events would change, without writing: lines, totals before and after, breaks, open liabilities.

    Each liability lists in `asks` the facts that a later win must answer. Refusals are those of `record_events`.
    """
    if not (may(actor, "record", table) or may(actor, "rule", table) or may(actor, "call", table)):
        raise not_allowed()
    before, added, after = _fold_with(table.event, table, events)
    check_seats(table, _check_persons(table.event, after))
    return _answer(table, added, before, after) | {"seq": table.seq}


def undo(
    *,
    actor: Actor,
    table: Table,
    expected_seq: int,
    key: str | None,
    later: str = "as_played",
    confirm_round: int | None = None,
    counts: bool | None = None,
    reason: str = "",
    advance: Advance | None = None,
) -> dict[str, Any]:
    """Take back the last write that still stands; undoing again goes one write further back.

    A closed round is named, and an older one asks what this is for, as by `record_events`. The ruling of a case is not
    taken back so: the refusal names the case (`check_rulings`). A player takes back no entry of the staff.
    """
    require(actor, "record", table)  # before a stale caller is shown what was recorded
    if (answer := _retried_undo(actor, table, expected_seq, key, later, counts, reason)) is not None:
        return answer
    check_seen(table, expected_seq)
    events = [{"type": "void", "seq": seq, "later": later} for seq in _last_write(table)]
    return record_events(
        actor=actor,
        table=table,
        expected_seq=expected_seq,
        key=key,
        events=events,
        confirm_round=confirm_round,
        counts=counts,
        reason=reason,
        advance=advance,
    )


def check_undo(*, actor: Actor, table: Table) -> None:
    """Refuse what `undo` would refuse of the last write: there is none, it is the staff's, or it is a ruling."""
    events = [{"type": "void", "seq": seq} for seq in _last_write(table)]
    check_taken_back(actor, table, events)
    check_rulings(actor, table, events)


def _last_write(table: Table) -> list[int]:
    """Return the entries of the last write that still stands, the newest first; refused where there is none."""
    rows = list(TableEvent.objects.filter(table=table).order_by("-seq").values("seq", "kind", "batch", "body"))
    gone = {row["body"]["seq"] for row in rows if row["kind"] == "void"}
    standing = [row for row in rows if row["kind"] != "void" and row["seq"] not in gone]
    if not standing:
        raise Refused("nothing_to_undo", noop("There is nothing to undo at this table."))
    return [row["seq"] for row in standing if row["batch"] == standing[0]["batch"]]


def _retried_undo(
    actor: Actor, table: Table, expected_seq: int, key: str | None, later: str, counts: bool | None, reason: str
) -> dict[str, Any] | None:
    """Answer a retry, whose events can only be read off what the first request wrote."""
    if not key or table.seq <= expected_seq:
        return None
    written = TableEvent.objects.filter(table=table, batch=expected_seq, kind="void").order_by("seq")
    events = [{"type": "void", "seq": row.body["seq"], "later": later} for row in written]
    return answered_before(table.event, key, mark_of(actor, table, expected_seq, request_of(events, counts, reason)))


def correct(
    *,
    actor: Actor,
    table: Table,
    expected_seq: int,
    key: str | None,
    seq: int,
    replacement: Mapping[str, Any] | None,
    later: str | None = None,
    confirm_round: int | None = None,
    counts: bool | None = None,
    reason: str = "",
    advance: Advance | None = None,
) -> dict[str, Any]:
    """Replace one recorded event, or take it out (`replacement` None).

    Where later hands would then have been played with another deal than expected, `later` has to say whether they
    stay `as_played` or take over the `expected` values; without it `Conflict` `later_missing` lists the breaks. In an
    older round `counts` and `reason` are asked for, as by `record_events`.
    """
    body: dict[str, Any] = {"type": "void", "seq": seq}
    if replacement is not None:
        body = {"type": "replace", "seq": seq, "with": dict(replacement)}
    if later is not None:
        body["later"] = later
    return record_events(
        actor=actor,
        table=table,
        expected_seq=expected_seq,
        key=key,
        events=[body],
        confirm_round=confirm_round,
        counts=counts,
        reason=reason,
        advance=advance,
    )


def finish_table(
    *,
    actor: Actor,
    table: Table,
    expected_seq: int,
    key: str | None,
    confirm_round: int | None = None,
    counts: bool | None = None,
    reason: str = "",
    advance: Advance | None = None,
) -> dict[str, Any]:
    """End a table's round (by the clock, or because the staff says so)."""
    return record_events(
        actor=actor,
        table=table,
        expected_seq=expected_seq,
        key=key,
        events=[{"type": "finish"}],
        confirm_round=confirm_round,
        counts=counts,
        reason=reason,
        advance=advance,
    )


def _counted_entries(write: Write, table: Table) -> dict[str, int]:
    """Return the keys of the entries whose results at a table the standings count."""
    state = load_table(write.event, table).counted(table.counted_seq)
    return person_keys(write.event, state.persons)


def mark_of(actor: Actor, table: Table, expected_seq: int, request: Any) -> str:
    """Return what identifies a request to write at a table."""
    who = [actor.user.pk if actor.user else None, actor.entry.pk if actor.entry else None]
    return fingerprint([table.pk, expected_seq, request, who])


def _fold_with(
    event: Event, table: Table, events: Sequence[Any]
) -> tuple[TableState, tuple[Recorded, ...], TableState]:
    loaded = load_table(event, table)
    if not isinstance(events, Sequence) or isinstance(events, str | bytes):
        raise Refused("unreadable", noop("This cannot be read: {detail}"), path="events", detail=type(events).__name__)
    before = loaded.fold()
    added, after = place_events(loaded, before, events)
    return before, added, after


def _check_persons(event: Event, state: TableState) -> dict[str, int]:
    """Refuse persons who are not of the event, and a side shared by two entries; returns the keys of their entries."""
    entries = person_keys(event, state.persons)
    for person in state.persons:
        if not person.strip():
            raise Refused("person_missing", noop("Say who sits there, or leave the place empty."), path="events")
        if person not in entries:
            raise Refused("entry_unknown", noop("There is no entry {number}."), path="events", number=person)
    ruleset = rules_of(event).ruleset
    if any(parted(ruleset, seats) for seats in (state.seats, *(hand.seats for hand in state.hands))):
        raise Refused("partners_apart", noop("A side of the table belongs to one pair."), path="events")
    return {person: entries[person] for person in state.persons}


def _check_later(before: TableState, after: TableState, added: Sequence[Recorded], events: Sequence[Any]) -> None:
    """Ask once what later hands become when a correction changes who should have dealt."""
    silent = [
        index
        for index, item in enumerate(added)
        if isinstance(item.event, Void | Replace) and "later" not in events[index]
    ]
    if not silent or any(isinstance(item.event, Ruling) for item in added):
        return
    new = change_of(before, after)["new_breaks"]
    if new:
        raise Conflict(
            "later_missing",
            noop("Later hands were then played with another deal than expected: keep them, or take the expected deal."),
            path=f"events[{silent[0]}].later",
            facts={"breaks": new, "choices": ["as_played", "expected"], "default": "expected"},
        )


def _append(
    write: Write,
    table: Table,
    added: Sequence[Recorded],
    state: TableState,
    entries: Mapping[str, int],
    choice: Choice | None,
) -> None:
    first = table.seq
    TableEvent.objects.bulk_create(
        TableEvent(
            table=table,
            seq=item.seq,
            kind=item.event.kind,
            hand=item.event.hand,
            after=item.event.after,
            body=event_data(item.event),
            actor=write.actor.user,
            actor_entry=write.actor.entry,
            at=write.at,
            batch=first,
            correction=None if choice is None else choice.data,
        )
        for item in added
    )
    official = table.status == Status.CONFIRMED
    table.seq = first + len(added)
    if table.counted_seq is not None:
        _keep_record(write, table, state, official=official)
        return
    table.state, table.record = state_data(state), None
    table.status = status_by(state)
    table.started_at = table.started_at or write.at
    table.finished_at = (table.finished_at or write.at) if state.finished else None
    came = [place for place, waited in table.waiting.items() if state.seats[cast(Place, place)] != waited["person"]]
    if came or state.finished:
        no_longer_waiting(table, came if not state.finished else list(table.waiting), write.at)
    if official and state.finished:
        _stay_official(write, table)
        table.status = Status.CONFIRMED
    table.save(
        update_fields=[
            "seq", "state", "status", "started_at", "finished_at", "waiting", "held_at", "held_seconds",
            "counted_seq", "record",
        ]
    )  # fmt: skip
    replace_lines(table, state, entries)


def _keep_record(write: Write, table: Table, state: TableState, *, official: bool) -> None:
    """Keep a result for the record only: state, status and lines stay those that the standings count."""
    table.record = record_data(state)
    if official:
        _stay_official(write, table)
    table.save(update_fields=["seq", "counted_seq", "record"])


def _stay_official(write: Write, table: Table) -> None:
    """Only referees correct a confirmed table; what they correct stays official, by their own confirmation."""
    SeatConfirmation.objects.create(
        table=table, seq=table.seq, actor=write.actor.user, actor_entry=write.actor.entry, at=write.at
    )


def _answer(table: Table, added: Sequence[Recorded], before: TableState, after: TableState) -> dict[str, Any]:
    return {
        "round": table.round.number,
        "table": table.number,
        "seq": table.seq,
        "status": table.status,
        "events": [{"seq": item.seq, "body": event_data(item.event)} for item in added],
        **change_of(before, after),
    }
