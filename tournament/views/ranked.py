"""Rows of standings as HTML: of players, teams or pairs, rendered once a snapshot however many read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, ngettext

from tournament.groups_page import ranked_by
from tournament.models import Event, Stage
from tournament.selectors.rounds import still_played
from tournament.selectors.standings import Shown, decoded
from tournament.standings_page import StandingsPage

KEPT_SECONDS = 600

Links = Callable[[StandingsPage], Mapping[str, str]]


def drawn_rows(body: StandingsPage | None, links: Links, who: str = "") -> dict[str, Any]:
    """Return the table, the control sums and the rounds played, by number; `who` is what a row is called."""
    if body is None:
        return {"table": "", "sums": [], "played": [], "of": 0}
    rows = body.rows(links(body))
    context = {"rows": rows, "standings": body, "who": who}
    return {
        "table": mark_safe(render_to_string("public/standings_table.html", context) if rows else ""),  # noqa: S308
        "sums": body.sum_lines() if rows else [],
        "played": [body.rounds[index] for index in body.played],
        "of": len(body.rounds),
    }


def kept_rows(stage: Stage, found: Shown, links: Links, by: str = "entry", who: str = "") -> dict[str, Any]:
    """Return the rows of a snapshot, which never changes, so that many readers cost one rendering."""
    kept_back = found.reveal.mark if found.reveal else ""
    key = f"standings-{by}-{stage.pk}-{found.version}-{kept_back}-{get_language()}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is None:
        kept = drawn_rows(ranked_by(decoded(found), by), links, who)
        cache.set(key, kept, KEPT_SECONDS)
    return kept | {"table": mark_safe(kept["table"])}  # noqa: S308 - rendered by a template


def rounds_told(event: Event, rows: Mapping[str, Any]) -> str:
    """Say after how many rounds these are the standings, or which of them is still being played."""
    played, of = rows["played"], rows["of"]
    still = still_played(event, played)
    if not still:
        text = ngettext("After {played} of {of} round", "After {played} of {of} rounds", of)
        return text.format(played=len(played), of=of)
    text = ngettext(
        "Round {number} is being played, {over} of {of} round is over",
        "Round {number} is being played, {over} of {of} rounds are over",
        of,
    )
    return text.format(number=still[0], over=len(played) - len(still), of=of)
