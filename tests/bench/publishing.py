"""What standings of a large event cost, from the lines of the ledger to the stored snapshot."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.utils import timezone

from engine.places import PLACES
from tests.bench.harness import Benchmark
from tests.toy.finding import toy_found
from tournament.actors import SYSTEM
from tournament.models import Draw, Entry, Event, PostingRow, Round, Snapshot, Table
from tournament.services.events import create_event
from tournament.services.standings import compute_bodies, publish, store

PLAYERS, ROUNDS, HANDS = 400, 12, 16

_found = toy_found()


def benchmarks() -> Sequence[Benchmark]:
    """Return the one of this module."""
    _found.__enter__()
    event = _event()

    def run() -> None:
        Snapshot.objects.filter(event=event).delete()
        publish(event.pk)

    bodies = compute_bodies(event)

    def bare() -> None:
        Snapshot.objects.filter(event=event).delete()
        list(PostingRow.objects.filter(event=event).values_list("from_entry", "to_entry", "points"))
        store(event, bodies)

    return [
        Benchmark(
            name=f"standings of {PLAYERS} players x {ROUNDS} rounds, from the ledger's lines to the stored snapshot",
            run=run,
            unit="snapshots",
            peer=bare,
            peer_name="reading the lines and storing the bytes alone",
        )
    ]


def _event() -> Event:
    """Return an event whose rows are written straight into the database: three lines a hand."""
    event = create_event(
        actor=SYSTEM, name="Large", slug="large", zone="UTC", game="toy", preset="evening", rounds=ROUNDS
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=number, name=f"選手 {number}", link_token=f"large-{number}")
        for number in range(1, PLAYERS + 1)
    )
    chance = random.Random("large")
    for round_ in Round.objects.filter(event=event):
        round_.status = Round.Status.CLOSED
        round_.save()
        draw = Draw.objects.create(
            round=round_, attempt=1, status=Draw.Status.RELEASED, result={"tables": [], "out": [], "absent": []},
            released_at=timezone.now(),
        )  # fmt: skip
        chance.shuffle(entries)
        fours = [entries[first : first + 4] for first in range(0, PLAYERS, 4)]
        tables = Table.objects.bulk_create(
            Table(event=event, round=round_, draw=draw, number=number, status="confirmed", state=_state(four))
            for number, four in enumerate(fours, start=1)
        )
        PostingRow.objects.bulk_create(
            PostingRow(
                event=event, round=round_, table=table, line=hand * 3 + line, hand=hand + 1, seq=hand, reason="win",
                from_place="S", to_place="E", from_entry=four[(hand + line) % 4], to_entry=four[(hand + 3) % 4],
                points=chance.randrange(1, 20), account="table",
            )
            for table, four in zip(tables, fours, strict=True)
            for hand in range(HANDS)
            for line in range(3)
        )  # fmt: skip
    return event


def _state(four: Sequence[Entry]) -> dict:
    seats = {place: str(entry.number) for place, entry in zip(PLACES, four, strict=True)}
    hands = [{"number": n, "deal": {}, "seats": seats, "events": [n], "closed_by": n} for n in range(1, HANDS + 1)]
    persons = dict.fromkeys(seats.values(), 0)
    return {"seats": seats, "persons": persons, "hands": hands, "measures": {p: {"wins": 4} for p in persons}}
