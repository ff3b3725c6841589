"""What an event costs: standings from the ledger, recording a hand, and polls of pages on which nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import F, Sum
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from tests.bench.harness import Benchmark
from tests.bench.taiwan_fold import sixteen_hands
from tests.tournament import setting
from tournament.actors import Actor
from tournament.models import AuditEntry, Entry, Event, IdempotencyRecord, PostingRow, Round, Table, TableEvent
from tournament.selectors.folding import load_table, place_events, posting_rows, state_data
from tournament.selectors.tables import get_table, visible_tables
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.publishing import standings_later
from tournament.services.standings import publish

PLAYERS, ROUNDS = 400, 12
HANDS = 4
POSTS = 10
POLLS = 100
POLLS_A_SECOND = 1000 / 1.5  # an unchanged poll may cost 1.5 CPU-ms


def benchmarks() -> Iterator[Benchmark]:
    """Yield the benchmarks of this module; the large event is made when the first of its own warms up."""
    yield Benchmark(
        f"event: standings of {PLAYERS} players x {ROUNDS} rounds, from postings to the stored snapshot",
        _publish,
        unit="snapshots",
        peer=_sums_alone,
        peer_name="the sums of the ledger alone",
    )
    yield from (
        Benchmark(
            f"event: unchanged poll of {name}", _polling(address), count=POLLS, unit="polls", least=POLLS_A_SECOND
        )
        for name, address in (("standings", "standings/1/?"), ("tables", f"tables/?round={ROUNDS}&"))
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
def _large() -> Event:
    """Return an event with hands at every table of every round."""
    actor = setting.organiser("bench-organiser")
    event = _founded(actor, "bench", players=PLAYERS, rounds=ROUNDS)
    entries = {str(number): pk for number, pk in Entry.objects.filter(event=event).values_list("number", "pk")}
    with standings_later(event):
        for number in range(1, ROUNDS + 1):
            setting.running_round(event, actor, number)
            Round.objects.filter(event=event, number=number).update(status=Round.Status.CLOSED)
        for table in Table.objects.filter(event=event).select_related("event", "round"):
            loaded = load_table(event, table)
            _added, state = place_events(loaded, loaded.fold(), sixteen_hands()[:HANDS])
            table.seq, table.state, table.status = len(state.hands), state_data(state), Table.Status.RUNNING
            table.save()
            PostingRow.objects.bulk_create(posting_rows(table, state, entries))
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    return event


def _publish() -> None:
    event = _large()
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    publish(event.pk)


def _sums_alone() -> None:
    sums = PostingRow.objects.filter(event=_large()).order_by().values_list("table_id", "from_entry_id", "to_entry_id")
    list(sums.annotate(total=Sum("points")))


def _polling(address: str) -> Any:
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


def _posting(event: Event, actor: Actor) -> Any:
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


def _inserting(event: Event, actor: Actor) -> Any:
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
