"""Who pays whom in a hand of several wins (1.B.3–1.B.6): wins, kong income and its refunds, pigs and the reveal."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.effects import Flag
from engine.errors import RuleError, noop
from engine.games.sichuan.events import Exhausted, Kong, SichuanWin, WinEvent
from engine.games.sichuan.items import flags_of, tally
from engine.games.sichuan.scoring import capped, hand_fan
from engine.hand import Differs, Hand, Measure, Played
from engine.hand_input import check_flags
from engine.places import PLACES, Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.winning import check_dealt, check_winners, win_facts

ROBBED, WINS, KONGS, LOST, REVEAL = "1.A.4", "1.B.3", "1.B.4", "1.B.5", "1.B.6"
MOST_WINNERS = 3
# Whoever may not complete his hand is not ready at the reveal (1.B.6, 1.D.14).
NOT_READY: tuple[Flag, ...] = ("dead", "short", "long", "no_win")


class KongIncome(msgspec.Struct):
    """One kong and who paid what for it; `added` to a pong, `lost` once it was given back."""

    seat: Place
    paid: dict[Place, int]
    added: bool = False
    lost: bool = False


class HandMemory(msgspec.Struct):
    """What a Sichuan hand carries from event to event.

    `last_kong` is the kong after which nothing else was recorded; `robbers` are (robber, konger) of kongs recorded as
    robbed whose win is still to come.
    """

    kongs: list[KongIncome] = []
    last_kong: KongIncome | None = None
    robbers: list[tuple[Place, Place]] = []
    first_winners: tuple[Place, ...] = ()
    first_giver: Place | None = None
    several_from: Place | None = None
    pigs_paid: tuple[Place, ...] = ()


def points_of(rules: ResolvedRuleset, fan: int) -> int:
    """Return what one payer owes for `fan` (1.B.2): two to the power of the capped fan, in units, doubled stakes in."""
    return int(2 ** capped(rules, fan) * stake(rules))


def full_hand(rules: ResolvedRuleset) -> int:
    """Return 滿牌, what a hand at the cap is paid with (1.B.2)."""
    return points_of(rules, int(rules.options.cap_fan))


def stake(rules: ResolvedRuleset) -> int:
    """Return the points of one unit at this table."""
    return int(rules.options.unit * rules.options.table_double)


def live_places(hand: Hand) -> tuple[Place, ...]:
    """Return who still plays: seated, not won, not out."""
    return tuple(place for place in hand.present() if not hand.has(place, "won", "out"))


def is_over(rules: ResolvedRuleset, hand: Hand, won: Iterable[Place] = ()) -> bool:
    """Tell whether the hand ends (1.D.13): at most one player is left, or by the option three have won."""
    gone = set(won)
    if rules.options.hand_end == "three_won":
        winners = [place for place in hand.present() if place in gone or hand.has(place, "won")]
        return len(winners) >= len(hand.present()) - 1
    return len([place for place in live_places(hand) if place not in gone]) <= 1


def settle_wins(rules: ResolvedRuleset, hand: Hand, event: WinEvent) -> Played:
    """Settle winners on one tile, and what the win does to kong income."""
    check_winners(hand, event.wins, MOST_WINNERS)
    memory: HandMemory = hand.memory
    lines: list[Line] = []
    measures: list[Measure] = []
    for index, entry in enumerate(event.wins):
        try:
            lines += _win_lines(rules, hand, entry, index)
        except RuleError as error:
            raise error.at(f"wins[{index}]") from None
        measures += _measures(entry, index)
    lines += [*_robbed_lines(memory, event), *_income_lines(rules, memory, event)]
    memory.last_kong = None
    memory.robbers = [pair for pair in memory.robbers if pair not in {(win.seat, win.giver) for win in event.wins}]
    seats = tuple(entry.seat for entry in event.wins)
    giver = event.wins[0].giver if event.wins[0].by == "discard" else None
    if len(seats) > 1 and memory.several_from is None:
        memory.several_from = giver
    if not memory.first_winners:
        memory.first_winners, memory.first_giver = seats, giver
    ends = any("heaven" in entry.flags for entry in event.wins) and rules.options.heavenly == "cap_and_end"
    closes = ends or is_over(rules, hand, seats)
    return Played(
        lines=tuple(lines),
        wins=tuple(win_facts(index, entry) for index, entry in enumerate(event.wins)),
        measures=tuple(measures),
        flags=tuple((seat, "won", "hand") for seat in seats),
        differs=_unrobbed(memory) if closes else (),
        closes=closes,
    )


def _win_lines(rules: ResolvedRuleset, hand: Hand, entry: SichuanWin, index: int) -> list[Line]:
    options, flags = rules.options, _flags(entry)
    check_dealt(hand, entry, only=("heaven", "tianhu"), never=("earth", "dihu"))
    fan = _fan(rules, entry, flags)

    def line(payer: Place, points: int, reason: str) -> Line:
        return Line(payer=payer, to=entry.seat, points=points, reason=reason, article=WINS, win=index, movable=True)

    if "heaven" in flags and options.heavenly != "plain":
        return [line(payer, full_hand(rules), "heaven") for payer in hand.payers(entry.seat)]
    if entry.by == "discard":
        assert entry.giver is not None
        points = points_of(rules, fan)
        if "last_tile" in flags and options.last_discard == "double":
            points *= 2
        return [line(entry.giver, points, "robbed_kong" if "robbed_kong" in flags else "win_discard")]
    fed_by = _feeder(hand, entry, flags)
    if fed_by is not None and options.fed_kong_flower == "feeder_pays" and "second_kong" not in flags:
        return [line(fed_by, points_of(rules, fan), "fed_flower")]
    more = 1 if options.self_draw == "plus1fan" else 0
    points = points_of(rules, fan + more) + (stake(rules) if options.self_draw == "plus1" else 0)
    return [line(payer, points, "win_self") for payer in hand.payers(entry.seat)]


def _flags(entry: SichuanWin) -> frozenset[str]:
    flags = frozenset(entry.flags) | ({"robbed_kong"} if entry.robbed else set()) | flags_of(entry.items or ())
    if "robbed_kong" in flags and entry.by == "self":
        raise RuleError("robbed_self", noop("A robbed kong is won on another's tile."), path="robbed")
    if "heaven" in flags and entry.by == "discard":
        raise RuleError("heaven_discard", noop("A heavenly win is no win on a discard."), path="flags")
    check_flags(flags, entry.by)
    return flags


def _feeder(hand: Hand, entry: SichuanWin, flags: frozenset[str]) -> Place | None:
    if entry.fed_by is None:
        if "fed_kong" in flags:
            raise RuleError("fed_by_missing", noop("Say who fed the kong."), path="fed_by")
        return None
    if entry.fed_by == entry.seat:
        raise RuleError("fed_by_wrong", noop("Only a self-draw after another's tile was konged is fed."), path="fed_by")
    hand.check_giver(entry.fed_by, entry.seat, "fed_by")
    return entry.fed_by


def _fan(rules: ResolvedRuleset, entry: SichuanWin, flags: frozenset[str]) -> int:
    if entry.total is not None:
        return capped(rules, entry.total)
    if entry.items is not None:
        return capped(rules, tally(rules, entry.items, entry.by, "items", flags).raw)
    facts = {"by": entry.by, "flags": sorted(flags)}
    return hand_fan(rules, {**facts, **(entry.tiles or {})}, "tiles")


def _measures(entry: SichuanWin, index: int) -> list[Measure]:
    measures = [Measure(entry.seat, "hands_won", 1)]
    if entry.by == "self":
        measures.append(Measure(entry.seat, "self_draws", 1))
    elif entry.giver is not None and index == 0:
        measures.append(Measure(entry.giver, "deal_ins", 1))
    return measures


def _income_lines(rules: ResolvedRuleset, memory: HandMemory, event: WinEvent) -> list[Line]:
    """1.B.5: a win on the discard after a kong takes that kong's income, a robbed second kong that of the first."""
    first = event.wins[0]
    if first.by != "discard" or first.giver is None:
        return []
    flags = {flag for entry in event.wins for flag in _flags(entry)}
    after_kong = "after_kong" in flags and "robbed_kong" not in flags
    if not after_kong and not {"robbed_kong", "second_kong"} <= flags:
        return []
    kong = next((kong for kong in reversed(memory.kongs) if kong.seat == first.giver and not kong.lost), None)
    if kong is None:
        return []
    if after_kong and rules.options.kong_discard == "call_transfer":
        kong.lost = True
        income = sum(kong.paid.values())
        return [
            Line(payer=kong.seat, to=entry.seat, points=income, reason="kong_transfer", article=LOST)
            for entry in event.wins
            if income
        ]
    return refund(kong)


def _robbed_lines(memory: HandMemory, event: WinEvent) -> list[Line]:
    """1.A.4: a robbed kong does not exist, so the added kong recorded just before the win that robs it is undone.

    A kong recorded as robbed was never paid, and after whatever else was recorded since a kong was not the robbed one.
    """
    robbed = any("robbed_kong" in _flags(entry) for entry in event.wins)
    kong = memory.last_kong
    if not robbed or kong is None or not kong.added or kong.seat != event.wins[0].giver:
        return []
    return refund(kong, "kong_robbed", ROBBED)


def _unrobbed(memory: HandMemory) -> tuple[Differs, ...]:
    """Say of a hand that ends which kongs are recorded as robbed though the robber has not won on them."""
    return tuple(Differs("robbed_by", expected=robber, played=None) for robber, _ in memory.robbers)


def refund(kong: KongIncome, reason: str = "kong_refund", article: str = LOST) -> list[Line]:
    """Give a kong's income back to whoever paid it, once."""
    if kong.lost:
        return []
    kong.lost = True
    return [
        Line(payer=kong.seat, to=payer, points=points, reason=reason, article=article)
        for payer, points in kong.paid.items()
    ]


def settle_kong(rules: ResolvedRuleset, hand: Hand, event: Kong) -> Played:
    """Pay a kong at once (1.B.4); a robbed one pays nothing and keeps no record."""
    hand.check_seated(event.seat, "seat")
    if hand.has(event.seat, "won", "out"):
        raise RuleError("seat_gone", noop("{seat} no longer takes part in this hand."), path="seat", seat=event.seat)
    memory: HandMemory = hand.memory
    added = event.kong in ("added_now", "added_late")
    if event.robbed_by is not None:
        if not added or event.robbed_by == event.seat:
            raise RuleError("robbed_wrong", noop("Only another's added kong can be robbed."), path="robbed_by")
        hand.check_seated(event.robbed_by, "robbed_by")
        memory.last_kong = None
        memory.robbers.append((event.robbed_by, event.seat))
        return Played()
    payers = (_kong_feeder(hand, event),) if event.kong == "fed" else hand.payers(event.seat)
    price = rules.options.kong[event.kong] * stake(rules)
    memory.last_kong = KongIncome(event.seat, dict.fromkeys(payers, price) if price else {}, added=added)
    memory.kongs.append(memory.last_kong)
    reason = "kong_added" if added else f"kong_{event.kong}"
    lines = tuple(
        Line(payer=payer, to=event.seat, points=price, reason=reason, article=KONGS) for payer in payers if price
    )
    return Played(lines=lines)


def _kong_feeder(hand: Hand, event: Kong) -> Place:
    """Return who fed a kong; refuses one who is not named, is the konger, or is not in the hand."""
    if event.giver is None:
        raise RuleError("fed_by_missing", noop("Say who fed the kong."), path="from")
    if event.giver == event.seat:
        raise RuleError("feeder_is_konger", noop("Nobody feeds his own kong."), path="from")
    return hand.check_giver(event.giver, event.seat, "from")


def settle_exhausted(rules: ResolvedRuleset, hand: Hand, event: Exhausted) -> Played:
    """The reveal (1.B.6): pigs pay, the unready pay the ready, and both lose their kong income."""
    _check_reveal(rules, hand, event)
    memory: HandMemory = hand.memory
    lines: list[Line] = []
    as_unready = rules.options.pig_pays == "as_unready"
    for pig in () if as_unready else event.pigs:
        if pig not in memory.pigs_paid:
            lines += pig_lines(rules, hand, pig)
    not_ready = (*event.not_ready, *(event.pigs if as_unready else ()))
    ready = {place: fan for place, fan in event.ready.items() if not _exempt(rules, hand, place)}
    if len(live_places(hand)) > 1:
        lines += [
            Line(payer=payer, to=place, points=points_of(rules, fan), reason="cha_jiao", article=REVEAL)
            for payer in not_ready
            for place, fan in ready.items()
        ]
    for place in (*event.pigs, *event.not_ready):
        for kong in memory.kongs:
            if kong.seat == place:
                lines += refund(kong)
    return Played(lines=tuple(lines), differs=_unrobbed(memory), closes=True)


def _exempt(rules: ResolvedRuleset, hand: Hand, place: Place) -> bool:
    """A dead hand that is ready in shape neither pays nor receives where 1.D.14 is read so."""
    return hand.has(place, *NOT_READY) and rules.options.dead_at_reveal == "exempt"


def pig_lines(rules: ResolvedRuleset, hand: Hand, pig: Place) -> list[Line]:
    """Return what a flower pig pays: 滿牌 to each of the three, or to those who have not won (1.D.2)."""
    spared = () if rules.options.pig_pays == "three_players" else ("won",)
    return [
        Line(payer=pig, to=place, points=full_hand(rules), reason="pig", article=REVEAL)
        for place in hand.present()
        if place != pig and not (spared and hand.has(place, "won"))
    ]


def _check_reveal(rules: ResolvedRuleset, hand: Hand, event: Exhausted) -> None:
    named = [*event.pigs, *event.ready, *event.not_ready]
    for place in named:
        hand.check_seated(place, "ready")
        if named.count(place) > 1:
            raise RuleError(
                "reveal_twice", noop("{seat} cannot be two things at the reveal."), path="ready", seat=place
            )
    live = live_places(hand)
    for place in (*event.ready, *event.not_ready):
        if place not in live:
            raise RuleError("seat_gone", noop("{seat} no longer takes part in this hand."), path="ready", seat=place)
    for place in event.ready:
        if hand.has(place, *NOT_READY) and rules.options.dead_at_reveal == "pays":
            raise RuleError("dead_ready", noop("A dead hand is not ready."), path=f"ready.{place}", seat=place)
    missing = [place for place in live if place not in named]
    if missing and len(live) > 1:
        raise RuleError("reveal_missing", noop("Say whether {seat} is ready."), path="not_ready", seat=missing[0])


class GamePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `game` part of a ruling: whose kong income is refunded, and who has paid as a pig already."""

    void_kongs: tuple[Place, ...] = ()
    pigs_paid: tuple[Place, ...] = ()


def after_ruling(rules: ResolvedRuleset, hand: Hand, part: GamePart) -> Played:
    """Refund kongs that a ruling voids; end the hand when at most one player is left."""
    memory: HandMemory = hand.memory
    memory.pigs_paid = tuple(place for place in PLACES if place in (*memory.pigs_paid, *part.pigs_paid))
    lines: list[Line] = []
    for place in part.void_kongs:
        for kong in memory.kongs:
            if kong.seat == place:
                lines += refund(kong)
    gone = any(hand.has(place, "out") for place in hand.present())
    closes = hand.closed_by is None and gone and is_over(rules, hand)
    return Played(lines=tuple(lines), closes=closes)
