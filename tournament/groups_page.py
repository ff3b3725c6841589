"""Standings of teams or of pairs within a snapshot, as their page shows them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournament.listing import Cell, Column
from tournament.standings_page import StandingsPage
from tournament.wording import listed


def titles(by: str) -> tuple[str, str]:
    """Return what the page and one of its rows are called."""
    if by == "team":
        return gettext("Standings of teams"), gettext("Team")
    return gettext("Standings of pairs"), gettext("Pair")


class GroupsPage(StandingsPage):
    """A row is a team or a pair by its name, with its entries beneath; names of teams are no numbers of entries."""

    def __init__(self, body: Mapping[str, Any], by: str) -> None:
        trail = body.get("group_trails", {}).get(by, ())
        super().__init__({**body, "standings": body["groups"][by], "entries": {}, "trail": trail, "penalties": ()})
        self.by = by
        self.members: dict[str, list[str]] = {}
        for number, known in body["entries"].items():
            if known["team"]:
                self.members.setdefault(known["team"], []).append(f"{number} {known['name']}")

    def key(self, row: Mapping[str, Any]) -> str:
        """A name may hold anything; what the page names a row by must not."""
        return hashlib.sha256(row["id"].encode()).hexdigest()[:12]

    def _detail(self, row: Mapping[str, Any]) -> str:
        return self._remark(row)

    def _members(self, row: Mapping[str, Any]) -> Sequence[str]:
        return self.members.get(row["id"], ())

    @property
    def title(self) -> str:
        """What these standings are called."""
        return titles(self.by)[0]

    def _who(self, shown: Sequence[Mapping[str, Any]]) -> tuple[list[Column], list[list[Cell]]]:
        """Each has its name and its entries."""
        remarks = [self._remark(row) for row in shown]
        columns = [
            Column(self.by, titles(self.by)[1]),
            Column("members", gettext("Members")),
            *([Column("remark", gettext("Remark"))] if any(remarks) else []),
        ]
        cells: list[list[Cell]] = [
            [row["id"], listed(self.members.get(row["id"], ())), *([remark] if any(remarks) else [])]
            for row, remark in zip(shown, remarks, strict=True)
        ]
        return columns, cells


def ranked_by(body: Mapping[str, Any], by: str) -> StandingsPage | None:
    """Return the standings of entries, teams or pairs in a snapshot.

    One from before the policy ranked teams or pairs has none of them, and none are told while ranks are told by steps.
    """
    if by == "entry":
        return StandingsPage(body)
    return GroupsPage(body, by) if by in body["groups"] else None
