"""What paper costs: 400 seat cards with QR codes as PDF, as the background task makes them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache

from django.test import override_settings

from tests.bench.harness import Benchmark
from tests.tournament import setting
from tournament.actors import Actor
from tournament.models import Event, PrintJob
from tournament.services.entries import add_entries
from tournament.services.events import create_event
from tournament.services.printing import run_print

CARDS = 400
CPU_SECONDS = 20


def benchmarks() -> Iterator[Benchmark]:
    """Yield the benchmark of this module."""
    yield Benchmark("print: 400 cards", _print, count=CARDS, unit="cards", least=CARDS / CPU_SECONDS)


@cache
def _event() -> tuple[Event, Actor]:
    actor = setting.organiser("bench-printer")
    event = create_event(
        actor=actor, name="第三十屆亞洲城市友誼麻將公開賽", slug="bench-print", zone="Asia/Taipei", game="taiwan",
        preset="club_day",
    )  # fmt: skip
    # A name of three characters each, most of them used by nobody else: the fonts are cut to what is printed.
    names = ["".join(chr(0x4E00 + number * step % 8000) for step in (7, 13, 17)) for number in range(1, CARDS + 1)]
    add_entries(actor=actor, event=event, names=names)
    return event, actor


def _print() -> None:
    event, actor = _event()
    with tempfile.TemporaryDirectory() as folder, override_settings(PRINT_ROOT=folder):
        job = PrintJob.objects.create(
            event=event, kind="cards", options={"numbers": []}, language="zh-hant", paper="a4",
            site="http://192.168.1.20:8000", requested_by=actor.user,
        )  # fmt: skip
        assert run_print(job.pk) == "done"
        job.refresh_from_db()
        assert (job.pages, job.done, job.missing) == (CARDS // 10, CARDS, "")
