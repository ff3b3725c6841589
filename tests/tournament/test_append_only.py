"""History cannot be changed, whatever the program does."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tournament.models import AuditEntry, append_only


@pytest.fixture
def _triggers():
    """The triggers as an installation has them; SQLite cannot alter a schema inside a transaction's savepoint."""
    if connection.vendor == "postgresql":
        yield
        return
    with connection.schema_editor() as editor:
        append_only.install(editor)
    yield
    with connection.schema_editor() as editor:
        append_only.remove(editor)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_triggers")
def test_an_audit_entry_can_neither_be_changed_nor_deleted():
    entry = AuditEntry.objects.create(action="test.done", at=timezone.now())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(action="other")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).delete()
    assert AuditEntry.objects.get(pk=entry.pk).action == "test.done"
