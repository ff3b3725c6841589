"""Tai of a winning hand (2.B.1): the items of each reading and placement, the best of which counts, capped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.errors import RuleError, noop
from engine.games.dinghai.data import RULESET
from engine.hand_input import HandInput, HandRules, parse_hand
from engine.hands import (
    CHOWS,
    PUNGS,
    Placement,
    Reading,
    pair_bit,
    pair_bits,
    placements,
    pung_bit,
    reading_notation,
    readings,
    waits,
)
from engine.patterns import PatternSpec, PatternTable, Score, invalid_json, ready_json, valid_json
from engine.rulesets import ResolvedRuleset
from engine.tiles import DRAGONS, HONOURS, WINDS, tile_mask

HAND = HandRules(
    size=13,
    tiles=RULESET.tiles,
    flags=frozenset(("last_tile", "after_kong", "after_flower", "robbed_kong", "heaven", "earth", "fed_kong")),
)
_SHAPES = {"single": "dandiao", "pung": "duidao", "edge": "bianzhang", "middle": "kanzhang", "open": "paihu"}
NO_SHAPE = noop("These tiles are no winning hand.")
_KONG_DRAWS = frozenset(("after_kong", "fed_kong"))
_DRAGON_PAIRS = pair_bits(DRAGONS)
_DRAGON_ITEMS = tuple(zip(("hongzhong", "facai", "baiban"), map(pung_bit, DRAGONS), strict=True))
_SUIT_TILES = tuple(tile_mask(range(9 * suit, 9 * suit + 9)) for suit in range(3))
_HONOUR_TILES = tile_mask(HONOURS)
# 正花: the seasons and the four plants of each seat (2.B.1, item 4a), f1 the lowest bit.
_OWN_SEASON = {WINDS[0]: 0x01, WINDS[1]: 0x02, WINDS[2]: 0x04, WINDS[3]: 0x08}
_OWN_PLANT = {WINDS[0]: 0x10, WINDS[1]: 0x20, WINDS[2]: 0x80, WINDS[3]: 0x40}
_SEASONS, _PLANTS = 0x0F, 0xF0


def pattern_table(rules: ResolvedRuleset) -> PatternTable:
    """Return the patterns of a resolved ruleset, compiled once, with what its options say of single items."""
    table: PatternTable | None = rules.cache.get("patterns")
    if table is None:
        options = rules.options
        values = {"zuofeng": options.seat_wind, "quanfeng": options.round_wind, "paihu": options.paihu}
        specs = [_as_opted(rules, spec) for spec in rules.ruleset.patterns]
        table = rules.cache["patterns"] = PatternTable(specs, values)
    return table


def _as_opted(rules: ResolvedRuleset, spec: PatternSpec) -> PatternSpec:
    options = rules.options
    spared = set() if options.paihu_only_if_zero else {"paihu"}
    if spec.code == "buhuahu" and options.flower_win == "plus_self":
        spared.add("zimo")
    return msgspec.structs.replace(
        spec,
        excludes=tuple(code for code in spec.excludes if code not in spared),
        most=options.dandiao_self - 1 if spec.code == "dandiao" else spec.most,
    )


def capped(rules: ResolvedRuleset, raw: int) -> int:
    """Return the tai that are paid (2.B.1: more than the cap counts as the cap)."""
    return min(int(rules.options.cap), raw)


def score_hand(rules: ResolvedRuleset, hand: HandInput) -> Score | None:
    """Return the explained score of a hand with its winning tile, or None when it has no winning shape (2.A.2)."""
    table = pattern_table(rules)
    found = table.best(_candidates(rules, table, hand), lambda tally: capped(rules, tally.raw))
    if found is None:
        return None
    _, tally, reading = found
    return table.capped_score(
        tally,
        rules.options.cap,
        rules.ruleset.unit.zh_hant,
        reading_notation(reading, hand.melds),
        () if "heaven" in hand.flags else waits(hand.concealed, hand.held),
    )


def _candidates(rules: ResolvedRuleset, table: PatternTable, hand: HandInput) -> Iterator[tuple[int, Reading]]:
    assert hand.win is not None
    one = table.one
    whole_hand = _whole_hand(rules, one, hand)
    heaven = "heaven" in hand.flags
    for reading in readings(hand.counts):
        facts = whole_hand + _sets(one, hand, reading + hand.meld_bits)
        if heaven:
            yield facts, reading
            continue
        for place in placements(reading, hand.win):
            yield facts + _wait(rules, one, hand, reading, place), reading


def _whole_hand(rules: ResolvedRuleset, one: dict[str, int], hand: HandInput) -> int:
    """Items that no reading changes: the way of winning, flowers, colours."""
    flags = hand.flags
    facts = _flowers(rules, one, hand) + _colours(rules, one, hand)
    if hand.self_drawn:
        facts += one["gangshangkaihua"] if flags & _KONG_DRAWS else 0
        facts += one["buhuahu"] if "after_flower" in flags and not flags & _KONG_DRAWS else 0
    elif "last_tile" in flags:
        facts += one["haidilaoyue"]
    if _self_tai(rules, hand):
        facts += one["zimo"]
    facts += one["tianhu"] if "heaven" in flags else 0
    facts += one["dihu"] if "earth" in flags else 0
    return facts


def _self_tai(rules: ResolvedRuleset, hand: HandInput) -> bool:
    """自摸, and what the options count as one (2.D.3, 2.D.12)."""
    if "robbed_kong" in hand.flags:
        return bool(rules.options.rob_self_tai)
    first = "heaven" in hand.flags or "earth" in hand.flags
    return hand.self_drawn and (bool(rules.options.first_win_self) or not first)


def _flowers(rules: ResolvedRuleset, one: dict[str, int], hand: HandInput) -> int:
    """正花, full sets and all eight; the own flower of a full set is inside it (2.D.10)."""
    if not hand.flowers:
        return 0
    facts = one["bahua"] if hand.flowers == _SEASONS | _PLANTS else 0
    for four, own in ((_SEASONS, _OWN_SEASON), (_PLANTS, _OWN_PLANT)):
        full = hand.flowers & four == four
        mine = hand.seat is not None and bool(hand.flowers & own[hand.seat])
        facts += one["huatao"] if full else 0
        facts += one["zhenghua"] if mine and (not full or rules.options.own_flower_beside_set) else 0
    return facts


def _colours(rules: ResolvedRuleset, one: dict[str, int], hand: HandInput) -> int:
    suits = sum(1 for mask in _SUIT_TILES if hand.tiles & mask)
    honours = bool(hand.tiles & _HONOUR_TILES)
    if suits == 1:
        return one["hunyise"] if honours else one["qingyise"]
    return one["hunyise"] if suits == 0 and rules.options.honours_hunyise else 0


def _sets(one: dict[str, int], hand: HandInput, whole: Reading) -> int:
    """Items of the sets: honours and 碰碰胡."""
    facts = 0 if whole & CHOWS else one["pengpenghu"]
    for code, pung in _DRAGON_ITEMS:
        facts += one[code] if whole & pung else 0
    if hand.seat is not None and whole & pung_bit(hand.seat):
        facts += one["zuofeng"]
    if hand.round is not None and whole & pung_bit(hand.round):
        facts += one["quanfeng"]
    return facts


def _wait(rules: ResolvedRuleset, one: dict[str, int], hand: HandInput, reading: Reading, place: Placement) -> int:
    """The one item of the wait: only one of 對倒, 坎, 邊, 單釣 counts for a hand; 排胡 asks for a two-sided one."""
    code = _SHAPES[place.shape]
    if code == "duidao" and hand.self_drawn and not rules.options.duidao_on_self:
        return 0
    if code == "dandiao" and hand.self_drawn:
        return one[code] * (int(rules.options.dandiao_self) - 1)
    if code == "paihu":
        whole = reading + hand.meld_bits
        return one[code] if not whole & PUNGS and not whole & _valued_pairs(rules, hand) else 0
    return one[code]


def _valued_pairs(rules: ResolvedRuleset, hand: HandInput) -> int:
    """Pairs that keep 排胡 away: seat wind, round wind and (unless opted) dragons."""
    dragons = 0 if rules.options.dragon_pair_paihu else _DRAGON_PAIRS
    winds = [pair_bit(wind) for wind in {hand.seat, hand.round} if wind is not None]
    return dragons | sum(winds)


def score_line(rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
    """Answer one line of `score`: the explained hand, or with `win: null` what it waits for."""
    hand = parse_hand(HAND, data)
    if hand.win is None:
        open_for = waits(hand.concealed, hand.held)
        best = {}
        for kind in open_for:
            scored = score_hand(rules, hand.won_with(kind, hand.by or "discard"))
            best[kind] = scored.total if scored else 0
        return ready_json(open_for, best)
    score = score_hand(rules, hand)
    if score is None:
        return invalid_json("no_winning_shape", NO_SHAPE)
    return valid_json(score)


def hand_value(rules: ResolvedRuleset, data: dict[str, Any], path: str) -> int:
    """Return the tai of a win given by its tiles; raises `RuleError` when they do not win."""
    hand = parse_hand(HAND, data, path)
    score = score_hand(rules, hand) if hand.win is not None else None
    if score is None:
        raise RuleError("no_winning_shape", NO_SHAPE, path=path)
    return score.total
