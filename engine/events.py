"""Table events: the kinds every game shares, and how a line of plain data becomes one."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.amounts import After, Count, Identifier, Natural, Ordinal
from engine.decoding import decode, plain
from engine.effects import Effect, Wording
from engine.errors import RuleError, noop
from engine.fields import Choice, ask
from engine.places import Place
from engine.text import Text, text

Later = Literal["as_played", "expected"]


class TableEvent(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """What every event may carry: hand, the event it follows in play (−1: first in its hand), the deal as played.

    `title` names the kind of event for people; `example` is one as it is written, for the documentation.
    """

    title: ClassVar[Text]
    example: ClassVar[dict[str, Any]] = {}
    hand: Ordinal | None = None
    after: After | None = None
    dealer: Place | None = None
    streak: Count | None = None
    round_wind: Place | None = None

    @property
    def kind(self) -> str:
        """The word that stands as `type` in the data."""
        return str(self.__struct_config__.tag)


class GameEvent(TableEvent, frozen=True, kw_only=True):
    """An event that only its game understands; `needs` is an option without which it is not played.

    `on_slip` names the fields for which a score slip has a column beside the points of each place.
    """

    needs: ClassVar[str] = ""
    on_slip: ClassVar[tuple[str, ...]] = ()


class Ruling(TableEvent, frozen=True, kw_only=True, tag="ruling"):
    """A referee's ruling with its whole effect; with `undoes` it overturns an earlier ruling instead.

    With `amends` it takes the place of an earlier ruling of its hand, after which it stands in play: the hand goes on
    from where it was before that one, whose lines are reversed.
    """

    title: ClassVar[Text] = text("裁定", "裁定", "Ruling")
    effect: Effect = Effect()
    undoes: Count | None = None
    amends: Count | None = None
    wording: Wording | None = None


class Seats(TableEvent, frozen=True, kw_only=True, tag="seats"):
    """Who sits where from this hand on; with `first_dealer` a new 將 or cycle begins, without it a substitution."""

    title: ClassVar[Text] = text("座位", "座位", "Seats")
    seats: dict[Place, str | None]
    first_dealer: Place | None = None


class Swap(TableEvent, frozen=True, kw_only=True, tag="swap"):
    """Two persons sat in each other's places since a hand: those hands are attributed anew."""

    title: ClassVar[Text] = text("換回座位", "换回座位", "Seats swapped back")
    places: tuple[Place, Place]
    since: Ordinal


class Void(TableEvent, frozen=True, kw_only=True, tag="void"):
    """Takes one event out, as if it had never been written."""

    title: ClassVar[Text] = text("收回", "收回", "Taken back")
    seq: Count
    later: Later = "as_played"


class Replace(TableEvent, frozen=True, kw_only=True, tag="replace", rename={"replacement": "with"}):
    """Puts another content in the place of one event."""

    title: ClassVar[Text] = text("更正", "更正", "Correction")
    seq: int
    replacement: dict[str, Any]
    later: Later = "as_played"


class Finish(TableEvent, frozen=True, kw_only=True, tag="finish"):
    """The table has finished its round."""

    title: ClassVar[Text] = text("本桌結束", "本桌结束", "Table finished")


COMMON_EVENTS: dict[str, type[TableEvent]] = {
    "ruling": Ruling,
    "seats": Seats,
    "swap": Swap,
    "void": Void,
    "replace": Replace,
    "finish": Finish,
}


class Recorded(msgspec.Struct, frozen=True):
    """An event with its sequence number at the table."""

    seq: int
    event: TableEvent


BY_CHOICES = (
    Choice("discard", text("放銃", "放铳", "On a discard")),
    Choice("self", text("自摸", "自摸", "Self-draw")),
)


class WinEntry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename={"giver": "from"}
):
    """One winner of a hand in the games of tiles; each game adds its own facts.

    The value is given in exactly one of three ways: `total`, `items` or `tiles`.
    """

    seat: Annotated[Place, ask(text("胡牌者", "和牌者", "Winner"), "seat")]
    by: Annotated[Literal["discard", "self"], ask(text("怎麼胡的", "怎么和的", "Won by"), "choice", choices=BY_CHOICES)]
    giver: Annotated[
        Place | None,
        ask(
            text("放銃者", "放铳者", "Discarder"),
            "seat",
            when={"by": ("discard",)},
            needed={"by": ("discard",)},
            unlike="seat",
        ),
    ] = None
    total: Annotated[Natural | None, ask(text("合計", "合计", "Total"), "number", minimum=0)] = None
    items: Annotated[
        tuple[tuple[str, Ordinal], ...] | None,
        ask(text("勾選項目", "勾选项目", "Items"), "items"),
    ] = None
    tiles: Annotated[dict[str, Any] | None, ask(text("手牌", "手牌", "Tiles"), "tiles")] = None
    flags: Annotated[tuple[str, ...], ask(text("情形", "情形", "Circumstances"), "flags")] = ()
    kong_tail: Annotated[
        bool, ask(text("胡的牌摸自槓尾", "和的牌摸自杠尾", "Tile came from the kong tail"), "flag", hidden=True)
    ] = False
    kong_tile_unchanged: Annotated[
        bool,
        ask(text("槓尾牌原張打出", "杠尾牌原张打出", "Kong-tail tile discarded as drawn"), "flag", hidden=True),
    ] = False
    since: Annotated[
        dict[Identifier, Ordinal],
        ask(text("其後摸牌張數", "其后摸牌张数", "Tiles drawn since"), "since", hidden=True),
    ] = {}
    tiles_of: Annotated[
        tuple[str, ...], ask(text("就是那一張牌", "就是那一张牌", "It was that very tile"), "choices", hidden=True)
    ] = ()


def parse_event(game_events: dict[str, type[GameEvent]], data: Any, path: str = "") -> TableEvent:
    """Read one event; `game_events` are the kinds of the game beside the common ones.

    Raises `RuleError` (`event_type_unknown`, or what `decode` says) with the path of what is wrong.
    """
    if not isinstance(data, dict):
        raise RuleError("unreadable", noop("This cannot be read: {detail}"), path=path, detail=type(data).__name__)
    kinds = {**COMMON_EVENTS, **game_events}
    kind = kinds.get(str(data.get("type")))
    if kind is None:
        raise RuleError(
            "event_type_unknown",
            noop("There is no kind of event “{type}” in this game."),
            path=f"{path}.type".lstrip("."),
            type=data.get("type"),
        )
    if kind is Ruling and isinstance(data.get("effect"), dict) and "undoes" in data["effect"]:
        effect = dict(data["effect"])
        data = {**data, "undoes": effect.pop("undoes"), "effect": effect}
    return decode(kind, data, path)


def dump_event(event: TableEvent) -> dict[str, Any]:
    """Return an event as plain data that `parse_event` reads back."""
    return dict(plain(event))
