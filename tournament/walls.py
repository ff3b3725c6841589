"""What hangs on a wall: standings, seating, the clock or a message, page by page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engine.places import PLACES
from tournament.actors import PUBLIC
from tournament.areas_shown import AreasShown, by_area
from tournament.groups_page import ranked_by
from tournament.models import Display, Event, Round
from tournament.selectors.clock import clock_of
from tournament.selectors.standings import Shown, decoded
from tournament.selectors.tables import round_rows

WALL_ROWS = 24
WALL_TABLES = 10
TURN_SECONDS = 15
Shows = Display.Shows
# What each kind of standings ranks.
RANKED = {Shows.STANDINGS: "entry", Shows.TEAMS: "team", Shows.PAIRS: "pair"}


def wall_mark(shows: str, message: str, round_: Round | None, seated: str, told: str, news: str) -> str:
    """Return what a screen has to follow at once: what it shows, round and clock, the seating shown, what is told
    of the ranks, what is announced.

    Standings are not in it: their rows move when the page turns, never while somebody reads them.
    """
    state = [shows, message, seated if shows == Shows.SEATING else "", told, news]
    if round_ is not None:
        state += [
            round_.number,
            round_.status,
            round_.clock_minutes,
            round_.clock_started_at,
            round_.clock_used_seconds,
        ]
    return hashlib.sha256(repr([str(part) for part in state]).encode()).hexdigest()[:12]


def wall_page(
    event: Event,
    shows: str,
    message: str,
    *,
    round_: Round | None,
    found: Shown | None,
    page: int,
    now: datetime,
    areas: AreasShown,
) -> dict[str, Any]:
    """Return one page of a wall for its template; a page that there is not (any more) is the first."""
    context: dict[str, Any] = {
        "shows": shows,
        "message": message,
        "round": round_,
        "clock": clock_of(round_, now) if round_ else None,
        "found": found,
        "turn": TURN_SECONDS,
        "area_query": areas.query,
    }
    if shows in RANKED:
        body = ranked_by(decoded(found), RANKED[Shows(shows)]) if found else None
        rows = body.flat() if body else []
        context |= _paged(rows, WALL_ROWS, page) | {"ranks": True, "title": Shows(shows).label}
        context |= {"after": body.newest_round if body else None}
        context["during"] = round_ is not None and not closed(round_) and round_.number == context["after"]
        part: Sequence[Mapping[str, Any]] = context["rows"]
        half = -(-len(part) // 2) if len(part) > WALL_ROWS // 2 else len(part)
        context["columns"] = [part[:half], part[half:]] if part[half:] else [part]
        context["turns"] = True
    elif shows == Shows.SEATING:
        tables = areas.only(round_rows(PUBLIC, round_) if round_ else [])
        lines = [{**row, "places": [(place, row["seats"].get(place)) for place in PLACES]} for row in tables]
        # No page has tables of two venues: its head says of which they are.
        parts = [rows[at : at + WALL_TABLES] for _, rows in by_area(lines) for at in range(0, len(rows), WALL_TABLES)]
        context |= _turned(parts, page)
        context["area"] = context["rows"][0]["area"] if context["rows"] else areas.chosen
        context["turns"] = context["pages"] > 1
    else:
        context |= _paged([], 1, 1)
        context["turns"] = False
    return context


def closed(round_: Round) -> bool:
    """Tell whether a round is over."""
    return round_.status == Round.Status.CLOSED


def _paged(rows: Sequence[Any], size: int, page: int) -> dict[str, Any]:
    return _turned([rows[at : at + size] for at in range(0, len(rows), size)], page)


def _turned(parts: Sequence[Sequence[Any]], page: int) -> dict[str, Any]:
    pages = max(1, len(parts))
    now = page if 1 <= page <= pages else 1
    first = sum(map(len, parts[: now - 1]))
    part = parts[now - 1] if parts else []
    return {
        "rows": part,
        "now": now,
        "pages": pages,
        "next": now % pages + 1,
        "first": first + 1,
        "last": first + len(part),
        "total": sum(map(len, parts)),
    }
