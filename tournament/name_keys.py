"""What a name is found by: one folded form for all its spellings, and the pinyin and initials of every reading."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import islice, product

from tournament.han_forms import fold_forms
from tournament.pinyin import readings_of, usual_readings

# A name of four characters with five readings each has 625 ways to be read; past this many one at a time varies.
MOST_READINGS = 256
# Keys of pinyin start with this, so that a search finds them from the beginning of a syllable only.
START = "\n"
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_LATIN = re.compile(r"[^\W\d_]+|\d+")
# Characters that are read otherwise as family names.
_FAMILY = {
    "曾": "zeng", "單": "shan", "单": "shan", "解": "xie", "仇": "qiu", "查": "zha", "區": "ou", "区": "ou",
    "翟": "zhai", "繆": "miao", "缪": "miao", "朴": "piao", "冼": "xian", "樂": "yue", "乐": "yue", "覃": "qin",
    "蓋": "ge", "盖": "ge", "員": "yun", "员": "yun", "尉": "wei", "任": "ren", "沈": "shen", "葉": "ye", "叶": "ye",
}  # fmt: skip
_ORDERED = re.compile(rf"{_HAN.pattern}|(?:(?!{_HAN.pattern})\w)+")
_PARTS = re.compile(rf"{_HAN.pattern}|[a-z0-9]+")
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


def fold_name(text: str) -> str:
    """Return a text without width, case, accents, blanks and signs, in one form of Han characters and in hiragana.

    Two names of the same fold are written alike, no more: whether they are one person is for people to say.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    # The two voicing marks of kana are letters of their own; the accents of letters are not.
    kept = "".join(c for c in plain if c in "\u3099\u309a" or not unicodedata.combining(c))
    composed = unicodedata.normalize("NFKC", kept).translate(_KATAKANA)
    return fold_forms("".join(c for c in composed if c.isalnum() or unicodedata.category(c) in ("Lm", "So")))


def name_keys(texts: Iterable[str]) -> str:
    """Return the folded forms of names, romanised names, readings in kana, clubs, …: one a line, each once."""
    return "\n".join(dict.fromkeys(key for text in texts if (key := fold_name(text))))


def pinyin_keys(names: Iterable[str]) -> str:
    """Return pinyin and initials of names in Han characters, from each syllable on; every key stands behind `START`.

    All readings of a character count, and ü is u, v or yu. Where a name has more than `MOST_READINGS` readings, each
    reading of each character is there with the most usual ones of the others. Of a name of several words in Latin
    letters the initials are there.
    """
    found: dict[str, None] = {}
    for name in names:
        units = _units(name)
        if not units and len(words := _words(name)) > 1:
            found |= {"".join(_initial(word) for word in words[start:]): None for start in range(len(words) - 1)}
        for start in range(len(units)):
            for syllables in _readings(units[start:]):
                found["".join(syllables)] = None
                found["".join(_initial(syllable) for syllable in syllables)] = None
    return "".join(START + key for key in found)


def order_key(name: str) -> str:
    """Return what a name stands by in a list for people: Han characters by pinyin, letters without accents and case.

    It is the same in every language of the page. Each syllable and each word counts by itself: Li Si, then Lian.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    parts = [*_ORDERED.findall(plain)]
    read = [*(usual_readings(part)[0] if _HAN.match(part) else fold_name(part) for part in parts)]
    if parts:
        read[0] = _FAMILY.get(parts[0], read[0])
    return " ".join(read)


def _words(name: str) -> list[str]:
    """Return the words and numbers of a name in letters, without accents."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return _LATIN.findall("".join(c for c in plain if not unicodedata.combining(c)))


def _units(name: str) -> list[tuple[str, ...]]:
    """Return the readings of each Han character of a name, and what stands between; nothing where there is none."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    if not _HAN.search(plain):
        return []
    units: list[tuple[str, ...]] = []
    for part in _PARTS.findall(plain):
        if not _HAN.match(part):
            units.append((part,))
            continue
        spelt = dict.fromkeys(way for reading in readings_of(part) for way in _spellings(reading))
        if spelt := {way: None for way in spelt if way.isascii()}:
            units.append(tuple(spelt))
    return units


def _initial(syllable: str) -> str:
    return syllable if syllable[0].isdigit() else syllable[0]


def _spellings(reading: str) -> tuple[str, ...]:
    return (reading, reading.replace("v", "u"), reading.replace("v", "yu")) if "v" in reading else (reading,)


def _readings(units: Sequence[tuple[str, ...]]) -> Iterable[tuple[str, ...]]:
    ways = 1
    for unit in units:
        ways *= len(unit)
    if ways <= MOST_READINGS:
        return product(*units)
    usual = tuple(unit[0] for unit in units)
    varied = ((*usual[:index], reading, *usual[index + 1 :]) for index, unit in enumerate(units) for reading in unit)
    return islice(varied, MOST_READINGS)
