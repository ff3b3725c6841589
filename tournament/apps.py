"""The app of people, events, entries, rounds, tables and the ledger."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Registers the app."""

    name = "tournament"

    def ready(self) -> None:
        """Make the permissions known; they import models, which exist only now."""
        from tournament import access  # noqa: F401
