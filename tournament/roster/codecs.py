"""Which texts the bytes of a file may be: every codec that reads them cleanly, the likeliest first."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
# By name as a person knows it, and the codecs of Python that read it; the first that reads the file is taken.
LEGACY = (("gb18030", ("gb18030",)), ("big5", ("cp950", "big5hkscs")), ("shift_jis", ("cp932",)))
WESTERN = "iso-8859-15"
NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "gb18030": "GB18030 (GBK, GB2312)",
    "big5": "Big5",
    "shift_jis": "Shift-JIS",
    WESTERN: "ISO-8859-15",
}
_LINE_ENDS = "\t\r\n"


@dataclass(frozen=True)
class Candidate:
    """One way to read a file."""

    codec: str
    text: str

    @property
    def name(self) -> str:
        """The codec as people call it."""
        return NAMES[self.codec]


def candidates(data: bytes, known: Callable[[str], int] = lambda text: 0) -> tuple[Candidate, ...]:
    """Return the ways to read a file, the likeliest first; one alone is certain, of several a person chooses.

    `known` counts what a text has that speaks for it, such as headers of columns. No codec is guessed: where two read
    the bytes as different texts without a fault, both are returned. Nothing is returned for what is no text.
    """
    for bom, codec in BOMS:
        if data.startswith(bom):
            return _read(data[len(bom) :], codec, (codec,))
    if b"\0" in data:
        wide = [*_read(data, "utf-16-le", ("utf-16-le",)), *_read(data, "utf-16-be", ("utf-16-be",))]
        # The line ends and commas of a table are in the right byte in one of the two only.
        signs = [sum(candidate.text.count(sign) for sign in "\n\r,;\t") for candidate in wide]
        return tuple(c for c, count in zip(wide, signs, strict=True) if count == max(signs))[:1] if wide else ()
    if data.isascii():
        return _read(data, "utf-8", ("utf-8",))
    unicode = _read(data, "utf-8", ("utf-8",))
    if unicode and any(char >= "\u0800" for char in unicode[0].text):
        return unicode
    legacy = [candidate for codec, pythons in LEGACY for candidate in _read(data, codec, pythons)]
    if unicode:
        legacy = [candidate for candidate in legacy if not _mixed(candidate.text)]
    elif all(_mixed(candidate.text) for candidate in legacy):
        legacy += _read(data, WESTERN, (WESTERN,))
    found: dict[str, Candidate] = {}
    for candidate in (*unicode, *legacy):
        found.setdefault(candidate.text, candidate)
    return tuple(sorted(found.values(), key=lambda candidate: (-known(candidate.text), -_usual(candidate.text))))


def decode(data: bytes, codec: str) -> str | None:
    """Return a file as the chosen codec reads it; None where it does not."""
    return next((candidate.text for candidate in candidates(data) if candidate.codec == codec), None)


def _read(data: bytes, codec: str, pythons: tuple[str, ...]) -> tuple[Candidate, ...]:
    for python in pythons:
        try:
            text = data.decode(python)
        except UnicodeDecodeError:
            continue
        if _clean(text):
            return (Candidate(codec, text),)
    return ()


def _clean(text: str) -> bool:
    """Tell whether a text has nothing that no roster has: control and private characters, half-width kana in a word."""
    before = ""
    for char in text:
        if char not in _LINE_ENDS and unicodedata.category(char) in ("Cc", "Cn", "Co", "Cs"):
            return False
        if before and before.isalpha() and char.isalpha() and _narrow(before) != _narrow(char):
            return False
        before = char
    return True


def _narrow(char: str) -> bool:
    return "\uff66" <= char <= "\uff9f"


def _mixed(text: str) -> bool:
    """Tell whether Latin letters touch Han characters, as where an accented letter was read as half of one."""
    return any(
        (one.isascii() and one.isalpha() and other >= "\u2e80")
        or (other.isascii() and other.isalpha() and one >= "\u2e80")
        for one, other in pairwise(text)
    )


def _usual(text: str) -> int:
    """Return how many of 1,000 characters beyond ASCII are among the usual ones of Chinese or Japanese."""
    beyond = [char for char in text if not char.isascii()]
    return 1000 * sum(_is_usual(char) for char in beyond) // max(1, len(beyond))


def _is_usual(char: str) -> bool:
    if "\u3041" <= char <= "\u30ff" or "\uff01" <= char <= "\uff5e":
        return True
    gb, big = char.encode("gb2312", "ignore"), char.encode("big5", "ignore")
    return b"\xb0\xa1" <= gb <= b"\xd7\xf9" or b"\xa4\x40" <= big <= b"\xc6\x7e"
