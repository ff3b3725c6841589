"""The value of a recorded win: from a total, from ticked items or from tiles, and who is to pay it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import RuleError, join_path, noop
from engine.games.taiwan.events import TaiwanWin, WinEvent
from engine.games.taiwan.items import FLOWER_ITEMS, Way, items_of
from engine.games.taiwan.scoring import FLOWER_WINS, HAND_RULES, score_tiles, scorer_of
from engine.games.taiwan.settlement import Worth
from engine.hand import Hand
from engine.patterns import Tally
from engine.places import PLACES, Place, steps_between
from engine.rulesets import ResolvedRuleset

# These come from the win, not from its tiles.
_OF_THE_WIN = ("id", "by", "seat", "round", "options", "preset")


def worth_of(rules: ResolvedRuleset, hand: Hand, event: WinEvent, entry: TaiwanWin, path: str) -> Worth:
    """Return what a win is worth in tai; flowers alone may win with a hand that stays closed.

    Raises `RuleError` unless any other win is given in exactly one of the three ways.
    """
    given = [name for name in ("total", "items", "tiles") if getattr(entry, name) is not None]
    closed = not given and not FLOWER_WINS.isdisjoint(entry.flags)
    if len(given) != 1 and not closed:
        raise RuleError(
            "value_ways",
            noop("Give a total, items or tiles: exactly one of them."),
            path=f"{path}.{(given or ['total'])[-1]}",
        )
    for index, flag in enumerate(entry.flags):
        if flag not in HAND_RULES.flags:
            raise RuleError(
                "flag_unknown", noop("This game knows no flag {flag}."), path=f"{path}.flags[{index}]", flag=flag
            )
    if closed:
        return _from_flowers(rules, entry)
    if entry.tiles is not None:
        return _from_tiles(rules, hand, event, entry, f"{path}.tiles")
    if entry.items is not None:
        return _from_items(rules, entry, f"{path}.items")
    return _from_total(rules, entry)


def _from_flowers(rules: ResolvedRuleset, entry: TaiwanWin) -> Worth:
    """Count a win by flowers whose hand stays closed: the flowers alone (A21.28 to A21.30)."""
    items = items_of(rules)
    tai = items.value("baxian" if "all_flowers" in entry.flags else "qiqiangyi")
    if not {"dealt_flowers", "heaven"}.isdisjoint(entry.flags):
        tai += items.value("peipai_huahu_extra")
    return _worth(rules, entry, tai, complete=False)


def _from_total(rules: ResolvedRuleset, entry: TaiwanWin) -> Worth:
    assert entry.total is not None
    extra = entry.extra
    return _worth(
        rules,
        entry,
        entry.total,
        complete=extra is not None,
        robbed=extra.robbed if extra else 0,
        others=extra.others if extra else 0,
    )


def _from_items(rules: ResolvedRuleset, entry: TaiwanWin, path: str) -> Worth:
    """Count ticked items; with a flower robbed by six, 七搶一 is the robbed player's and flowers are the others'."""
    assert entry.items is not None
    items, way = items_of(rules), _way(entry.by, entry.flags)
    if "rob_flower_6" not in entry.flags:
        won = items.with_way(entry.items, way=way, flags=entry.flags)
        return _worth(rules, entry, items.tally(won, way=way, path=path).raw, complete=True)
    robbed = [item for item in entry.items if item[0] == "qiqiangyi"]
    flowers = [item for item in entry.items if item[0] in FLOWER_ITEMS]
    shape = [item for item in entry.items if item not in robbed and item not in flowers]
    for part in (robbed, flowers, shape):
        items.tally(part, way=way, path=path)
    if not shape:
        return _worth(rules, entry, items.value("qiqiangyi"), complete=False)
    return _worth(
        rules,
        entry,
        items.tally(items.with_way(shape, way=way, flags=entry.flags), way=way, path=path).raw,
        complete=True,
        robbed=items.value("qiqiangyi"),
        others=items.tally(flowers, way=way, path=path).raw,
    )


def _way(by: str | None, flags: Sequence[str]) -> Way:
    if "rob_flower_7" in flags:
        return "robbed_flower"
    return "self" if by == "self" else "claimed"


def tally_of(
    rules: ResolvedRuleset, items: Sequence[tuple[str, int]], by: str | None, flags: Sequence[str], path: str
) -> Tally:
    """Count ticked items by the way of the win; raises `RuleError` for what cannot come so."""
    known, way = items_of(rules), _way(by, flags)
    won = known.with_way(items, way=way, flags=flags) if by else items
    return known.tally(won, way=way, path=path)


def _from_tiles(rules: ResolvedRuleset, hand: Hand, event: WinEvent, entry: TaiwanWin, path: str) -> Worth:
    assert entry.tiles is not None
    for field in _OF_THE_WIN:
        if field in entry.tiles:
            raise RuleError(
                "field_unknown", noop("“{field}” is not known here."), path=join_path(path, field), field=field
            )
    flags = entry.tiles.get("flags")
    data: dict[str, Any] = {
        **entry.tiles,
        "by": entry.by,
        "seat": own_wind(rules, hand, event.door, entry.seat),
        "round": hand.round_wind,
        "flags": list(entry.flags) if flags is None or isinstance(flags, list | tuple) else flags,
    }
    score = score_tiles(rules, data, path)
    extra = dict(score.extra)
    return _worth(
        rules,
        entry,
        score.raw,
        complete=score.complete,
        robbed=extra.get("robbed", 0),
        others=extra.get("others", 0),
    )


def own_wind(rules: ResolvedRuleset, hand: Hand, door: Place | None, seat: Place) -> Place:
    """Return the wind that is a place's own in this hand: counted from the door, or from the dealer (B.5)."""
    east = door if rules.options.own_wind == "door" else hand.dealer
    if east is None:
        raise RuleError("door_missing", noop("Say at whose wall the hand was broken open."), path="door")
    return PLACES[steps_between(east, seat)]


def _worth(
    rules: ResolvedRuleset, entry: TaiwanWin, raw: int, *, complete: bool, robbed: int = 0, others: int = 0
) -> Worth:
    """Cap the tai and say who pays: the giver of a tile or a robbed flower, or everyone (A21.30, A23)."""
    capped = scorer_of(rules).capped
    tai = capped(raw)
    if "rob_flower_6" in entry.flags:
        alone = not complete
    else:
        alone = entry.by == "discard" or "rob_flower_7" in entry.flags
    return Worth(tai, "giver" if alone else "all", capped(raw + robbed) - tai, capped(raw + others) - tai)
