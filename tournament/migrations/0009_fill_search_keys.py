from __future__ import annotations

from typing import Any

from django.db import migrations

from tournament.name_keys import fold_name, name_keys, pinyin_keys

BATCH = 500


def fill(apps: Any, schema_editor: Any) -> None:
    """Fill what people and entries are found by."""
    Person, Entry = apps.get_model("tournament", "Person"), apps.get_model("tournament", "Entry")
    batch = []
    for person in Person.objects.order_by("pk").iterator(BATCH):
        person.name_key = fold_name(person.name)[:255]
        batch.append(person)
    Person.objects.bulk_update(batch, ["name_key"], BATCH)
    batch = []
    for entry in Entry.objects.order_by("pk").prefetch_related("members").iterator(BATCH):
        people = list(entry.members.all())
        known = [text for person in people for text in (person.name, person.romanised, person.sort_name)]
        entry.search_names = name_keys([*known, entry.team, entry.club])
        entry.search_pinyin = pinyin_keys([*(person.name for person in people), entry.team, entry.club])
        batch.append(entry)
    Entry.objects.bulk_update(batch, ["search_names", "search_pinyin"], BATCH)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_search_keys")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
