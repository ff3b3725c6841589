"""How wide a text is before it is drawn: enough to choose a size or a layout by, not to measure with."""

from __future__ import annotations

import unicodedata


def width_of(text: str) -> int:
    """Return the width of a text in half-width columns: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
