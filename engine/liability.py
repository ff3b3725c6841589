"""Liabilities at work: which open ones a win falls under, and how they move or add its lines (代位賠付)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.effects import Liability, Trigger
from engine.errors import RuleError, noop
from engine.hand import OpenLiability, Win
from engine.places import PLACES
from engine.postings import Line


def matches(liability: Liability, win: Win) -> bool:
    """Tell whether a win falls in one of the windows of a liability.

    A window of n is hit while `since` (tiles drawn since, the winning tile included) is at most n. Raises `RuleError`
    `fact_missing` with the path `wins[i].since.<id>` when a window needs a fact that the win does not state.
    """
    if liability.payer == win.seat or liability.to not in ("any", win.seat):
        return False
    fitting = [until for trigger, until in liability.windows if _triggered(trigger, liability.id, win)]
    if any(isinstance(until, str) for until in fitting):
        return True
    if not fitting:
        return False
    since = win.since.get(liability.id)
    if since is None:
        raise RuleError(
            "fact_missing",
            noop("Say how many tiles were drawn since, the winning tile included."),
            path=f"wins[{win.index}].since.{liability.id}",
            liability=liability.id,
        )
    return any(since <= int(until) for until in fitting)


def _triggered(trigger: Trigger, liability_id: str, win: Win) -> bool:
    if trigger == "self":
        return win.by_self
    if trigger == "kong_tail":
        return win.kong_tail if win.by_self else win.kong_tile_unchanged
    if trigger == "tile":
        return liability_id in win.tiles_of
    return True


def facts_needed(liability: Liability) -> tuple[str, ...]:
    """Return which facts a later win must answer for this liability: `since`, `kong_tail`, `tile` (in this order)."""
    needed = []
    if any(not isinstance(until, str) for _, until in liability.windows):
        needed.append("since")
    for trigger, code in (("kong_tail", "kong_tail"), ("tile", "tile")):
        if any(window[0] == trigger for window in liability.windows):
            needed.append(code)
    return tuple(needed)


def settle_liabilities(
    lines: Sequence[Line],
    wins: Sequence[Win],
    liabilities: Sequence[OpenLiability],
    due: Callable[[Win, Liability], int],
    base: Callable[[Win], Line],
    chip: int = 1,
) -> tuple[Line, ...]:
    """Apply open liabilities to the lines of wins and return the lines as they are then paid.

    `instead`: the movable lines of a matching win move to the payer, once however many windows match; payers who share
    an origin pay ⌈sum ÷ payers⌉ each to whoever receives, rounded up to the `chip`. `besides`: lines are added until
    the payer pays `due(win, liability)` in all, worded like `base(win)`.
    """
    result = list(lines)
    for win in wins:
        hit = [item for item in liabilities if matches(item.liability, win)]
        result = _moved(result, win, [item for item in hit if item.liability.mode == "instead"], chip)
        for item in hit:
            if item.liability.mode == "besides":
                result += _added(result, win, item, due(win, item.liability), base(win))
    return tuple(result)


def after_win(liabilities: Sequence[OpenLiability]) -> list[OpenLiability]:
    """Return the liabilities that are still open once a win was settled (those for “this win” are not)."""
    return [item for item in liabilities if not all(until == "win" for _, until in item.liability.windows)]


def _moved(lines: list[Line], win: Win, hit: list[OpenLiability], chip: int) -> list[Line]:
    if not hit:
        return lines
    origin = hit[0].liability.origin or hit[0].liability.id
    sharing = [item for item in hit if (item.liability.origin or item.liability.id) == origin]
    if len(sharing) == 1:
        return [_move(line, sharing[0]) if _is_movable(line, win) else line for line in lines]
    moved = [line for line in lines if _is_movable(line, win)]
    ordered = sorted(sharing, key=lambda item: PLACES.index(item.liability.payer))
    result = [line for line in lines if not _is_movable(line, win)]
    for to in dict.fromkeys(line.to for line in moved):
        due = [line for line in moved if line.to == to]
        share = -(-sum(line.points for line in due) // (len(ordered) * chip)) * chip
        result += [_move(msgspec.structs.replace(due[0], points=share), item) for item in ordered]
    return result


def _is_movable(line: Line, win: Win) -> bool:
    return line.movable and line.win == win.index


def _move(line: Line, item: OpenLiability) -> Line:
    return msgspec.structs.replace(
        line,
        payer=item.liability.payer,
        liability=item.liability.id,
        cause=item.seq,
        article=item.liability.article or line.article,
    )


def _added(lines: list[Line], win: Win, item: OpenLiability, due: int, base: Line) -> list[Line]:
    payer = item.liability.payer
    paid = sum(line.points for line in lines if line.win == win.index and line.payer == payer and line.to == win.seat)
    if due <= paid:
        return []
    return [
        msgspec.structs.replace(
            base,
            payer=payer,
            to=win.seat,
            points=due - paid,
            win=win.index,
            movable=False,
            reason="liability",
            liability=item.liability.id,
            cause=item.seq,
            article=item.liability.article or base.article,
        )
    ]
