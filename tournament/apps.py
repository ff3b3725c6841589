"""The app of people, events, entries, rounds, tables and the ledger."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Registers the app."""

    name = "tournament"
