"""Sichuan's table events, in the order they happen in one hand: kongs, one win after another, the reveal."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.amounts import Natural
from engine.events import BY_CHOICES, GameEvent, WinEntry
from engine.fields import Choice, ask
from engine.places import Place
from engine.text import Text, text

FLAG_CHOICES = (
    Choice("last_tile", text("海底", "海底", "Last tile, or the discard after it")),
    Choice("after_kong", text("槓上花、槓上炮", "杠上花、杠上炮", "After a kong")),
    Choice("second_kong", text("連槓的第二槓", "连杠的第二杠", "Second kong of one turn")),
    Choice("heaven", text("天胡", "天胡", "Heavenly win")),
    Choice("earth", text("地胡", "地胡", "Earthly win")),
)
# The suit a player does without (定缺) stands with his tiles.
VOID_CHOICES = (
    Choice("m", text("萬", "万", "Characters")),
    Choice("p", text("筒", "筒", "Dots")),
    Choice("s", text("條", "条", "Bamboo")),
)
KongKind = Literal["fed", "added_now", "added_late", "concealed"]

_KONGS = (
    Choice("fed", text("直槓（點槓）", "直杠（点杠）", "Kong on another's discard")),
    Choice("added_now", text("加槓（剛摸的牌）", "加杠（刚摸的牌）", "Added kong (tile just drawn)")),
    Choice("added_late", text("加槓（早先的牌）", "加杠（早先的牌）", "Added kong (an older tile)")),
    Choice("concealed", text("暗槓", "暗杠", "Concealed kong")),
)


class SichuanWin(WinEntry, frozen=True, kw_only=True):
    """One winner, with what 1.B.3 asks: the feeder of the kong before it, a robbed kong; `tiles` name the void suit."""

    seat: Annotated[Place, ask(text("胡牌者", "胡牌者", "Winner"), "seat")]
    by: Annotated[Literal["discard", "self"], ask(text("怎麼胡的", "怎么胡的", "Won by"), "choice", choices=BY_CHOICES)]
    total: Annotated[
        Natural | None,
        ask(
            text("合計", "合计", "Total"),
            "number",
            minimum=0,
            help=text("以番計，不是分數。", "以番计，不是分数。", "In fan, not in points."),
        ),
    ] = None
    tiles: Annotated[dict[str, Any] | None, ask(text("手牌", "手牌", "Tiles"), "tiles", choices=VOID_CHOICES)] = None
    flags: Annotated[tuple[str, ...], ask(text("情形", "情形", "Circumstances"), "flags", choices=FLAG_CHOICES)] = ()
    fed_by: Annotated[
        Place | None,
        ask(
            text("放槓者（槓上花）", "放杠者（杠上花）", "Who fed the kong"),
            "seat",
            when={"flags": ("after_kong",)},
            unlike="seat",
        ),
    ] = None
    robbed: Annotated[bool, ask(text("搶槓", "抢杠", "Robbed kong"), "flag", when={"by": ("discard",)})] = False


class WinEvent(GameEvent, frozen=True, kw_only=True, tag="win"):
    """One to three players win on one tile; the others play on."""

    title: ClassVar[Text] = text("胡牌", "胡牌", "Win")
    example: ClassVar[dict[str, Any]] = {
        "type": "win",
        "wins": [{"seat": "W", "by": "self", "total": 2, "flags": ["after_kong"], "fed_by": "E"}],
    }
    wins: Annotated[tuple[SichuanWin, ...], msgspec.Meta(min_length=1), ask(text("胡牌", "胡牌", "Winners"), "group")]


class Kong(GameEvent, frozen=True, kw_only=True, tag="kong", rename={"giver": "from"}):
    """A kong, paid at once; one that is robbed pays nothing."""

    title: ClassVar[Text] = text("槓", "杠", "Kong")
    example: ClassVar[dict[str, Any]] = {"type": "kong", "seat": "W", "kind": "fed", "from": "E"}
    seat: Annotated[Place, ask(text("開槓者", "开杠者", "Who konged"), "seat")]
    kong: Annotated[KongKind, ask(text("哪一種槓", "哪一种杠", "Kind"), "choice", choices=_KONGS)] = msgspec.field(
        name="kind"
    )
    giver: Annotated[
        Place | None,
        ask(
            text("放槓者", "放杠者", "Fed by"),
            "seat",
            when={"kind": ("fed",)},
            needed={"kind": ("fed",)},
            unlike="seat",
        ),
    ] = None
    robbed_by: Annotated[
        Place | None,
        ask(text("搶槓者", "抢杠者", "Robbed by"), "seat", when={"kind": ("added_now", "added_late")}, unlike="seat"),
    ] = None


class Exhausted(GameEvent, frozen=True, kw_only=True, tag="exhausted"):
    """The wall is out (流局): who is a flower pig, who is ready and with what best hand, who is not ready."""

    title: ClassVar[Text] = text("流局查叫", "流局查叫", "Wall out, reveal")
    example: ClassVar[dict[str, Any]] = {"type": "exhausted", "pigs": ["N"], "ready": {"S": 0}, "not_ready": ["W", "E"]}
    pigs: Annotated[tuple[Place, ...], ask(text("花豬", "花猪", "Flower pigs"), "seats")] = ()
    ready: Annotated[
        dict[Place, Natural], ask(text("有叫者與最大番數", "有叫者与最大番数", "Ready, with the best fan"), "since")
    ] = {}
    not_ready: Annotated[tuple[Place, ...], ask(text("不叫者", "不叫者", "Not ready"), "seats")] = ()
