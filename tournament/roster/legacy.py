"""Names for old programs in ISO-8859-15 or an old codec of Chinese: at most thirty characters, no question marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tournament.pinyin import usual_readings

CODEC = "iso-8859-15"
MOST = 30
# The old codec of Chinese by the language of a page: what people call it, and Python.
CHINESE = {"zh-hant": ("Big5", "cp950"), "zh-hans": ("GB18030", "gb18030")}
_SIGNS = str.maketrans(
    {"’": "'", "‘": "'", "–": "-", "—": "-", "·": " ", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i"}
)
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U000323af]")

Note = Literal["", "shortened", "pinyin", "number"]


@dataclass(frozen=True)
class LegacyName:
    """The name of an entry in Latin letters, and what was done to it: shortened, made of pinyin, or only a number."""

    number: int
    name: str
    latin: str
    notes: tuple[Note, ...]


def legacy_names(entries: Iterable[tuple[int, str, str]]) -> tuple[LegacyName, ...]:
    """Return each entry (number, name, romanised name) as an old program can read it."""
    return tuple(_legacy(number, name, romanised) for number, name, romanised in entries)


def writes(text: str, codec: str) -> bool:
    """Tell whether a codec has every character of a text."""
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def names_in(codec: str, names: Iterable[LegacyName]) -> list[tuple[int, str]]:
    """Return number and name of each entry for a codec of Chinese; what it does not have is in Latin letters."""
    return [(one.number, one.name[:MOST].rstrip() if writes(one.name, codec) else one.latin) for one in names]


def _legacy(number: int, name: str, romanised: str) -> LegacyName:
    notes: list[Note] = []
    latin = _latin(romanised) or _latin(name)
    if not latin and (latin := _latin(_pinyin(name))):
        notes.append("pinyin")
    if not latin:
        latin = f"No. {number}"
        notes.append("number")
    if len(latin) > MOST:
        latin = latin[:MOST].rstrip()
        notes.append("shortened")
    return LegacyName(number, name, latin, tuple(notes))


def _latin(text: str) -> str:
    """Return a text in ISO-8859-15, accents it lacks left out; "" where it is written in other letters."""
    found = []
    for char in unicodedata.normalize("NFKC", text).translate(_SIGNS):
        plain = char if writes(char, CODEC) else unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        if not plain:
            return ""
        found.append(plain)
    return " ".join("".join(found).split())


def _pinyin(name: str) -> str:
    """Return a name of Han characters in pinyin, most usual readings, the first character as the family name."""
    if not _HAN.search(name):
        return ""
    words = []
    for part in name.split():
        syllables = usual_readings(part)
        whole = len(name.split()) > 1 or "/" in part
        words += (
            ["".join(syllables).capitalize()]
            if whole
            else [syllables[0].capitalize(), "".join(syllables[1:]).capitalize()]
        )
    return " ".join(word for word in words if word)
