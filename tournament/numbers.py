"""Whole numbers as forms and addresses send them: nothing that can be sent is too long to be read."""

from __future__ import annotations

from typing import TypeVar

Other = TypeVar("Other")

# A number with more digits than any here has is taken as this one, which nothing comes to.
FAR_TOO_LARGE = 10**9


def whole(text: str, otherwise: Other) -> int | Other:
    """Return the number a text is, `otherwise` where it is none or has a sign; at most `FAR_TOO_LARGE`."""
    if not text.isdecimal():
        return otherwise
    return int(text) if len(text) < len(str(FAR_TOO_LARGE)) else FAR_TOO_LARGE
