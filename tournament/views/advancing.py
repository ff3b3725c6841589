"""Asking the chief referee who keeps a place in a later stage, in every form whose write may change who does."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from engine.errors import RuleError
from tournament.access import may
from tournament.errors import Refused
from tournament.models import Event
from tournament.services.advancing import Advance
from tournament.views.base import actor_of

# Refusals that bring along whom the change concerns, so that the form can ask.
ASKED = ("advance_undecided", "advance_reason", "advance_chief")


def advance_given(request: HttpRequest) -> Advance | None:
    """Return what a form decides; None where it did not ask."""
    choice = request.POST.get("advance", "")
    return Advance(choice, request.POST.get("advance_reason", "")) if choice else None


def advance_asked(error: RuleError) -> list[dict[str, Any]]:
    """Return the stages a refusal names, with who would and would not have gone on; none where it is another one."""
    return list(error.facts.get("stages", ())) if isinstance(error, Refused) and error.code in ASKED else []


def advance_part(request: HttpRequest, event: Event, error: RuleError | None) -> dict[str, Any]:
    """Return what `components/advance.html` draws: nothing where the refusal, if any, does not ask about places."""
    return {
        "advance": advance_asked(error) if error is not None else [],
        "typed": request.POST,
        "may_advance": may(actor_of(request), "decide_appeal", event),
    }
