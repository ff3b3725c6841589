"""Patterns as data, which of them count beside each other, and scores that explain themselves.

A game compiles its patterns once per resolved ruleset into a `PatternTable`. What a hand shows is then one integer,
the **facts**: four bits a pattern, holding how often it is met. A game adds `table.one[code]` (times a count) for
whatever a reading meets, asks `table.resolve(facts)` what of it counts, and turns only the best candidate into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeVar

import msgspec

from engine.errors import RuleError, join_path, noop
from engine.text import Text
from engine.tiles import format_tile

Limit = Literal["none", "compound", "listed", "cap"]
T = TypeVar("T")

COUNT_BITS = 4
MOST_COUNTED = (1 << COUNT_BITS) - 1
# Resolved facts and explained tallies are remembered, a bounded number of them: odd input must not fill the memory.
_REMEMBERED = 8192


class PatternSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pattern: its code, name, value for one, article and how it stands to others.

    While it counts, the patterns it `excludes` do not. Of one `series` (each contains the one below) and of one `group`
    (alternatives) only the pattern with the highest value counts, the first listed if equal. `most` is how often it may
    be counted.
    """

    code: str
    name: Text
    value: int
    article: str
    excludes: tuple[str, ...] = ()
    series: str | None = None
    group: str | None = None
    most: int = 1


class Tally(msgspec.Struct, frozen=True):
    """What counts of the facts of a reading.

    `raw` is the sum of value × count, `counted` are (pattern index, count) in the order of the file, `dropped` are
    (pattern index, index of the pattern because of which), `top` the highest value for one among the counted.
    """

    raw: int
    counted: tuple[tuple[int, int], ...]
    dropped: tuple[tuple[int, int], ...]
    top: int


class Counted(msgspec.Struct, frozen=True, dict=True):
    """A pattern that counts, with its value for one."""

    spec: PatternSpec
    value: int
    count: int

    @cached_property
    def answer(self) -> dict[str, object]:
        """How `score` prints it; written once and shared between answers, so not to be changed."""
        return {
            "code": self.spec.code,
            "name": name_json(self.spec.name),
            "value": self.value,
            "count": self.count,
            "article": self.spec.article,
        }


class NotCounted(msgspec.Struct, frozen=True):
    """A pattern that is met and does not count, and the code of what keeps it out."""

    code: str
    because: str


class Score(msgspec.Struct, frozen=True, gc=False):
    """What a winning hand is worth, and why.

    `total` is what settlement uses, `raw` the sum before any limit; `reading` is notation (empty for a hand without a
    winning shape); `waits` are kinds; `complete` says whether the hand has a winning shape; `extra` holds what payers
    owe beside the total, in a game where they differ.
    """

    total: int
    raw: int
    limit: Limit
    unit: str
    patterns: tuple[Counted, ...]
    not_counted: tuple[NotCounted, ...]
    reading: tuple[str, ...]
    waits: tuple[int, ...]
    complete: bool = True
    extra: tuple[tuple[str, int], ...] = ()


class PatternTable:
    """The patterns of one resolved ruleset, compiled for counting."""

    def __init__(self, specs: Sequence[PatternSpec], values: Mapping[str, int] | None = None) -> None:
        """Compile `specs`, with `values` (code -> value for one) in place of their own.

        Raises `RuleError` for a code listed twice, a code that is not in the list, and exclusions that run in a circle.
        """
        self.specs = tuple(specs)
        self.index: dict[str, int] = {spec.code: index for index, spec in enumerate(self.specs)}
        if len(self.index) != len(self.specs):
            codes = [spec.code for spec in self.specs]
            twice = next(code for code in codes if codes.count(code) > 1)
            raise RuleError("pattern_twice", noop("The pattern {pattern} is listed twice."), pattern=twice)
        own = dict(values or {})
        for code in own:
            self._known(code)
        self.values = tuple(own.get(spec.code, spec.value) for spec in self.specs)
        self.one: dict[str, int] = {code: 1 << COUNT_BITS * index for code, index in self.index.items()}
        self._excluders = self._compile_excluders()
        self._order = self._compile_order()
        self._tallies: dict[int, Tally] = {}
        self._words: dict[Tally, tuple[tuple[Counted, ...], tuple[NotCounted, ...]]] = {}

    def resolve(self, facts: int) -> Tally:
        """Return what counts of `facts`; equal facts give the same object again."""
        tally = self._tallies.get(facts)
        if tally is None:
            if len(self._tallies) >= _REMEMBERED:
                self._tallies.clear()
            tally = self._tallies[facts] = self._resolve(facts)
        return tally

    def only(self, tally: Tally, code: str) -> Tally:
        """Return `tally` with the one counted pattern `code` left; the others do not count because of it."""
        kept = self._known(code)
        counted = tuple(pair for pair in tally.counted if pair[0] == kept)
        dropped = {index: kept for index, _ in tally.counted if index != kept} | dict(tally.dropped)
        return Tally(
            raw=sum(self.values[index] * count for index, count in counted),
            counted=counted,
            dropped=tuple(sorted(dropped.items())),
            top=self.values[kept],
        )

    def best(
        self, candidates: Iterable[tuple[int, T]], pays: Callable[[Tally], int] | None = None
    ) -> tuple[int, Tally, T] | None:
        """Return (payment value, tally, how) of the candidate that pays most, or None if there is none.

        A candidate is its facts and how the hand is then read. The payment value is `pays(tally)`, the raw sum without
        it; equal payments are decided by the raw sum, equal sums by the order of the candidates.
        """
        found: tuple[int, Tally, T] | None = None
        for facts, how in candidates:
            tally = self.resolve(facts)
            value = tally.raw if pays is None else pays(tally)
            if found is None or value > found[0] or (value == found[0] and tally.raw > found[1].raw):
                found = (value, tally, how)
        return found

    def explain(self, tally: Tally) -> tuple[tuple[Counted, ...], tuple[NotCounted, ...]]:
        """Return the patterns of a tally in words: those that count and those that do not."""
        words = self._words.get(tally)
        if words is None:
            if len(self._words) >= _REMEMBERED:
                self._words.clear()
            specs, values = self.specs, self.values
            words = self._words[tally] = (
                tuple([Counted(specs[index], values[index], count) for index, count in tally.counted]),
                tuple([NotCounted(specs[index].code, specs[because].code) for index, because in tally.dropped]),
            )
        return words

    def capped_score(
        self, tally: Tally, cap: int, unit: str, reading: tuple[str, ...], waits: tuple[int, ...]
    ) -> Score:
        """Return the explained score of a tally whose sum is paid up to `cap`."""
        counted, dropped = self.explain(tally)
        return Score(
            total=min(cap, tally.raw),
            raw=tally.raw,
            limit="cap" if tally.raw > cap else "none",
            unit=unit,
            patterns=counted,
            not_counted=dropped,
            reading=reading,
            waits=waits,
        )

    def tally_items(self, items: Iterable[tuple[str, int]], path: str = "") -> Tally:
        """Count pattern items ticked from the list, (code, count) each.

        Raises `RuleError` for an unknown code, a count outside 1…`most`, an item given twice, and items of which one
        keeps another from counting.
        """
        facts = 0
        places: dict[int, str] = {}
        for position, (code, count) in enumerate(items):
            place = join_path(path, f"[{position}]")
            index = self._known(code, place)
            if index in places:
                raise RuleError(
                    "pattern_twice", noop("The pattern {pattern} is listed twice."), path=place, pattern=code
                )
            most = self.specs[index].most
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise RuleError("pattern_count", noop("{pattern} is counted at least once."), path=place, pattern=code)
            if count > most:
                raise RuleError(
                    "pattern_count",
                    noop("{pattern} is counted at most {most} times."),
                    path=place,
                    pattern=code,
                    most=most,
                )
            places[index] = place
            facts += self.one[code] * count
        tally = self.resolve(facts)
        if tally.dropped:
            index, because = tally.dropped[0]
            raise RuleError(
                "patterns_conflict",
                noop("{pattern} does not count beside {because}."),
                path=places[index],
                pattern=self.specs[index].code,
                because=self.specs[because].code,
            )
        return tally

    def _known(self, code: str, path: str = "") -> int:
        index = self.index.get(code) if isinstance(code, str) else None
        if index is None:
            raise RuleError("pattern_unknown", noop("There is no pattern {pattern}."), path=path, pattern=code)
        return index

    def _resolve(self, facts: int) -> Tally:
        counted: dict[int, int] = {}
        dropped: dict[int, int] = {}
        standing = 0
        for index in self._order:
            count = facts >> COUNT_BITS * index & MOST_COUNTED
            if not count:
                continue
            against = standing & self._excluders[index]
            if against:
                dropped[index] = (against & -against).bit_length() - 1
            else:
                counted[index] = count
                standing |= 1 << index
        return Tally(
            raw=sum(self.values[index] * count for index, count in counted.items()),
            counted=tuple(sorted(counted.items())),
            dropped=tuple(sorted(dropped.items())),
            top=max((self.values[index] for index in counted), default=0),
        )

    def _compile_excluders(self) -> tuple[int, ...]:
        """For each pattern, the bit set of those that keep it from counting."""
        excluders = [0] * len(self.specs)
        for index, spec in enumerate(self.specs):
            for code in spec.excludes:
                excluders[self._known(code)] |= 1 << index
        for name in ("series", "group"):
            for index, spec in enumerate(self.specs):
                for other, rival in enumerate(self.specs):
                    alike = getattr(spec, name) is not None and getattr(spec, name) == getattr(rival, name)
                    if alike and (-self.values[other], other) < (-self.values[index], index):
                        excluders[index] |= 1 << other
        return tuple(excluders)

    def _compile_order(self) -> tuple[int, ...]:
        """Order the patterns so that whatever may keep one out is decided before it."""
        order: list[int] = []
        done = 0
        left = list(range(len(self.specs)))
        while left:
            free = next((index for index in left if not self._excluders[index] & ~done), None)
            if free is None:
                code = self.specs[left[0]].code
                raise RuleError(
                    "patterns_circular", noop("The exclusions around {pattern} run in a circle."), pattern=code
                )
            left.remove(free)
            order.append(free)
            done |= 1 << free
        return tuple(order)


def valid_json(score: Score, line_id: object = None) -> dict[str, object]:
    """Return the answer of `score` for a legal winning hand."""
    answer: dict[str, object] = {
        "id": line_id,
        "valid": True,
        "complete": score.complete,
        "total": score.total,
        "raw": score.raw,
        "limit": score.limit,
        "unit": score.unit,
        "patterns": [entry.answer for entry in score.patterns],
        "not_counted": [{"code": entry.code, "because": entry.because} for entry in score.not_counted],
        "reading": list(score.reading),
        "waits": list(map(format_tile, score.waits)),
    }
    if score.extra:
        answer["extra"] = dict(score.extra)
    return answer


def total_json(total: int, cap: int | None, unit: str) -> dict[str, object]:
    """Return the answer of `score` for a total given without its patterns, paid up to `cap`."""
    capped = total if cap is None else min(cap, total)
    limit = "cap" if total > capped else "none"
    return {
        "valid": True,
        "total": capped,
        "raw": total,
        "limit": limit,
        "unit": unit,
        "patterns": [],
        "not_counted": [],
    }


def invalid_json(code: str, message: str, line_id: object = None) -> dict[str, object]:
    """Return the answer of `score` for a hand that is readable but may not win."""
    return {"id": line_id, "valid": False, "reason": {"code": code, "message": message}}


def ready_json(waits: Iterable[int], best: Mapping[int, int], line_id: object = None) -> dict[str, object]:
    """Return the answer of `score` for a hand without a winning tile; `best` is the value by winning kind."""
    written = [format_tile(kind) for kind in waits]
    return {
        "id": line_id,
        "ready": bool(written),
        "waits": written,
        "best": {format_tile(kind): value for kind, value in best.items()},
    }


def name_json(name: Text) -> dict[str, str]:
    """Return a wording under its language codes."""
    return {"zh-hant": name.zh_hant, "zh-hans": name.zh_hans, "en": name.en}
