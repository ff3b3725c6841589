"""A stored snapshot of standings as its page shows it: rows with their reasons, columns, a player's own line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext

from engine.decoding import decode
from engine.standings import show
from engine.text import Text

MOST_COLUMNS = 2
PODIUM = 3


def exact(number: int | None, scale: int, *, signed: bool = False) -> str:
    """Write a number in units of 1/scale as pages do: grouped, with a true minus, and signed where asked."""
    if number is None:
        return "–"
    if scale == 1:
        return (f"{number:+,}" if signed and number else f"{number:,}").replace("-", "\u2212")
    text = show(number, scale).replace("-", "\u2212")
    return f"+{text}" if signed and number > 0 else text


class StandingsPage:
    """What one snapshot shows. `body` is its decoded JSON."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self.entries: Mapping[str, Mapping[str, str]] = body["entries"]
        # What is kept back from the reader: the round from which on, and the best rank told (None: none).
        self.kept_back: Mapping[str, Any] | None = body.get("kept_back")
        data = body["standings"]
        self.scale: int = data["scale"]
        self.rounds: Sequence[int] = data["rounds"]
        self.raw: Sequence[Mapping[str, Any]] = data["rows"]
        self.criteria = [
            {**item, "name": decode(Text, item["name"], "name").in_language(get_language() or "en")}
            for item in data["criteria"]
        ]
        self.played = [
            index
            for index in range(len(self.rounds))
            if any(row["rounds"][index] is not None for row in self.raw if index < len(row["rounds"]))
        ]

    @property
    def columns(self) -> list[str]:
        """The heads of the columns between name and total: criteria after the first, and the newest round."""
        names = [item["name"] for item in self.criteria[1 : 1 + MOST_COLUMNS]]
        if self.played:
            number = self.rounds[self.played[-1]]
            names.append(gettext("Round {number}").format(number=number))
        return names

    def rows(self, urls: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the rows for the `ranks` tag; `urls` lead to players' pages."""
        return [self._row(index, urls.get(row["id"], "")) for index, row in enumerate(self.raw)]

    def row_of(self, number: str) -> dict[str, Any] | None:
        """Return one entry's row, with its reason."""
        for index, row in enumerate(self.raw):
            if row["id"] == number:
                return self._row(index, "")
        return None

    def flat(self) -> list[dict[str, Any]]:
        """Return the ranked rows as a projector shows them."""
        return [
            {
                "rank": row["rank"],
                "move": None,
                "name": self.name(row),
                "points": exact(row["total"], self.scale, signed=True),
                "podium": row["rank"] <= PODIUM,
            }
            for row in self.raw
            if row["rank"] is not None
        ]

    def name(self, row: Mapping[str, Any]) -> str:
        """Return the name of a row's entry, team or pair."""
        known = self.entries.get(row["id"])
        return known["name"] if known else row["id"]

    def _row(self, index: int, url: str) -> dict[str, Any]:
        row = self.raw[index]
        rank = row["rank"]
        cells = [
            exact(value, item["scale"])
            for value, item in list(zip(row["values"], self.criteria, strict=False))[1 : 1 + MOST_COLUMNS]
        ]
        cells += [""] * (min(MOST_COLUMNS, max(0, len(self.criteria) - 1)) - len(cells))
        if self.played:
            cells.append(self._round_cell(row, self.played[-1]))
        return {
            "key": row["id"],
            "rank": "–" if rank is None else rank,
            "move": None,
            "name": self.name(row),
            "detail": self._detail(row),
            "cells": cells,
            "points": exact(row["total"], self.scale, signed=True),
            "why": self._why(index),
            "url": url,
            "podium": rank is not None and rank <= PODIUM,
        }

    def _detail(self, row: Mapping[str, Any]) -> str:
        known = self.entries.get(row["id"]) or {}
        parts = []
        if row.get("withdrawn"):
            parts.append(gettext("withdrawn"))
        elif row["rank"] is None:
            parts.append(gettext("takes no rank"))
        parts += [known[key] for key in ("team", "club") if known.get(key)]
        return ", ".join(dict.fromkeys(parts))

    def _round_cell(self, row: Mapping[str, Any], index: int) -> str:
        cell = row["rounds"][index] if index < len(row["rounds"]) else None
        return "–" if cell is None or cell[1] is None else exact(cell[1], self.scale, signed=True)

    def _why(self, index: int) -> dict[str, Any]:
        row = self.raw[index]
        if row["rank"] is None:
            return {"text": gettext("This entry takes no rank.")}
        if index == 0 and self.kept_back and self.kept_back["told"]:
            return {"text": gettext("Who is above has not been told yet.")}
        if index == 0:
            return {"text": self._first()}
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
            "text": "" if decides is not None else gettext("Nothing tells the two apart: they share the rank."),
        }

    def _first(self) -> str:
        if not self.criteria:
            return ""
        return gettext("First by {criterion}.").format(criterion=self.criteria[0]["name"])
