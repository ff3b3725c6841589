"""Tasks that only the tests of the worker know; a worker started by them loads this module."""

from __future__ import annotations

import os
import signal
import time

import redis
from celery.signals import worker_process_init
from django.conf import settings

from config.celery import app
from tournament.models import Event, User
from tournament.services import standings


def shared() -> redis.Redis:
    """Return the Redis that test and worker both see."""
    return redis.Redis.from_url(settings.REDIS_URL)


@app.task(name="tests.push")
def push(value: str) -> None:
    """Leave the value where the test finds it, beside the process that did so."""
    shared().rpush("pushed", f"{value}:{os.getpid()}")


@app.task(name="tests.count_users")
def count_users() -> None:
    """Say how many users the worker's own database connection sees."""
    shared().rpush("counted", User.objects.count())


@app.task(name="tests.die_once")
def die_once() -> None:
    """Kill the process on the first delivery; say so on the next."""
    if shared().incr("deliveries") == 1:
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(10)
    shared().rpush("survived", 1)


@worker_process_init.connect
def let_standings_die(**_: object) -> None:
    """In the worker alone: the first run of the standings after a test asked for it dies when it has computed them."""
    compute_bodies = standings.compute_bodies

    def dying(event: Event) -> dict[int, str]:
        bodies = compute_bodies(event)
        if shared().delete("die_in_standings"):
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(10)
        return bodies

    standings.compute_bodies = dying
