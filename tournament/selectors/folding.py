"""A table as the engine sees it: its seats, start and events, loaded and folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from engine.dealing import Start
from engine.decoding import decode, plain
from engine.errors import RuleError
from engine.events import GameEvent, Recorded, TableEvent, dump_event, parse_event
from engine.places import HOUSE, PLACES, Place
from engine.postings import Posting
from engine.registry import game_of
from engine.rulesets import ResolvedRuleset
from engine.table import TableState, fold, place_event
from tournament.models import Event, PostingRow, Table
from tournament.models import TableEvent as TableEventRow
from tournament.persons import drawn_members, person_name
from tournament.selectors.rulesets import rules_of


@dataclass(frozen=True)
class Loaded:
    """All that the fold of one table needs; `recorded` are the stored events in order of entry."""

    rules: ResolvedRuleset
    seats: dict[Place, str | None]
    start: Start
    recorded: tuple[Recorded, ...]

    def fold(self, more: Sequence[Recorded] = ()) -> TableState:
        """Fold the stored events, and `more` after them."""
        return fold(self.rules, self.seats, self.start, (*self.recorded, *more))

    def counted(self, counted_seq: int | None) -> TableState:
        """Fold what the standings count: without what was corrected for the record only."""
        return self.fold() if counted_seq is None else self.up_to(counted_seq).fold()

    def up_to(self, seq: int) -> Loaded:
        """Return the table as it was before the event of that number was written."""
        return replace(self, recorded=tuple(item for item in self.recorded if item.seq < seq))


def load_table(event: Event, table: Table) -> Loaded:
    """Read a table's first seats and events."""
    rules = rules_of(event)
    seats: dict[Place, str | None] = dict.fromkeys(PLACES)
    members = drawn_members(rules.ruleset)
    for place, number, member in table.seats.values_list("place", "entry__number", "member"):
        if number is not None:
            seats[place] = person_name(number, None if members[place] is None else member)
    bodies = TableEventRow.objects.filter(table=table).order_by("seq").values_list("seq", "body")
    kinds = dict(game_of(rules).events)
    recorded = tuple(Recorded(seq, parse_event(kinds, body, f"recorded[{seq}]")) for seq, body in bodies)
    return Loaded(rules, seats, decode(Start, table.start, "start"), recorded)


def place_events(loaded: Loaded, before: TableState, items: Sequence[Any]) -> tuple[tuple[Recorded, ...], TableState]:
    """Read new events, decide hand, place in play and deal as played of each, and fold everything.

    Returns the new events with their sequence numbers and the state after them. Refusals name `events[i]…` for a new
    event and `recorded[seq]…` for a stored one that no longer fits.
    """
    kinds = dict(game_of(loaded.rules).events)
    first = len(loaded.recorded)
    added: list[Recorded] = []
    state: TableState | None = before
    try:
        for index, item in enumerate(items):
            event = parse_event(kinds, item, f"events[{first + index}]")
            if isinstance(event, GameEvent) and (event.hand is None or event.dealer is None):
                state = state or loaded.fold(added)
                event = _as_played(event, state)
            else:
                recorded = (*loaded.recorded, *added)
                event = place_event(loaded.rules, loaded.seats, loaded.start, recorded, event)
            added.append(Recorded(first + index, event))
            state = None
        return tuple(added), loaded.fold(added)
    except RuleError as error:
        raise _repath(error, first) from None


def _as_played(event: GameEvent, state: TableState) -> TableEvent:
    """Store hand and deal with an event of the hand in play, so that what was played stays played."""
    hand = state.hand if event.hand is None else event.hand
    if hand != state.hand:
        return event
    deal = state.expected
    return msgspec.structs.replace(
        event,
        hand=hand,
        dealer=deal.dealer if event.dealer is None else event.dealer,
        streak=deal.streak if event.streak is None else event.streak,
        round_wind=deal.round_wind if event.round_wind is None else event.round_wind,
    )


def _repath(error: RuleError, first: int) -> RuleError:
    """Name new events by their index in the request, stored ones as `recorded[seq]`."""
    head, bracket, rest = error.path.partition("]")
    if bracket and head.startswith("events[") and head[7:].isdecimal():
        seq = int(head[7:])
        path = f"events[{seq - first}]{rest}" if seq >= first else f"recorded[{seq}]{rest}"
        return RuleError(error.code, error.template, path=path, **error.params)
    return error


def event_data(event: TableEvent) -> dict[str, Any]:
    """Return an event as it is stored and shown."""
    return dump_event(event)


def posting_data(posting: Posting) -> dict[str, Any]:
    """Return a line as it is shown: persons as the fold names them, or `house`."""
    return {
        "hand": posting.hand,
        "seq": posting.seq,
        "from": posting.from_person,
        "to": posting.to_person,
        "from_place": posting.from_place,
        "to_place": posting.to_place,
        "points": posting.points,
        "account": posting.account,
        "reason": posting.reason,
        "article": posting.article,
        "liability": posting.liability,
    }


def change_of(before: TableState, after: TableState) -> dict[str, Any]:
    """Return what a write changes: lines that go and lines that come, totals before and after, breaks, liabilities."""
    old, new = Counter(before.postings), Counter(after.postings)
    gone, come = old - new, new - old
    return {
        "removed": [posting_data(posting) for posting in _picked(before.postings, gone)],
        "postings": [posting_data(posting) for posting in _picked(after.postings, come)],
        "before": before.persons,
        "after": after.persons,
        "breaks": [plain(item) for item in after.breaks],
        "new_breaks": [plain(item) for item in after.breaks if item not in before.breaks],
        "liabilities": [plain(item) for item in after.liabilities],
        "hand": after.hand,
        "expected": plain(after.expected),
        "finished": after.finished,
    }


def _picked(postings: Sequence[Posting], wanted: Counter[Posting]) -> list[Posting]:
    left = wanted.copy()
    picked = []
    for posting in postings:
        if left[posting] > 0:
            left[posting] -= 1
            picked.append(posting)
    return picked


def state_data(state: TableState) -> dict[str, Any]:
    """Return the state as it is kept with the table, without its lines (those are posting rows)."""
    return {
        "hand": state.hand,
        "scores": state.scores,
        "persons": state.persons,
        "accounts": {account: totals for account, totals in state.accounts.items() if account != "table" and totals},
        "measures": state.measures,
        "seats": state.seats,
        "flags": [plain(item) for item in state.flags],
        "liabilities": [plain(item) for item in state.liabilities],
        "breaks": [plain(item) for item in state.breaks],
        "finished": state.finished,
        "finished_by": state.finished_by,
        "progress": plain(state.progress),
        "expected": plain(state.expected),
        "hands": [
            {
                "number": hand.number,
                "deal": plain(hand.deal),
                "seats": hand.seats,
                "events": list(hand.events),
                "closed_by": hand.closed_by,
            }
            for hand in state.hands
        ],
    }


def record_data(state: TableState) -> dict[str, Any]:
    """Return a result that is kept for the record only, as it is kept with the table: the state and its lines."""
    return {**state_data(state), "postings": [posting_data(posting) for posting in state.postings]}


def posting_rows(table: Table, state: TableState, entries: dict[str, int]) -> list[PostingRow]:
    """Return the rows that belong to a table: all lines of its fold, of a void table only those of other accounts.

    `entries` maps persons to the primary keys of their entries.
    """
    void = table.status == Table.Status.VOID
    return [
        PostingRow(
            event_id=table.event_id,
            round_id=table.round_id,
            table_id=table.pk,
            line=line,
            hand=posting.hand,
            seq=posting.seq,
            from_place=posting.from_place,
            to_place=posting.to_place,
            from_entry_id=None if posting.from_person == HOUSE else entries[posting.from_person],
            to_entry_id=None if posting.to_person == HOUSE else entries[posting.to_person],
            points=posting.points,
            account=posting.account,
            reason=posting.reason,
            article=posting.article,
            liability=posting.liability,
        )
        for line, posting in enumerate(state.postings)
        if not (void and posting.account == "table")
    ]
