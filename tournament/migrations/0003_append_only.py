from django.db import migrations

from tournament.models import append_only


def forwards(apps, schema_editor):
    append_only.install(schema_editor)


def backwards(apps, schema_editor):
    append_only.remove(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0002_event'),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]
