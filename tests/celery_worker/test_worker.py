"""Tasks on a real worker, through a real Redis."""

from __future__ import annotations

import pytest
from django.db import transaction

from tests.celery_worker import probes
from tournament.models import User

pytestmark = [pytest.mark.celery, pytest.mark.django_db(transaction=True)]


def pop(broker, key: str) -> str:
    """Return what a task left under the key, waiting for it."""
    found = broker.blpop(key, timeout=30)
    assert found is not None, f"nothing came under {key}"
    return found[1].decode()


def test_tasks_run_in_the_worker_after_commit_in_order(worker, broker):
    with transaction.atomic():
        for value in ("a", "b", "c"):
            probes.push.delay_on_commit(value)
        assert broker.llen("celery") == 0
    answers = [pop(broker, "pushed").split(":") for _ in range(3)]
    assert [value for value, _ in answers] == ["a", "b", "c"]
    assert len({process for _, process in answers}) == 1


def test_a_rollback_sends_nothing(worker, broker):
    with transaction.atomic():
        probes.push.delay_on_commit("dropped")
        transaction.set_rollback(True)
    probes.push.delay_on_commit("sent")
    assert pop(broker, "pushed").startswith("sent:")


def test_the_worker_sees_what_was_committed(worker, broker):
    with transaction.atomic():
        User.objects.create_user("referee")
        probes.count_users.delay_on_commit()
    assert pop(broker, "counted") == "1"


def test_a_task_whose_process_is_killed_is_delivered_again(worker, broker):
    probes.die_once.delay()
    assert pop(broker, "survived") == "1"
    assert broker.get("deliveries") == b"2"
