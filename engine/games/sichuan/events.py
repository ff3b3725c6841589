"""Sichuan's table events, in the order they happen in one hand: kongs, one win after another, the reveal."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.events import GameEvent, Natural, WinEntry
from engine.fields import Choice, ask
from engine.places import Place
from engine.text import text

KongKind = Literal["fed", "added_now", "added_late", "concealed"]

_KONGS = (
    Choice("fed", text("直槓（點槓）", "直杠（点杠）", "Fed: on another's discard")),
    Choice("added_now", text("加槓，剛摸的牌", "加杠，刚摸的牌", "Added with the tile just drawn")),
    Choice("added_late", text("加槓，早先的牌", "加杠，早先的牌", "Added with an older tile")),
    Choice("concealed", text("暗槓", "暗杠", "Concealed")),
)


class SichuanWin(WinEntry, frozen=True, kw_only=True):
    """One winner, with what 1.B.3 asks: the feeder of the kong before it, a robbed kong."""

    fed_by: Annotated[
        Place | None,
        ask(text("放槓者（槓上花）", "放杠者（杠上花）", "Who fed the kong"), "seat", when={"flags": ("after_kong",)}),
    ] = None
    robbed: Annotated[bool, ask(text("搶槓", "抢杠", "Robbed kong"), "flag", when={"by": ("discard",)})] = False


class WinEvent(GameEvent, frozen=True, kw_only=True, tag="win"):
    """One to three players win on one tile; the others play on."""

    wins: Annotated[tuple[SichuanWin, ...], msgspec.Meta(min_length=1), ask(text("胡牌", "胡牌", "Winners"), "group")]


class Kong(GameEvent, frozen=True, kw_only=True, tag="kong", rename={"giver": "from"}):
    """A kong, paid at once; one that is robbed pays nothing."""

    seat: Annotated[Place, ask(text("開槓者", "开杠者", "Who konged"), "seat")]
    kong: Annotated[KongKind, ask(text("哪一種槓", "哪一种杠", "Kind"), "choice", choices=_KONGS)] = msgspec.field(
        name="kind"
    )
    giver: Annotated[Place | None, ask(text("放槓者", "放杠者", "Who fed it"), "seat", when={"kind": ("fed",)})] = None
    robbed_by: Annotated[
        Place | None,
        ask(text("被誰搶槓", "被谁抢杠", "Robbed by"), "seat", when={"kind": ("added_now", "added_late")}),
    ] = None


class Exhausted(GameEvent, frozen=True, kw_only=True, tag="exhausted"):
    """The wall is out (流局): who is a flower pig, who is ready and with what best hand, who is not ready."""

    pigs: Annotated[tuple[Place, ...], ask(text("花豬", "花猪", "Flower pigs"), "seats")] = ()
    ready: Annotated[
        dict[Place, Natural], ask(text("有叫者與最大番數", "有叫者与最大番数", "Ready, with the best fan"), "since")
    ] = {}
    not_ready: Annotated[tuple[Place, ...], ask(text("不叫者", "不叫者", "Not ready"), "seats")] = ()
