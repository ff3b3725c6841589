"""Rows of a table as what they say of entries; whatever cannot be understood is a problem with its line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import RuleError, noop
from tournament.name_keys import fold_name
from tournament.roster.columns import ENTRY_KEYS, NUMBER, PERSON_KEYS, SECOND
from tournament.roster.reading import Row

Value = str | int | bool | None
LONGEST = {
    "name": 120,
    "romanised": 120,
    "sort_name": 120,
    "club": 120,
    "external_id": 64,
    "team": 120,
    "email": 254,
    "area": 60,
}
YEARS = range(1900, 2101)
MOST_NUMBER = 1_000_000
_PAIR = re.compile(r"\s*[/／]\s*")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_YES = ("yes", "y", "true", "1", "是", "✓", "x")
_NO = ("no", "n", "false", "0", "否")


@dataclass(frozen=True)
class Record:
    """What one row says: each field that has a cell in its row, by member and of the entry as a whole."""

    line: int
    number: int | None
    members: tuple[Mapping[str, Value], ...]
    entry: Mapping[str, Value] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of the row, to show."""
        return " / ".join(str(member["name"]) for member in self.members)


@dataclass(frozen=True)
class Problem:
    """A row that cannot be imported, and why."""

    line: int
    error: RuleError
    cells: tuple[str, ...]


def clean(text: str) -> str:
    """Return a text as it is stored: compatibility characters unified, blanks at the ends and doubled ones gone."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def records_of(
    rows: Sequence[Row],
    columns: Sequence[str],
    statuses: Mapping[str, str],
    *,
    pairs: bool,
    areas: Sequence[str] = (),
) -> tuple[tuple[Record, ...], tuple[Problem, ...]]:
    """Return what rows say, as their columns tell, and the rows that say nothing usable.

    `columns` has the field of each column, "" for one that is left out; `statuses` gives the state of an entry by its
    name in any language, folded as `clean(…).casefold()`; `areas` are those of the hall. An empty cell says nothing.
    """
    records: list[Record] = []
    problems: list[Problem] = []
    seen: dict[int | None, int] = {}
    ids: dict[str, Record] = {}
    for row in rows:
        try:
            record = _record(row, columns, statuses, pairs)
            area = record.entry.get("area", "")
            if area and area not in areas:
                raise RuleError("area_unknown", noop("There is no venue “{area}” here."), area=area)
            if record.number in seen:
                template = noop("Number {number} stands on line {first} too.")
                raise RuleError("number_twice", template, number=record.number, first=seen[record.number])
            _check_ids(record, ids)
            if record.number is not None:
                seen[record.number] = row.line
        except RuleError as error:
            problems.append(Problem(row.line, error, row.cells))
        else:
            records.append(record)
    return tuple(records), tuple(problems)


def _check_ids(record: Record, ids: dict[str, Record]) -> None:
    """Refuse the member number of somebody else; one name twice is for people to say."""
    names = sorted(fold_name(str(member["name"])) for member in record.members)
    own = [str(member["external_id"]) for member in record.members if member.get("external_id")]
    for position, number in enumerate(own):
        first = ids.get(number)
        if number in own[:position]:
            raise RuleError("member_number_twice", noop("Both have the member number {number}."), number=number)
        if first is not None and sorted(fold_name(str(member["name"])) for member in first.members) != names:
            template = noop("Member number {number} stands on line {first} too.")
            raise RuleError("member_number_twice", template, number=number, first=first.line)
    for number in own:
        ids.setdefault(number, record)


def _record(row: Row, columns: Sequence[str], statuses: Mapping[str, str], pairs: bool) -> Record:
    if len(row.cells) > len(columns):
        raise RuleError("cells_many", noop("There are more cells than columns."))
    given = {key: clean(cell) for key, cell in zip(columns, row.cells, strict=False) if key and clean(cell)}
    if pairs and "name2" not in given and len(names := _PAIR.split(given.get("name", ""))) == 2:
        given |= {"name": names[0], "name2": names[1]}
    members = [_member(given, suffix) for suffix in (("", SECOND) if pairs else ("",))]
    entry = {key: _entry_value(key, given[key], statuses) for key in ENTRY_KEYS if key in given}
    return Record(row.line, _number(given), tuple(members), entry)


def _member(given: Mapping[str, str], suffix: str) -> dict[str, Value]:
    if not given.get(f"name{suffix}"):
        partner = noop("The name of the partner is missing.")
        raise RuleError("name_missing", partner if suffix else noop("The name is missing."))
    return {
        key: _year(given[key + suffix]) if key == "birth_year" else _short(key, given[key + suffix])
        for key in PERSON_KEYS
        if key + suffix in given
    }


def _number(given: Mapping[str, str]) -> int | None:
    text = given.get(NUMBER.key)
    if text is None:
        return None
    if not text.isdecimal() or not 1 <= int(text[:10]) <= MOST_NUMBER:
        raise RuleError("number_unreadable", noop("“{text}” is no number of an entry."), text=text)
    return int(text)


def _year(text: str) -> int:
    # A date of birth says the year too.
    found = re.fullmatch(r"(\d{4})(?:[-/.年].*)?", text)
    if found is None or int(found[1]) not in YEARS:
        raise RuleError("year_unreadable", noop("“{text}” is no year of birth."), text=text)
    return int(found[1])


def _short(key: str, text: str) -> str:
    if len(text) > LONGEST[key]:
        raise RuleError(
            "cell_long", noop("“{text}…” has more than {most} characters."), text=text[:20], most=LONGEST[key]
        )
    return text


def _entry_value(key: str, text: str, statuses: Mapping[str, str]) -> Value:
    if key == "ranked":
        if text.casefold() in _YES + _NO:
            return text.casefold() in _YES
        raise RuleError("choice_unreadable", noop("“{text}” is neither yes nor no."), text=text)
    if key == "status":
        if text.casefold() not in statuses:
            raise RuleError("status_unreadable", noop("“{text}” is no state of an entry."), text=text)
        return statuses[text.casefold()]
    if key == "email" and not _EMAIL.fullmatch(text):
        raise RuleError("email_unreadable", noop("“{text}” is no e-mail address."), text=text)
    return _short(key, text)
