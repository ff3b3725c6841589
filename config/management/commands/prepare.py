"""`manage.py prepare`: what a new version needs before its servers and workers start."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from config.installation import bring_up_to_date


class Command(BaseCommand):
    """Compile the translations and migrate the database."""

    help = "Compile the translations and migrate the database; safe to repeat."

    def handle(self, *args: object, **options: object) -> None:
        """Do both."""
        bring_up_to_date()
