"""The documents of this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.printing.documents import Document, add_document
from tournament.printing.honours import certificates
from tournament.printing.lists import standings_list, wall_list
from tournament.printing.people import seat_cards
from tournament.printing.tables import score_slips


def add_shipped() -> None:
    """Add them."""
    for document in (
        Document(
            "wall",
            _("List for the wall"),
            _("Seats, standings and the results of the round before, in large type with the time they were true."),
            "see_staff_pages",
            ("round", "parts", "order", "area"),
            wall_list,
        ),
        Document(
            "slips",
            _("Score slips"),
            _("One a table, with a code that opens its page, check boxes and the rules in short."),
            "see_staff_pages",
            ("round", "tables"),
            score_slips,
        ),
        Document(
            "cards",
            _("Seat cards"),
            _("One a player, with the personal link as a code; cut them apart and hand them over."),
            "links",
            ("numbers",),
            seat_cards,
        ),
        Document(
            "standings",
            pgettext_lazy("of an event", "Standings"),
            _("The standings of a stage, with what decides between equals."),
            "see_staff_pages",
            ("stage", "by"),
            standings_list,
        ),
        Document(
            "certificates",
            _("Certificates"),
            _("One a page, for the places you choose; room is left to sign."),
            "manage",
            ("stage", "by", "ranks"),
            certificates,
        ),
    ):
        add_document(document)
