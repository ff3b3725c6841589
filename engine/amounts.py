"""How large a number that is handed in may be: far beyond any table, and far within what a database holds."""

from __future__ import annotations

from typing import Annotated

import msgspec

MOST_POINTS = 10**9
MOST_COUNT = 10_000
LONGEST_ID = 64

# Points, totals and amounts.
Natural = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)]
Points = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
# Hands, continuations, tiles drawn, sequence numbers.
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNT)]
Ordinal = Annotated[int, msgspec.Meta(ge=1, le=MOST_COUNT)]
After = Annotated[int, msgspec.Meta(ge=-1, le=MOST_COUNT)]
# What a thing is called in data: no control characters.
Identifier = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ID, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]
