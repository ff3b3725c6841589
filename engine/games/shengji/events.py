"""The game's table event: a hand that was played, and the part of a ruling that only this game understands."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.amounts import Count, Natural, Points
from engine.errors import RuleError, noop
from engine.events import GameEvent
from engine.fields import Choice, ask
from engine.games.shengji.hand import ORDER, HandFacts, LastTrick, Partnership, partnership
from engine.places import Place
from engine.text import Text, text

SUIT_CHOICES = (
    Choice("S", text("黑桃", "黑桃", "Spades")),
    Choice("H", text("紅心", "红心", "Hearts")),
    Choice("D", text("方塊", "方块", "Diamonds")),
    Choice("C", text("梅花", "梅花", "Clubs")),
)
LEVEL_CHOICES = tuple(
    Choice("T" if level == "10" else level, text(level, level, level))
    for level in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
)


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The level of each side before the hand."""

    EW: Annotated[str, ask(text("東西方級數", "东西方级数", "Level of East–West"), "choice", choices=LEVEL_CHOICES)]
    NS: Annotated[str, ask(text("南北方級數", "南北方级数", "Level of North–South"), "choice", choices=LEVEL_CHOICES)]

    def by_side(self) -> dict[Partnership, str]:
        """Return the levels by side."""
        return {"EW": self.EW, "NS": self.NS}


class LastTrickEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last trick: how many cards were led, the points in it, who won it."""

    cards: Annotated[
        int,
        msgspec.Meta(ge=1, le=54),
        ask(text("末輪領牌張數", "末轮领牌张数", "Cards led in the last trick"), "number", minimum=1, maximum=54),
    ]
    points: Annotated[Natural, ask(text("末輪牌分", "末轮牌分", "Points in the last trick"), "number", minimum=0)]
    winner: Annotated[Place, ask(text("末輪贏家", "末轮赢家", "Winner of the last trick"), "seat")]


class Withdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Cards taken back in the whole hand, by place."""

    E: Annotated[Count, ask(text("東撤牌張數", "东撤牌张数", "Cards taken back by East"), "number", minimum=0)] = 0
    N: Annotated[Count, ask(text("北撤牌張數", "北撤牌张数", "Cards taken back by North"), "number", minimum=0)] = 0
    W: Annotated[Count, ask(text("西撤牌張數", "西撤牌张数", "Cards taken back by West"), "number", minimum=0)] = 0
    S: Annotated[Count, ask(text("南撤牌張數", "南撤牌张数", "Cards taken back by South"), "number", minimum=0)] = 0

    def by_place(self) -> dict[Place, int]:
        """Return the numbers of cards by place."""
        return {place: int(getattr(self, place)) for place in ORDER}


class Fouls(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Illegal follows found when a trick was judged: its leader and who fouled."""

    leader: Annotated[Place | None, ask(text("領牌者", "领牌者", "Leader of that trick"), "seat")] = None
    by: Annotated[tuple[Place, ...], ask(text("違規者", "违规者", "Who followed illegally"), "seats")] = ()


class HandEvent(GameEvent, frozen=True, kw_only=True, tag="hand"):
    """One hand from the deal to its end.

    `score` are the attackers' card points before the last trick, or of the whole hand when `last_trick` is left out;
    none where a foul ends the hand. (The `trick` command takes final points there, too.)
    `levels`, or `level` for the dealer's side alone, are as played; left out they are what the table expects.
    `withdrawn` are the totals of the hand, those that rulings already wrote down included.
    """

    title: ClassVar[Text] = text("一盤", "一盘", "A hand")
    example: ClassVar[dict[str, Any]] = {
        "type": "hand",
        "level": "3",
        "trump": "H",
        "score": 100,
        "last_trick": {"cards": 4, "points": 60, "winner": "N"},
        "withdrawn": {"S": 4},
    }
    on_slip: ClassVar[tuple[str, ...]] = ("level", "trump", "score", "last_trick", "withdrawn", "fouls")
    level: Annotated[
        str | None, ask(text("本盤級數", "本盘级数", "Level of the hand"), "choice", choices=LEVEL_CHOICES)
    ] = None
    trump: Annotated[
        Literal["S", "H", "D", "C"] | None, ask(text("主牌", "主牌", "Trump"), "choice", choices=SUIT_CHOICES)
    ] = None
    score: Annotated[
        Points | None,
        ask(
            text("閒家牌分", "闲家牌分", "Attackers' card points"),
            "number",
            help=text(
                "末輪之前的牌分；不填末輪時為全盤牌分。判違規而止的一盤不填。",
                "末轮之前的牌分；不填末轮时为全盘牌分。判违规而止的一盘不填。",
                "Before the last trick; of the whole hand when the last trick is left out. None where a foul ends it.",
            ),
            unfolded=True,
            minimum=0,
            maximum=400,
        ),
    ] = None
    last_trick: Annotated[LastTrickEntry | None, ask(text("末輪", "末轮", "Last trick"), "group")] = None
    withdrawn: Annotated[Withdrawn, ask(text("撤牌", "撤牌", "Withdrawals"), "group")] = Withdrawn()
    fouls: Annotated[Fouls, ask(text("違規", "违规", "Fouls"), "group")] = Fouls()
    levels: Annotated[Levels | None, ask(text("雙方級數", "双方级数", "Levels"), "group", hidden=True)] = None

    def levels_played(self, dealer: Place, expected: dict[Partnership, str]) -> dict[Partnership, str]:
        """Return the levels as played: as written, with what is left out as expected."""
        levels = dict(expected) if self.levels is None else self.levels.by_side()
        if self.level is None:
            return levels
        side = partnership(dealer)
        if self.levels is not None and levels[side] != self.level:
            raise RuleError(
                "level_conflict",
                noop("The dealer's side is at {expected}, not {level}."),
                path="level",
                expected=levels[side],
                level=self.level,
            )
        return levels | {side: self.level}

    def facts(self, dealer: Place, levels: dict[Partnership, str], withdrawn: dict[Place, int]) -> HandFacts:
        """Return what the end of the hand is worked out from."""
        last = self.last_trick
        return HandFacts(
            dealer,
            levels,
            self.score,
            None if last is None else LastTrick(last.cards, last.points, last.winner),
            withdrawn,
            self.fouls.leader,
            self.fouls.by,
        )


class RuledGain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Levels a ruling gives to a side."""

    side: Partnership
    levels: Count


class RulingPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The `game` part of a ruling's effect.

    `withdrawn` adds cards taken back; `withdrawn_total` says how many it has been in the hand at least; `gain` gives
    levels for a foul; `uncalled`: nobody called trump; `over` ends the game at this table.
    """

    withdrawn: dict[Place, Count] = {}
    withdrawn_total: dict[Place, Count] = {}
    gain: RuledGain | None = None
    uncalled: bool = False
    over: Literal["dissolved", "left"] | None = None
