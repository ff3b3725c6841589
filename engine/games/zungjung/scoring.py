"""What a hand is worth: from its tiles or from ticked patterns to a score that explains itself (A8–A10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from engine.errors import RuleError, join_path, noop
from engine.games.zungjung.data import RULESET
from engine.games.zungjung.items import EARTH, HEAVEN, check_items
from engine.games.zungjung.shapes import Facts
from engine.games.zungjung.totals import listed_values, possible_totals
from engine.hand_input import By, HandInput, HandRules, parse_hand
from engine.hands import reading_notation, readings, waits, waits_before
from engine.irregular import (
    irregular_notation,
    is_seven_pairs,
    is_thirteen_orphans,
    seven_pairs_waits,
    thirteen_orphans_waits,
)
from engine.patterns import (
    Counted,
    Limit,
    NotCounted,
    PatternSpec,
    PatternTable,
    Score,
    Tally,
    invalid_json,
    ready_json,
    valid_json,
)
from engine.rulesets import ResolvedRuleset
from engine.ticked import Items, with_implied
from engine.tiles import KINDS, ORPHANS, WINDS, tile_mask

CHICKEN = "chicken"
FLAGS = frozenset(("last_tile", "after_kong", "robbed_kong", "heaven", "earth"))
HAND_RULES = HandRules(size=13, flags=FLAGS, tiles=RULESET.tiles)

_NO_SHAPE = RuleError("no_winning_shape", noop("These tiles form no winning hand."))
IRREGULAR = -1
# What an irregular shape cannot hold: an odd number of a kind for pairs, anything but terminals and honours.
_ODD = int.from_bytes(b"\x01" * KINDS, "little")
_NOT_ORPHANS = tile_mask(range(KINDS)) ^ tile_mask(ORPHANS)
_REMEMBERED = 8192
_MOST_SUMMED = 10_000
_LAST_KONG_DRAW = ("9.1.1", "9.2")


class Value(msgspec.Struct, frozen=True):
    """What facts are worth and which patterns count: everything of a score that the reading does not decide."""

    total: int
    raw: int
    limit: Limit
    counted: tuple[Counted, ...]
    not_counted: tuple[NotCounted, ...]


class Scoring:
    """The scoring of one resolved ruleset, compiled once."""

    def __init__(self, rules: ResolvedRuleset) -> None:
        self.rules = rules
        self.table = PatternTable([_as_opted(rules, spec) for spec in rules.ruleset.patterns], rules.options["values"])
        self.unit = rules.ruleset.unit.zh_hant
        self.minimum: int = rules.options.minimum
        self.compound: int | None = rules.options.compound_limit
        self.listed: int | None = rules.options.listed_limit
        self.facts = Facts(self.table.one, rules.options)
        self.chicken = self.table.index[CHICKEN]
        self.chicken_value = self.table.values[self.chicken]
        # The lowest value with which a hand may win: the minimum, or a chicken hand's (A8.2).
        self.least = max(self.minimum, self.chicken_value)
        # Equal facts are valued once; the number remembered is bounded so that odd input cannot fill the memory.
        self.value = lru_cache(maxsize=_REMEMBERED)(self._value)
        self._chicken = (Counted(self.table.specs[self.chicken], self.chicken_value, 1),)

    @classmethod
    def of(cls, rules: ResolvedRuleset) -> Scoring:
        """Return the scoring of a ruleset, compiled at its first use."""
        scoring = rules.cache.get("scoring")
        if not isinstance(scoring, Scoring):
            scoring = rules.cache["scoring"] = cls(rules)
        return scoring

    @cached_property
    def alone(self) -> tuple[int, ...]:
        """The values that stand alone, ascending (A10.2)."""
        return listed_values(self.table, self.listed)

    @cached_property
    def totals(self) -> tuple[int, ...] | None:
        """What a hand can come to, ascending; None where sums have no limit near those of the rulebook (A10)."""
        if self.compound is None or self.compound > _MOST_SUMMED:
            return None
        return possible_totals(self.table, self.compound, self.listed, self.chicken_value)

    def over(self, total: int) -> bool:
        """Tell whether a total lies above the compound limit and no pattern is listed with it (A10.3)."""
        return self.compound is not None and total > self.compound and total not in self.alone

    def check_total(self, total: int) -> None:
        """Refuse a total above the compound limit that no pattern is listed with (A10.3)."""
        if self.compound is None or not self.over(total):
            return
        most = max(self.compound, *self.alone) if self.alone else self.compound
        if total > most:
            raise RuleError("above_maximum", noop("No hand is worth more than {maximum} points."), maximum=most)
        raise RuleError(
            "total_impossible",
            noop(
                "No hand is worth {points} points: patterns add up to {limit} at most, above it there is only {listed}."
            ),
            points=total,
            limit=self.compound,
            listed=" / ".join(str(value) for value in self.alone if value > self.compound),
        )

    def _value(self, facts: int) -> Value:
        return self._valued(self.table.resolve(facts))

    def _valued(self, tally: Tally) -> Value:
        """Return what counted patterns are worth: the highest listed one alone, else the sum up to the limit (A10)."""
        limit: Limit = "none"
        total = tally.raw or self.chicken_value
        if self.listed is not None and tally.top >= self.listed:
            limit, total = "listed", tally.top
            top = next(index for index, _ in tally.counted if self.table.values[index] == tally.top)
            tally = self.table.only(tally, self.table.specs[top].code)
        elif self.compound is not None and tally.raw > self.compound:
            limit, total = "compound", self.compound
        counted, not_counted = self.table.explain(tally)
        return Value(total, tally.raw, limit, counted or self._chicken, not_counted)

    def score(self, hand: HandInput) -> Score | None:
        """Score a hand with its winning tile; None without a winning shape. The minimum is not looked at here.

        The reading that pays most counts (A8.4); of those that pay alike the one with the higher sum, then the first.
        """
        best: tuple[Value, int] | None = None
        for facts, reading in self._candidates(hand):
            value = self.value(facts)
            if best is None or (value.total, value.raw) > (best[0].total, best[0].raw):
                best = (value, reading)
        if best is None:
            return None
        value, reading = best
        if reading == IRREGULAR:
            words, waiting = irregular_notation(hand.counts), self.waits(hand)
        else:
            words = reading_notation(reading, hand.melds)
            waiting = self._waits_before(hand, hand.win or 0)
        return self._told(value, words, () if "heaven" in hand.flags else waiting)

    def _candidates(self, hand: HandInput) -> list[tuple[int, int]]:
        """Return the facts of every reading (A8.4), readings with more triplets first, then of an irregular shape."""
        facts = self.facts
        tiles = facts.of_tiles(hand)
        found = readings(hand.counts)
        candidates = []
        if found:
            regular = tiles + facts.of_regular(hand, tiles)
            candidates = [(regular + facts.of_reading(hand, reading), reading) for reading in found[::-1]]
        if not hand.melds:
            if not hand.tiles & _ODD and is_seven_pairs(hand.counts, quads=True):
                candidates.append((facts.of_seven_pairs(hand, tiles), IRREGULAR))
            elif not hand.tiles & _NOT_ORPHANS and is_thirteen_orphans(hand.counts):
                candidates.append((facts.of_thirteen_terminals(hand), IRREGULAR))
        return candidates

    def score_items(
        self,
        items: Items,
        path: str = "",
        *,
        by: str | None = None,
        flags: Collection[str] = (),
    ) -> Score:
        """Value ticked patterns (code, count); `chicken`, or nothing, is a chicken hand.

        `by` and `flags` say how the winning tile came, and what follows from that is counted too. Raises `RuleError`
        for what `PatternTable.tally_items` and `check_items` refuse.
        """
        items = tuple(with_implied(items, self._circumstances(by, flags)))
        if items == ((CHICKEN, 1),):
            items = ()
        tally = self.table.tally_items(items, path)
        if any(index == self.chicken for index, _ in tally.counted):
            place = next(index for index, (code, _) in enumerate(items) if code == CHICKEN)
            raise RuleError(
                "patterns_conflict",
                noop("{pattern} does not count beside {because}."),
                path=join_path(path, f"[{place}]"),
                pattern=CHICKEN,
                because=next(code for code, _ in items if code != CHICKEN),
            )
        listed = self.listed is not None and tally.top >= self.listed
        check_items(self.rules, items, by=by, listed=listed, path=path)
        return self._told(self._valued(tally), (), ())

    def _circumstances(self, by: str | None, flags: Collection[str]) -> list[str]:
        """Return the patterns that the circumstances of a win are by themselves (A9, category 9)."""
        if by is None:
            return []
        met = self.table.resolve(self.facts.of_tile(flags, self_drawn=by == "self"))
        found = [self.table.specs[index].code for index, _ in met.counted]
        return found + [code for flag, code in (("heaven", HEAVEN), ("earth", EARTH)) if flag in flags]

    def _told(self, value: Value, reading: tuple[str, ...], waiting: tuple[int, ...]) -> Score:
        return Score(value.total, value.raw, value.limit, self.unit, value.counted, value.not_counted, reading, waiting)

    def waits(self, hand: HandInput) -> tuple[int, ...]:
        """Return the kinds that complete the hand to any winning shape, ascending."""
        found = waits(hand.concealed, hand.held)
        return found if hand.melds else _with_irregular(hand.concealed, found)

    def _waits_before(self, hand: HandInput, win: int) -> tuple[int, ...]:
        """Return the same for a hand that has a regular reading with its winning tile."""
        found = waits_before(hand.concealed, win, hand.held)
        # One tile earlier it could only have waited for an irregular shape too if it still is but a tile from one.
        tiles = hand.tiles
        if hand.melds or ((tiles & _ODD).bit_count() > 2 and (tiles & _NOT_ORPHANS).bit_count() > 1):
            return found
        return _with_irregular(hand.concealed, found)

    def answer(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Answer one line of `score`."""
        hand = parse_hand(HAND_RULES, data)
        if hand.seat is None and any(hand.tiles >> 8 * kind & 0xFF > 2 for kind in WINDS):
            raise RuleError("field_missing", noop("The field {field} is missing."), path="seat", field="seat")
        line_id = data.get("id")
        if hand.win is None:
            waiting = self.waits(hand)
            return ready_json(waiting, self._best(hand, waiting), line_id)
        score = self.score(hand)
        if score is None:
            return invalid_json(_NO_SHAPE.code, _NO_SHAPE.message, line_id)
        if score.total >= self.least:
            return valid_json(score, line_id)
        refused = self.below(score.total)
        return invalid_json(refused.code, refused.message, line_id)

    def _best(self, hand: HandInput, waiting: tuple[int, ...]) -> dict[int, int]:
        """Return what a win on each kind is worth, on a discard unless `by` says otherwise; leave out illegal ones."""
        by: By = hand.by or "discard"
        values = ((kind, self.score(hand.won_with(kind, by))) for kind in waiting)
        return {kind: score.total for kind, score in values if score and score.total >= self.least}

    def winnable(self, hand: HandInput) -> tuple[int, ...]:
        """Return the kinds on whose discard a hand without its winning tile may win, the minimum looked at."""
        return tuple(self._best(hand, self.waits(hand)))

    def below(self, total: int) -> RuleError:
        """Return why a hand of this value may not win (A8.2)."""
        return RuleError(
            "below_minimum",
            noop("{points} points are below the minimum of {minimum}."),
            points=total,
            minimum=self.least,
        )

    def check_shape(self, hand: HandInput) -> Score:
        """Score a recorded hand, refusing one without a winning shape."""
        score = self.score(hand)
        if score is None:
            raise RuleError(_NO_SHAPE.code, _NO_SHAPE.template)
        return score


def _as_opted(rules: ResolvedRuleset, spec: PatternSpec) -> PatternSpec:
    """Let only the dearer of Final Draw and Win on Kong count where the event reads it so (C-27)."""
    if spec.code in _LAST_KONG_DRAW and rules.options.last_kong_draw == "one":
        return msgspec.structs.replace(spec, group="last_kong_draw")
    return spec


def _with_irregular(concealed: bytes, found: tuple[int, ...]) -> tuple[int, ...]:
    """Add the waits of seven pairs and thirteen terminals."""
    others = (*seven_pairs_waits(concealed, quads=True), *thirteen_orphans_waits(concealed))
    return tuple(sorted({*found, *others})) if others else found
