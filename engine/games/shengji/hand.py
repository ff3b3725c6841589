"""The end of a hand: last trick, withdrawals, fouls, cap, levels, next dealer and points (3.A.10, 3.A.11, 3.B)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from engine.errors import RuleError, noop
from engine.places import HOUSE, Place, Side, following, next_place

ORDER: tuple[Place, ...] = ("E", "N", "W", "S")
Partnership = Literal["EW", "NS"]
PARTNERSHIPS: tuple[Partnership, Partnership] = ("EW", "NS")
LAST_LEVEL = "A"


class HandRules(msgspec.Struct, frozen=True):
    """The options of 3.A.13 and of section D that the end of a hand depends on."""

    packs: int = 4
    levels: tuple[str, ...] = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
    cap: tuple[int, int] | None = (0, 400)
    withdraw_per_card: int = 10
    withdraw_flag: int = 200
    withdraw_dissolve: int = 400
    withdraw_from: str = "score"
    withdraw_over: str = "money"
    foul_levels: int = 3
    foul_ends_hand: bool = True
    koudi_min: int = 2
    base_points: int = 10
    change_points: int = 0
    pass_a_as_dealer: bool = False


class LastTrick(NamedTuple):
    """The last trick: cards led, points in it, who won it."""

    cards: int
    points: int
    winner: Place


class HandFacts(NamedTuple):
    """What was written down of a hand: `score` are the attackers' card points, those of the last trick apart.

    Without a last trick they are those of the whole hand; where a foul ends the hand there are none.
    `withdrawn` are cards taken back by place; `foul_by` who followed against the rules in the trick of `foul_leader`.
    """

    dealer: Place
    levels: dict[Partnership, str]
    score: int | None
    last_trick: LastTrick | None
    withdrawn: dict[Place, int]
    foul_leader: Place | None
    foul_by: tuple[Place, ...]


class Gain(NamedTuple):
    """Levels that a side goes up; no side when the deal changes without a level."""

    side: Partnership | None
    levels: int
    article: str
    foul: bool = False


class Pay(NamedTuple):
    """One payment of 積分."""

    source: Side
    target: Side
    points: int
    reason: str
    article: str


class HandEnd(NamedTuple):
    """The outcome; `gains` holds a second entry only where a foul does not end the hand (D14).

    There are no final points where a foul ends it, or the table is dissolved.
    """

    final: int | None
    gains: tuple[Gain, ...]
    levels: dict[Partnership, str]
    next_dealer: Place
    pays: tuple[Pay, ...]
    flagged: tuple[Place, ...]
    dissolved: tuple[Place, ...]


def partnership(place: Place) -> Partnership:
    """Return the side of a place; partners sit opposite (3.A.2.1)."""
    return "EW" if place in ("E", "W") else "NS"


def other_side(side: Partnership) -> Partnership:
    """Return the opponents of a side."""
    return "NS" if side == "EW" else "EW"


def members(side: Partnership) -> tuple[Place, Place]:
    """Return the two places of a side in order of play."""
    return ("E", "W") if side == "EW" else ("N", "S")


def end_hand(rules: HandRules, facts: HandFacts) -> HandEnd:
    """Work out the end of a hand; refuses facts that cannot be."""
    check_facts(rules, facts)
    withdrawn = {place: cards * rules.withdraw_per_card for place, cards in facts.withdrawn.items()}
    flagged = tuple(place for place in ORDER if withdrawn.get(place, 0) > rules.withdraw_flag)
    dissolved = tuple(place for place in ORDER if withdrawn.get(place, 0) > rules.withdraw_dissolve)
    if dissolved:
        return HandEnd(None, (), dict(facts.levels), facts.dealer, (), flagged, dissolved)
    final, gains = _outcome(rules, facts, flagged)
    pays = [pay for gain in gains for pay in gain_pays(rules, facts.dealer, gain, flagged=bool(flagged))]
    if rules.withdraw_from == "points":
        pays += [
            Pay(place, HOUSE, withdrawn[place], "withdrawal", "3.A.10.1") for place in ORDER if withdrawn.get(place)
        ]
    levels, _ = raise_levels(rules, facts.levels, facts.dealer, gains)
    return HandEnd(final, gains, levels, next_dealer(facts.dealer, gains), tuple(pays), flagged, dissolved)


def check_facts(rules: HandRules, facts: HandFacts) -> None:
    """Refuse an unknown level, points that are no multiple of five or too many, and a foul of the leader."""
    for side in PARTNERSHIPS:
        if facts.levels.get(side) not in rules.levels:
            raise level_error(facts.levels.get(side), path=f"levels.{side}")
    if facts.score is not None and facts.score % 5:
        raise RuleError(
            "points_not_of_five", noop("Card points come in fives: {points}."), path="score", points=facts.score
        )
    if facts.last_trick is not None:
        _check_last_trick(rules, facts.score or 0, facts.last_trick)
    check_fouls(facts.foul_leader, facts.foul_by, leader_path="fouls.leader", by_path="fouls.by")


def check_fouls(leader: Place | None, by: tuple[Place, ...], *, leader_path: str, by_path: str) -> None:
    """Refuse fouls without the leader of their trick, of the leader himself, or of one place twice (3.A.11)."""
    if by and leader is None:
        raise RuleError("foul_leader_missing", noop("A foul needs the leader of its trick."), path=leader_path)
    for index, place in enumerate(by):
        if place == leader:
            raise RuleError("foul_by_leader", noop("The leader cannot foul."), path=f"{by_path}[{index}]")
        if place in by[:index]:
            raise RuleError("seat_twice", noop("{seat} is named twice."), path=f"{by_path}[{index}]", seat=place)


def level_error(level: object, *, path: str) -> RuleError:
    """Return the refusal of a level that is not on the ladder."""
    return RuleError("level_unknown", noop("“{level}” is no level."), path=path, level=level)


def check_card_points(rules: HandRules, score: int | None) -> None:
    """Refuse more points than the cards have (3.A.2.3): only the last trick and withdrawals lead beyond them."""
    most = 100 * rules.packs
    if score is not None and not 0 <= score <= most:
        raise RuleError(
            "points_too_many",
            noop("{points} card points are not within 0 and {most}."),
            path="score",
            points=score,
            most=most,
        )


def _check_last_trick(rules: HandRules, score: int, last: LastTrick) -> None:
    if last.points % 5 or last.points < 0 or last.points > 40 * last.cards:
        raise RuleError(
            "last_trick_points",
            noop("Four plays of {cards} cards cannot hold {points} points."),
            path="last_trick.points",
            cards=last.cards,
            points=last.points,
        )
    most = 100 * rules.packs
    if score < 0 or score + last.points > most:
        raise RuleError(
            "points_too_many",
            noop("{points} points before and in the last trick are not within 0 and {most}."),
            path="score",
            points=score + last.points if score >= 0 else score,
            most=most,
        )


def final_score(rules: HandRules, facts: HandFacts) -> int:
    """Return the attackers' final points: last trick (3.B.2), withdrawals (3.B.3), then the cap (3.B.4)."""
    if facts.score is None:
        raise RuleError("field_missing", noop("“{field}” is missing."), path="", field="score")
    dealer_side = partnership(facts.dealer)
    final = facts.score
    if facts.last_trick is not None:
        last = facts.last_trick
        attackers = partnership(last.winner) != dealer_side
        if last.cards >= rules.koudi_min:
            final += last.points * last.cards * (1 if attackers else -1)
        elif attackers:
            final += last.points
    if rules.withdraw_from == "score":
        for place, cards in facts.withdrawn.items():
            final += cards * rules.withdraw_per_card * (1 if partnership(place) == dealer_side else -1)
    if rules.cap is not None:
        lower, upper = rules.cap
        final = max(lower, min(upper, final))
    return final


def level_gain(final: int, dealer_side: Partnership) -> Gain:
    """Read the level table; below zero and above 400 it goes on by eighties, which the cap keeps away (3.B.4)."""
    if final < 5:
        below = -final // 80 if final < 0 else 0
        return Gain(dealer_side, 3 + below, "3.B.4")
    if final < 160:
        return Gain(dealer_side, 2 if final < 80 else 1, "3.B.4")
    steps = (final - 160) // 80
    return Gain(other_side(dealer_side), steps, "3.B.4") if steps else Gain(None, 0, "3.B.4")


def judged_side(leader: Place, by: tuple[Place, ...]) -> Partnership | None:
    """Return the side that is judged for its fouls, or None where there were none or one on each side (3.A.11)."""
    leaders = partnership(leader)
    own = sum(partnership(place) == leaders for place in by)
    others = len(by) - own
    if own == others:
        return None
    return other_side(leaders) if others > own else leaders


def next_dealer(dealer: Place, gains: tuple[Gain, ...]) -> Place:
    """Return who deals next (3.B.5).

    It is the partner of a dealer whose side went up, else the dealer's 下家; without a result the dealer stays.
    """
    if not gains:
        return dealer
    own = gains[-1].side == partnership(dealer)
    return following(dealer, ORDER)[1] if own else next_place(dealer, ORDER)


def raise_level(rules: HandRules, level: str, steps: int, *, as_dealer: bool) -> tuple[str, bool]:
    """Return the level `steps` up the ladder, from A on to its beginning, and whether that passed its end (3.B.4).

    With D18 a side stops at A until it goes up from there as dealer.
    """
    place = rules.levels.index(level)
    target = place + steps
    if rules.pass_a_as_dealer and LAST_LEVEL in rules.levels:
        last = rules.levels.index(LAST_LEVEL)
        if place < last or (place == last and not as_dealer):
            target = min(target, last)
    return rules.levels[target % len(rules.levels)], target >= len(rules.levels)


def raise_levels(
    rules: HandRules, levels: Mapping[Partnership, str], dealer: Place, gains: tuple[Gain, ...]
) -> tuple[dict[Partnership, str], tuple[Partnership, ...]]:
    """Return the levels after the gains, and each side that passed the end of the ladder."""
    after = dict(levels)
    passed = []
    for gain in gains:
        if gain.side is not None:
            as_dealer = gain.side == partnership(dealer)
            after[gain.side], beyond = raise_level(rules, after[gain.side], gain.levels, as_dealer=as_dealer)
            passed += [gain.side] if beyond else []
    return after, tuple(passed)


def _outcome(rules: HandRules, facts: HandFacts, flagged: tuple[Place, ...]) -> tuple[int | None, tuple[Gain, ...]]:
    """Return the final points, none where a foul ends the hand, and the levels gained."""
    foul = foul_gain(rules, facts.foul_leader, facts.foul_by) if facts.foul_leader is not None else None
    if foul is not None and rules.foul_ends_hand:
        return None, (foul,)
    sides = {partnership(place) for place in flagged}
    if foul is None and rules.withdraw_over == "foul" and len(sides) == 1:
        return None, (Gain(other_side(sides.pop()), rules.foul_levels, "3.A.10.4", foul=True),)
    final = final_score(rules, facts)
    scored = level_gain(final, partnership(facts.dealer))
    return final, ((scored,) if foul is None else (foul, scored))


def gain_pays(rules: HandRules, dealer: Place, gain: Gain, *, flagged: bool) -> list[Pay]:
    """Each loser pays base × levels; a withdrawal total over the limit keeps the winners' part (3.B.6, 3.A.10.4)."""
    side, points = gain.side, rules.base_points * gain.levels
    if side is None:
        side, points = other_side(partnership(dealer)), rules.base_points * rules.change_points
    if not points:
        return []
    losers, winners = members(other_side(side)), members(side)
    if flagged:
        return [Pay(loser, HOUSE, points, "withdrawals_over", "3.A.10.4") for loser in losers]
    reason = "foul" if gain.foul else "levels" if gain.side is not None else "change_of_deal"
    article = gain.article if gain.foul else "3.B.6"
    return [Pay(loser, winner, points, reason, article) for loser, winner in zip(losers, winners, strict=True)]


def foul_gain(rules: HandRules, leader: Place, by: tuple[Place, ...]) -> Gain | None:
    """Return what the other side gains by the fouls of a trick, or None where no side is judged (3.A.11)."""
    judged = judged_side(leader, by)
    return None if judged is None else Gain(other_side(judged), rules.foul_levels, "3.A.11", foul=True)
