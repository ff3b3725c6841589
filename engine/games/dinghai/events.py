"""Dinghai's table events: winners (several on one discard) and a hand nobody won."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.events import BY_CHOICES, GameEvent, WinEntry
from engine.fields import Choice, ask
from engine.places import Place
from engine.text import Text, text

FLAG_CHOICES = (
    Choice("last_tile", text("最後一張打出", "最后一张打出", "Last discard")),
    Choice("after_kong", text("槓上開花", "杠上开花", "Drawn after a kong")),
    Choice("after_flower", text("補花後胡", "补花后胡", "Drawn after a flower")),
    Choice("heaven", text("天胡", "天胡", "Heavenly win")),
    Choice("earth", text("地胡", "地胡", "Earthly win")),
)


class DinghaiWin(WinEntry, frozen=True, kw_only=True):
    """One winner, with what 2.B.3 and 2.B.4 ask: a fed kong, a robbed kong, and relations of three takings."""

    seat: Annotated[Place, ask(text("胡牌者", "胡牌者", "Winner"), "seat")]
    by: Annotated[Literal["discard", "self"], ask(text("怎麼胡的", "怎么胡的", "Won by"), "choice", choices=BY_CHOICES)]
    flags: Annotated[tuple[str, ...], ask(text("情形", "情形", "Circumstances"), "flags", choices=FLAG_CHOICES)] = ()
    fed_by: Annotated[
        Place | None,
        ask(
            text("放槓者（槓上開花）", "放杠者（杠上开花）", "Who fed the kong"),
            "seat",
            when={"flags": ("after_kong",)},
            unlike="seat",
        ),
    ] = None
    robbed: Annotated[bool, ask(text("搶槓", "抢杠", "Robbed kong"), "flag", when={"by": ("discard",)})] = False
    partners: Annotated[
        tuple[tuple[Place, Place], ...],
        ask(
            text(
                "三吃三碰（前者吃碰後者三次）",
                "三吃三碰（前者吃碰后者三次）",
                "Three takings (the first took from the second)",
            ),
            "pairs",
        ),
    ] = ()


class WinEvent(GameEvent, frozen=True, kw_only=True, tag="win"):
    """One or more players win; the hand is over."""

    title: ClassVar[Text] = text("胡牌", "胡牌", "Win")
    example: ClassVar[dict[str, Any]] = {
        "type": "win",
        "wins": [{"seat": "E", "by": "discard", "from": "W", "total": 2, "partners": [["E", "S"]]}],
    }
    wins: Annotated[tuple[DinghaiWin, ...], msgspec.Meta(min_length=1), ask(text("胡牌", "和牌", "Winners"), "group")]


class Exhausted(GameEvent, frozen=True, kw_only=True, tag="exhausted"):
    """The wall is out and nobody has won (流局): the dealer pays each other player and keeps the deal."""

    title: ClassVar[Text] = text("流局", "流局", "Exhausted wall")
    example: ClassVar[dict[str, Any]] = {"type": "exhausted"}
