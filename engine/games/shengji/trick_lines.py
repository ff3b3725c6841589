"""Lines of the `trick` command: a follow, a trick, or the end of a hand, as plain data in and out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from engine.decoding import decode, plain
from engine.errors import RuleError, noop
from engine.game import CardSuit, TrickTable
from engine.games.shengji.cards import RANKS, SUITS, TRUMP, check_copies, format_cards, parse_cards, rank_name
from engine.games.shengji.events import LEVEL_CHOICES, SUIT_CHOICES, HandEvent
from engine.games.shengji.follow import judge_follow
from engine.games.shengji.hand import ORDER, end_hand
from engine.games.shengji.options import order_for, table_rules
from engine.games.shengji.patterns import Pattern, pattern_name
from engine.games.shengji.trick import take_trick
from engine.places import HOUSE, Side
from engine.rulesets import ResolvedRuleset
from engine.text import text

Cards = tuple[str, ...]


class FollowLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A disputed follow."""

    level: str
    trump: str
    lead: Cards
    hand: Cards
    play: Cards


class TrickLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Four plays from the leader on."""

    level: str
    trump: str
    plays: Annotated[tuple[Cards, ...], msgspec.Meta(min_length=4, max_length=4)]


def trick_table(rules: ResolvedRuleset) -> TrickTable:
    """Return what a trick is asked about with: the levels of the event, the suits, all cards from the ace down."""
    ladder = {rank_name(level) for level in rules.options.levels}
    suits = [CardSuit(suit.code, suit.label, tuple(suit.code + rank for rank in RANKS[::-1])) for suit in SUIT_CHOICES]
    jokers = CardSuit("J", text("王", "王", "Jokers"), ("RJ", "BJ"))
    return TrickTable(tuple(level for level in LEVEL_CHOICES if level.code in ladder), SUIT_CHOICES, (*suits, jokers))


def answer_trick(rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
    """Answer one line, without its `id` and `options`; the keys say which of the three questions it is."""
    if "plays" in data:
        return _winner(rules, decode(TrickLine, data))
    if not {"lead", "hand", "play"}.isdisjoint(data):
        return _legality(rules, decode(FollowLine, data))
    return _end(rules, data)


def rule_article(rule: str) -> str:
    """Return the article of an item of 3.A.7: `1`, `2`, `3`, or `a` to `g` of the third."""
    return f"3.A.7.{rule}" if rule.isdigit() else f"3.A.7.3{rule}"


def _legality(rules: ResolvedRuleset, line: FollowLine) -> dict[str, Any]:
    order = order_for(rules, line.level, line.trump)
    lead = parse_cards(line.lead, path="lead")
    hand = parse_cards(line.hand, path="hand")
    play = parse_cards(line.play, path="play")
    options = rules.options
    check_copies(lead, options.packs, path="lead")
    check_copies(lead + hand, options.packs, path="hand")
    if len(hand) > options.hand:
        raise RuleError(
            "hand_long",
            noop("A hand has {most} cards, not {count}."),
            path="hand",
            most=options.hand,
            count=len(hand),
        )
    verdict = judge_follow(order, lead, hand, play, table_rules(rules).follow)
    article = rule_article(verdict.rule)
    return {
        "legal": verdict.legal,
        "rule": verdict.rule,
        "article": article,
        "reason": None if verdict.legal else plain(rules.ruleset.articles[article]),
        "legal_example": format_cards(verdict.example),
    }


def _winner(rules: ResolvedRuleset, line: TrickLine) -> dict[str, Any]:
    order = order_for(rules, line.level, line.trump)
    plays = [parse_cards(play, path=f"plays[{index}]") for index, play in enumerate(line.plays)]
    check_copies([card for play in plays for card in play], rules.options.packs, path="plays")
    trick = take_trick(order, plays, kind_before_trump=rules.options.kind_before_trump)
    return {"winner": trick.winner, "points": trick.points, "pattern": _describe(trick.pattern)}


def _describe(pattern: Pattern) -> dict[str, Any]:
    code, name = pattern_name(pattern)
    suit = "trump" if pattern.suit == TRUMP else SUITS[pattern.suit]
    return {"code": code, "name": plain(name), "equal": pattern.size, "groups": pattern.length, "suit": suit}


def _end(rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
    for field in ("dealer", "levels"):
        if data.get(field) is None:
            raise RuleError("field_missing", noop("“{field}” is missing."), path=field, field=field)
    event = decode(HandEvent, {**data, "type": "hand"})
    assert event.dealer is not None
    assert event.levels is not None
    levels = event.levels_played(event.dealer, event.levels.by_side())
    end = end_hand(table_rules(rules).hand, event.facts(event.dealer, levels, event.withdrawn.by_place()))
    points: dict[Side, int] = {**dict.fromkeys(ORDER, 0), HOUSE: 0}
    for pay in end.pays:
        points[pay.source] -= pay.points
        points[pay.target] += pay.points
    gain = end.gains[-1] if end.gains else None
    return {
        "final": end.final,
        "gain": {"side": gain.side if gain else None, "levels": gain.levels if gain else 0},
        "levels": end.levels,
        "next_dealer": end.next_dealer,
        "points": points,
        "flagged": bool(end.flagged),
        "dissolved": bool(end.dissolved),
    }
