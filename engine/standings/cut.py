"""Who goes on to the next stage, and who is still level at the cut."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.errors import RuleError, noop
from engine.standings.snapshot import Standings

TieRule = Literal["all", "none", "lot"]


class Cut(msgspec.Struct, frozen=True):
    """`through` go on; `level` share the rank at the cut and compete for the `open` places that are left."""

    through: tuple[str, ...]
    level: tuple[str, ...] = ()
    open: int = 0


def cut(standings: Standings, size: int, ties: TieRule) -> Cut:
    """Cut to the top `size` of those who are ranked and have not withdrawn.

    Whoever shares the rank at the cut goes on (`all`), stays behind (`none`), or is left level for lots to be drawn and
    recorded (`lot`); ranks are never broken by the order on the page.
    """
    if size < 1:
        raise RuleError(
            "number_too_small", noop("{number} is less than {minimum}"), path="size", number=size, minimum=1
        )
    rows = [row for row in standings.rows if row.rank is not None and not row.withdrawn]
    if len(rows) <= size or rows[size - 1].rank != rows[size].rank:
        return Cut(tuple(row.id for row in rows[:size]))
    border = rows[size].rank
    above = tuple(row.id for row in rows[:size] if row.rank != border)
    level = tuple(row.id for row in rows if row.rank == border)
    if ties == "all":
        return Cut(above + level)
    if ties == "none":
        return Cut(above)
    return Cut(above, level, size - len(above))
