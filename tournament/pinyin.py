"""How Han characters are read: pypinyin, without its table of phrases.

Names are read a character at a time. The phrases would be 200,000 lists in every process that enters names, which take
50 MB, most of a second to load, and a look at each of them whenever Python collects its garbage.
"""

from __future__ import annotations

import os

os.environ.setdefault("PYPINYIN_NO_PHRASES", "1")


def readings_of(character: str) -> list[str]:
    """Return all readings of a character without tones, the most usual first; ü is v."""
    # Imported by whoever enters names, not by every process.
    from pypinyin import Style, pinyin

    return pinyin(character, style=Style.NORMAL, heteronym=True)[0]


def usual_readings(text: str) -> list[str]:
    """Return the most usual reading of each character of a text without tones; ü is v, other letters stay together."""
    from pypinyin import Style, lazy_pinyin

    return lazy_pinyin(text, style=Style.NORMAL, v_to_u=False)
