"""A stored snapshot of standings as its page shows it: rows with their reasons, columns, a player's own line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext, pgettext

from engine.decoding import decode
from engine.standings import show
from engine.standings.arithmetic import MILLIONTHS, divide
from engine.text import Text
from tournament.listing import Amount, Cell, Column, Listing
from tournament.wording import listed

MOST_COLUMNS = 2
PODIUM = 3
TWELFTHS = 12


def exact(number: int | None, scale: int, *, signed: bool = False) -> str:
    """Write a number in units of 1/scale as pages do: grouped, with a true minus, and signed where asked."""
    if number is None:
        return "–"
    sign = "\u2212" if number < 0 else "+" if signed and number else ""
    whole = abs(number) // scale
    text = show(abs(number), scale)
    return f"{sign}{whole:,}{text.removeprefix(str(whole))}" if whole else f"{sign}{text}"


def brief(number: int | None, scale: int, *, signed: bool = False) -> str:
    """Write a number as lists show it: a root to one decimal, so that decimals stand below one another.

    Reasons and files have it exactly.
    """
    if number is None or scale != MILLIONTHS:
        return exact(number, scale, signed=signed)
    tenths = divide(abs(number) * 10, scale, "half_up")
    sign = "\u2212" if number < 0 and tenths else "+" if signed and tenths else ""
    return f"{sign}{tenths // 10:,}.{tenths % 10}"


def shared_place(twelfths: int, alike: int) -> tuple[int, bool]:
    """Return a place at a table and whether it is shared, from the mean of the places shared, in twelfths.

    `alike` are those with as many points at the table; where that does not fit, a half place is one that two share.
    """
    for equal in (alike, 1, 2):
        first = twelfths - (equal - 1) * TWELFTHS // 2
        if first % TWELFTHS == 0 and first >= TWELFTHS:
            return first // TWELFTHS, equal > 1
    return -(-twelfths // TWELFTHS), True


class StandingsPage:
    """What one snapshot shows. `body` is its decoded JSON; `only` are the ids of the rows a search found."""

    def __init__(self, body: Mapping[str, Any], only: Collection[str] | None = None) -> None:
        self.entries: Mapping[str, Mapping[str, Any]] = body["entries"]
        # What is kept back from the reader: the round from which on, and the best rank told (None: none).
        self.kept_back: Mapping[str, Any] | None = body.get("kept_back")
        self.trail: Sequence[Mapping[str, int]] = body.get("trail", ())
        self.penalties: Sequence[Mapping[str, Any]] = body.get("penalties", ())
        # Points of rounds that were corrected for the record only, beside those that count.
        self.records: Sequence[Mapping[str, Any]] = body.get("records", ())
        self.substitutes: Sequence[Mapping[str, Any]] = body.get("substitutes", ())
        self.only = only
        data = body["standings"]
        self.scale: int = data["scale"]
        # Points of tables are stored as those of all places of an entry; each is shown the share of one.
        self.share: int = data.get("share", 1)
        self.counts: Mapping[str, str] | None = data.get("counts")
        self.rounds: Sequence[int] = data["rounds"]
        self.raw: Sequence[Mapping[str, Any]] = data["rows"]
        self.sums: Mapping[str, int] = data["sums"]
        self.criteria = [
            {**item, "name": decode(Text, item["name"], "name").in_language(get_language() or "en")}
            for item in data["criteria"]
        ]
        self.played = [
            index
            for index in range(len(self.rounds))
            if any(row["rounds"][index] is not None for row in self.raw if index < len(row["rounds"]))
        ]
        # What tells nobody apart yet, as lots nobody has drawn, needs no column.
        self.shown_at = [
            index
            for index in range(1, len(self.criteria))
            if any(index < len(row["values"]) and row["values"][index] is not None for row in self.raw)
        ][:MOST_COLUMNS]
        self.shown_criteria = [self.criteria[index] for index in self.shown_at]

    @property
    def newest_round(self) -> int | None:
        """The number of the newest round that counts here, or None before the first."""
        return self.rounds[self.played[-1]] if self.played else None

    @property
    def counted(self) -> str:
        """What totals are made of: the name of the measure that the policy counts, or points."""
        if self.counts is None:
            return gettext("Points")
        return decode(Text, self.counts, "counts").in_language(get_language() or "en")

    @property
    def columns(self) -> list[str]:
        """The heads of the columns between name and total: criteria after the first, and the newest round."""
        return [column.label for column in self._columns()]

    def _columns(self) -> list[Column]:
        found = [Column(item["key"], item["name"]) for item in self.shown_criteria]
        number = self.newest_round
        if number is not None:
            found.append(Column("round", gettext("Round {number}").format(number=number)))
        return found

    def _figures(self, row: Mapping[str, Any]) -> list[Amount | None]:
        """Return the numbers of those columns: on the page they are written out, in a file they stay numbers."""
        values = dict(enumerate(row["values"]))
        found = [
            None if values.get(index) is None else Amount(values[index], self.criteria[index]["scale"])
            for index in self.shown_at
        ]
        if self.played:
            cell = self.cell(row, self.played[-1])
            found.append(None if cell is None or cell[1] is None else Amount(cell[1], self.scale))
        return found

    def cell(self, row: Mapping[str, Any], index: int) -> Sequence[Any] | None:
        """Return a row's round as [status, value, points, place, penalty, counted], or None."""
        rounds = row["rounds"]
        return rounds[index] if index < len(rounds) else None

    def _shown(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for index, row in enumerate(self.raw):
            if self.only is None or row["id"] in self.only:
                yield index, row

    def rows(self, urls: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the rows for the `ranks` tag; `urls` lead to players' pages."""
        return [self._row(index, urls.get(row["id"], "")) for index, row in self._shown()]

    def row_of(self, number: str) -> dict[str, Any] | None:
        """Return one entry's row, with its reason."""
        for index, row in enumerate(self.raw):
            if row["id"] == number:
                return self._row(index, "") | {"index": index}
        return None

    def rounds_of(self, number: str) -> dict[int, Sequence[Any]]:
        """Return one entry's rounds by number: [status, value, points, place, penalty, counted]."""
        row = next((row for row in self.raw if row["id"] == number), None)
        return {} if row is None else {n: cell for n, cell in zip(self.rounds, row["rounds"], strict=False) if cell}

    def cells_of(self, number: str) -> list[int] | None:
        """Return what each round of one entry is worth, penalties taken off and what he brought before the first.

        None where points are no whole numbers, or where not all rounds count.
        """
        row = next((row for row in self.raw if row["id"] == number), None)
        cells = [cell for cell in row["rounds"] if cell is not None] if row else []
        if row is None or self.scale != 1 or any(not cell[5] for cell in cells):
            return None
        worth = [(cell[1] or 0) + cell[4] for cell in cells]
        if worth:
            worth[0] += row.get("carried", 0)
        return worth

    def trail_of(self, number: str) -> list[int]:
        """Return one entry's ranks after each round in which somebody had one, the rank of now last."""
        found = [ranks[number] for ranks in self.trail if number in ranks]
        now = self.ranks().get(number)
        return found if now is None else [*found, now]

    def ranks(self) -> dict[str, int | None]:
        """Return the ranks by id."""
        return {row["id"]: row["rank"] for row in self.raw}

    def flat(self) -> list[dict[str, Any]]:
        """Return the ranked rows as a projector shows them."""
        return [
            {
                "key": self.key(row),
                "rank": row["rank"],
                "move": self.move(row),
                "name": self.name(row),
                "points": brief(row["total"], self.scale, signed=True),
                "podium": row["rank"] <= PODIUM,
            }
            for row in self.raw
            if row["rank"] is not None
        ]

    def key(self, row: Mapping[str, Any]) -> str:
        """Return what the page names a row by: the entry's number."""
        return str(row["id"])

    def name(self, row: Mapping[str, Any]) -> str:
        """Return the name of a row's entry, team or pair."""
        known = self.entries.get(row["id"])
        return known["name"] if known else row["id"]

    def move(self, row: Mapping[str, Any]) -> int | None:
        """Return the places gained since the round before; None where there was no rank then, or is none now."""
        before = self.trail[-1].get(row["id"]) if self.trail else None
        return None if before is None or row["rank"] is None else before - row["rank"]

    def _row(self, index: int, url: str) -> dict[str, Any]:
        row = self.raw[index]
        rank = row["rank"]
        figures = self._figures(row)
        cells = [
            "–" if one is None else brief(one.value, one.scale, signed=at == len(self.shown_criteria))
            for at, one in enumerate(figures)
        ]
        return {
            "key": self.key(row),
            "rank": "–" if rank is None else rank,
            "move": self.move(row),
            "name": self.name(row),
            "detail": self._detail(row),
            "members": self._members(row),
            "cells": cells,
            "points": brief(row["total"], self.scale, signed=True),
            "why": self._why(index),
            "url": url,
            "podium": rank is not None and rank <= PODIUM,
        }

    def _remark(self, row: Mapping[str, Any]) -> str:
        if row.get("withdrawn"):
            return gettext("withdrawn")
        if row["rank"] is not None:
            return ""
        return gettext("no result yet") if self._ranked(row) else gettext("takes no rank")

    def _ranked(self, row: Mapping[str, Any]) -> bool:
        """Tell whether a row takes a rank once it has a result; a stand-in never does."""
        known = self.entries.get(row["id"])
        return known is None or known.get("ranked", True)

    def _detail(self, row: Mapping[str, Any]) -> str:
        known = self.entries.get(row["id"]) or {}
        parts = [self._remark(row)] if self._remark(row) else []
        parts += [known[key] for key in ("team", "club") if known.get(key)]
        return listed(dict.fromkeys(parts))

    def _members(self, row: Mapping[str, Any]) -> Sequence[str]:
        """Return who makes up a row, of whom each is kept on one line: nobody where a row is one entry."""
        return ()

    def substitutes_of(self, number: str) -> str:
        """Name who sat down for a member of a pair, each with the rounds."""
        own = [item for item in self.substitutes if item["entry"] == number]
        return listed(f"{item['name']} ({', '.join(map(str, item['rounds']))})" for item in own)

    def listing(self, name: str, zone: str) -> Listing:
        """Return the rows as a file has them: what the page shows of each, in its order, and the sums beneath.

        What the page says of nobody has no column in the file either.
        """
        shown = [row for _index, row in self._shown()]
        carried = any(row.get("carried") for row in shown)
        penalty = any(row.get("penalty") for row in shown)
        named, who = self._who(shown)
        columns = [
            Column("rank", gettext("Rank")),
            Column("change", pgettext("of rank", "Change")),
            *named,
            *self._columns(),
            *([Column("carried", gettext("Carried over"))] if carried else []),
            *([Column("penalty", gettext("Penalties"))] if penalty else []),
            Column("total", self.counted),
        ]
        rows: list[list[Cell]] = [
            [
                row["rank"],
                self.move(row),
                *cells,
                *self._figures(row),
                *([Amount(row.get("carried", 0), self.scale)] if carried else []),
                *([Amount(row.get("penalty", 0), self.scale)] if penalty else []),
                Amount(row["total"], self.scale),
            ]
            for row, cells in zip(shown, who, strict=True)
        ]
        return Listing(name, self.title, columns, rows, self.notes(), zone)

    @property
    def title(self) -> str:
        """What these standings are called."""
        return pgettext("of an event", "Standings")

    def _who(self, shown: Sequence[Mapping[str, Any]]) -> tuple[list[Column], list[list[Cell]]]:
        """Return the columns of a file that say whose row it is, and their cells row by row."""
        known_of = [self.entries.get(row["id"]) or {} for row in shown]
        remarks = [self._remark(row) for row in shown]
        parts: list[tuple[Column, list[Cell]]] = [
            (Column("number", gettext("Number")), [_number(row["id"]) for row in shown]),
            (Column("player", gettext("Player")), [self.name(row) for row in shown]),
        ]
        asides: list[tuple[Column, list[Cell]]] = [
            (Column("team", gettext("Team")), [known.get("team", "") for known in known_of]),
            (Column("club", gettext("Club")), [known.get("club", "") for known in known_of]),
            (Column("remark", gettext("Remark")), list(remarks)),
        ]
        parts += [(column, cells) for column, cells in asides if any(cells)]
        if self.substitutes:
            column = Column("substitutes", gettext("Substitutes (rounds)"))
            parts.append((column, [self.substitutes_of(row["id"]) for row in shown]))
        columns, cells = zip(*parts, strict=True)
        return list(columns), [list(row) for row in zip(*cells, strict=True)]

    def notes(self) -> list[tuple[str, Amount]]:
        """Return the control sums: points of all tables (zero where nothing is lost), penalties, both together."""
        if self.kept_back and self.kept_back["told"]:
            return []  # what is not told yet is in the sums
        sums, share = self.sums, self.share
        placing = sums["placing"]
        lines = [(gettext("Sum of table points"), Amount(sums["points"], share))]
        if sums["table"]:
            lines.append((gettext("Penalties at tables"), Amount(sums["table"], share)))
        if sums["event"]:
            lines.append((gettext("Penalties of the event"), Amount(sums["event"])))
        if placing:
            lines.append((gettext("Penalties in placing points"), Amount(placing, TWELFTHS)))
        # What is taken off beside the tables is whole units of what is shown.
        whole = sums["points"] + sums["table"] + sums["event"] * share
        return [*lines, (gettext("Sum with penalties"), Amount(whole * TWELFTHS + placing * share, TWELFTHS * share))]

    def sum_lines(self) -> list[tuple[str, str]]:
        """Return the control sums as the page prints them."""
        return [(label, exact(one.value, one.scale, signed=True)) for label, one in self.notes()]

    def parts_of(self, row: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return what a total is made of where more than rounds went into it: carried over, played, penalties."""
        carried, penalty = row.get("carried", 0), row.get("penalty", 0)
        if not carried and not penalty:
            return []
        played = row["total"] - carried - penalty
        lines = [(gettext("Carried over"), carried)] if carried else []
        lines.append((gettext("Rounds of this stage"), played))
        if penalty:
            lines.append((gettext("Penalties"), penalty))
        return [(label, exact(value, self.scale, signed=True)) for label, value in lines]

    def _why(self, index: int) -> dict[str, Any]:
        row = self.raw[index]
        if row["rank"] is None:
            none_yet = gettext("Nothing that counts has been played yet; the first result brings a rank.")
            text = none_yet if self._ranked(row) else gettext("This entry takes no rank.")
            return {"text": text, "parts": self.parts_of(row)}
        if index == 0 and self.kept_back and self.kept_back["told"]:
            return {"text": gettext("Who is above has not been told yet.")}
        if index == 0:
            return {"text": self._first(), "parts": self.parts_of(row)}
        above = self.raw[index - 1]
        reason = row.get("why") or {}
        decides = next((i for i, item in enumerate(self.criteria) if item["key"] == reason.get("key")), None)
        criteria = [
            {
                "name": item["name"],
                "theirs": exact(above["values"][i], item["scale"]),
                "ours": exact(row["values"][i], item["scale"]),
                "decides": i == decides,
                "after": decides is not None and i > decides,
            }
            for i, item in enumerate(self.criteria)
        ]
        if decides is not None:
            # Head-to-head compares two at a time: its numbers are those of this very pair.
            item = self.criteria[decides]
            criteria[decides]["theirs"] = exact(reason.get("above"), item["scale"])
            criteria[decides]["ours"] = exact(reason.get("here"), item["scale"])
        return {
            "title": gettext("Why behind {name}?").format(name=self.name(above)),
            "theirs": self.name(above),
            "ours": self.name(row),
            "criteria": criteria,
            "parts": self.parts_of(row),
            "text": self._decided(index, decides, criteria),
        }

    def _decided(self, index: int, decides: int | None, criteria: Sequence[Mapping[str, Any]]) -> str:
        if decides is None:
            return gettext("Nothing tells the two apart: they share the rank.")
        line = criteria[decides]
        return gettext("{criterion} decides: {above} has {theirs}, {name} has {ours}.").format(
            criterion=line["name"],
            above=self.name(self.raw[index - 1]),
            theirs=line["theirs"],
            name=self.name(self.raw[index]),
            ours=line["ours"],
        )

    def _first(self) -> str:
        if not self.criteria:
            return ""
        return gettext("First by {criterion}.").format(criterion=self.criteria[0]["name"])


def _number(key: str) -> Cell:
    return int(key) if key.isdecimal() else key


def listing_cell(value: object, zone: str) -> str:
    """Write a cell of a listing as a page does: numbers grouped with a true minus, times in the event's zone."""
    if isinstance(value, Amount):
        return exact(value.value, value.scale, signed=True)
    if isinstance(value, int):
        return exact(value, 1)
    if isinstance(value, datetime):
        return f"{value.astimezone(ZoneInfo(zone)):%H:%M}"
    return "–" if value is None else str(value)
