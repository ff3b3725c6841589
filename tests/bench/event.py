"""What an event costs: standings from the ledger, recording a hand, and polls of pages on which nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count
from random import Random
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from engine.places import PLACES
from tests.bench.harness import Benchmark
from tests.tournament import setting
from tournament.actors import Actor
from tournament.models import (
    AuditEntry,
    Draw,
    Entry,
    Event,
    IdempotencyRecord,
    PostingRow,
    Round,
    Snapshot,
    Table,
    TableEvent,
    User,
)
from tournament.selectors.tables import get_table, visible_tables
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.publishing import standings_later
from tournament.services.standings import compute_bodies, publish, store

PLAYERS, ROUNDS = 400, 12
HALL = 800  # players at 200 tables
HANDS = 16
POSTS = 10
POLLS = 100
POLLS_A_SECOND = 1000 / 1.5  # an unchanged poll may cost 1.5 CPU-ms
OPENED = 5
PAGES_A_SECOND = 1000 / 60  # a list page may cost 60 CPU-ms
# List pages: name, address below the event's, whether the organiser opens it.
LISTS = (
    ("public page of the event", "", False),
    ("page of standings", "standings/", False),
    ("page of seating", "seating/", False),
    ("page of tables", "tables/", False),
    ("page of the projector", "projector/", False),
    ("page of rulings", "rulings/", False),
    ("page of a player", "player/1/", False),
    ("page of entries", "manage/entries/", True),
    ("page of registrations", "manage/registrations/", True),
    ("page of check-in", "manage/check-in/", True),
    ("organiser's page", "manage/", True),
    ("console of a round", f"manage/rounds/{ROUNDS}/", True),
    ("page of calls", "calls/", True),
    ("page of the audit", "manage/audit/", True),
    ("page of messages", "manage/messages/", True),
    ("page of stages", "manage/stages/", True),
    ("page of wishes", "manage/wishes/", True),
    ("page that reveals the results", "manage/reveal/", True),
)


def benchmarks() -> Iterator[Benchmark]:
    """Yield the benchmarks of this module; the large event is made when the first of its own warms up."""
    yield Benchmark(
        f"event: standings of {PLAYERS} players x {ROUNDS} rounds, from the ledger's lines to the stored snapshot",
        _publish,
        unit="snapshots",
        peer=_read_and_store(),
        peer_name="reading the lines and storing the bytes alone",
    )
    yield from (
        Benchmark(
            f"event: unchanged poll of {name}", _polling(address), count=POLLS, unit="polls", least=POLLS_A_SECOND
        )
        for name, address in (("standings", "standings/1/?"), ("tables", f"tables/?round={ROUNDS}&"))
    )
    for name, address, staff in LISTS:
        yield Benchmark(
            f"event: {name}, {HALL // 4} tables x {ROUNDS} rounds",
            _opening(address, staff=staff),
            count=OPENED,
            unit="pages",
            least=PAGES_A_SECOND,
        )
    organiser = setting.organiser("bench-scorer")
    event = _founded(organiser, "bench-hands", players=4 * POSTS, rounds=1)
    setting.running_round(event, organiser)
    with standings_later(event):  # computing standings is a worker's time, not the request's
        yield Benchmark(
            "event: POST of a hand",
            _posting(event, organiser),
            count=POSTS,
            unit="hands",
            peer=_inserting(event, organiser),
            peer_name="its bare INSERTs",
        )


def _founded(actor: Actor, slug: str, *, players: int, rounds: int) -> Event:
    event = create_event(
        actor=actor,
        name="Bench",
        slug=slug,
        zone="Asia/Taipei",
        game="taiwan",
        preset="club_day",
        rounds=rounds,
        length={"unit": "hands", "count": 99},
    )
    add_entries(actor=actor, event=event, names=[f"選手 {number:03}" for number in range(1, players + 1)])
    check_in(actor=actor, event=event, numbers=list(range(1, players + 1)), state="present")
    return event


@cache
def _large(players: int = PLAYERS) -> Event:
    """Return an event whose rows are written straight into the database: three lines a hand."""
    event = _founded(
        setting.organiser(f"bench-organiser-{players}"), f"bench-{players}", players=players, rounds=ROUNDS
    )
    entries = list(Entry.objects.filter(event=event))
    chance = Random("large")
    for round_ in Round.objects.filter(event=event):
        round_.status = Round.Status.CLOSED
        round_.save()
        draw = Draw.objects.create(
            round=round_, attempt=1, status=Draw.Status.RELEASED, result={"tables": [], "out": [], "absent": []},
            released_at=timezone.now(),
        )  # fmt: skip
        chance.shuffle(entries)
        fours = [entries[first : first + 4] for first in range(0, players, 4)]
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
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    publish(event.pk)
    return event


def _state(four: Sequence[Entry]) -> dict[str, Any]:
    seats = {place: str(entry.number) for place, entry in zip(PLACES, four, strict=True)}
    hands = [{"number": n, "deal": {}, "seats": seats, "events": [n], "closed_by": n} for n in range(1, HANDS + 1)]
    persons = dict.fromkeys(seats.values(), 0)
    measures = {person: {"wins": 4} for person in persons}
    scores = dict.fromkeys(PLACES, 0)
    return {
        "seats": seats, "persons": persons, "hands": hands, "measures": measures, "hand": HANDS, "scores": scores
    }  # fmt: skip


def _publish() -> None:
    Snapshot.objects.filter(event=_large()).delete()
    publish(_large().pk)


def _read_and_store() -> Callable[[], None]:
    @cache
    def bodies() -> dict[int, str]:
        return compute_bodies(_large())

    def bare() -> None:
        event = _large()
        Snapshot.objects.filter(event=event).delete()
        list(PostingRow.objects.filter(event=event).values_list("from_entry", "to_entry", "points"))
        store(event, bodies())

    return bare


def _polling(address: str) -> Callable[[], None]:
    client = Client(headers={"HX-Request": "true"})

    @cache
    def marked() -> str:
        url = f"{reverse('event', args=[_large().slug])}{address}"
        return f"{url}v={client.get(url).context['mark']}"

    def poll() -> None:
        asked = marked()
        for _ in range(POLLS):
            assert client.get(asked).status_code == 204

    return poll


@cache
def _browser(staff: bool) -> Client:
    found = Client()
    if staff:
        user = User.objects.get(username=f"bench-organiser-{HALL}")
        found.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return found


def _opening(address: str, *, staff: bool) -> Callable[[], None]:
    """Open a list page as whoever it is for, whole, with the caches as they are in use."""

    def open_it() -> None:
        url = f"{reverse('event', args=[_large(HALL).slug])}{address}"
        for _ in range(OPENED):
            response = _browser(staff).get(url)
            assert response.status_code == 200, (url, response.status_code)

    return open_it


def _posting(event: Event, actor: Actor) -> Callable[[], None]:
    client = APIClient()
    client.force_login(actor.user)
    numbers = list(visible_tables(event).values_list("number", flat=True))
    seqs, keys = count(), count()

    def post() -> None:
        seq = next(seqs)
        for number in numbers:
            response = client.post(
                f"/api/v1/events/{event.slug}/rounds/1/tables/{number}/events/",
                {"expected_seq": seq, "events": [setting.win()]},
                headers={"Idempotency-Key": f"bench-{next(keys)}"},
            )
            assert response.status_code == 201, response.content

    return post


def _inserting(event: Event, actor: Actor) -> Callable[[], None]:
    """Insert what one such request leaves behind, and nothing else; the rows need not make sense together."""
    table = get_table(event, 1, 1)
    seqs = count(1_000)
    body = {**setting.win(), "hand": 1, "dealer": "E", "streak": 0, "round_wind": "E"}
    payer, payee = Entry.objects.filter(event=event).values_list("pk", flat=True)[:2]

    def insert() -> None:
        for _ in range(POSTS):
            seq, now = next(seqs), timezone.now()
            with transaction.atomic():
                TableEvent.objects.create(
                    table=table, seq=seq, kind="win", hand=1, body=body, actor=actor.user, at=now, batch=seq
                )
                PostingRow.objects.create(
                    event=event,
                    round=table.round,
                    table=table,
                    line=seq,
                    hand=1,
                    seq=seq,
                    from_place="S",
                    to_place="E",
                    from_entry_id=payer,
                    to_entry_id=payee,
                    points=1,
                    account="table",
                    reason="win",
                )
                AuditEntry.objects.create(
                    event=event, actor=actor.user, action="table.recorded", before={"seq": seq}, after=body, at=now
                )
                IdempotencyRecord.objects.create(event=event, key=f"bare-{seq}", fingerprint="0" * 64, response="{}")

    return insert
