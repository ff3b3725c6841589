"""Who pays what: the value of a recorded win, the responsible player, and the lines of payment (A11, A12)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.errors import RuleError, noop
from engine.games.zungjung.events import Entry
from engine.games.zungjung.immunity import responsible
from engine.games.zungjung.items import EARTH, HEAVEN
from engine.games.zungjung.scoring import FLAGS, HAND_RULES, Scoring
from engine.hand import Hand, Measure, Played
from engine.hand_input import check_flags, contradiction, parse_hand
from engine.places import Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.ticked import item_places
from engine.tiles import format_tile, parse_tile, parse_tiles
from engine.winning import check_dealt, check_winners, nearest, win_facts, wind_of

# How a winning tile came, as ticked patterns say it.
_FLAGS_OF_ITEMS: Mapping[str, str] = {"9.2": "after_kong", "9.3": "robbed_kong"}


def settle_wins(rules: ResolvedRuleset, hand: Hand, entries: tuple[Entry, ...]) -> Played:
    """Settle the win of a hand; paths of refusals begin with `wins`.

    Of several who claim the same discard the nearest after the discarder wins alone (A7.3).
    """
    check_winners(hand, entries)
    giver = entries[0].giver
    index = 0
    if giver is not None and len(entries) > 1:
        seats = [entry.seat for entry in entries]
        index = seats.index(nearest(giver, seats))
    try:
        return _settle(rules, hand, index, entries[index])
    except RuleError as error:
        raise error.at(f"wins[{index}]") from None


def _settle(rules: ResolvedRuleset, hand: Hand, index: int, entry: Entry) -> Played:
    flags = _flags(rules, hand, entry)
    value = _value(Scoring.of(rules), hand, entry, flags)
    payers = hand.payers(entry.seat)
    answers = None
    if entry.by == "self":
        lines = [_line(index, entry, payer, value, "win_self", "A11.1") for payer in payers]
    else:
        giver = hand.check_giver(entry.giver, entry.seat, "from")
        answers = _responsible(rules, hand, entry, giver, robbed="robbed_kong" in flags)
        lines = _discard_lines(rules, index, entry, payers, answers, value)
    measures = [Measure(entry.seat, "hands_won", 1), Measure(entry.seat, "best_hand", value, best=True)]
    if entry.by == "self":
        measures.append(Measure(entry.seat, "self_draws", 1))
    if answers is not None:
        measures.append(Measure(answers, "deal_ins", 1))
    hand.memory.value = value
    win = win_facts(index, entry, kong_tail="after_kong" in flags)
    return Played(lines=tuple(lines), wins=(win,), measures=tuple(measures), closes=True)


def _line(index: int, entry: Entry, payer: Place, points: int, reason: str, rule: str) -> Line:
    return Line(payer=payer, to=entry.seat, points=points, reason=reason, article=rule, win=index, movable=True)


def _discard_lines(
    rules: ResolvedRuleset, index: int, entry: Entry, payers: tuple[Place, ...], answers: Place | None, value: int
) -> list[Line]:
    """Pay a discard win: alike up to the threshold or when nobody is responsible, else the others their share (A11)."""
    share = shared_points(rules.options.equal_split, value)
    if rules.options.uniform_payoff:
        return [_line(index, entry, payer, value, "win_equal", "A11.5") for payer in payers]
    if answers is None:
        return [_line(index, entry, payer, value, "win_nobody", "A11.4") for payer in payers]
    if share is None:
        return [_line(index, entry, payer, value, "win_equal", "A11.2") for payer in payers]
    rest = value * len(payers) - share * (len(payers) - 1)
    return [
        _line(index, entry, payer, rest, "win_responsible", "A11.3")
        if payer == answers
        else _line(index, entry, payer, share, "win_share", "A11.3")
        for payer in payers
    ]


def shared_points(reading: int | str, value: int) -> int | None:
    """Return what those not responsible pay on a discard, or None when all pay alike (A11.2, A11.3, C-03)."""
    if reading == "30_but_30":
        return None if value < 30 else 25 if value == 30 else 30
    threshold = int(reading)
    return None if value <= threshold else threshold


def _flags(rules: ResolvedRuleset, hand: Hand, entry: Entry) -> frozenset[str]:
    """Return the circumstances of a win, wherever they were written, refusing what is unknown or cannot be."""
    for index, flag in enumerate(entry.flags):
        if flag not in FLAGS:
            raise RuleError("flag_unknown", noop("This game knows no flag {flag}."), path=f"flags[{index}]", flag=flag)
    flags = {*entry.flags, *(("robbed_kong",) if entry.robbed else ())}
    given = entry.tiles.get("flags") if entry.tiles is not None else None
    if isinstance(given, list | tuple):
        flags |= {flag for flag in given if isinstance(flag, str)}
    check_flags(flags, entry.by)
    check_dealt(hand, entry, only=("heaven", HEAVEN), never=("earth", EARTH))
    items = item_places(entry.items or (), "items")
    if rules.options.earth_win == "east_first_discard":
        if "earth" in flags and entry.by == "self":
            raise contradiction("earth", "self")
        _check_earth({**dict.fromkeys(flags, "flags"), **items}, entry, hand.dealer)
    return frozenset(flags | {flag for code, flag in _FLAGS_OF_ITEMS.items() if code in items})


def _check_earth(places: Mapping[str, str], entry: Entry, dealer: Place) -> None:
    """Refuse the Blessing of Earth, ticked at `places`, on a discard that is not East's first (C-26)."""
    for code in ("earth", EARTH):
        if code in places and entry.by == "discard" and dealer not in (entry.seat, entry.giver):
            raise RuleError(
                "earth_giver", noop("{pattern} is won on the dealer's discard."), path=places[code], pattern=code
            )


def _value(scoring: Scoring, hand: Hand, entry: Entry, flags: frozenset[str]) -> int:
    if entry.tiles is not None:
        value, source = _from_tiles(scoring, hand, entry, flags), "tiles"
    elif entry.items is not None:
        ticked = scoring.score_items(entry.items, "items", by=entry.by, flags=flags)
        value, source = ticked.total, "items"
    else:
        value, source = _declared(scoring, entry.total or 0), "total"
    if value < scoring.least:
        raise scoring.below(value).at(source)
    return value


def _declared(scoring: Scoring, total: int) -> int:
    try:
        scoring.check_total(total)
    except RuleError as error:
        raise error.at("total") from None
    return total


def _from_tiles(scoring: Scoring, hand: Hand, entry: Entry, flags: frozenset[str]) -> int:
    """Score the tiles with what the win itself says: own wind, how it was won, the circumstances."""
    data = {**(entry.tiles or {}), "seat": wind_of(entry.seat, hand.dealer), "by": entry.by, "flags": sorted(flags)}
    given = parse_hand(HAND_RULES, data, "tiles")
    if given.win is None:
        raise RuleError("field_missing", noop("The field {field} is missing."), path="tiles.win", field="win")
    if given.melds and (blessing := flags & {"heaven", "earth"}):
        raise RuleError("flags_contradict", noop("{one} cannot be with a meld."), path="flags", one=min(blessing))
    try:
        return scoring.check_shape(given).total
    except RuleError as error:
        raise error.at("tiles") from None


def _responsible(rules: ResolvedRuleset, hand: Hand, entry: Entry, giver: Place, *, robbed: bool) -> Place | None:
    """Return who answers for a discard win: as said, as the log of discards shows, else the discarder (A12)."""
    found, path = giver if robbed or not entry.discards else _from_log(rules, hand, entry, giver), "discards"
    if entry.responsible is not msgspec.UNSET:
        named = None if entry.responsible == entry.seat else entry.responsible
        if (robbed or entry.discards) and named != found:
            raise RuleError(
                "responsible_contradicts",
                noop("By the facts given, {seat} is responsible."),
                path="responsible",
                seat=found,
            )
        found, path = named, "responsible"
    return None if found is None else hand.check_giver(found, entry.seat, path)


def _from_log(rules: ResolvedRuleset, hand: Hand, entry: Entry, giver: Place) -> Place | None:
    log = [
        (place, parse_tile(tile, path=f"discards[{index}][1]")) for index, (place, tile) in enumerate(entry.discards)
    ]
    last, kind = log[-1]
    if last != giver:
        raise RuleError(
            "log_end", noop("The log of discards ends with the winning discard."), path=f"discards[{len(log) - 1}]"
        )
    won_on = entry.tiles.get("win") if entry.tiles is not None else None
    if won_on is not None and won_on != format_tile(kind):
        raise RuleError(
            "log_end", noop("The log of discards ends with the winning discard."), path=f"discards[{len(log) - 1}]"
        )
    options = rules.options
    return responsible(
        log,
        entry.seat,
        window=options.immunity_window,
        unstarted=options.immunity_unstarted,
        claimed=entry.claimed if options.claimed_copy == "lapses" else (),
        waits=_waits(rules, hand, entry) if options.immunity_tile == "any_wait" else (),
    )


def _waits(rules: ResolvedRuleset, hand: Hand, entry: Entry) -> tuple[int, ...]:
    """Return what the winner could have won on (C-07): as said, or worked out from his tiles."""
    if entry.waits or entry.tiles is None:
        return parse_tiles(entry.waits, path="waits")
    scoring = Scoring.of(rules)
    own: dict[str, object] = {"seat": wind_of(entry.seat, hand.dealer), "win": None, "by": entry.by, "flags": []}
    return scoring.winnable(parse_hand(HAND_RULES, {**entry.tiles, **own}, "tiles"))
