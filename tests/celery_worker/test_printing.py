"""A PDF on a real worker, killed in the middle: the sweep has it made again."""

from __future__ import annotations

import os
import signal
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests.tournament import setting
from tools import services
from tournament.models import PrintJob
from tournament.services.printing import file_of, heal_prints, start_print

pytestmark = [pytest.mark.celery, pytest.mark.pdf, pytest.mark.django_db(transaction=True)]


def pool_process(worker) -> int:
    """Return the process of a worker that runs its tasks, 0 while there is none."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    return int(children[0]) if children else 0


def test_a_pdf_whose_worker_is_killed_is_made_again_by_the_sweep(worker):
    organiser = setting.organiser()
    event = setting.event(organiser, players=240, game="taiwan", preset="club_day")
    job = start_print(
        actor=organiser, event=event, kind="cards", options={"numbers": []}, language="zh-hant", paper="a4", site=""
    )
    services.wait_until(lambda: PrintJob.objects.get().done, worker, 60)
    killed = pool_process(worker)
    os.kill(killed, signal.SIGKILL)
    services.wait_until(lambda: pool_process(worker) not in (0, killed), worker, 30)
    time.sleep(1)  # the broker has delivered the task again, and it was left alone
    assert PrintJob.objects.get().status == "running"
    PrintJob.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    assert heal_prints() == 1
    services.wait_until(lambda: PrintJob.objects.get().status == "done", worker, 60)
    job.refresh_from_db()
    path = file_of(job)
    assert path is not None and path.read_bytes().startswith(b"%PDF") and (job.pages, job.tries) == (24, 1)
    path.unlink()
