"""The ledger's lines: who pays whom how many points, on which account and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from engine.places import HOUSE, PLACES, Side
from engine.text import Text, text

Account = Literal["table", "event", "placing"]

# Reasons every game shares; a ruleset adds its own.
COMMON_REASONS: dict[str, Text] = {
    "ruling": text("裁定", "裁定", "Ruling"),
    "ruling_house": text("裁定（計入公帳）", "裁定（计入公账）", "Ruling, to the house"),
    "overturned": text("裁定撤銷，沖回", "裁定撤销，冲回", "Ruling overturned, reversed"),
    "overturned_house": text("裁定撤銷，沖回公帳", "裁定撤销，冲回公账", "Ruling overturned, house line reversed"),
    "sheet": text("成績單", "成绩单", "Score sheet"),
    "liability": text("連帶賠付", "连带赔付", "Liability"),
}
COMMON_HOUSE_REASONS: tuple[str, ...] = ("ruling_house", "overturned_house")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A payment between places before it is a posting.

    `win` is the index of the win it belongs to; `movable` says whether a liability may move it to another payer;
    `cause` is the sequence number of the ruling it flows from, where it flows from one; `liability` names the liability
    that moved it.
    """

    payer: Side
    to: Side
    points: int
    reason: str
    article: str = ""
    account: Account = "table"
    win: int | None = None
    movable: bool = False
    cause: int | None = None
    liability: str | None = None


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the ledger: `points` > 0 go from one side to another, each a person or the house."""

    hand: int
    seq: int
    from_place: Side
    to_place: Side
    from_person: str
    to_person: str
    points: int
    account: Account
    reason: str
    article: str
    liability: str | None = None


def place_totals(postings: Iterable[Posting], account: Account = "table") -> dict[str, int]:
    """Return the sum of each place and of the house on one account."""
    totals: dict[str, int] = {**dict.fromkeys(PLACES, 0), HOUSE: 0}
    for posting in postings:
        if posting.account == account:
            totals[posting.from_place] -= posting.points
            totals[posting.to_place] += posting.points
    return totals


def person_totals(
    postings: Iterable[Posting], account: Account = "table", persons: Iterable[str] = ()
) -> Mapping[str, int]:
    """Return the sum of each person on one account; `persons` appear even when nothing was posted to them."""
    totals: dict[str, int] = dict.fromkeys(persons, 0)
    for posting in postings:
        if posting.account == account:
            totals[posting.from_person] = totals.get(posting.from_person, 0) - posting.points
            totals[posting.to_person] = totals.get(posting.to_person, 0) + posting.points
    return {person: points for person, points in totals.items() if person != HOUSE}
