"""The table events of Zung Jung: a win with what immunity asks, and a hand nobody won."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from engine.amounts import Count
from engine.events import GameEvent, WinEntry
from engine.fields import Choice, ask
from engine.places import Place
from engine.text import Text, text

FLAG_CHOICES = (
    Choice(
        "last_tile", text("海底牌（末張或其後一打）", "海底牌（末张或其后一打）", "Last tile, or the discard after it")
    ),
    Choice("after_kong", text("槓上開花", "杠上开花", "Drawn after a kong")),
    Choice("robbed_kong", text("搶槓", "抢杠", "Robbed kong")),
    Choice("heaven", text("天和", "天和", "East's dealt hand")),
    Choice("earth", text("地和", "地和", "East's first discard")),
)


class Entry(WinEntry, frozen=True, kw_only=True):
    """One who says he wins, with what same-turn immunity asks (A12)."""

    flags: Annotated[tuple[str, ...], ask(text("情形", "情形", "Circumstances"), "flags", choices=FLAG_CHOICES)] = ()
    responsible: Annotated[
        Place | msgspec.UnsetType | None,
        ask(
            text("誰最先打出這張牌？", "谁最先打出这张牌？", "Who threw this tile first?"),
            "seat",
            when={"by": ("discard",)},
            help=text(
                "由胡牌者自己上一次打出的牌起算（該牌在內）；最先打出的若是胡牌者自己，選他本人：無人責任。",
                "由和牌者自己上一次打出的牌起算（该牌在内）；最先打出的若是和牌者自己，选他本人：无人责任。",
                "Counting from the winner's own last discard included; if that was the winner, choose the winner: "
                "nobody is responsible.",
            ),
            absent=text("放銃者", "放铳者", "the discarder"),
        ),
    ] = msgspec.UNSET
    robbed: Annotated[bool, ask(text("搶槓", "抢杠", "Robbed kong"), "flag", hidden=True)] = False
    discards: Annotated[
        tuple[tuple[Place, str], ...],
        ask(text("牌河", "牌河", "Discards in order"), "pairs", hidden=True),
    ] = ()
    claimed: Annotated[
        tuple[Count, ...],
        ask(text("牌河中被碰槓的", "牌河中被碰杠的", "Which of them were punged or konged"), "text", hidden=True),
    ] = ()
    waits: Annotated[
        str,
        ask(
            text("還可胡哪些牌", "还可和哪些牌", "What else he could have won on"),
            "text",
            hidden=True,
            help=text(
                "只在賽事以任何可胡之牌為首張時用；有手牌者自行算出。",
                "只在赛事以任何可和之牌为首张时用；有手牌者自行算出。",
                "Only where any such tile counts as the first copy; worked out when the tiles are given.",
            ),
        ),
    ] = ""


class WinEvent(GameEvent, frozen=True, kw_only=True, tag="win"):
    """A hand is won. Of several who claim one discard, the first in turn after the discarder wins (A7.3)."""

    title: ClassVar[Text] = text("胡牌", "和牌", "Win")
    example: ClassVar[dict[str, Any]] = {
        "type": "win",
        "wins": [{"seat": "S", "by": "discard", "from": "E", "total": 160, "responsible": "W"}],
    }
    wins: Annotated[tuple[Entry, ...], ask(text("胡牌", "和牌", "Wins"), "group")]


class Exhausted(GameEvent, frozen=True, kw_only=True, tag="exhausted"):
    """Nobody won the hand; nothing is paid and the deal passes."""

    title: ClassVar[Text] = text("流局", "流局", "Exhausted wall")
    example: ClassVar[dict[str, Any]] = {"type": "exhausted"}
