"""Settlement by A23: base and tai from the discarder or from everyone, dealer tai, looked tiles, side bets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol

import msgspec

from engine.errors import RuleError, noop
from engine.games.taiwan.events import TaiwanWin
from engine.games.taiwan.items import DEALER_ALONE, NOT_DEALER, items_of
from engine.games.taiwan.progress import Memory, OutsideStake
from engine.hand import Hand
from engine.hand_input import check_flags, contradiction
from engine.places import HOUSE, PLACES, Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.winning import check_dealt


class DealAsPlayed(Protocol):
    """What dealer tai depend on: a hand in play, or the situation a referee rules on."""

    @property
    def dealer(self) -> Place: ...

    @property
    def streak(self) -> int: ...


class Worth(msgspec.Struct, frozen=True):
    """What a win is worth in tai, dealer tai apart, and who pays it.

    `payers`: `giver` alone, or `all` the others. `robbed` and `others` are added for the player robbed of a flower and
    for the rest (七搶一 with six flowers and a complete hand).
    """

    tai: int
    payers: Literal["giver", "all"]
    robbed: int = 0
    others: int = 0


def win_lines(rules: ResolvedRuleset, hand: Hand, index: int, entry: TaiwanWin, worth: Worth) -> tuple[Line, ...]:
    """Return the payments of one win (A23), with what lookers owe (A14) and the mirrored side bets (A6)."""
    six = "rob_flower_6" in entry.flags
    lines: list[Line] = []
    for payer in _payers(rules, hand, entry, worth):
        extra = worth.robbed if six and payer == entry.giver else worth.others
        tai = worth.tai + extra + dealer_tai(rules, hand, entry.seat, payer, entry.shown_streak)
        bases = bases_between(hand.memory, entry.seat, payer)
        if six and worth.payers == "all" and payer == entry.giver and rules.options.rob_six_base == "two":
            bases += 1
        reason, article = _reason(entry)
        points = bases * rules.options.base + tai * rules.options.unit
        if points:
            lines.append(
                Line(
                    payer=payer,
                    to=entry.seat,
                    points=points,
                    reason=reason,
                    article=article,
                    win=index,
                    movable=True,
                )
            )
        lines += mirrored(rules, hand.memory, entry.seat, payer, tai, index)
    for place in hand.present():
        looked = hand.flag_state(place, "eye")
        if looked and place != entry.seat:
            lines.append(
                Line(
                    payer=place,
                    to=entry.seat,
                    points=rules.options.unit,
                    reason="eye",
                    article="A14",
                    win=index,
                    cause=looked.seq,
                )
            )
    return tuple(lines)


def dealer_tai(
    rules: ResolvedRuleset, hand: DealAsPlayed, winner: Place, payer: Place, shown: int | None = None
) -> int:
    """Return D, the tai added when winner or payer deals."""
    items = items_of(rules)
    return sum(
        items.value(code) * count for code, count in dealer_items(hand.dealer, hand.streak, winner, payer, shown)
    )


def dealer_items(
    dealer: Place, streak: int, winner: Place, payer: Place, shown: int | None = None
) -> tuple[tuple[str, int], ...]:
    """Return 作莊 and 連N拉N, with how often, where winner or payer deals; a wrong marker is used against him (A17)."""
    if dealer not in (winner, payer):
        return ()
    if shown is not None:
        streak = min(streak, shown) if dealer == winner else max(streak, shown)
    return (("zuozhuang", 1), *((("lian_la_per_N", streak),) if streak else ()))


def payers_written(win: Mapping[str, Any]) -> tuple[Place, ...]:
    """Return who pays for a win as it is written: the giver of a tile or of a robbed flower, else everyone (A23)."""
    giver = win.get("from")
    if giver is not None and (win.get("by") == "discard" or "rob_flower_7" in win.get("flags", ())):
        return (giver,)
    return tuple(place for place in PLACES if win.get("by") == "self" and place != win["seat"])


def bases_between(memory: Memory, one: Place, other: Place) -> int:
    """Return how many bases lie between two players: one, and what either raised unless the other refused (B.17)."""
    return 1 + sum(
        stake.units
        for stake in memory.inside
        if (stake.seat == one and other not in stake.refused_by)
        or (stake.seat == other and one not in stake.refused_by)
    )


def _payers(rules: ResolvedRuleset, hand: Hand, entry: TaiwanWin, worth: Worth) -> tuple[Place, ...]:
    if worth.payers == "giver":
        assert entry.giver is not None  # `check_shape` saw to it
        return (entry.giver,)
    everyone = hand.payers(entry.seat)
    if rules.options.dead_pays:
        return everyone
    return tuple(place for place in everyone if not hand.has(place, "dead", "short", "long"))


def _reason(entry: TaiwanWin) -> tuple[str, str]:
    if "rob_flower_7" in entry.flags or "rob_flower_6" in entry.flags:
        return "robbed_flower", "A21.30"
    if "all_flowers" in entry.flags:
        return "all_flowers", "A21.29"
    if "robbed_kong" in entry.flags:
        return "robbed_kong", "A21.12"
    return ("self_draw", "A23") if entry.by == "self" else ("discard", "A23")


def mirrored(
    rules: ResolvedRuleset, memory: Memory, winner: Place, payer: Place, tai: int, index: int | None = None
) -> Iterator[Line]:
    """Yield a payment once more for each better beside the winner or the payer, against the house's account (B.17)."""
    for stake in memory.outside:
        points = _stake(rules, stake, tai)
        if not points or stake.on not in (winner, payer):
            continue
        wins = stake.on == winner
        yield Line(
            payer=payer if wins else HOUSE,
            to=HOUSE if wins else winner,
            points=points,
            reason="outside_bet",
            article="A6",
            win=index,
            movable=True,
        )


def _stake(rules: ResolvedRuleset, stake: OutsideStake, tai: int) -> int:
    if stake.fixed is not None:
        return stake.fixed
    base = rules.options.base if stake.base is None else stake.base
    unit = rules.options.unit if stake.unit is None else stake.unit
    return int(base + tai * unit)


def check_shape(hand: Hand, entry: TaiwanWin, path: str) -> TaiwanWin:
    """Return the entry with `robbed` as its flag, refusing what does not fit together: giver, flags, extra, value."""
    within = (entry.tiles or {}).get("flags") or ()
    known = dict.fromkeys((*entry.flags, *within) if isinstance(within, list | tuple) else entry.flags)
    if entry.robbed and not known.keys() & {"rob_flower_6", "rob_flower_7"}:
        known["robbed_kong"] = None
    entry = msgspec.structs.replace(entry, flags=tuple(known), robbed=False)
    robs = bool(known.keys() & {"rob_flower_6", "rob_flower_7"})
    try:
        check_flags(known, entry.by)
        if "all_flowers" in known and entry.by == "discard":
            raise contradiction("all_flowers", "discard")
        check_dealt(hand, entry, only=DEALER_ALONE, never=NOT_DEALER)
    except RuleError as error:
        raise error.at(path) from None
    if entry.by == "discard" or robs:
        hand.check_giver(entry.giver, entry.seat, f"{path}.from")
    elif entry.giver is not None:
        raise RuleError("giver_unneeded", noop("A self-drawn win has no discarder."), path=f"{path}.from")
    if entry.extra is not None and ("rob_flower_6" not in known or entry.total is None):
        raise RuleError(
            "extra_unneeded",
            noop("Tai beside the total are only for a flower robbed with six in hand."),
            path=f"{path}.extra",
        )
    return entry
