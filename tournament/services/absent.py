"""Those who have registered but are not here when a round is drawn: listed once, then left out, called or dropped."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import settings_of
from tournament.models import Draw, Entry, Round
from tournament.selectors.seating import left_out_of
from tournament.services.entries import update_entry
from tournament.services.messages import tell
from tournament.services.writing import writing

EXCLUDE, DROP = "exclude", "drop"
CHOICES = (EXCLUDE, "call", DROP)


def undecided(round_: Round) -> list[Entry]:
    """Return those who are still expected and about whom nothing was decided at an earlier draw of this round."""
    if not settings_of(round_.event).only_checked_in:
        return []
    expected = [entry for entry in left_out_of(round_) if entry.check_in == Entry.CheckIn.EXPECTED]
    decided: dict[int, bool] = {}
    for result in Draw.objects.filter(round=round_).values_list("result", flat=True):
        decided.update(dict.fromkeys(result["absent"], True))
    return [entry for entry in expected if entry.number not in decided]


def check_absent(*, actor: Actor, round_: Round, choice: str | None) -> None:
    """Ask once what becomes of those not checked in; `exclude` leaves them out this round, `drop` withdraws them."""
    if choice is not None and choice not in (EXCLUDE, DROP):
        raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path="absent", value=choice)
    missing = undecided(round_)
    if not missing:
        return
    if choice is None:
        raise Conflict(
            "not_checked_in",
            noop("Not checked in: {numbers}. Leave them out of this round, call them, or drop them."),
            path="absent",
            facts={
                "entries": [{"number": entry.number, "name": entry.name} for entry in missing],
                "choices": list(CHOICES),
            },
            numbers=", ".join(str(entry.number) for entry in missing),
        )
    if choice == DROP:
        for entry in missing:
            entry.event = round_.event
            update_entry(actor=actor, entry=entry, changes={"status": Entry.Status.WITHDRAWN})


def _call(entry: Entry, number: int) -> str:
    return _("%(number)s %(name)s: round %(round)s is about to be drawn. Please check in.") % {
        "number": entry.number,
        "name": entry.name,
        "round": number,
    }


def call_absent(*, actor: Actor, round_: Round) -> list[Entry]:
    """Call those who have not checked in, by message where there is an address; the call is kept in the audit."""
    require(actor, "draw", round_)
    missing = undecided(round_)
    with writing(round_.event, actor) as write:
        write.standings_change = False
        for entry in missing:
            tell(event=write.event, entry=entry, kind="call", words=partial(_call, entry, round_.number))
        listed = [entry.number for entry in missing]
        write.audit("draw.called", f"round:{round_.number}", after={"numbers": listed})
    return missing
