"""The app of calls, cases, rulings and appeals."""

from __future__ import annotations

from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    """Registers the app, and tells pages of tables and players what rulings say of them."""

    name = "adjudication"

    def ready(self) -> None:
        """Answer what the tournament asks about rulings, and add their report to its documents."""
        # Models are there only now.
        from adjudication.printing import RULINGS
        from adjudication.selectors.carrying import waiting_for
        from adjudication.selectors.lateness import ruled_late
        from adjudication.selectors.proposals import proposed_in
        from adjudication.selectors.ruled import posted_by, ruled_in
        from tournament.printing.documents import add_document
        from tournament.selectors.carried import WAITING
        from tournament.selectors.lateness import LATE
        from tournament.selectors.proposals import PROPOSALS
        from tournament.selectors.ruled import CASES, POSTED

        if ruled_late not in LATE:
            LATE.append(ruled_late)
        if ruled_in not in CASES:
            CASES.append(ruled_in)
        if posted_by not in POSTED:
            POSTED.append(posted_by)
        if waiting_for not in WAITING:
            WAITING.append(waiting_for)
        if proposed_in not in PROPOSALS:
            PROPOSALS.append(proposed_in)
        add_document(RULINGS)
