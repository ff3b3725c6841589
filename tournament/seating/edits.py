"""Changes made to a drafted round by hand, as data that is kept with the draw and can be done again."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.decoding import decode
from engine.seating.edits import exchange_players, exchange_tables, without_table
from engine.seating.model import Round as Seating
from tournament.seating.areas import round_in
from tournament.seating.inputs import Inputs, SeatedRound, as_seating, from_seating


class SwapPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="players", tag_field="kind"):
    """Two entries take each other's seats; one of them may be sitting out."""

    first: int
    second: int


class SwapTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tables", tag_field="kind"):
    """Two groups change their tables; who meets whom stays."""

    first: int
    second: int


class OutOfUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="out_of_use", tag_field="kind"):
    """A group moves to another table because its own cannot be used."""

    table: int
    replacement: int


Edit = SwapPlayers | SwapTables | OutOfUse


def read_edit(data: Any, path: str = "edit") -> Edit:
    """Read a change; raises `RuleError` with the path of what is wrong."""
    return decode(Edit, data, path)  # type: ignore[arg-type]


def apply_edit(round_: SeatedRound, edit: Edit) -> SeatedRound:
    """Return the round with one change made; refused where a player or table is not in it."""
    seating = as_seating(round_)
    if isinstance(edit, SwapPlayers):
        changed = exchange_players(seating, edit.first, edit.second)
    elif isinstance(edit, SwapTables):
        changed = exchange_tables(seating, edit.first, edit.second)
    else:
        changed = without_table(seating, edit.table, edit.replacement)
    return from_seating(changed, round_.round)


def tables_changed(before: SeatedRound, after: SeatedRound) -> list[int]:
    """Return the numbers of the tables whose paper has to be printed anew."""
    old = {table.number: table.seats for table in before.tables}
    return [table.number for table in after.tables if old.get(table.number) != table.seats]


def moved_into_use(round_: Seating, inputs: Inputs) -> Seating:
    """Return the round with groups at tables that are not in use moved to the lowest free ones, of their own area.

    Tables that are kept stay where they are.
    """
    kept = dict.fromkeys(table.number for table in inputs.kept)
    for area in inputs.areas:
        used = tuple(number for number in round_in(round_, area).numbers if number not in kept)
        round_ = _moved(round_, used, area.numbers)
    used = tuple(number for number in round_.numbers if number not in kept)
    return round_ if inputs.areas else _moved(round_, used, inputs.numbers)


def _moved(round_: Seating, used: tuple[int, ...], numbers: tuple[int, ...] | None) -> Seating:
    if numbers is None:
        return round_
    free = [number for number in numbers if number not in round_.numbers]
    for number in used:
        if number not in numbers and free:
            round_ = without_table(round_, number, free.pop(0))
    return round_
