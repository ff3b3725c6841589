"""What the options of a ruleset mean to the pure rules."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import RuleError, noop
from engine.games.shengji.cards import SUITS, Order, card_order, rank_name
from engine.games.shengji.follow import FollowRules
from engine.games.shengji.hand import HandRules, level_error
from engine.rulesets import ResolvedRuleset, not_a_value


class Table(NamedTuple):
    """The rules of a table, compiled once from its ruleset."""

    follow: FollowRules
    hand: HandRules


def table_rules(rules: ResolvedRuleset) -> Table:
    """Return the compiled rules; refuses a ladder that names a level twice or does not hold the first level."""
    known: Table | None = rules.cache.get("table")
    if known is None:
        known = rules.cache["table"] = _compile(rules)
    return known


def order_for(rules: ResolvedRuleset, level: str, trump: str) -> Order:
    """Return the order of cards for a level and a trump suit; refuses an unknown one of either (3.A.4)."""
    options = rules.options
    if level not in table_rules(rules).hand.levels:
        raise level_error(level, path="level")
    if trump not in SUITS:
        raise RuleError("trump_unknown", noop("“{trump}” is no trump suit."), path="trump", trump=trump)
    fixed = options.fixed_trump_rank
    return card_order(
        level if fixed is None else rank_name(fixed) or level,
        trump,
        permanent=options.permanent_trump,
        a_low=options.a_low_in_trump,
        a_both_ways=options.a_both_ways,
        a_low_key=options.tractor_key == "a_low",
    )


def start_level(rules: ResolvedRuleset) -> str:
    """Return the level both sides begin at (3.A.2.4)."""
    level = rank_name(rules.options.start)
    if level is None or level not in table_rules(rules).hand.levels:
        raise level_error(rules.options.start, path="options.start")
    return level


def _compile(rules: ResolvedRuleset) -> Table:
    options = rules.options
    levels = tuple(rank_name(level) or level for level in options.levels)
    if not levels or len(set(levels)) != len(levels) or options.permanent_trump in levels:
        raise not_a_value("levels", list(levels))
    cap = options.cap
    if cap is not None and (len(cap) != 2 or cap[0] > cap[1]):
        raise not_a_value("cap", list(cap))
    return Table(
        FollowRules(
            higher_kind=options.higher_kind,
            break_groups=options.break_groups,
            triples_first=options.triples_first,
        ),
        HandRules(
            packs=options.packs,
            levels=levels,
            cap=None if cap is None else (cap[0], cap[1]),
            withdraw_per_card=options.withdraw_per_card,
            withdraw_flag=options.withdraw_flag,
            withdraw_dissolve=options.withdraw_dissolve,
            withdraw_from=options.withdraw_from,
            withdraw_over=options.withdraw_over,
            foul_levels=options.foul_levels,
            foul_ends_hand=options.foul_ends_hand,
            koudi_min=options.koudi_min,
            base_points=options.base_points,
            change_points=options.change_points,
            pass_a_as_dealer=options.pass_a_as_dealer,
        ),
    )
