"""Writes one event, or the whole site, as JSON, and reads it back; on SQLite a site is copied as a database.

What belongs to an event is found by following foreign keys, so that a new model needs no word here.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from engine.errors import noop
from tournament.errors import Conflict, Refused
from tournament.models import (
    Entry,
    Event,
    IdempotencyRecord,
    Invitation,
    PrintJob,
    RosterImport,
    Snapshot,
    StoredRuleset,
    User,
)
from tournament.services.standings import publish

FORMAT = "banfeng-1"
# Computed anew, or meaningless after a restore.
LEFT_OUT = (Snapshot, IdempotencyRecord, RosterImport, PrintJob)
# Secrets that must stay unique when an event is restored beside the original.
SECRETS = {Entry: "link_token", Invitation: "token_hash"}
SQLITE_HEAD = b"SQLite format 3\x00"

Model = type[models.Model]


def _references(model: Model) -> list[models.ForeignKey]:
    return [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]


@cache
def _paths() -> dict[Model, str]:
    """Return every model that belongs to an event, with the lookup that leads there."""
    found: dict[Model, str] = {Event: "pk"}
    candidates = [model for model in apps.get_models(include_auto_created=True) if model not in LEFT_OUT]
    while True:
        added: dict[Model, str] = {}
        for model in candidates:
            if model in found:
                continue
            for field in _references(model):
                if field.related_model in found:
                    onward = found[field.related_model]
                    added[model] = field.name if onward == "pk" else f"{field.name}__{onward}"
                    break
        if not added:
            return found
        found |= added


@cache
def _ordered() -> tuple[Model, ...]:
    """Return the models of an archive, those referred to before those that refer to them."""
    wanted = set(_paths())
    for model in list(wanted):
        wanted |= {field.related_model for field in _references(model)}
    ordered: list[Model] = []
    while len(ordered) < len(wanted):
        for model in sorted(wanted - set(ordered), key=lambda model: model._meta.label):
            needed = {field.related_model for field in _references(model)} - {model}
            if needed <= set(ordered):
                ordered.append(model)
    return tuple(ordered)


def dump_site() -> dict[str, Any]:
    """Return everything as data, accounts included."""
    objects = [_as_data(row) for model in _ordered() for row in model._default_manager.order_by("pk")]
    return {"format": FORMAT, "kind": "site", "objects": objects}


def dump_event(event: Event) -> dict[str, Any]:
    """Return one event with everything that belongs to it and everybody it names."""
    rows: dict[Model, list[models.Model]] = {}
    for model, path in _paths().items():
        rows[model] = list(model._default_manager.filter(**{path: event.pk}).order_by("pk"))
    for model in _ordered():
        if model in rows:
            continue
        named = {
            getattr(row, field.attname)
            for known, held in rows.items()
            for field in _references(known)
            if field.related_model is model
            for row in held
        }
        key = "digest" if model is StoredRuleset else "pk"
        rows[model] = list(model._default_manager.filter(**{f"{key}__in": named - {None}}).order_by("pk"))
    objects = [_as_data(row) for model in _ordered() for row in rows[model]]
    return {"format": FORMAT, "kind": "event", "event": event.slug, "objects": objects}


def _as_data(row: models.Model) -> dict[str, Any]:
    fields = {}
    for field in row._meta.concrete_fields:
        if field.primary_key:
            continue
        binary = isinstance(field, models.BinaryField)
        fields[field.attname] = field.value_to_string(row) if binary else field.value_from_object(row)
    return {"model": row._meta.label_lower, "pk": row.pk, "fields": fields}


def write_archive(data: Mapping[str, Any], path: Path) -> None:
    """Write an archive; the file appears whole or not at all."""
    draft = path.with_name(f"{path.name}.part")
    draft.write_text(json.dumps(data, ensure_ascii=False, default=_plain), encoding="utf-8")
    draft.replace(path)


def _plain(value: Any) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def read_archive(path: Path) -> dict[str, Any]:
    """Read an archive, or refuse what is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Refused("archive_unreadable", noop("This file is no backup.")) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused("archive_unreadable", noop("This file is no backup."))
    return data


def restore_event(data: Mapping[str, Any], *, slug: str | None = None) -> Event:
    """Bring an event back beside those there are; accounts it names that are unknown here cannot log in."""
    slug = slug or data["event"]
    if Event.objects.filter(slug=slug).exists():
        raise Conflict("slug_taken", noop("There is an event at this address already."), path="slug")
    keys: dict[Model, dict[Any, Any]] = {model: {} for model in _ordered()}
    with transaction.atomic():
        for model, pk, row in _rows(data):
            _refer_anew(row, keys)
            known = _known_here(row)
            if known is None:
                if isinstance(row, Event):
                    row.slug = slug
                _prepare(row)
                row.pk = None
                row.save_base(raw=True, force_insert=True)
                known = row.pk
            keys[model][pk] = known
    event = Event.objects.get(slug=slug)
    publish(event.pk)
    return event


def _rows(data: Mapping[str, Any]) -> Iterator[tuple[Model, Any, models.Model]]:
    for item in data["objects"]:
        model = apps.get_model(item["model"])
        row = model()
        for field in model._meta.concrete_fields:
            if not field.primary_key and field.attname in item["fields"]:
                setattr(row, field.attname, _value(field, item["fields"][field.attname]))
        yield model, item["pk"], row


def _value(field: models.Field, value: Any) -> Any:
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return value if value is None or isinstance(target, models.JSONField) else target.to_python(value)


def _refer_anew(row: models.Model, keys: Mapping[Model, Mapping[Any, Any]]) -> None:
    """Point every foreign key to the row it became here."""
    for field in _references(type(row)):
        held = getattr(row, field.attname)
        if held is not None and field.target_field.primary_key:
            setattr(row, field.attname, keys[field.related_model][held])


def _known_here(row: models.Model) -> Any:
    """Return the key of what is the same here already: an account of this name, a ruleset of this digest."""
    if isinstance(row, User):
        return User.objects.filter(username=row.username).values_list("pk", flat=True).first()
    if isinstance(row, StoredRuleset):
        return StoredRuleset.objects.filter(digest=row.digest).values_list("pk", flat=True).first()
    return None


def _prepare(row: models.Model) -> None:
    if isinstance(row, User):
        row.is_staff = row.is_superuser = False
        row.set_unusable_password()
    secret = SECRETS.get(type(row))
    if secret and type(row)._default_manager.filter(**{secret: getattr(row, secret)}).exists():
        setattr(row, secret, secrets.token_urlsafe(18))


def _check_empty() -> None:
    if User.objects.exists() or Event.objects.exists():
        raise Conflict(
            "site_not_empty", noop("This site is not empty; a whole site is restored into an empty one only.")
        )


def restore_site(data: Mapping[str, Any]) -> None:
    """Bring a whole site back into an empty one."""
    _check_empty()
    with transaction.atomic():
        for _model, pk, row in _rows(data):
            row.pk = pk
            row.save_base(raw=True, force_insert=True)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(_ordered())):
                cursor.execute(statement)
    for event in Event.objects.all():
        publish(event.pk)


def copy_database(path: Path) -> None:
    """Copy the SQLite database as it stands, while others go on writing."""
    path.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])


def is_database(path: Path) -> bool:
    """Tell whether a file is a copied SQLite database."""
    with path.open("rb") as file:
        return file.read(len(SQLITE_HEAD)) == SQLITE_HEAD


def restore_database(path: Path) -> None:
    """Put a copied SQLite database in the place of an empty one."""
    if connection.vendor != "sqlite":
        raise Refused(
            "database_other", noop("This is a SQLite database; make the backup with --json to restore it here.")
        )
    _check_empty()
    connection.ensure_connection()
    source = sqlite3.connect(path)
    try:
        source.backup(connection.connection)
    finally:
        source.close()
