"""`manage.py verify`: proves the books of every event, or of one."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.models import Event, Snapshot, Table
from tournament.services.verification import NOT_COMPUTED, verify_event


class Command(BaseCommand):
    """Fold every table anew and compare postings, scores and standings with what is stored."""

    help = "Fold every table anew; compare postings, scores and standings with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name events, or none for all."""
        parser.add_argument("slug", nargs="*", help="events to verify (default: all)")

    def handle(self, *args: object, slug: list[str], **options: object) -> None:
        """Print one line an event and one a difference; fail where there is any."""
        events = Event.objects.order_by("pk")
        if slug:
            events = events.filter(slug__in=slug)
            unknown = sorted(set(slug) - set(events.values_list("slug", flat=True)))
            if unknown:
                raise CommandError(f"no such event: {', '.join(unknown)}")
        wrong = 0
        for event in events:
            found = verify_event(event)
            wrong += len(found)
            tables = Table.objects.filter(event=event).count()
            failed = any(difference.what.startswith(NOT_COMPUTED) for difference in found)
            behind = not Snapshot.objects.filter(event=event, version=event.version).exists()
            note = "; standings are being computed" if behind and not failed else ""
            self.stdout.write(f"{event.slug}: {tables} tables, {len(found)} differences{note}")
            for difference in found:
                self.stdout.write(f"  {difference}")
        if wrong:
            raise CommandError(f"{wrong} differences")
