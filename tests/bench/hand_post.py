"""What entering a hand costs, against the bare rows it writes."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence

from django.db import transaction
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

from tests.bench.harness import Benchmark
from tests.tournament import setting
from tests.toy.finding import toy_found
from tournament.models import AuditEntry, Event, IdempotencyRecord, PostingRow, Table, TableEvent
from tournament.services.publishing import standings_later

HANDS = 16
TABLES = 16

_found = toy_found()


def benchmarks() -> Sequence[Benchmark]:
    """Return the one of this module: sixteen hands at a table, each posted as a phone does.

    The standings of 64 players, which a worker computes, are computed once at the end.
    """
    _found.__enter__()
    actor = setting.organiser("bench")
    event = setting.event(actor, players=4 * TABLES, slug="bench", length={"unit": "hands", "count": HANDS})
    setting.running_round(event, actor)
    client = Client(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=actor.user).key}")
    tables = itertools.cycle(Table.objects.filter(event=event).select_related("draw", "round", "event"))
    posting = {"seat": "E", "by": "discard", "total": 2}
    keys = itertools.count()

    def post() -> None:
        with standings_later(event):
            enter(next(tables))

    def enter(table: Table) -> None:
        assert table.seq == 0, "more tables are needed"
        for seq in range(HANDS):
            body = {"expected_seq": seq, "events": [{"type": "win", "wins": [{**posting, "from": "S"}]}]}
            response = client.post(
                f"/api/v1/events/bench/rounds/1/tables/{table.number}/events/",
                json.dumps(body),
                content_type="application/json",
                headers={"Idempotency-Key": str(next(keys))},
            )
            assert response.status_code == 201, response.content
        table.seq = HANDS

    numbers = itertools.count(1)
    first = Table.objects.filter(event=event).first()

    def insert() -> None:
        number = next(numbers)
        table = Table.objects.create(event=event, round=first.round, draw=first.draw, number=1000 + number)
        for seq in range(HANDS):
            with transaction.atomic():
                Event.objects.filter(pk=event.pk).update(version=1)
                who = {"actor": actor.user, "at": timezone.now()}
                TableEvent.objects.create(table=table, seq=seq, kind="win", hand=seq + 1, body={}, batch=seq, **who)
                PostingRow.objects.create(
                    event=event, round=first.round, table=table, line=seq, hand=seq + 1, seq=seq, from_place="S",
                    to_place="E", points=3, account="table", reason="win",
                )  # fmt: skip
                AuditEntry.objects.create(event=event, action="bench", **who)
                IdempotencyRecord.objects.create(event=event, key=f"b{number}-{seq}", fingerprint="", response="{}")
                Table.objects.filter(pk=table.pk).update(seq=seq + 1)

    return [
        Benchmark(
            name="a hand posted through the API",
            run=post,
            count=HANDS,
            unit="hands",
            peer=insert,
            peer_name="its bare rows",
        )
    ]
