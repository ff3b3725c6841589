"""The sheet of each ranked unit: what every round was worth, what was deducted and what it all comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from engine.standings.data import Entry, Penalty, Status
    from engine.standings.tiebreaks import Scope


class Line(msgspec.Struct):
    """One round of one unit. `value` (1/scale) is null where the round does not count as one; `place` is in twelfths.

    `points` includes table penalties; `penalty` is what is taken off the total apart from the value (1/scale).
    """

    round: int
    status: Status
    value: int | None = None
    points: int = 0
    place: int | None = None
    table: int | None = None
    measures: Mapping[str, int] = msgspec.field(default_factory=dict)
    penalty: int = 0
    counted: bool = True


class Sheet(msgspec.Struct, eq=False):
    """A ranked unit: an entry, or a team or pair with its members' sheets; rounds rise in every tuple of lines."""

    key: str
    index: int
    lines: Mapping[Scope, Sequence[Line]]
    carried: int = 0
    total: int = 0
    entry: Entry | None = None
    penalties: Sequence[Penalty] = ()
    members: Sequence[Sheet] = ()
    team: Sheet | None = None

    def played(self, scope: Scope) -> Iterator[Line]:
        """The lines of the unit itself, or of every member."""
        if not self.members:
            yield from self.lines[scope]
        for member in self.members:
            yield from member.lines[scope]


def add_up(lines: Sequence[Line], best: int | None, carried: int) -> int:
    """Return the total of a stage: the best rounds, every penalty and what was carried; marks the rounds that count."""
    rounds = [line for line in lines if line.value is not None]
    if best is not None and len(rounds) > best:
        by_value = sorted(rounds, key=lambda line: (-(line.value or 0), line.round))
        for line in by_value[best:]:
            line.counted = False
    return carried + sum(line.penalty + (line.value or 0 if line.counted else 0) for line in lines)
