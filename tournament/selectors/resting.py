"""Who sits out by a draw."""

from __future__ import annotations

from collections.abc import Set

from tournament.areas_shown import areas_drawn
from tournament.models import Draw, Entry


def resting_of(draw: Draw, area: str = "", only: Set[int] | None = None) -> list[tuple[str, list[Entry]]]:
    """Return who sits out by a draw, by venue where they were drawn apart.

    `area`: of that venue only; `only`: of the entries of these numbers, such as a search found.
    """
    home = areas_drawn(draw)
    out = [number for number in draw.result["out"] if not area or home.get(number, area) == area]
    out = [number for number in out if only is None or number in only]
    groups: dict[str, list[Entry]] = {name: [] for name in home.values()}
    for entry in Entry.objects.filter(event=draw.round.event_id, number__in=out).order_by("number"):
        name = home.get(entry.number, "")
        groups.setdefault(name, []).append(entry)
    return [(name, entries) for name, entries in groups.items() if entries]
