"""What an organiser decides about the draws of a stage, as typed data read from the stage's JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from engine.decoding import decode
from engine.errors import RuleError
from tournament.models import Stage
from tournament.seating.methods import find_method

TieRule = Literal["all", "none", "lot", "decide"]


class StageDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How the rounds of a stage are drawn.

    `apart_by` keeps teams, clubs or both apart. `accept_repeats`: more rounds are wanted than can be without repeats.
    `repeat_weight`: how many squared ranks a repeat may cost in ranked rounds (null: repeats come first). `turning`:
    seats of finals turn instead of being fixed. `remember`: whose earlier meetings count.
    `together`: in one draw, whatever areas the hall has.
    """

    method: str = "random"
    apart_by: tuple[Literal["team", "club"], ...] = ()
    accept_repeats: bool = False
    repeat_weight: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    turning: bool = False
    remember: Literal["event", "stage"] = "event"
    together: bool = False


class StageCut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who was let through to a stage, in the order of the standings of the stage before, and how it was decided."""

    size: int
    ties: TieRule
    stage: int
    version: int
    through: tuple[int, ...]
    tied: tuple[int, ...] = ()
    seed: str = ""
    seed_hash: str = ""


def parse_drawing(data: Any, path: str = "drawing") -> StageDrawing:
    """Read a stage's way of drawing; raises `RuleError` with the path of what is wrong."""
    drawing = decode(StageDrawing, data, path)
    try:
        find_method(drawing.method)
    except RuleError as error:
        raise error.at(path) from error
    return drawing


def drawing_of(stage: Stage) -> StageDrawing:
    """Return how the rounds of a stage are drawn."""
    return parse_drawing(stage.drawing)


def cut_of(stage: Stage) -> StageCut | None:
    """Return who was let through to a stage; None where everybody plays."""
    return None if stage.cut is None else decode(StageCut, stage.cut, "cut")


def groups_of(policy: Mapping[str, Any]) -> Sequence[str]:
    """Return what a stage ranks beside its entries, by its policy as it is stored: team, pair."""
    named = [item.get("by") for item in policy.get("groups") or () if isinstance(item, Mapping)]
    return [by for by in ("team", "pair") if by in named]
