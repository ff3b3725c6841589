"""Give the rulings issued before `paid` was kept the lines that the ledger has of them."""

from django.db import migrations

PARTS = ("hand", "seq", "from_place", "to_place", "points", "account", "reason", "article", "liability")
REVERSED = ("overturned", "overturned_house")


def fill(apps, schema_editor):
    rows = apps.get_model("tournament", "PostingRow").objects
    for case in apps.get_model("adjudication", "Case").objects.exclude(ruling_seq=None).iterator():
        found = rows.filter(table_id=case.table_id, seq=case.ruling_seq).exclude(reason__in=REVERSED)
        lines = [
            {
                **{part: getattr(row, part) for part in PARTS},
                "from": str(row.from_entry.number) if row.from_entry else "house",
                "to": str(row.to_entry.number) if row.to_entry else "house",
            }
            for row in found.select_related("from_entry", "to_entry").order_by("line")
        ]
        case.paid = {"postings": lines, "removed": []}
        case.save(update_fields=["paid"])


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0006_paid"),
        ("tournament", "0022_display_groups"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
