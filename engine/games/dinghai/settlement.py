"""Who pays whom (2.B.2–2.B.4): the payment table, fed and robbed kongs, relations, an exhausted wall."""

from __future__ import annotations

import msgspec

from engine.effects import Liability
from engine.errors import RuleError, noop
from engine.games.dinghai.events import DinghaiWin, WinEvent
from engine.games.dinghai.items import tally
from engine.games.dinghai.scoring import capped, hand_value
from engine.hand import Hand, Measure, OpenLiability, Played, Win
from engine.hand_input import check_flags, contradiction
from engine.places import Place, following
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.winning import check_dealt, check_winners, win_facts, wind_of

ARTICLE = "2.B.3"
RELATION_ARTICLE = "2.B.4"
MUTUAL = "mutual"


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """What one win is worth: d and z of 2.B.3, the feeder of a kong flower, whether a kong was robbed."""

    discard: int
    self_draw: int
    fed_by: Place | None
    robbed: bool


class HandMemory(msgspec.Struct):
    """What closing the hand needs: who won, on whose discard, and what each win was worth."""

    winners: tuple[Place, ...] = ()
    giver: Place | None = None
    due: dict[Place, Due] = {}


def settle_wins(rules: ResolvedRuleset, hand: Hand, event: WinEvent) -> Played:
    """Settle the winners of a hand: base lines here, relations as liabilities `besides` for these wins alone."""
    check_winners(hand, event.wins)
    memory: HandMemory = hand.memory
    lines: list[Line] = []
    wins: list[Win] = []
    measures: list[Measure] = []
    for index, entry in enumerate(event.wins):
        due = _due(rules, hand, entry, index)
        memory.due[entry.seat] = due
        lines += _base_lines(rules, hand, entry, index, due)
        wins.append(win_facts(index, entry))
        hand.liabilities += _relations(rules, hand, entry, index)
        measures += _measures(rules, entry, index)
    memory.winners = tuple(entry.seat for entry in event.wins)
    memory.giver = event.wins[0].giver
    return Played(lines=tuple(lines), wins=tuple(wins), measures=tuple(measures), closes=True)


def _due(rules: ResolvedRuleset, hand: Hand, entry: DinghaiWin, index: int) -> Due:
    options = rules.options
    robbed = entry.robbed or "robbed_kong" in entry.flags
    if robbed and entry.by == "self":
        raise RuleError("robbed_self", noop("A robbed kong is won on another's tile."), path=f"wins[{index}].robbed")
    tai = win_tai(rules, hand, entry, index)
    fed_by = entry.fed_by
    if fed_by is not None:
        if entry.by != "self" or fed_by == entry.seat:
            raise RuleError(
                "fed_by_wrong",
                noop("Only a self-draw after another's tile was konged is fed."),
                path=f"wins[{index}].fed_by",
            )
        hand.check_seated(fed_by, f"wins[{index}].fed_by")
    drawn = tai - 1 if options.self_index == "excluding" and entry.by == "self" else tai
    return Due(
        discard=options.discard[tai],
        self_draw=options.self[max(drawn, 0)],
        fed_by=fed_by,
        robbed=robbed,
    )


def win_tai(rules: ResolvedRuleset, hand: Hand, entry: DinghaiWin, index: int) -> int:
    """Return the tai of a win after the cap, from its total, its items or its tiles.

    Raises `RuleError` for first wins that cannot be (2.B.1, items 18 and 19), a total above the cap, and a self-draw of
    none (2.D.4).
    """
    path = f"wins[{index}]"
    flags = tuple(dict.fromkeys((*entry.flags, *(("robbed_kong",) if entry.robbed else ()))))
    try:
        check_flags(flags, entry.by)
        check_dealt(hand, entry, only=("heaven", "tianhu"), never=("earth", "dihu"))
        if entry.by == "discard" and "earth" in (*flags, *(entry.tiles or {}).get("flags", ())):
            raise contradiction("earth", "discard")
    except RuleError as error:
        raise error.at(path) from None
    if entry.total is not None:
        if entry.total > rules.options.cap:
            raise RuleError(
                "total_over_cap",
                noop("The total is counted after the cap of {cap}."),
                path=f"{path}.total",
                cap=rules.options.cap,
            )
        if entry.by == "self" and entry.total == 0:
            raise RuleError("self_draw_zero", noop("A self-draw is worth at least 1 tai."), path=f"{path}.total")
        return entry.total
    if entry.items is not None:
        return capped(rules, tally(rules, entry.items, entry.by, f"{path}.items", flags).raw)
    facts = {"seat": wind_of(entry.seat, hand.dealer), "round": hand.round_wind, "by": entry.by, "flags": list(flags)}
    return hand_value(rules, {**facts, **(entry.tiles or {})}, f"{path}.tiles")


def _base_lines(rules: ResolvedRuleset, hand: Hand, entry: DinghaiWin, index: int, due: Due) -> list[Line]:
    def line(payer: Place, points: int, reason: str) -> Line:
        return Line(payer=payer, to=entry.seat, points=points, reason=reason, article=ARTICLE, win=index, movable=True)

    options = rules.options
    if entry.giver is not None and entry.by == "discard":
        if due.robbed:
            base = due.discard if options.rob_base == "discard" else due.self_draw
            lines = [line(entry.giver, options.rob_factor * base, "robbed_kong")]
        else:
            lines = [line(entry.giver, due.discard, "discard")]
    elif due.fed_by is not None:
        lines = [line(due.fed_by, options.fed_flower_factor * due.self_draw, "fed_flower")]
    else:
        lines = [line(payer, due.self_draw, "self_draw") for payer in hand.payers(entry.seat)]
    return [item for item in lines if item.points]


def _relations(rules: ResolvedRuleset, hand: Hand, entry: DinghaiWin, index: int) -> list[OpenLiability]:
    """Open a liability for this win for each partner; it binds both ways, and `mutual` when both took three."""
    _check_partners(entry, f"wins[{index}].partners")
    opened = []
    for partner in following(entry.seat, hand.order):
        there = sum(1 for pair in entry.partners if pair == (entry.seat, partner))
        back = sum(1 for pair in entry.partners if pair == (partner, entry.seat))
        if not there and not back:
            continue
        hand.check_seated(partner, f"wins[{index}].partners")
        shares = max(there, back) - 1 if rules.options.relation_fourth == "more" else 0
        liability = Liability(
            id=f"{MUTUAL if there and back else 'relation'}+{shares}:{entry.seat}{partner}",
            payer=partner,
            to=entry.seat,
            mode="besides",
            windows=(("any", "win"),),
            article=RELATION_ARTICLE,
        )
        opened.append(OpenLiability(liability, hand.seq))
    return opened


def _check_partners(entry: DinghaiWin, path: str) -> None:
    for position, (taker, fed) in enumerate(entry.partners):
        if taker == fed:
            raise RuleError(
                "partner_himself", noop("Nobody takes from himself."), path=f"{path}[{position}]", seat=taker
            )


def besides_due(rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
    """Return what a partner owes the winner in all (2.B.4); a mutual relation doubles everything of the pair."""
    due: Due = hand.memory.due[win.seat]
    relation = rules.options.relation
    kind, _, rest = liability.id.partition("+")
    doubled = relation["mutual"] if kind == MUTUAL else 1
    more = int(rest.partition(":")[0] or 0)
    if win.by_self:
        shares = (relation["self"] + more) * doubled
        if due.fed_by is not None and due.fed_by != liability.payer:
            shares -= 1  # the feeder already pays this partner's own share
        return int(shares * due.self_draw)
    if due.robbed:
        if liability.payer != win.giver:
            return 0
        base = due.discard if rules.options.rob_base == "discard" else due.self_draw
        return int(rules.options.rob_factor * base * doubled)
    shares = relation["own"] if liability.payer == win.giver else relation["third"]
    return int((shares + more) * due.discard * doubled)


def share_line(win: Win) -> Line:
    """Return the line that words what a relation adds."""
    return Line(payer=win.seat, to=win.seat, points=1, reason="liability", article=RELATION_ARTICLE)


def settle_exhausted(rules: ResolvedRuleset, hand: Hand) -> Played:
    """流局: the dealer pays one unit to each other player (2.D.4)."""
    unit = rules.options.draw_unit
    named = {"self[0]": rules.options.self[0], "discard[0]": rules.options.discard[0]}
    points = named[unit] if isinstance(unit, str) else unit
    lines = tuple(
        Line(payer=hand.dealer, to=place, points=points, reason="exhausted", article=ARTICLE)
        for place in following(hand.dealer, hand.order)
        if points and hand.seats[place] and hand.seats[hand.dealer] and not hand.has(place, "out")
    )
    return Played(lines=lines, closes=True)


def _measures(rules: ResolvedRuleset, entry: DinghaiWin, index: int) -> list[Measure]:
    measures = [Measure(entry.seat, "hands_won", 1)]
    if entry.by == "self":
        measures.append(Measure(entry.seat, "self_draws", 1))
    elif entry.giver is not None and index == 0:
        measures.append(Measure(entry.giver, "deal_ins", 1))
    return measures
