"""A real Redis and a real worker for the tests of this folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.db import connection

from config.celery import app
from tools import services

ROOT = Path(__file__).resolve().parents[2]


def database_url() -> str:
    """Return the DATABASE_URL under which another process sees the test database."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgres://{values['USER']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory) -> Iterator[str]:
    """Return the address of a Redis that belongs to this process of tests alone: no other one empties it."""
    with services.redis(tmp_path_factory.mktemp("redis")) as url:
        yield url
        app.pool.force_close_all()


@pytest.fixture
def broker(redis_url, settings, _eager_tasks) -> Iterator[redis.Redis]:
    """Send tasks to the real broker, empty at first; yields a client of it."""
    client = redis.Redis.from_url(redis_url)
    client.flushdb()
    settings.REDIS_URL = redis_url
    # As where it is installed: what a write marks as asked for is taken back by the worker, in the same cache.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}}
    before = {name: app.conf[name] for name in ("task_in_process", "broker_url")}
    app.conf.update(task_always_eager=False, task_in_process=False, broker_url=redis_url)
    app._after_fork()  # forgets connections to the broker of before, which tasks run at once have opened too
    yield client
    app.conf.update(before)
    app._after_fork()
    client.close()


@pytest.fixture
def worker(broker, redis_url, transactional_db, tmp_path) -> Iterator[services.subprocess.Popen]:
    """Run a worker of one process on the test database; yields it when it answers."""
    command = [sys.executable, "-m", "celery", "-A", "config", "-q", "worker", "-l", "INFO", "-c", "1"]
    command += ["--without-gossip", "--without-mingle", "-I", "tests.celery_worker.probes"]
    environment = os.environ | {"DATABASE_URL": database_url(), "REDIS_URL": redis_url, "PYTHONPATH": str(ROOT)}
    with services.running(command, log=tmp_path / "worker.log", cwd=ROOT, env=environment) as process:
        services.wait_until(lambda: app.control.ping(timeout=0.5), process, 60)
        yield process
