"""Screens of the hall."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0013_reveal"),
    ]

    operations = [
        migrations.CreateModel(
            name="Display",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.SlugField(max_length=40)),
                (
                    "shows",
                    models.CharField(
                        choices=[
                            ("standings", "Standings"),
                            ("seating", "Seating"),
                            ("clock", "Clock"),
                            ("message", "A message"),
                        ],
                        default="standings",
                        max_length=9,
                    ),
                ),
                ("message", models.CharField(blank=True, max_length=300)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="displays", to="tournament.event"
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("event", "name"), name="display_name_once")],
            },
        ),
    ]
