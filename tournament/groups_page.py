"""Standings of teams or of pairs within a snapshot, as their page shows them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournament.listing import Amount, Cell, Column, Listing
from tournament.standings_page import StandingsPage
from tournament.wording import listed


def titles(by: str) -> tuple[str, str]:
    """Return what the page and one of its rows are called."""
    if by == "team":
        return gettext("Standings of teams"), gettext("Team")
    return gettext("Standings of pairs"), gettext("Pair")


def is_grouped(body: Mapping[str, Any], by: str) -> bool:
    """Tell whether a snapshot ranks teams or pairs; one from before the policy did, or kept back, does not."""
    return by in body["groups"]


class GroupsPage(StandingsPage):
    """A row is a team or a pair by its name, with its entries beneath; names of teams are no numbers of entries."""

    def __init__(self, body: Mapping[str, Any], by: str) -> None:
        own = {**body, "standings": body["groups"][by], "entries": {}, "trail": (), "penalties": ()}
        super().__init__(own)
        self.by = by
        self.members: dict[str, list[str]] = {}
        for number, known in body["entries"].items():
            if known["team"]:
                self.members.setdefault(known["team"], []).append(f"{number} {known['name']}")

    def move(self, row: Mapping[str, Any]) -> int | None:
        """Ranks of teams after earlier rounds are not kept."""
        return None

    def _row(self, index: int, url: str) -> dict[str, Any]:
        row = super()._row(index, url)
        # A name may hold anything; what the page names a row by must not.
        return row | {"key": hashlib.sha256(row["key"].encode()).hexdigest()[:12]}

    def _detail(self, row: Mapping[str, Any]) -> str:
        remark = self._remark(row)
        return listed([*([remark] if remark else []), *self.members.get(row["id"], ())])

    def listing(self, name: str, zone: str) -> Listing:
        """Return the rows as a file has them, each with its entries."""
        title, label = titles(self.by)
        columns = [
            Column("rank", gettext("Rank")),
            Column(self.by, label),
            Column("members", gettext("Members")),
            Column("remark", gettext("Remark")),
            *self._columns(),
            Column("penalty", gettext("Penalties")),
            Column("total", gettext("Points")),
        ]
        rows: list[list[Cell]] = [
            [
                row["rank"],
                row["id"],
                listed(self.members.get(row["id"], ())),
                self._remark(row),
                *self._figures(row),
                Amount(row.get("penalty", 0), self.scale),
                Amount(row["total"], self.scale),
            ]
            for row in self.raw
        ]
        return Listing(name, title, columns, rows, self.notes(), zone)


def groups_of(policy: Mapping[str, Any]) -> Sequence[str]:
    """Return what a stage ranks beside its entries, by its policy as it is stored: team, pair."""
    named = [item.get("by") for item in policy.get("groups") or () if isinstance(item, Mapping)]
    return [by for by in ("team", "pair") if by in named]
