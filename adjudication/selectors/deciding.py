"""From a case's facts to its decision: the situation, the offenders' earlier rulings, the game's function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.models import Case as CaseRow
from adjudication.models import CaseOffender
from adjudication.rules import rulings_of
from engine import rulings
from engine.carrying import without_carried
from engine.dealing import Start
from engine.deciding import as_ruling, decide
from engine.decoding import plain
from engine.effects import Effect, EffectPosting
from engine.errors import noop
from engine.events import Ruling
from engine.fields import Field
from engine.places import HOUSE, Place
from engine.rulings import Decision, Infraction, Prior, Scope
from engine.situation import Situation, place_seen, situation_at
from tournament.errors import Refused
from tournament.models import Entry, Event, Round, Table
from tournament.persons import number_of, numbers_of
from tournament.selectors.folding import load_table
from tournament.selectors.rulesets import rules_of

COUNTED = (CaseRow.Status.ISSUED, CaseRow.Status.APPEALED, CaseRow.Status.UPHELD)


@dataclass(frozen=True)
class Described:
    """What a referee describes, before anything is decided or written. Without a table the offender is an entry.

    `instead` is the entry of an issued ruling that this one is put in the place of: it is decided as if that one had
    never been made.
    """

    event: Event
    round: Round
    table: Table | None
    infraction: str
    offenders: tuple[str, ...]
    facts: Mapping[str, Any]
    deliberate: bool = False
    hand: int | None = None
    after: int | None = None
    instead: int | None = None


@dataclass(frozen=True)
class Decided:
    """A decision with all it was made from; `entries` are the offenders in the order they were named."""

    described: Described
    infraction: Infraction
    case: rulings.Case
    situation: Situation
    entries: tuple[Entry, ...]
    decision: Decision


def infraction_of(event: Event, code: str) -> Infraction:
    """Return an infraction of the event's game, or refuse."""
    found = rulings_of(event.game).infractions.get(code)
    if found is None:
        raise Refused(
            "infraction_unknown",
            noop("There is no infraction “{infraction}” in this game."),
            path="infraction",
            infraction=code,
        )
    return found


def infractions_at(event: Event) -> list[Infraction]:
    """Return the infractions that apply at an event: those of every preset, and those of the one it is played by."""
    known = rulings_of(event.game).infractions.values()
    return [item for item in known if not item.presets or (event.preset or "default") in item.presets]


def describe_decision(described: Described, excluding: int | None = None) -> Decided | tuple[Field, ...]:
    """Decide a described case, or return the questions still open; `excluding` leaves one case out of the history."""
    infraction = infraction_of(described.event, described.infraction)
    situation, places = _situation(described)
    entries = _entries(described, situation, places)
    case = rulings.Case(
        infraction=infraction.code,
        offenders=places,
        facts=dict(described.facts),
        deliberate=described.deliberate,
        priors=_priors(described, entries, situation.hand, excluding),
    )
    result = decide(rulings_of(described.event.game), case, situation)
    if not isinstance(result, Decision):
        return result
    if described.table is None and result.effect != Effect():
        raise Refused("table_needed", noop("This ruling concerns a hand: name the table."), path="table")
    return Decided(described, infraction, case, situation, entries, result)


def facts_missing(questions: Sequence[Field]) -> Refused:
    """The refusal of a ruling whose facts are not complete."""
    return Refused(
        "facts_missing",
        noop("Questions are still open."),
        path="facts",
        facts={"questions": [plain(question) for question in questions]},
    )


def shown_place(table: Table, hand: int | None, seen_seq: int) -> int | None:
    """Return the place in play a screen showed: the event of `hand` that stood last when `seen_seq` were recorded.

    None means the end of the hand, where nothing of it was recorded since or where it was over already.
    """
    if table.seq <= seen_seq:
        return None
    loaded = load_table(table.event, table)
    return place_seen(loaded.fold(), table.state["hand"] if hand is None else hand, seen_seq)


def _situation(described: Described) -> tuple[Situation, tuple[Place, ...]]:
    places = tuple(described.offenders)
    if described.table is not None:
        loaded = load_table(described.event, described.table)
        at = situation_at(
            loaded.rules,
            loaded.seats,
            loaded.start,
            loaded.recorded,
            described.hand,
            described.after,
            described.instead,
        )
        return at, places  # type: ignore[return-value]
    order: tuple[Place, ...] = ("E", "S", "W", "N")
    seats: dict[Place, str | None] = dict.fromkeys(order)
    seats |= dict(zip(order, described.offenders, strict=False))
    alone = situation_at(rules_of(described.event), seats, Start(), ())
    return alone, order[: len(described.offenders)]


def _entries(described: Described, situation: Situation, places: Sequence[Place]) -> tuple[Entry, ...]:
    persons = [situation.seats.get(place) for place in places]
    entries = Entry.objects.filter(event=described.event, number__in=numbers_of(persons))
    found: dict[int | None, Entry] = {entry.number: entry for entry in entries}
    for place, person in zip(places, persons, strict=True):
        if number_of(person) not in found:
            raise Refused("offender_unknown", noop("Nobody sits at {seat}."), path="offender", seat=place)
    return tuple(found[number_of(person)] for person in persons)


def _priors(described: Described, entries: Sequence[Entry], hand: int, excluding: int | None) -> tuple[Prior, ...]:
    earlier = (
        CaseOffender.objects.filter(entry__in=entries, case__status__in=COUNTED)
        .exclude(ladder="")
        .exclude(case=excluding)
        .select_related("case__round")
        .order_by("case__number")
    )
    return tuple(
        Prior(item.case.infraction, item.ladder, item.step, _nearest_scope(described, item.case, hand))
        for item in earlier
    )


def _nearest_scope(described: Described, earlier: CaseRow, hand: int) -> Scope:
    """The narrowest span that holds both cases."""
    if described.table is not None and earlier.table_id == described.table.pk:
        return "hand" if earlier.hand == hand else "round"
    if earlier.round_id == described.round.pk:
        return "round"
    return "stage" if earlier.round.stage_id == described.round.stage_id else "event"


def ruling_event(decided: Decided, counted_in: Round, *, carry: bool = False) -> Ruling:
    """Return the table event of a decision; a penalty that counts in the table's own round is one of its lines.

    With `carry` what can wait for a later round is left out; the wording is the whole one.
    """
    event = as_ruling(decided.infraction, decided.case, decided.decision)
    penalty = decided.decision.penalty
    effect = event.effect
    if carry:
        effect = without_carried(decided.decision, decided.case.offenders).effect
    elif penalty is not None and penalty.points and counted_in.pk == decided.described.round.pk:
        lines = tuple(
            EffectPosting(
                payer=place,
                to=HOUSE,
                points=penalty.points,
                account=penalty.account,
                article=decided.decision.article,
            )
            for place in decided.case.offenders
        )
        effect = Effect(effect.flags, (*effect.postings, *lines), effect.liabilities, effect.deal, effect.game)
    described, situation = decided.described, decided.situation
    after = situation.after if situation.closed or described.after is not None else None
    return Ruling(
        hand=situation.hand,
        after=after if described.instead is None else described.instead,
        amends=described.instead,
        effect=effect,
        wording=event.wording,
    )
