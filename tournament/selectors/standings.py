"""What standings are made from, and the snapshot that is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from django.core.cache import cache
from django.db.models import QuerySet, Sum

from engine.errors import noop
from engine.places import HOUSE
from engine.standings import Data, Penalty, Policy, Result, Standings, compute, from_json, parse_policy
from engine.standings import Entry as Ranked
from engine.standings import Round as Counted
from engine.standings import carry_over as carried_from
from engine.standings.data import Carried, Status
from engine.standings.snapshot import Unit
from tournament.errors import Refused
from tournament.models import Draw, Entry, Event, PostingRow, Round, Snapshot, Stage, StandingsProblem, Table
from tournament.persons import number_of as entry_of
from tournament.persons import numbers_of, places_of
from tournament.reveal import Reveal, parse_reveal
from tournament.selectors.entries import UNDECIDED
from tournament.stage_settings import cut_of

SHOWN = (Round.Status.RUNNING, Round.Status.CLOSED)
TRAIL_SECONDS = 86_400


@dataclass(frozen=True)
class Shown:
    """A snapshot with the version of the event now; `stale` means it is being computed anew."""

    snapshot_id: int
    version: int
    event_version: int
    # What is kept back from the reader (`visibility` decides it).
    reveal: Reveal | None = None

    @cached_property
    def body(self) -> str:
        """The JSON text, read where it is wanted: most polls ask for nothing but the version."""
        fields = ("body", "before_round", "before_body")
        body, before_round, before_body = Snapshot.objects.values_list(*fields).get(pk=self.snapshot_id)
        if self.reveal is None:
            return str(body)
        if self.reveal.told is None and before_round == self.reveal.from_round:
            return str(before_body)
        return kept_back(body, self.reveal)

    @property
    def mark(self) -> str:
        """What a polling page has seen: the version, how stale it was, and how much of it was kept back."""
        behind = f"-{self.event_version}" if self.stale else ""
        return f"{self.version}{behind}{'.' + self.reveal.mark if self.reveal else ''}"

    @property
    def stale(self) -> bool:
        """Whether the event has moved on since this was computed."""
        return self.version < self.event_version


def newest_standings(event: Event, order: int) -> Shown | None:
    """Return the whole newest snapshot of a stage, or None before the first.

    What is shown to somebody comes from `visibility.visible_standings`, which asks here.
    """
    return _newest(Snapshot.objects.filter(event=event, stage__order=order), None)


def public_standings(slug: str, order: int) -> Shown | None:
    """Return what everybody may see, by the event's slug in one query; None where nobody may know of the event."""
    found = Snapshot.objects.filter(event__slug=slug, stage__order=order)
    return _newest(found.exclude(event__status__in=(Event.Status.DRAFT, Event.Status.DISCARDED)), order)


def _newest(snapshots: QuerySet[Snapshot], order: int | None) -> Shown | None:
    """Return the newest; with the `order` of its stage, less what is kept back from the public."""
    fields = ("pk", "version", "event__version", "event__reveal")
    found = snapshots.order_by("-version").values_list(*fields).first()
    if found is None:
        return None
    reveal = parse_reveal(found[3]) if order is not None else None
    return Shown(*found[:3], reveal=reveal.of_stage(order) if reveal is not None and order is not None else None)


def kept_back(body: str, reveal: Reveal) -> str:
    """Return a snapshot with the ranks told alone; the best of them does not name the one above it."""
    data = msgspec.json.decode(body)
    told = reveal.told
    rows = data["standings"]["rows"]
    shown = [row for row in rows if told is not None and (row["rank"] is None or row["rank"] >= told)]
    if shown and shown[0]["rank"] is not None:
        shown[0] = {**shown[0], "why": None}
    data["standings"]["rows"] = shown
    data["groups"] = {}
    known = {row["id"] for row in shown}
    data["trail"] = []  # ranks after rounds that are kept back
    data["group_trails"] = {}
    data["penalties"] = [item for item in data.get("penalties", ()) if item["entry"] in known]
    if "records" in data:
        data["records"] = [item for item in data["records"] if item["round"] < reveal.from_round]
    data["kept_back"] = {"from_round": reveal.from_round, "told": told}
    return msgspec.json.encode(data).decode()


def decoded(shown: Shown) -> dict[str, Any]:
    """Return the body of a snapshot as plain data."""
    return dict(msgspec.json.decode(shown.body))


class _Body(msgspec.Struct):
    """The parts of a snapshot, undecoded."""

    event: str
    version: int
    stage: msgspec.Raw
    entries: msgspec.Raw
    standings: msgspec.Raw
    trail: msgspec.Raw = msgspec.Raw(b"[]")
    penalties: msgspec.Raw = msgspec.Raw(b"[]")
    records: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    substitutes: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    groups: dict[str, msgspec.Raw] = {}
    group_trails: dict[str, msgspec.Raw] = {}
    kept_back: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def _part(body: _Body, by: str) -> msgspec.Raw:
    if by == "entry":
        return body.standings
    if by not in body.groups:
        raise Refused("groups_unknown", noop("These standings rank no {by}."), path="by", by=by)
    return body.groups[by]


def grouped_body(shown: Shown, by: str) -> bytes:
    """Return a snapshot with the standings of teams or pairs in the place of those of entries."""
    body = msgspec.json.decode(shown.body, type=_Body)
    trail = body.trail if by == "entry" else body.group_trails.get(by, msgspec.Raw(b"[]"))
    own = msgspec.structs.replace(body, standings=_part(body, by), trail=trail, groups={}, group_trails={})
    return msgspec.json.encode(own)


def stored_standings(shown: Shown, by: str = "entry") -> Standings:
    """Return the standings within a snapshot: of entries, teams or pairs."""
    return from_json(bytes(_part(msgspec.json.decode(shown.body, type=_Body), by)))


def stage_key(stage_id: int) -> str:
    """Return how a stage is named within standings."""
    return str(stage_id)


@dataclass(frozen=True)
class Computed:
    """The standings of one stage, with the policy and the data they were computed from."""

    stage: Stage
    policy: Policy
    data: Data
    standings: Standings

    def grouped(self, by: Unit) -> Standings:
        """Compute the standings of teams or pairs."""
        return compute(self.policy, self.data, stage=stage_key(self.stage.pk), by=by)


def before_round(data: Data, number: int) -> Data:
    """Return what was known before a round."""
    return msgspec.structs.replace(
        data,
        rounds=tuple(one for one in data.rounds if one.number < number),
        results=tuple(one for one in data.results if one.round < number),
        penalties=tuple(one for one in data.penalties if one.round < number),
    )


def computed_standings(
    event: Event, through: Stage | None = None, before: int | None = None, data: Data | None = None
) -> list[Computed]:
    """Compute the standings of every stage that has rounds, in order, up to one of them; each carries over to the next.

    After a cut only those who were let through are ranked. `before`: as they were before the round of that number;
    `data`: what they are computed from, instead of what is stored.
    """
    data = standings_data(event) if data is None else data
    if before is not None:
        data = before_round(data, before)
    with_rounds = {item.stage for item in data.rounds}
    stages = Stage.objects.filter(event=event).order_by("order")
    if through is not None:
        stages = stages.filter(order__lte=through.order)
    found: list[Computed] = []
    carried: tuple[Carried, ...] = ()
    for stage in stages:
        key = stage_key(stage.pk)
        if key not in with_rounds:
            continue
        own = msgspec.structs.replace(data, carried=carried, entries=_let_through(stage, data))
        policy = parse_policy(stage.policy, path="policy")
        standings = compute(policy, own, stage=key)
        carried = carried_from(standings)
        found.append(Computed(stage, policy, own, standings))
    return found


def rank_trail(found: Computed, by: Unit = "entry") -> list[dict[str, int]]:
    """Return the ranks of entries, teams or pairs as they were after each round that counts, the newest left out.

    Computed anew only where results, rulings or rules of those rounds changed: while a round is played they do not.
    """
    standings = found.standings
    played = [
        number
        for index, number in enumerate(standings.rounds)
        if any(row.rounds[index] is not None for row in standings.rows)
    ]
    if not played:
        return []
    earlier, newest = played[:-1], played[-1]
    data = msgspec.structs.replace(
        found.data,
        results=tuple(item for item in found.data.results if item.round < newest),
        penalties=tuple(item for item in found.data.penalties if item.round < newest),
    )
    stage = stage_key(found.stage.pk)
    key = hashlib.sha256(msgspec.json.encode((stage, by, earlier, found.policy, data))).hexdigest()
    trail: list[dict[str, int]] | None = cache.get(f"trail-{key}")
    if trail is None:
        trail = []
        for number in earlier:
            then = compute(found.policy, data, stage=stage, through=number, by=by)
            trail.append({row.id: row.rank for row in then.rows if row.rank is not None})
        cache.set(f"trail-{key}", trail, TRAIL_SECONDS)
    return trail


def rank_changes(event: Event, stage: Stage, old_policy: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return whose rank in a stage differs from what it was by another policy: entry, rank before, rank after."""
    found = next((one for one in computed_standings(event, stage) if one.stage.pk == stage.pk), None)
    if found is None:
        return []
    own = found.data
    key = stage_key(stage.pk)
    old = compute(parse_policy(old_policy, path="policy"), own, stage=key)
    new = compute(parse_policy(stage.policy, path="policy"), own, stage=key)
    before = {row.id: row.rank for row in old.rows}
    return [
        {"entry": int(row.id), "before": before.get(row.id), "after": row.rank}
        for row in new.rows
        if before.get(row.id) != row.rank
    ]


def _let_through(stage: Stage, data: Data) -> tuple[Ranked, ...]:
    cut = cut_of(stage)
    if cut is None:
        return data.entries
    wanted = {str(number) for number in cut.through}
    return tuple(entry for entry in data.entries if entry.id in wanted)


def standings_data(event: Event) -> Data:
    """Return what standings may look at, read from entries, tables and posting rows.

    Whoever withdrew before anything became of him in a round was never in the field, and is not listed.
    """
    out = (Entry.Status.WAITLIST, *UNDECIDED)
    entries = list(Entry.objects.filter(event=event).exclude(status__in=out).order_by("number"))
    by_pk = {entry.pk: str(entry.number) for entry in entries}
    rounds = list(Round.objects.filter(event=event).order_by("number").values_list("pk", "number", "stage_id"))
    number_of = {pk: number for pk, number, _stage in rounds}
    points, penalties = _sums(event, by_pk, number_of)
    results = tuple(_results(event, number_of, points))
    there = {item.entry for item in (*results, *penalties)}
    entries = [entry for entry in entries if entry.status != Entry.Status.WITHDRAWN or str(entry.number) in there]
    return Data(
        entries=tuple(
            Ranked(
                id=str(entry.number),
                team=entry.team or None,
                pair=entry.team or None,
                withdrawn=entry.status == Entry.Status.WITHDRAWN,
                ranked=entry.ranked,
            )
            for entry in entries
        ),
        rounds=tuple(Counted(number, stage_key(stage)) for _pk, number, stage in rounds),
        results=results,
        penalties=penalties,
    )


def _sums(
    event: Event, by_pk: dict[int, str], number_of: dict[int, int]
) -> tuple[dict[tuple[int, str], int], tuple[Penalty, ...]]:
    """Return points by (table, entry) of the `table` account between players, and everything else as penalties."""
    points: dict[tuple[int, str], int] = {}
    others: dict[tuple[str, int, str], int] = {}
    lines = (
        PostingRow.objects.filter(event=event)
        .order_by()
        .values_list("table_id", "round_id", "from_entry_id", "to_entry_id", "account")
        .annotate(total=Sum("points"))
    )
    for table, round_id, payer, payee, account, total in lines:
        for pk, sign in ((payer, -1), (payee, 1)):
            if pk is None or pk not in by_pk:
                continue
            if account == "table" and payer is not None and payee is not None:
                key = (table, by_pk[pk])
                points[key] = points.get(key, 0) + sign * total
            else:
                other = (by_pk[pk], number_of[round_id], account)
                others[other] = others.get(other, 0) + sign * total
    found = tuple(
        Penalty(entry=entry, round=number, points=total, account=account)  # type: ignore[arg-type]
        for (entry, number, account), total in sorted(others.items(), key=lambda item: (item[0][1], item[0]))
        if total
    )
    return points, found


def _results(event: Event, number_of: dict[int, int], points: dict[tuple[int, str], int]) -> Iterable[Result]:
    """Return one result for each entry and round: that of the table he sat at, else what the draw says of him."""
    found: dict[tuple[str, int], Result] = {}
    for result in (*_seated(event, number_of, points), *_left_out(event, number_of)):
        key = (result.entry, result.round)
        if key not in found or _weight(result) > _weight(found[key]):
            found[key] = result
    return found.values()


def _weight(result: Result) -> int:
    """Say how much a result tells of a round: play, then a void table or sitting out, then being absent."""
    if result.table is not None:
        return 2
    return 0 if result.status == "absent" else 1


def _seated(event: Event, number_of: dict[int, int], points: dict[tuple[int, str], int]) -> Iterable[Result]:
    tables = Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED).order_by("round__number", "number")
    fields = ("pk", "round_id", "number", "status", "state")
    for pk, round_id, number, status, state in tables.values_list(*fields):
        sat = hands_sat(state)
        if not sat and status != Table.Status.VOID:
            continue
        void = status == Table.Status.VOID
        # A void table may have no hand: whoever sat down there was at it all the same.
        there = [*state["persons"], *(state["seats"].values() if void else ())]
        for entry in numbers_of(there):
            own = points.get((pk, str(entry)), 0)
            how = how_spent(entry, sat, void=void, paid=own != 0)
            places = places_of(state["seats"], entry)
            yield Result(
                entry=str(entry),
                round=number_of[round_id],
                table=number if how in ("played", "substitute") else None,
                points=own,
                status=how,
                seat=places[0] if len(places) == 1 else None,  # type: ignore[arg-type]
                measures=_measures(state["measures"], entry) if how in ("played", "substitute") else {},
            )


def _left_out(event: Event, number_of: dict[int, int]) -> Iterable[Result]:
    draws = Draw.objects.filter(round__event=event, status=Draw.Status.RELEASED, round__status__in=SHOWN)
    for round_id, result in draws.order_by("round__number").values_list("round_id", "result"):
        for person in result["out"]:
            yield Result(entry=str(person), round=number_of[round_id], status="sat_out")
        for person in result["absent"]:
            yield Result(entry=str(person), round=number_of[round_id], status="absent")


def record_points(event: Event) -> list[dict[str, int | str]]:
    """Return what tables gave an entry by corrections for the record only, beside the points that count.

    Both are points of the table account between players, as in `Result.points`.
    """
    tables = Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED, counted_seq__isnull=False)
    tables = tables.exclude(status=Table.Status.VOID).order_by("round__number", "number").select_related("round")
    found: list[dict[str, int | str]] = []
    for table in tables:
        record: dict[int, int] = {}
        for line in table.record["postings"]:
            if line["account"] == "table" and HOUSE not in (line["from"], line["to"]):
                _add(record, entry_of(line["from"]), -line["points"])
                _add(record, entry_of(line["to"]), line["points"])
        counted: dict[int, int] = {}
        lines = PostingRow.objects.filter(table=table, account="table").exclude(from_entry=None).exclude(to_entry=None)
        for payer, payee, points in lines.values_list("from_entry__number", "to_entry__number", "points"):
            _add(counted, payer, -points)
            _add(counted, payee, points)
        found += [
            {
                "entry": str(entry),
                "round": table.round.number,
                "table": table.number,
                "points": counted.get(entry, 0),
                "record": record.get(entry, 0),
            }
            for entry in sorted({*counted, *record, *numbers_of(table.record["persons"])})
        ]
    return found


def _add(points: dict[int, int], entry: int | None, change: int) -> None:
    if entry is not None:
        points[entry] = points.get(entry, 0) + change


def _measures(measures: dict[str, dict[str, int]], entry: int) -> dict[str, int]:
    """Return the measures of an entry: those of all its persons together."""
    found: dict[str, int] = {}
    for person, own in measures.items():
        if entry_of(person) == entry:
            for code, value in own.items():
                found[code] = found.get(code, 0) + value
    return found


def hands_sat(state: Mapping[str, Any]) -> list[set[int]]:
    """Return the entries that sat at a table, by hand that is over."""
    return [set(numbers_of(hand["seats"].values())) for hand in state["hands"] if hand["closed_by"] is not None]


def how_spent(entry: int, sat: list[set[int]], *, void: bool, paid: bool = False) -> Status:
    """Return how an entry spent the round: `sat` holds, hand by hand, who sat at the table.

    Whoever has points sat there, though no hand of his is over yet (`paid`).
    """
    if void:
        return "void"
    if not any(entry in seats for seats in sat):
        return "substitute" if paid else "absent"  # replaced before the first hand
    return "played" if entry in sat[0] else "substitute"


def standings_problem(event: Event) -> StandingsProblem | None:
    """Return why the standings of an event could not be computed, as long as they could not."""
    return StandingsProblem.objects.filter(event=event).first()
