"""A hand in a few words, and what rulings already count of it: for the pages that show a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decoding import decode
from engine.games.shengji.events import LEVEL_CHOICES, HandEvent, LastTrickEntry, RulingPart
from engine.games.shengji.hand import ORDER, PARTNERSHIPS, Gain, HandEnd, HandRules, Partnership, end_hand, members
from engine.games.shengji.memory import all_taken_back, cards_taken_back, ruled_gain
from engine.places import PLACE_NAMES, Place
from engine.text import Text, text

SIDE_NAMES: dict[Partnership, Text] = {
    "EW": text("東西方", "东西方", "East–West"),
    "NS": text("南北方", "南北方", "North–South"),
}


def sum_up_hand(rules: HandRules, dealer: Place, events: Sequence[Mapping[str, Any]]) -> tuple[Text, ...]:
    """Say what decided a hand: card points, last trick, withdrawals, fouls, the final points and the levels gained."""
    written = next((event for event in events if event.get("type") == "hand"), None)
    if written is None:
        return ()
    event, parts = decode(HandEvent, dict(written)), _parts(events)
    # Points and levels gained do not depend on the levels played at.
    played = dict.fromkeys(PARTNERSHIPS, rules.levels[0])
    withdrawn = all_taken_back(event, parts)
    end = end_hand(rules, event.facts(dealer, played, withdrawn))
    told = [_ruled(ruled_gain(part)) for part in parts if part.gain is not None]
    told += [_fouls(event.fouls.by)] if event.fouls.by else []
    if end.final is not None and event.score is not None:
        told.append(text(f"牌分 {event.score}", f"牌分 {event.score}", f"card points {event.score}"))
        told += [_last_trick(event.last_trick)] if event.last_trick is not None else []
    return (*told, *_taken_back(withdrawn), *_ended(event, end))


def taken_back(part: Mapping[str, Any]) -> tuple[Text, ...]:
    """Say how many cards a ruling counts as taken back, by place."""
    read = [decode(RulingPart, dict(part), "effect.game")]
    return _taken_back({place: cards_taken_back(read, place) for place in ORDER})


def levels_by_place(levels: Mapping[Partnership, str]) -> dict[Place, Text]:
    """Say the level of each place's side."""
    names = {choice.code: choice.label.en for choice in LEVEL_CHOICES}
    return {
        place: text(f"{name} 級", f"{name} 级", f"level {name}")
        for side, name in ((side, names.get(level, level)) for side, level in levels.items())
        for place in members(side)
    }


def _parts(events: Sequence[Mapping[str, Any]]) -> list[RulingPart]:
    found = [(event.get("effect") or {}).get("game") for event in events if event.get("type") == "ruling"]
    return [decode(RulingPart, dict(part), "effect.game") for part in found if part]


def _last_trick(last: LastTrickEntry) -> Text:
    winner, product = PLACE_NAMES[last.winner], f"{last.points} × {last.cards}"
    return text(
        f"末輪{winner.zh_hant} {product}", f"末轮{winner.zh_hans} {product}", f"last trick {winner.en} {product}"
    )


def _taken_back(cards: Mapping[Place, int]) -> tuple[Text, ...]:
    return tuple(
        text(
            f"{PLACE_NAMES[place].zh_hant}撤牌 {count} 張",
            f"{PLACE_NAMES[place].zh_hans}撤牌 {count} 张",
            f"{PLACE_NAMES[place].en} took back {count}",
        )
        for place, count in cards.items()
        if count
    )


def _fouls(by: Sequence[Place]) -> Text:
    names = [PLACE_NAMES[place] for place in by]
    return text(
        "、".join(name.zh_hant for name in names) + "違規",
        "、".join(name.zh_hans for name in names) + "违规",
        "illegal follow by " + ", ".join(name.en for name in names),
    )


def _ruled(gain: Gain) -> Text:
    levels = _gain(gain)
    return text(f"裁定{levels.zh_hant}", f"裁定{levels.zh_hans}", f"ruled {levels.en}")


def _ended(event: HandEvent, end: HandEnd) -> tuple[Text, ...]:
    if end.dissolved:
        return (text("散桌", "散桌", "table dissolved"),)
    # Where nothing changed the card points they are not said twice.
    changed = end.final is not None and end.final != event.score
    points = str(end.final).replace("-", "\u2212")
    final = [text(f"得分 {points}", f"得分 {points}", f"final {points}")] if changed else []
    return (*final, *(_gain(gain) for gain in end.gains))


def _gain(gain: Gain) -> Text:
    if gain.side is None:
        return text("輪換莊家", "轮换庄家", "the deal changes sides")
    side, levels = SIDE_NAMES[gain.side], gain.levels
    return text(f"{side.zh_hant}升 {levels} 級", f"{side.zh_hans}升 {levels} 级", f"{side.en} up {levels}")
