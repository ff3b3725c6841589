"""Geometry of the drawings: arrows between four winds, pips of a die, bars, lines, QR codes; no markup."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tournament.text_width import width_of

# Where the seals stand in the 340 x 340 drawing of payments.
SEALS = {"bottom": (170, 286), "right": (286, 170), "top": (170, 54), "left": (54, 170)}
_CENTRE = (170.0, 170.0)
MOST_ARROWS = 6
# Where along an arrow its sum may stand, best first.
_SPOTS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)

PIPS = {
    1: ((9, 9),),
    2: ((5, 5), (13, 13)),
    3: ((5, 5), (9, 9), (13, 13)),
    4: ((5, 5), (13, 5), (5, 13), (13, 13)),
    5: ((5, 5), (13, 5), (9, 9), (5, 13), (13, 13)),
    6: ((5, 5), (13, 5), (5, 9), (13, 9), (5, 13), (13, 13)),
}


class Arrow(NamedTuple):
    """One arrow of a drawing of payments, ready for SVG attributes."""

    path: str
    head: str
    tag_x: float
    tag_y: float
    tag_width: int
    text_x: float
    text_y: float
    points: int


def _towards(start: tuple[float, float], end: tuple[float, float], length: float) -> tuple[float, float]:
    distance = math.dist(start, end) or 1.0
    return (start[0] + (end[0] - start[0]) * length / distance, start[1] + (end[1] - start[1]) * length / distance)


def _control(start: str, end: str, *, both_ways: bool) -> tuple[float, float]:
    """Return the point an arrow bends to: between its seals, drawn in towards the middle of the table."""
    (ax, ay), (bx, by) = SEALS[start], SEALS[end]
    mid_x, mid_y = (ax + bx) / 2, (ay + by) / 2
    x, y = mid_x + (_CENTRE[0] - mid_x) * 0.3, mid_y + (_CENTRE[1] - mid_y) * 0.3
    if both_ways:
        # To the right of the direction of travel, so that the way back runs on the other side.
        distance = math.dist(SEALS[start], SEALS[end])
        x, y = x - (by - ay) / distance * 30, y + (bx - ax) / distance * 30
    return x, y


def arrows(sums: Sequence[tuple[str, str, int]]) -> tuple[Arrow, ...]:
    """Lay out one arrow for each (from, to, points), by positions of `SEALS`; none where more than six would be."""
    if len(sums) > MOST_ARROWS:
        return ()
    pairs = {(start, end) for start, end, _ in sums}
    # A sum keeps clear of the seals and of the sums already placed: boxes of centre and half size.
    boxes: list[tuple[float, float, float, float]] = [(x, y, 22, 22) for x, y in SEALS.values()]
    drawn = []
    for start, end, points in sums:
        control = _control(start, end, both_ways=(end, start) in pairs)
        tail, tip = _towards(SEALS[start], control, 29), _towards(SEALS[end], control, 24)
        neck = _towards(tip, control, 9)
        side_x, side_y = (tip[1] - neck[1]) / 9 * 5.5, (neck[0] - tip[0]) / 9 * 5.5
        width = max(44, 18 + 11 * len(f"{points:,}"))
        spots = [_on_curve(tail, control, neck, t) for t in _SPOTS]
        x, y = min(spots, key=lambda spot: sum(_overlap((*spot, width / 2, 14), box) for box in boxes))
        boxes.append((x, y, width / 2, 14))
        drawn.append(
            Arrow(
                path="M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*tail, *control, *neck),
                head="{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}".format(
                    *tip, neck[0] + side_x, neck[1] + side_y, neck[0] - side_x, neck[1] - side_y
                ),
                tag_x=round(x - width / 2, 1),
                tag_y=round(y - 14, 1),
                tag_width=width,
                text_x=round(x, 1),
                text_y=round(y + 6, 1),
                points=points,
            )
        )
    return tuple(drawn)


def _on_curve(
    tail: tuple[float, float], control: tuple[float, float], end: tuple[float, float], t: float
) -> tuple[float, float]:
    """Return the point of a quadratic curve at `t` from 0 to 1."""
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return a * tail[0] + b * control[0] + c * end[0], a * tail[1] + b * control[1] + c * end[1]


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """Return the area two boxes (centre and half size) share, with a little air around them."""
    wide = one[2] + other[2] + 4 - abs(one[0] - other[0])
    high = one[3] + other[3] + 4 - abs(one[1] - other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def shortened(name: str, columns: int) -> str:
    """Return `name`, cut with an ellipsis where it is wider than `columns` half-width columns."""
    if width_of(name) <= columns:
        return name
    kept = ""
    for letter in name:
        if width_of(kept + letter) > columns - 2:
            break
        kept += letter
    return kept.rstrip() + "…"


# The first and the last number of a chart stand clear of its axis and of its edge.
_FIRST = 84
_ACROSS = 252


class Dot(NamedTuple):
    """One value of a line chart: its point, label and step."""

    x: int
    y: int
    label_y: int
    value: int
    step: int


class Chart(NamedTuple):
    """A line chart in a 372 x 190 drawing: dots, polyline, and (y, value) of the rules behind them."""

    dots: tuple[Dot, ...]
    line: str
    rules: tuple[tuple[int, int], ...]


def chart(values: Sequence[int]) -> Chart:
    """Lay out whole-number `values` from left to right over rules at round numbers, zero always among them."""
    low, high = min(0, *values, 0), max(0, *values, 0)
    span = max(1, high - low)
    unit = next(size * 10**power for power in range(12) for size in (1, 2, 5) if size * 10**power * 4 >= span)
    bottom, top = low // unit * unit, -(-high // unit) * unit
    top = top if top > bottom else bottom + unit

    def y_of(value: int) -> int:
        return 150 - (value - bottom) * 120 // (top - bottom)

    gap = _ACROSS // max(1, len(values) - 1)
    dots = tuple(
        Dot(
            x=_FIRST + index * gap,
            y=y_of(value),
            # Below a valley, so that the line does not run through the number.
            label_y=y_of(value)
            + (24 if 0 < index < len(values) - 1 and value < min(values[index - 1], values[index + 1]) else -13),
            value=value,
            step=index + 1,
        )
        for index, value in enumerate(values)
    )
    rules = tuple((y_of(value), value) for value in range(bottom, top + 1, unit))
    return Chart(dots=dots, line=" ".join(f"{dot.x},{dot.y}" for dot in dots), rules=rules)


def rank_chart(ranks: Sequence[int]) -> Chart:
    """Lay out ranks from left to right, the first rank on top."""
    worst = max(*ranks, 2)

    def y_of(rank: int) -> int:
        return 40 + (rank - 1) * 110 // (worst - 1)

    gap = _ACROSS // max(1, len(ranks) - 1)
    dots = tuple(
        Dot(x=_FIRST + index * gap, y=y_of(rank), label_y=y_of(rank) - 13, value=rank, step=index + 1)
        for index, rank in enumerate(ranks)
    )
    line = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    return Chart(dots=dots, line=line, rules=tuple((y_of(rank), rank) for rank in dict.fromkeys((1, worst))))


class Code(NamedTuple):
    """A QR code: the side of its square in modules, quiet zone included, and lines along its dark ones."""

    side: int
    path: str


def qr(text: str) -> Code:
    """Lay out a QR code that survives a fold in the paper (level Q)."""
    import segno  # slow to load, and most pages draw no code

    quiet = 2
    code = segno.make(text, error="q", micro=False)
    rows = [bytes(row) for row in code.matrix]
    # One line for a run of dark modules: drawing each by itself takes four times as long on paper.
    path = "".join(f"M{x + quiet} {y + quiet}.5h{length}" for y, row in enumerate(rows) for x, length in _runs(row))
    return Code(len(rows) + 2 * quiet, path)


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Yield where each run of dark modules begins, and its length."""
    x = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            yield x, length
        x += length
