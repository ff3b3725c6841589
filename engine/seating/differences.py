"""Difference schedules: four classes of n players and the table numbers, all moved by shifts of a group of order n.

A difference matrix is five rows of group elements, one column a round; in any two rows the differences are all
different. Player y of class j then sits in round r in group y + row j, and the group's table number is the group −
row 4: players of different classes meet at most once, players of one class never, and nobody returns to a table.
"""

from __future__ import annotations

from math import gcd

from engine.chance import Chance
from engine.seating.catalogue import stored_differences
from engine.seating.fields import Group, field, prime_powers

Schedule = list[list[list[int]]]
"""Rounds of tables of player numbers, the tables in the order of their numbers."""

_MULTIPLIERS = 5
_ATTEMPTS = 40


def difference_rounds(order: int, rounds: int) -> tuple[str, Schedule] | None:
    """A schedule for 4 × `order` players without repeats and without returns to a table, and its method; None when
    none is known.
    """
    return _line_shifts(order, rounds, 5) or _stored(order, rounds) or _searched(order, rounds)


def transversal_rounds(order: int, rounds: int) -> tuple[str, Schedule] | None:
    """A schedule for 4 × `order` players without repeats, where players may return to a table; None when none is
    known.
    """
    return difference_rounds(order, rounds) or _field_shifts(order, rounds, 4)


def _line_shifts(order: int, rounds: int, rows: int) -> tuple[str, Schedule] | None:
    """Row j = j × round in the cyclic group where the small factors of the order leave room, else in a ring of
    fields.
    """
    if all(rounds <= order // gcd(order, step) for step in range(1, rows)):
        matrix = [[row * number % order for number in range(rounds)] for row in range(rows)]
        return "cyclic-differences", _develop(Group((order,)), matrix)
    return _field_shifts(order, rounds, rows)


def _field_shifts(order: int, rounds: int, rows: int) -> tuple[str, Schedule] | None:
    """Row j = (j-th element) × (element number of the round) in a product of fields, each with at least `rows`
    elements.
    """
    factors = prime_powers(order)
    if rounds > order or any(prime**exponent < rows for prime, exponent in factors):
        return None
    fields = [field(prime, exponent) for prime, exponent in factors]
    group = Group(tuple(modulus for part in fields for modulus in part.moduli))
    matrix = []
    for row in range(rows):
        shifts = []
        for number in range(rounds):
            rest, element = number, 0
            for part in reversed(fields):
                rest, digit = divmod(rest, part.order)
                weight = 1
                for other in fields[fields.index(part) + 1 :]:
                    weight *= other.order
                element += weight * part.multiply(row, digit)
            shifts.append(element)
        matrix.append(shifts)
    return "field-differences", _develop(group, matrix)


def _stored(order: int, rounds: int) -> tuple[str, Schedule] | None:
    found = stored_differences(order)
    if found is None or rounds > len(found.rows[0]):
        return None
    return "stored-differences", _develop(
        Group(found.moduli), [[0] * rounds, list(range(rounds)), *(list(row[:rounds]) for row in found.rows)]
    )


def _searched(order: int, rounds: int) -> tuple[str, Schedule] | None:
    """Column by column at random in the cyclic group, begun anew a fixed number of times; only far from the limit."""
    if 5 * rounds > 3 * order:
        return None
    chance = Chance(f"differences {order} {rounds}")
    for _ in range(_ATTEMPTS):
        matrix = _columns(order, rounds, chance)
        if matrix is not None:
            return "searched-differences", _develop(Group((order,)), matrix)
    return None


def _columns(order: int, rounds: int, chance: Chance) -> list[list[int]] | None:
    columns: list[list[int]] = []
    used = {(low, high): bytearray(order) for high in range(_MULTIPLIERS) for low in range(high)}
    for number in range(rounds):
        column = [0, number]
        for row in range(2, _MULTIPLIERS):
            start = chance.below(order)
            for value in (*range(start, order), *range(start)):
                if not any(used[low, row][(value - column[low]) % order] for low in range(row)):
                    column.append(value)
                    break
            else:
                return None
        for (low, high), seen in used.items():
            seen[(column[high] - column[low]) % order] = 1
        columns.append(column)
    return [list(row) for row in zip(*columns, strict=True)]


def _develop(group: Group, matrix: list[list[int]]) -> Schedule:
    """The rounds of a matrix of four or five rows: class j holds the players j·n … j·n + n − 1."""
    order = group.order
    numbered = len(matrix) == _MULTIPLIERS
    schedule = []
    for column in zip(*matrix, strict=True):
        # group g holds the player g − shift of each class; it sits at table g − shift of the fifth row
        tables: list[list[int]] = [[0] * 4 for _ in range(order)]
        numbers = group.shift(group.negative(column[4])) if numbered else range(order)
        for row in range(4):
            first = row * order
            for number, player in zip(numbers, group.shift(group.negative(column[row])), strict=True):
                tables[number][row] = first + player
        schedule.append(tables)
    return schedule
