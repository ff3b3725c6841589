"""Fields: what a struct declares once is what form, questions and documentation show."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.events import WinEntry
from engine.fields import Field, ask, fields_of
from engine.text import text

LABEL = text("標", "标", "Label")


class Inner(msgspec.Struct):
    """Has one asked field and one that is not."""

    seat: Annotated[str, ask(LABEL, "seat", when={"by": ("self",)})]
    note: str = ""


class Outer(msgspec.Struct):
    """Holds a group."""

    wins: Annotated[tuple[Inner, ...], ask(LABEL, "group")]
    by: Annotated[Literal["self"] | None, ask(LABEL, "choice")] = None


def test_fields_come_from_the_struct_with_their_groups() -> None:
    wins, by = fields_of(Outer)
    assert (wins.code, wins.widget, wins.required) == ("wins", "group", True)
    assert [field.code for field in wins.fields] == ["seat"]
    assert (by.code, by.required) == ("by", False)


def test_a_field_is_asked_only_when_its_condition_holds() -> None:
    (seat,) = fields_of(Inner)
    assert seat.applies({"by": "self"})
    assert seat.applies({"by": ["discard", "self"]})
    assert not seat.applies({"by": "discard"})
    assert not seat.applies({})


def test_true_is_not_one() -> None:
    field = Field(code="x", label=LABEL, widget="flag", when={"shown": (True,)})
    assert field.applies({"shown": True})
    assert not field.applies({"shown": 1})


def test_a_win_names_its_discarder_as_from() -> None:
    codes = [field.code for field in fields_of(WinEntry)]
    assert codes[:3] == ["seat", "by", "from"]
