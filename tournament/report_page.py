"""The report of a stage as federations ask for it: points, penalties and substitutes apart, with their sums."""

from __future__ import annotations

from django.utils.translation import gettext

from tournament.listing import Amount, Cell, Column, Listing, share_of
from tournament.standings_page import TWELFTHS, StandingsPage
from tournament.wording import listed

AT_TABLE = ("played", "late", "substitute")


def report_listing(body: StandingsPage, name: str, zone: str) -> Listing:
    """Return one row a player: rounds played, points of tables alone, penalties by account, rounds as a substitute.

    Where a round was corrected for the record only, a column has the points with it: what a rating goes by.
    """
    penalties: dict[str, dict[str, int]] = {}
    for item in body.penalties:
        own = penalties.setdefault(item["entry"], {})
        own[item["account"]] = own.get(item["account"], 0) + item["points"]
    recorded: dict[str, int] = {}
    for item in body.records:
        recorded[item["entry"]] = recorded.get(item["entry"], 0) + item["record"] - item["points"]
    placing = bool(body.sums["placing"])
    columns = [
        Column("rank", gettext("Rank")),
        Column("number", gettext("Number")),
        Column("player", gettext("Player")),
        Column("rounds", gettext("Rounds played")),
        Column("points", gettext("Table points")),
        *([Column("record_points", gettext("Table points for the record"))] if recorded else []),
        Column("table_penalties", gettext("Penalties at tables")),
        Column("event_penalties", gettext("Penalties of the event")),
        *([Column("placing_penalties", gettext("Penalties in placing points"))] if placing else []),
        Column("substitute", gettext("As substitute in rounds")),
        *([Column("substitutes", gettext("Substitutes (rounds)"))] if body.substitutes else []),
        Column("total", gettext("Total") if body.counts is None else body.counted),
    ]
    rows: list[list[Cell]] = []
    for row in body.raw:
        cells = [body.cell(row, index) for index in range(len(body.rounds))]
        statuses = ["" if cell is None else cell[0] for cell in cells]
        own = penalties.get(row["id"], {})
        rows.append(
            [
                row["rank"],
                int(row["id"]) if row["id"].isdecimal() else row["id"],
                body.name(row),
                sum(status in AT_TABLE for status in statuses),
                share_of(row["points"] - own.get("table", 0), body.share),
                *(
                    [share_of(row["points"] - own.get("table", 0) + recorded.get(row["id"], 0), body.share)]
                    if recorded
                    else []
                ),
                share_of(own.get("table", 0), body.share),
                own.get("event", 0),
                *([Amount(own.get("placing", 0), TWELFTHS)] if placing else []),
                listed(number for number, how in zip(body.rounds, statuses, strict=True) if how == "substitute"),
                *([body.substitutes_of(row["id"])] if body.substitutes else []),
                Amount(row["total"], body.scale),
            ]
        )
    return Listing(name, gettext("Report"), columns, rows, body.notes(), zone)
