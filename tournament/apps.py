"""The app of people, events, entries, rounds, tables and the ledger."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Registers the app."""

    name = "tournament"

    def ready(self) -> None:
        """Make permissions, tasks and documents known; they import models, which exist only now.

        Services ask for tasks by name, and Celery by itself looks for tasks only in a worker.
        """
        from tournament import access, tasks  # noqa: F401
        from tournament.printing.shipped import add_shipped

        add_shipped()
