"""`manage.py restore`: brings back what `manage.py backup` kept, and proves its books."""

from __future__ import annotations

from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.errors import RuleError
from tournament.services import archive


class Command(BaseCommand):
    """Restore an event beside those there are, or a whole site into an empty one."""

    help = "Restore an event beside those there are, or a whole site into an empty one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file and the event's new address."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--as", dest="slug", metavar="SLUG", help="the restored event's address")

    def handle(self, *args: object, file: Path, slug: str | None, **options: object) -> None:
        """Restore, then verify."""
        if not file.is_file():
            raise CommandError(f"no such file: {file}")
        try:
            if archive.is_database(file):
                archive.restore_database(file)
                call_command("migrate", verbosity=0, interactive=False)
                call_command("verify", stdout=self.stdout)
                return
            data = archive.read_archive(file)
            if data["kind"] == "site":
                archive.restore_site(data)
                call_command("verify", stdout=self.stdout)
            else:
                event = archive.restore_event(data, slug=slug)
                call_command("verify", event.slug, stdout=self.stdout)
        except RuleError as error:
            raise CommandError(str(error)) from error
