"""Rulings that belong to no table: points between an entry and the house, in a round that is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

from engine.decoding import decode
from engine.effects import Wording
from engine.errors import noop
from engine.places import HOUSE
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_found
from tournament.models import Entry, EntryRuling, Event, PostingRow, Round
from tournament.selectors.ruled import case_of_posted
from tournament.services.advancing import Advance, advancing
from tournament.services.writing import answered_before, fingerprint, remember, writing

ACCOUNTS = ("event", "placing")
MOST_POINTS = 10_000_000


def rule_entry(
    *,
    actor: Actor,
    event: Event,
    round_: Round,
    entry: Entry,
    points: int,
    account: str = "event",
    reason: str = "ruling_house",
    article: str = "",
    wording: Mapping[str, Any] | None = None,
    note: str = "",
    key: str | None = None,
    advance: Advance | None = None,
) -> EntryRuling:
    """Take `points` (> 0) from an entry, or give it -points (< 0), on the event's or the placing account."""
    require(actor, "rule", event)
    if account not in ACCOUNTS:
        raise Refused("account_unknown", noop("“{value}” is not one of the choices."), path="account", value=account)
    if isinstance(points, bool) or not isinstance(points, int) or points == 0 or abs(points) > MOST_POINTS:
        raise Refused("points_range", noop("Say how many points, at most {most}."), path="points", most=MOST_POINTS)
    if entry.event_id != event.pk or round_.event_id != event.pk:
        raise not_found("entry")
    body: dict[str, Any] = {
        "points": points,
        "account": account,
        "reason": reason,
        "article": article,
        "note": note,
    }
    if wording is not None:
        decode(Wording, dict(wording), "wording")
        body["wording"] = dict(wording)
    mark = fingerprint(["rule_entry", entry.pk, round_.pk, body])
    if (answer := answered_before(event, key, mark)) is not None:
        return EntryRuling.objects.get(event=event, number=answer["number"])
    with writing(event, actor) as write:
        if (answer := answered_before(event, key, mark)) is not None:
            write.cancel()
            return EntryRuling.objects.get(event=event, number=answer["number"])
        with advancing(write, [round_], advance, f"entry:{entry.number}"):
            ruling = _store(write.event, round_, entry, body, actor, write.at, None)
        write.audit(
            "entry.ruled", f"entry:{entry.number}", after={"round": round_.number, **body, "number": ruling.number}
        )
        remember(event, key, mark, {"number": ruling.number})
    return ruling


def undo_entry_ruling(
    *,
    actor: Actor,
    event: Event,
    number: int,
    note: str = "",
    advance: Advance | None = None,
    of_case: bool = False,
) -> EntryRuling:
    """Overturn a ruling without a table: its line is paid back in the round it counted in.

    `of_case` is for the services of cases alone: nobody else takes a case's penalty back.
    """
    require(actor, "rule", event)
    with writing(event, actor) as write:
        undone = EntryRuling.objects.select_related("round__stage", "entry").filter(event=event, number=number).first()
        if undone is None:
            raise not_found("ruling")
        if undone.undoes_id is not None or EntryRuling.objects.filter(undoes=undone).exists():
            raise Conflict("ruling_undone", noop("This ruling was overturned already, or overturns another."))
        case = None if of_case else case_of_posted(undone)
        if case is not None:
            raise Conflict(
                "ruling_of_case",
                noop("This is the penalty of case {case}: the case is overturned or amended instead."),
                facts={"case": case},
                case=case,
            )
        body = undone.body | {
            "points": -undone.body["points"],
            "reason": "overturned_house",
            "note": note,
        }
        with advancing(write, [undone.round], advance, f"entry:{undone.entry.number}"):
            ruling = _store(write.event, undone.round, undone.entry, body, actor, write.at, undone)
        write.audit(
            "entry.ruling_undone", f"entry:{undone.entry.number}", before={"number": number}, after=body, reason=note
        )
    return ruling


def _store(
    event: Event,
    round_: Round,
    entry: Entry,
    body: dict[str, Any],
    actor: Actor,
    at: Any,
    undoes: EntryRuling | None,
) -> EntryRuling:
    last = EntryRuling.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    ruling = EntryRuling.objects.create(
        event=event, round=round_, entry=entry, number=last + 1, undoes=undoes, body=body, actor=actor.user, at=at
    )
    ruling_row(ruling).save()
    return ruling


def ruling_row(ruling: EntryRuling) -> PostingRow:
    """Return the ledger line of a ruling without a table."""
    points = ruling.body["points"]
    return PostingRow(
        event_id=ruling.event_id,
        round_id=ruling.round_id,
        ruling=ruling,
        line=0,
        hand=0,
        seq=ruling.number,
        from_place=HOUSE,
        to_place=HOUSE,
        from_entry_id=ruling.entry_id if points > 0 else None,
        to_entry_id=None if points > 0 else ruling.entry_id,
        points=abs(points),
        account=ruling.body["account"],
        reason=ruling.body["reason"],
        article=ruling.body["article"],
    )
