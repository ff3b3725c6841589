"""The table events of Taiwan mahjong: wins, an exhausted wall, and side bets that stay until the cycle ends."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from engine.amounts import Count, Natural, Positive
from engine.events import GameEvent, WinEntry
from engine.fields import Choice, ask
from engine.places import Place
from engine.text import Text, text

FLAG_CHOICES = (
    Choice("last_tile", text("海底牌", "海底牌", "Last tile")),
    Choice("after_kong", text("槓後補牌", "杠后补牌", "Replacement after a kong")),
    Choice("after_flower", text("補花後補牌", "补花后补牌", "Replacement after a flower")),
    Choice("robbed_kong", text("搶槓", "抢杠", "Robbed kong")),
    Choice("heaven", text("天胡", "天和", "Complete at the deal")),
    Choice("earth", text("地胡", "地和", "Earthly win")),
    Choice("human", text("人胡", "人和", "Human win")),
    Choice("heaven_ready", text("天聽", "天听", "Ready at the deal")),
    Choice("earth_ready", text("地聽", "地听", "Ready with the first discard")),
    Choice("all_flowers", text("八仙過海", "八仙过海", "Eight flowers")),
    Choice("rob_flower_7", text("七搶一（持七張）", "七抢一（持七张）", "Seven rob one")),
    Choice("rob_flower_6", text("七搶一（持六張摸一張）", "七抢一（持六张摸一张）", "Six and one rob one")),
    Choice("dealt_flowers", text("配牌花胡", "配牌花和", "Flowers complete at the deal")),
)


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What payers owe beside the total in tai (七搶一 with six flowers, A21.30): the robbed player, the other two."""

    robbed: Annotated[Natural, ask(text("被搶者另計台", "被抢者另计台", "Tai of the robbed player"), "number")]
    others: Annotated[Natural, ask(text("其餘兩家另計台", "其余两家另计台", "Tai of the other two"), "number")]


class TaiwanWin(WinEntry, frozen=True, kw_only=True, rename={"giver": "from"}):
    """One winner. `from` is the discarder, the player whose kong was robbed, or the one robbed of a flower."""

    giver: Annotated[
        Place | None,
        ask(
            text("放銃者（或被搶者）", "放铳者（或被抢者）", "Discarder, or robbed player"),
            "seat",
            when={"by": ("discard", "self")},
            needed={"by": ("discard",)},
            unlike="seat",
            help=text(
                "自摸時留空；七搶一填被搶花者。",
                "自摸时留空；七抢一填被抢花者。",
                "Empty for a self-draw; with seven rob one the player robbed of the flower.",
            ),
        ),
    ] = None
    total: Annotated[
        Natural | None,
        ask(
            text("合計", "合计", "Total"),
            "number",
            minimum=0,
            help=text(
                "不含作莊、連莊台；莊家收付時自動另加。",
                "不含作庄、连庄台；庄家收付时自动另加。",
                "Without the tai for dealer and continuation; they are added where the dealer wins or pays.",
            ),
        ),
    ] = None
    flags: Annotated[
        tuple[str, ...],
        ask(
            text("情形", "情形", "Circumstances"),
            "flags",
            choices=FLAG_CHOICES,
            help=text(
                "八仙過海、七搶一而牌未成者不必攤牌：選「手牌」而留空。",
                "八仙过海、七抢一而牌未成者不必摊牌：选“手牌”而留空。",
                "Eight flowers and seven rob one may win with the hand closed: choose Tiles and leave them empty.",
            ),
        ),
    ] = ()
    robbed: Annotated[bool, ask(text("搶槓", "抢杠", "Robbed kong"), "flag", hidden=True)] = False
    extra: Annotated[
        Extra | None,
        ask(text("七搶一另計", "七抢一另计", "Beside the total"), "group", when={"flags": ("rob_flower_6",)}),
    ] = None
    shown_streak: Annotated[
        Count | None,
        ask(
            text("莊家所示連莊數", "庄家所示连庄数", "Continuation the dealer showed"),
            "number",
            minimum=0,
            help=text("與實數相同時留空。", "与实数相同时留空。", "Empty when it was right."),
        ),
    ] = None


class WinEvent(GameEvent, frozen=True, kw_only=True, tag="win"):
    """A win. Of several claims on one discard the nearest in turn wins, unless the rules let all win (A20)."""

    title: ClassVar[Text] = text("胡牌", "和牌", "Win")
    example: ClassVar[dict[str, Any]] = {
        "type": "win",
        "wins": [{"seat": "S", "by": "discard", "from": "W", "items": [["menqing", 1], ["pinghu", 1]]}],
    }
    wins: Annotated[tuple[TaiwanWin, ...], ask(text("胡牌", "和牌", "Wins"), "group")]
    door: Annotated[
        Place | None,
        ask(
            text("開門位", "开门位", "Door"),
            "seat",
            help=text("以手牌計台時需要。", "以手牌计台时需要。", "Needed when the tai are counted from tiles."),
        ),
    ] = None


class Exhausted(GameEvent, frozen=True, kw_only=True, tag="exhausted"):
    """The wall is exhausted and nobody won (荒局)."""

    title: ClassVar[Text] = text("荒局", "荒局", "Exhausted wall")
    example: ClassVar[dict[str, Any]] = {"type": "exhausted"}


class InsideBet(GameEvent, frozen=True, kw_only=True, tag="inside_bet"):
    """A player raises his own bases (插, 飄, 飛): from this hand on he stands at `units` bases above the one (A6)."""

    needs: ClassVar[str] = "inside_bets"
    title: ClassVar[Text] = text("內插", "内插", "Bases raised")
    example: ClassVar[dict[str, Any]] = {"type": "inside_bet", "seat": "S", "units": 1, "refused_by": ["N"]}
    seat: Annotated[Place, ask(text("內插者", "内插者", "Player"), "seat")]
    units: Annotated[Natural, ask(text("共插底數", "共插底数", "Bases raised in all"), "number", minimum=0)]
    refused_by: Annotated[tuple[Place, ...], ask(text("不接受者", "不接受者", "Refused by"), "seats", help=None)] = ()


class OutsideBet(GameEvent, frozen=True, kw_only=True, tag="outside_bet"):
    """A bystander sides with a player from this hand on, or leaves (`on` empty); his account is the house's (A6)."""

    needs: ClassVar[str] = "outside_bets"
    title: ClassVar[Text] = text("外插", "外插", "Outside bet")
    example: ClassVar[dict[str, Any]] = {"type": "outside_bet", "better": "x", "on": "S", "base": 100, "unit": 50}
    better: Annotated[str, ask(text("外插者", "外插者", "Better"), "text")]
    on: Annotated[Place | None, ask(text("主家", "主家", "Plays with"), "seat")] = None
    base: Annotated[Natural | None, ask(text("外插底", "外插底", "His base"), "number", minimum=0)] = None
    unit: Annotated[Natural | None, ask(text("外插每台", "外插每台", "His value of one tai"), "number", minimum=0)] = (
        None
    )
    fixed: Annotated[
        Positive | None, ask(text("固定金額", "固定金额", "Fixed amount instead"), "number", minimum=1)
    ] = None


EVENTS: dict[str, type[GameEvent]] = {
    "win": WinEvent,
    "exhausted": Exhausted,
    "inside_bet": InsideBet,
    "outside_bet": OutsideBet,
}
