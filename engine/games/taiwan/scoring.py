"""Counting tai from tiles: A21 and A22 with every option of section B."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.errors import RuleError, noop
from engine.games.taiwan.data import RULESET
from engine.games.taiwan.flowers import FlowerCount, count_flowers
from engine.games.taiwan.items import first_turns, items_of
from engine.hand_input import By, HandInput, HandRules, parse_hand
from engine.hands import (
    CHOWS,
    PAIR_AT,
    PUNG_AT,
    PUNGS,
    SUIT_BITS,
    Reading,
    placements,
    pung_bit,
    reading_notation,
    readings,
    waits,
)
from engine.irregular import irregular_notation, triplet_beside_pairs, triplet_beside_pairs_waits
from engine.patterns import NotCounted, Score, Tally, invalid_json, ready_json, valid_json
from engine.rulesets import ResolvedRuleset
from engine.tiles import HONOURS, KINDS, WINDS, parse_tile, tile_mask

HAND_RULES = HandRules(
    size=16,
    tiles=RULESET.tiles,
    flags=frozenset(
        (
            "last_tile", "after_kong", "after_flower", "robbed_kong", "heaven", "earth", "human", "heaven_ready",
            "earth_ready", "all_flowers", "rob_flower_7", "rob_flower_6", "dealt_flowers",
        )
    ),
)  # fmt: skip

NO_HAND = noop("These tiles form no winning hand.")
FLOWER_WINS = frozenset(("all_flowers", "rob_flower_7", "rob_flower_6"))
_KONG_TAIL = frozenset(("after_kong", "after_flower", "rob_flower_7", "rob_flower_6"))
_HONOURS = tile_mask(HONOURS)
_SUITS = tuple(tile_mask(range(first, first + 9)) for first in (0, 9, 18))
_HONOURS_AT = 3 * SUIT_BITS
_SEVEN = 0x7F
# What is remembered of situations and honours is bounded, so that odd input cannot fill the memory.
_REMEMBERED = 4096


def _open_places(win: int) -> tuple[int, int]:
    """Return the bits of all places of a winning tile but the triplet, and of the two-sided sequences."""
    places = placements(-1 & ((1 << 4 * SUIT_BITS) - 1), win)
    return (
        sum(place.bit for place in places if place.shape != "pung"),
        sum(place.bit for place in places if place.shape == "open"),
    )


_PLACES = tuple(map(_open_places, range(KINDS)))


class Circumstances(msgspec.Struct, frozen=True):
    """What holds of a hand whatever its reading: facts, how the winning tile came, and its flowers."""

    facts: int
    drawn: bool
    claimed: bool
    flowerless: bool
    flowers: FlowerCount


class Scorer:
    """Scores hands under one resolved ruleset."""

    def __init__(self, rules: ResolvedRuleset) -> None:
        options = rules.options
        self.options = options
        self.items = items_of(rules)
        self.table = self.items.table
        self.one = self.table.one
        self.cap: int | None = options.tai_cap
        self.round_dragon = parse_tile(options.round_dragon) if options.round_dragon else None
        self.two_sided: bool = options.pinghu_wait == "two_sided"
        self.ligu: bool = options.ligu
        self.ligu_quads: bool = options.ligu_quads
        self.own_four_waits: bool = options.own_four_waits
        self._circumstances: dict[Any, Circumstances] = {}
        self._honours: dict[Any, int] = {}
        self._ankan = [0, 0, 0, *(self.one[code] for code in ("san_ankan", "si_ankan", "wu_ankan"))]

    def score(self, hand: HandInput) -> Score | None:
        """Return the best score of a hand with its winning tile, or None if it does not win."""
        around = self._around(hand)
        found = self.waits(hand)
        best = self.table.best(self._candidates(hand, around, found))
        if best is None:
            return self._incomplete(hand) if hand.flags & FLOWER_WINS else None
        _, tally, how = best
        written = reading_notation(how, hand.melds) if how else irregular_notation(hand.counts)
        return self._explained(tally, written, found, around.flowers)

    def waits(self, hand: HandInput) -> tuple[int, ...]:
        """Return the kinds that complete the sixteen tiles by structure; none for a hand complete at the deal."""
        if "heaven" in hand.flags:
            return ()
        found = waits(hand.concealed, None if self.own_four_waits else hand.held)
        if hand.melds or not self.ligu:
            return found
        more = triplet_beside_pairs_waits(hand.concealed, quads=self.ligu_quads)
        return tuple(sorted({*found, *more})) if more else found

    def _candidates(
        self, hand: HandInput, around: Circumstances, found: tuple[int, ...]
    ) -> Iterator[tuple[int, Reading | None]]:
        """Yield the facts of each reading; None stands for seven pairs and a triplet."""
        one = self.one
        facts = around.facts + self._colour(hand)
        if len(found) == 1:
            facts += one["duting"]
        for reading in readings(hand.counts):
            yield facts + self._shape(hand, around, reading, found), reading
        if not hand.melds and self.ligu:
            triplet = triplet_beside_pairs(hand.counts, quads=self.ligu_quads)
            if triplet is not None:
                honours = self._honour_facts(hand, pung_bit(triplet) >> _HONOURS_AT)
                yield facts + one["ligu"] + honours, None

    def _shape(self, hand: HandInput, around: Circumstances, reading: Reading, found: tuple[int, ...]) -> int:
        """Return the facts that depend on how the hand is read."""
        one = self.one
        whole = reading + hand.meld_bits
        pungs = whole & PUNGS
        facts = self._honour_facts(hand, whole >> _HONOURS_AT)
        if not pungs:
            return facts + one["pinghu"] if self._is_pinghu(hand, around, reading, found) else facts
        concealed = (reading & PUNGS | hand.ankan_bits).bit_count()
        if not whole & CHOWS:
            facts += one["duiduihu"]
        if concealed > 2:
            win = hand.win
            assert win is not None
            if not around.drawn and reading & pung_bit(win) and not reading & _PLACES[win][0]:
                concealed -= 1
            facts += self._ankan[concealed]
            if concealed == 5 and self.items.subtract and not hand.tiles & ~_HONOURS:
                facts += one["ziyise_minus"]
        return facts

    def _is_pinghu(self, hand: HandInput, around: Circumstances, reading: Reading, found: tuple[int, ...]) -> bool:
        """Tell whether a reading of sequences is 平胡 (A21.7, B.9)."""
        if not around.claimed or not around.flowerless or len(found) < 2 or hand.tiles & _HONOURS:
            return False
        assert hand.win is not None
        if self.two_sided and not reading & _PLACES[hand.win][1]:
            return False
        return not (self.options.pinghu_strict and self._may_be_single(hand))

    def _may_be_single(self, hand: HandInput) -> bool:
        """Tell whether in some reading of sequences the winning tile stands as an edge, middle or single wait."""
        assert hand.win is not None
        return any(
            place.shape in ("single", "edge", "middle")
            for reading in readings(hand.counts)
            if not reading & PUNGS
            for place in placements(reading, hand.win)
        )

    def _colour(self, hand: HandInput) -> int:
        suits = sum(1 for mask in _SUITS if hand.tiles & mask)
        if suits > 1:
            return 0
        if not suits:
            return self.one["ziyise"]
        return self.one["couyise" if hand.tiles & _HONOURS else "qingyise"]

    def _honour_facts(self, hand: HandInput, honours: int) -> int:
        """Return the facts of honour triplets and pairs; `honours` are the honour bits of a reading."""
        if not honours >> PUNG_AT & _SEVEN:
            return 0
        key = (honours, hand.seat, hand.round, not hand.tiles & ~_HONOURS)
        facts = self._honours.get(key)
        if facts is None:
            if len(self._honours) >= _REMEMBERED:
                self._honours.clear()
            facts = self._honours[key] = self._count_honours(*key)
        return facts

    def _count_honours(self, honours: int, seat: int | None, wind: int | None, only: bool) -> int:
        one = self.one
        pungs, pair = honours >> PUNG_AT & _SEVEN, honours >> PAIR_AT & _SEVEN
        winds, dragons = pungs & 15, pungs >> 4
        facts = one["jian"] * dragons.bit_count()
        if seat is not None and winds >> (seat - WINDS[0]) & 1:
            facts += one["feng_door"]
        if wind is not None and winds >> (wind - WINDS[0]) & 1:
            facts += one["feng_round"]
        if self.round_dragon is not None and pungs >> (self.round_dragon - HONOURS[0]) & 1:
            facts += one["jian_round"]
        composite = (
            ("dasixi", winds.bit_count() == 4),
            ("xiaosixi", winds.bit_count() == 3 and bool(pair & 15)),
            ("dasanyuan", dragons.bit_count() == 3),
            ("xiaosanyuan", dragons.bit_count() == 2 and bool(pair >> 4)),
        )
        met = [code for code, holds in composite if holds]
        facts += sum(one[code] for code in met)
        return facts + (one["ziyise_minus"] if only and met else 0)

    def _around(self, hand: HandInput) -> Circumstances:
        all_melded = len(hand.melds) == 5
        key = (
            hand.by,
            hand.exposed,
            all_melded and not hand.ankan_bits,
            all_melded,
            hand.flags,
            hand.flowers,
            hand.seat,
        )
        around = self._circumstances.get(key)
        if around is None:
            if len(self._circumstances) >= _REMEMBERED:
                self._circumstances.clear()
            around = self._circumstances[key] = self._look_around(*key)
        return around

    def _look_around(
        self,
        by: By | None,
        exposed: bool,
        all_exposed: bool,
        one_left: bool,
        flags: frozenset[str],
        held: int,
        seat: int | None,
    ) -> Circumstances:
        robbed_flower = "rob_flower_7" in flags
        self_drawn = "rob_flower_6" in flags or (by == "self" and not robbed_flower)
        claimed = not self_drawn and not robbed_flower
        dealt = "dealt_flowers" in flags or ("heaven" in flags and bool(flags & FLOWER_WINS))
        tail = bool(flags & _KONG_TAIL) or ("all_flowers" in flags and not dealt)
        flowers = count_flowers(self.options, self.items, held, seat, flags, dealt=dealt)
        met = {
            "menqing": not exposed,
            "buqiu_zimo": self_drawn and not exposed,
            "zimo": self_drawn,
            "quanqiu": claimed and all_exposed,
            "banqiu": self_drawn and one_left and exposed,
            "qianggang": claimed and "robbed_kong" in flags,
            "gangshangkaihua": tail and not claimed,
            "haidilaoyue": self_drawn and "last_tile" in flags,
            **dict.fromkeys(() if exposed else first_turns(self.options, flags, drawn=self_drawn), True),
        }
        return Circumstances(
            facts=flowers.facts + sum(self.one[code] for code, holds in met.items() if holds),
            drawn=not claimed,
            claimed=claimed,
            flowerless=not held and not flags & FLOWER_WINS,
            flowers=flowers,
        )

    def _incomplete(self, hand: HandInput) -> Score:
        """Return a flower win whose tiles form no hand: the flowers alone (A21.29, A21.30)."""
        robs = hand.flags & {"rob_flower_7", "rob_flower_6"}
        facts = self.one["qiqiangyi" if robs else "baxian"]
        if self._around(hand).flowers.dealt:
            facts += self.one["peipai_huahu_extra"]
        score = self._explained(self.table.resolve(facts), (), self.waits(hand), None)
        return msgspec.structs.replace(score, complete=False)

    def _explained(
        self, tally: Tally, written: tuple[str, ...], found: tuple[int, ...], flowers: FlowerCount | None
    ) -> Score:
        counted, dropped = self.table.explain(tally)
        if flowers is not None and flowers.absorbed:
            dropped = (*dropped, NotCounted("flower_own", "flower_set"))
        total = self.capped(tally.raw)
        extra: tuple[tuple[str, int], ...] = ()
        if flowers is not None and flowers.extra is not None:
            robbed, others = flowers.extra
            extra = (
                ("robbed", self.capped(tally.raw + robbed) - total),
                ("others", self.capped(tally.raw + others) - total),
            )
        return Score(
            total=total,
            raw=tally.raw,
            limit="cap" if total < tally.raw else "none",
            unit="台",
            patterns=counted,
            not_counted=dropped,
            reading=written,
            waits=found,
            extra=extra,
        )

    def explained(self, tally: Tally) -> Score:
        """Return what ticked items are worth and why."""
        return self._explained(tally, (), (), None)

    def capped(self, tai: int) -> int:
        """Return the tai of a hand after the cap, where the event has one."""
        return tai if self.cap is None else min(tai, self.cap)


def scorer_of(rules: ResolvedRuleset) -> Scorer:
    """Return the scorer of a ruleset; compiled once."""
    scorer = rules.cache.get("scorer")
    if scorer is None:
        scorer = rules.cache["scorer"] = Scorer(rules)
    return scorer


def score_line(rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
    """Answer one line of the `score` command."""
    scorer = scorer_of(rules)
    hand = parse_hand(HAND_RULES, data)
    line_id = data.get("id")
    if hand.win is None:
        found = scorer.waits(hand)
        best = {kind: _total(scorer, hand.won_with(kind, hand.by or "discard")) for kind in found}
        return ready_json(found, best, line_id)
    score = scorer.score(hand)
    if score is None:
        return invalid_json("no_winning_shape", NO_HAND, line_id)
    return valid_json(score, line_id)


def score_tiles(rules: ResolvedRuleset, data: dict[str, Any], path: str) -> Score:
    """Score the tiles of a recorded win; raises `RuleError` for what cannot be read or does not win."""
    hand = parse_hand(HAND_RULES, data, path)
    if hand.win is None:
        raise RuleError("field_missing", noop("“{field}” is missing."), path=f"{path}.win", field="win")
    score = scorer_of(rules).score(hand)
    if score is None:
        raise RuleError("no_winning_shape", NO_HAND, path=path)
    return score


def _total(scorer: Scorer, hand: HandInput) -> int:
    score = scorer.score(hand)
    assert score is not None  # a wait completes the hand
    return score.total
