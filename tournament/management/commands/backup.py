"""`manage.py backup`: keeps one event, or the whole site, in a file."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from tournament.models import Event
from tournament.services import archive


class Command(BaseCommand):
    """Write a backup while the site goes on working."""

    help = "Write one event as JSON, or the whole site (a copy of the database on SQLite, else JSON)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file and what goes into it."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--event", metavar="SLUG", help="only this event")
        parser.add_argument("--json", action="store_true", help="JSON also for a whole site on SQLite")

    def handle(self, *args: object, file: Path, event: str | None, json: bool, **options: object) -> None:
        """Write the file."""
        if event is not None:
            found = Event.objects.filter(slug=event).first()
            if found is None:
                raise CommandError(f"no such event: {event}")
            archive.write_archive(archive.dump_event(found), file)
        elif connection.vendor == "sqlite" and not json:
            archive.copy_database(file)
        else:
            archive.write_archive(archive.dump_site(), file)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")
