"""Same-turn immunity: who answers for a discard that others only followed (A12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.places import Place

Discard = tuple[Place, int]
_LATEST = 3


def responsible(
    log: Sequence[Discard],
    winner: Place,
    *,
    window: str = "inclusive",
    unstarted: str = "first_discard",
    claimed: Collection[int] = (),
    waits: Collection[int] = (),
) -> Place | None:
    """Return who threw the winning tile first within the window, or None when that was the winner himself.

    `log` are (place, kind) in river order, the winning discard last. `window`: it begins with the winner's own latest
    discard (`inclusive`), after it (`exclusive`), or with the third discard from the end (`three`). A winner who has
    not discarded yet looks at the whole log, or has no immunity at all where `unstarted` is `none` (C-05). `claimed`
    are indices of copies that no longer count (C-06), `waits` kinds beside the winning one that count like it (C-07).
    """
    last = len(log) - 1
    own = [index for index, (place, _) in enumerate(log) if place == winner]
    start = own[-1] if own else 0
    if window == "exclusive" and own:
        start += 1
    elif window == "three":
        start = max(0, len(log) - _LATEST)
    elif not own and unstarted == "none":
        start = last
    wanted = {log[last][1], *waits}
    first = next(
        place
        for index, (place, kind) in enumerate(log)
        if index >= start and kind in wanted and (index == last or index not in claimed)
    )
    return None if first == winner else first
