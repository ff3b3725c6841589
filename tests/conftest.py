"""Shared set-up of the tests: fast passwords, Hypothesis profiles, Chromium of the distribution."""

from __future__ import annotations

import gc
import os
import secrets
from random import Random

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from config.catalogs import compile_stale
from config.celery import app
from tournament.models import append_only

# Playwright's synchronous interface runs an event loop in the thread that also uses the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

_calm = [HealthCheck.too_slow, HealthCheck.data_too_large]
hypothesis_settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=_calm)
hypothesis_settings.register_profile(
    "ci", max_examples=100, deadline=None, derandomize=True, suppress_health_check=_calm
)
hypothesis_settings.register_profile("fuzz", max_examples=2000, deadline=None, suppress_health_check=_calm)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, tmp_path_factory):
    """Keep the SQLite test database in a file: the settings that ship, and servers and workers that share it."""
    configured = connections["default"].settings_dict
    if configured["ENGINE"].endswith("sqlite3"):
        configured["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


def pytest_configure():
    """Compile the translations, which are not committed compiled."""
    compile_stale(settings.LOCALE_PATHS)


def pytest_addoption(parser):
    """Add `--few`."""
    parser.addoption("--few", type=int, help="of a test with many cases, run this many: the first ones and the last")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what is between the first cases of a test and its last where only a few are asked for."""
    few = config.getoption("--few")
    if few is None:
        return
    cases = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for found in cases.values() for item in (*found[: few - 1], found[-1])}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_collection_finish():
    """Leave what is imported and collected to itself: looking at it again and again takes a twentieth of the run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _fast_passwords(settings):
    """Hash passwords cheaply."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _seeds_of_the_test(request, monkeypatch):
    """Take the seeds of draws and lots from the test's name: what fails once fails again."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())


@pytest.fixture(autouse=True)
def _language_of_the_test():
    """Forget the language of the last request, which Django leaves active in its thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _cold_cache():
    """Forget what pages keep by the number of a row: a test that was rolled back leaves its numbers to the next."""
    cache.clear()


@pytest.fixture(autouse=True)
def _eager_tasks():
    """Run tasks at once, errors and all: a thread beside a test's transaction would lock SQLite."""
    before = {name: app.conf[name] for name in ("task_always_eager", "task_eager_propagates")}
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    yield
    app.conf.update(before)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Take the append-only triggers out of a SQLite test database, whose flush between tests is a DELETE."""
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            with connection.schema_editor() as editor:
                append_only.remove(editor)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the distribution's Chromium, which also runs as root."""
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }
