"""The settings of the database that decide whether many phones can write at once."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection, transaction

pytestmark = pytest.mark.django_db(transaction=True)


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 20000), ("foreign_keys", 1), ("temp_store", 2)],
)
def test_sqlite_runs_with_the_settings_that_ship(name, value):
    assert pragma(name) == value


@pytest.mark.sqlite
def test_a_transaction_on_sqlite_takes_the_write_lock_at_once():
    other = connection.copy()
    other.settings_dict["OPTIONS"] = {**other.settings_dict["OPTIONS"], "timeout": 0}
    try:
        with transaction.atomic(), pytest.raises(OperationalError, match="locked"), other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
    finally:
        other.close()


def test_requests_are_not_wrapped_in_transactions():
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False
