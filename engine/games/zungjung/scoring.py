"""What a hand is worth: from its tiles or from ticked patterns to a score that explains itself (A8–A10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import RuleError, join_path, noop
from engine.games.zungjung.shapes import Facts
from engine.hand_input import By, HandInput, HandRules, parse_hand
from engine.hands import reading_notation, readings, waits
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
    PatternTable,
    Score,
    Tally,
    invalid_json,
    ready_json,
    valid_json,
)
from engine.rulesets import ResolvedRuleset
from engine.tiles import WINDS

CHICKEN = "chicken"
FLAGS = frozenset(("last_tile", "after_kong", "robbed_kong", "heaven", "earth"))
HAND_RULES = HandRules(size=13, flags=FLAGS, flowers=False)

_NO_SHAPE = RuleError("no_winning_shape", noop("These tiles are no winning hand."))
IRREGULAR = -1


class Scoring:
    """The scoring of one resolved ruleset, compiled once."""

    def __init__(self, rules: ResolvedRuleset) -> None:
        self.table = PatternTable(rules.ruleset.patterns, rules.options["values"])
        self.unit = rules.ruleset.unit.zh_hant
        self.minimum: int = rules.options.minimum
        self.compound: int | None = rules.options.compound_limit
        self.listed: int | None = rules.options.listed_limit
        self.facts = Facts(self.table.one, rules.options)
        self.chicken = self.table.index[CHICKEN]
        self.chicken_value = self.table.values[self.chicken]
        self._chicken = (Counted(self.table.specs[self.chicken], self.chicken_value, 1),)

    @classmethod
    def of(cls, rules: ResolvedRuleset) -> Scoring:
        """Return the scoring of a ruleset, compiled at its first use."""
        scoring = rules.cache.get("scoring")
        if not isinstance(scoring, Scoring):
            scoring = rules.cache["scoring"] = cls(rules)
        return scoring

    @property
    def least(self) -> int:
        """The lowest value with which a hand may win: the minimum, or a chicken hand's (A8.2)."""
        return max(self.minimum, self.chicken_value)

    @property
    def most(self) -> int | None:
        """The highest value a hand can have; None without a compound limit (A10.3)."""
        return None if self.compound is None else max(self.compound, *self.table.values)

    def pays(self, tally: Tally) -> int:
        """Return the value of what counts: the highest listed pattern alone, else the sum up to the limit (A10)."""
        if self.listed is not None and tally.top >= self.listed:
            return tally.top
        if self.compound is not None and tally.raw > self.compound:
            return self.compound
        return tally.raw or self.chicken_value

    def score(self, hand: HandInput) -> Score | None:
        """Score a hand with its winning tile; None without a winning shape. The minimum is not looked at here."""
        best = self.table.best(self._candidates(hand), self.pays)
        if best is None:
            return None
        _, tally, reading = best
        words = irregular_notation(hand.counts) if reading == IRREGULAR else reading_notation(reading, hand.melds)
        return self._told(tally, words, () if "heaven" in hand.flags else self.waits(hand))

    def _candidates(self, hand: HandInput) -> Iterator[tuple[int, int]]:
        """Yield the facts of every reading (A8.4), readings with more triplets first, then the irregular shapes."""
        facts = self.facts
        tiles = facts.of_tiles(hand)
        found = readings(hand.counts)
        if found:
            regular = tiles + facts.of_regular(hand)
            for reading in found[::-1]:
                yield regular + facts.of_reading(hand, reading), reading
        if not hand.melds:
            if is_seven_pairs(hand.counts, quads=True):
                yield facts.of_seven_pairs(hand, tiles), IRREGULAR
            elif is_thirteen_orphans(hand.counts):
                yield facts.of_thirteen_terminals(hand), IRREGULAR

    def score_items(self, items: tuple[tuple[str, int], ...], path: str = "") -> Score:
        """Value ticked patterns (code, count); `chicken`, or nothing, is a chicken hand.

        Raises `RuleError` for what `PatternTable.tally_items` refuses.
        """
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
        return self._told(tally, (), ())

    def _told(self, tally: Tally, reading: tuple[str, ...], waiting: tuple[int, ...]) -> Score:
        total = self.pays(tally)
        limit: Limit = "none"
        if self.listed is not None and tally.top >= self.listed:
            limit = "listed"
            top = next(index for index, _ in tally.counted if self.table.values[index] == tally.top)
            tally = self.table.only(tally, self.table.specs[top].code)
        elif tally.raw > total:
            limit = "compound"
        counted, not_counted = self.table.explain(tally)
        return Score(
            total=total,
            raw=tally.raw,
            limit=limit,
            unit=self.unit,
            patterns=counted or self._chicken,
            not_counted=not_counted,
            reading=reading,
            waits=waiting,
        )

    def waits(self, hand: HandInput) -> tuple[int, ...]:
        """Return the kinds that complete the hand to any winning shape, ascending."""
        found = waits(hand.concealed, hand.held)
        if hand.melds:
            return found
        others = (*seven_pairs_waits(hand.concealed, quads=True), *thirteen_orphans_waits(hand.concealed))
        return tuple(sorted({*found, *others})) if others else found

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
        refused = self.refusal(score.total)
        if refused is not None:
            return invalid_json(refused.code, refused.message, line_id)
        return valid_json(score, line_id)

    def _best(self, hand: HandInput, waiting: tuple[int, ...]) -> dict[int, int]:
        """Return what a win on each kind is worth, on a discard unless `by` says otherwise; leave out illegal ones."""
        by: By = hand.by or "discard"
        values = ((kind, self.score(hand.won_with(kind, by))) for kind in waiting)
        return {kind: score.total for kind, score in values if score and self.refusal(score.total) is None}

    def refusal(self, total: int) -> RuleError | None:
        """Return why a hand of this value may not win, or None (A8.2)."""
        if total >= self.least:
            return None
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
