"""The app of calls, cases, rulings and appeals."""

from __future__ import annotations

from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    """Registers the app, and tells pages of players who was ruled late."""

    name = "adjudication"

    def ready(self) -> None:
        """Answer what the tournament asks about rulings."""
        from adjudication.selectors.lateness import ruled_late  # models are there only now
        from tournament.selectors.lateness import LATE

        if ruled_late not in LATE:
            LATE.append(ruled_late)
