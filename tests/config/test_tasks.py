"""Tasks on the one thread of this process, the way they run where there is no broker."""

from __future__ import annotations

import logging
import threading

import pytest
from django.db import connection, transaction

from config.celery import app, background
from config.schedule import Timer

ran: list[object] = []


@app.task(name="tests.note")
def note(value: object) -> None:
    """Note the value, and on which thread and connection that happened."""
    ran.append((value, threading.current_thread().name, connection.in_atomic_block))


@app.task(name="tests.tick")
def tick() -> None:
    """Note that the time has come."""
    ran.append("tick")


@app.task(name="tests.long", lane="long")
def wait(gate: threading.Event) -> None:
    """Take as long as somebody wants."""
    ran.append(("long", threading.current_thread().name, gate.wait(10)))


@app.task(name="tests.fail")
def fail() -> None:
    """Fail."""
    raise ValueError("broken on purpose")


@pytest.fixture
def _in_process(_eager_tasks):
    """Tasks as an installation without a broker runs them."""
    app.conf.update(task_always_eager=False, task_in_process=True)
    ran.clear()
    yield
    background.submit(note, ("drained",), {}).result(10)
    ran.clear()


pytestmark = [pytest.mark.usefixtures("_in_process"), pytest.mark.django_db(transaction=True)]


def finished() -> list[object]:
    """Wait until everything queued so far has run; return what the tasks noted."""
    background.submit(note, ("last",), {}).result(10)
    return ran[:-1]


def test_a_task_runs_on_another_thread_after_commit_outside_the_transaction():
    with transaction.atomic():
        note.delay_on_commit(1)
        assert finished() == []
        ran.clear()
    [(value, thread, inside)] = finished()
    assert value == 1
    assert thread != threading.current_thread().name
    assert inside is False


def test_a_rollback_drops_its_tasks():
    with transaction.atomic():
        note.delay_on_commit(1)
        transaction.set_rollback(True)
    assert finished() == []


def test_tasks_run_one_after_the_other_in_the_order_of_their_commits():
    for value in range(20):
        note.delay_on_commit(value)
    assert [value for value, _, _ in finished()] == list(range(20))


def test_a_task_of_another_lane_keeps_nobody_waiting():
    gate = threading.Event()
    long = background.submit(wait, (gate,), {})
    note.delay(1)
    assert [value for value, _, _ in finished()] == [1]
    gate.set()
    long.result(10)
    assert ran[-1][0] == "long" and ran[-1][1].startswith("long")


def test_a_failure_is_logged_with_its_traceback_and_later_tasks_run(caplog):
    with caplog.at_level(logging.ERROR):
        fail.delay()
        note.delay(2)
        assert [value for value, _, _ in finished()] == [2]
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "broken on purpose" in caplog.text
    assert "Traceback" in caplog.text
    assert "tests.fail" in record.getMessage()


@pytest.mark.parametrize("delay", [{"countdown": 5}, {"eta": "2030-01-01"}])
def test_a_delayed_task_is_refused_loudly(delay):
    with pytest.raises(RuntimeError, match="delayed tasks need a broker"):
        note.apply_async((1,), **delay)
    assert finished() == []


def test_the_timer_runs_each_periodic_task_when_it_is_due_and_again_after_its_interval():
    schedule = {"often": {"task": "tests.tick", "schedule": 60}, "seldom": {"task": "tests.fail", "schedule": 100}}
    timer = Timer(app, schedule, now=0)
    assert timer.run_due(59) == ()
    assert timer.run_due(60) == ("tests.tick",)
    assert timer.run_due(119) == ("tests.fail",)
    assert timer.run_due(121) == ("tests.tick",)
    assert ran == ["tick", "tick"]
