"""Rulings on draws, tempo and claims (B3, B4)."""

from __future__ import annotations

from adjudication.rules.zungjung.common import exposed_tiles
from adjudication.rules.zungjung.deal import COUNT_FLAGS
from adjudication.rules.zungjung.rows import ROWS, ruled
from engine.places import next_place
from engine.rulings import Case, Decision
from engine.situation import Situation
from engine.text import text

_LONG = text("作大相公續局。", "作大相公续局。", "Play on as a long hand.")
_MAY_WIN = text(
    "另有人鳴此牌，他可依先後胡牌。",
    "另有人鸣此牌，他可依先后和牌。",
    "Another claims this discard: he may win on it by the usual precedence.",
)
_MAY_NOT_WIN = text("不可胡此牌。", "不可和此牌。", "He may not win on this discard.")
_NO_CHOICE = text(
    "牌放回；鳴牌者的下家即先摸者，照摸該牌，無可選擇。",
    "牌放回；鸣牌者的下家即先摸者，照摸该牌，无可选择。",
    "The tile goes back; the claimer's lower seat is the first drawer, who draws it normally without a choice.",
)
_MAY_LOOK = text(
    "牌放回；鳴牌者的下家可看牌後再選擇：自己留下，或讓先摸者留作下一次所摸而自己摸下一張；併入手牌即為選定。",
    "牌放回；鸣牌者的下家可看牌后再选择：自己留下，或让先摸者留作下一次所摸而自己摸下一张；并入手牌即为选定。",
    "The tile goes back; the claimer's lower seat may look before he chooses: keep it, or let the first drawer have it "
    "as his next draw and take the next. Merging it is choosing it.",
)
_DISCARD_IT = text("該牌須打出。", "该牌须打出。", "That tile must be discarded.")
_CALL_STANDS = text("改叫有效，免罰。", "改叫有效，免罚。", "The changed call stands without penalty.")


def early_draw(case: Case, situation: Situation) -> Decision:
    """Drawing early: back in time with a warning, a long hand if merged, repeated or so decided (B-21, C-13)."""
    always = situation.rules.options.early_draw == "long_hand"
    if case.facts["stage"] == "after":
        flag = COUNT_FLAGS[case.facts["count"]]
        if flag or always:
            return ruled(case, situation, "B-21b", flag=flag or "long")
        return ruled(case, situation, "B-21b", ladder="early_draw")
    if case.facts["merged"] or always:
        return ruled(case, situation, "B-21", flag="long", also=_LONG)
    return ruled(case, situation, "B-21", ladder="early_draw")


def touched(case: Case, situation: Situation) -> Decision:
    """After touching the wall head no set may be claimed; a win only if another claims the tile (B-22, C-14)."""
    if case.facts["claim"] == "set":
        return ruled(case, situation, "B-22")
    if case.facts["other_claims"] and situation.rules.options.wall_touch == "after_claim":
        return ruled(case, situation, "B-22", status="right", remedy=_MAY_WIN)
    return ruled(case, situation, "B-22", remedy=_MAY_NOT_WIN)


def lifted(case: Case, situation: Situation) -> Decision:
    """A drawn tile goes back for a pung or kong until it is merged; the next drawer chooses (B-25, C-15, C-16)."""
    if case.facts["stage"] != "lifted" or situation.rules.options.merged == "lifted":
        return ruled(case, situation, "B-25b")
    if next_place(case.facts["claimer"], situation.order) == case.offender:
        return ruled(case, situation, "B-25", remedy=_NO_CHOICE)
    if situation.rules.options.drawer_choice == "before_merging":
        return ruled(case, situation, "B-25", remedy=_MAY_LOOK)
    return ruled(case, situation, "B-25")


def wrong_place(case: Case, situation: Situation) -> Decision:
    """A draw from the wrong place is undone, kept or stands; what merging means is the event's choice (B-26)."""
    stage = case.facts["stage"]
    if stage == "lifted":
        return ruled(case, situation, "B-26")
    if stage == "discarded":
        return ruled(case, situation, "B-26c")
    reading = situation.rules.options.merged_wrong_draw
    if reading == "forced":
        return ruled(case, situation, "B-26b", remedy=_DISCARD_IT)
    return ruled(case, situation, "B-26b", flag="dead" if reading == "dead_hand" else None)


def wrong_set(case: Case, situation: Situation) -> Decision:
    """A wrong set is corrected at once or locked, its owner then unable to win (B-30)."""
    if case.facts["stage"] == "acted":
        return ruled(case, situation, "B-30b")
    return exposed_tiles(case, situation, "B-30")


def changed(case: Case, situation: Situation) -> Decision:
    """A changed call: to a win it is allowed, free when another claimed the tile, else a warning (B-33)."""
    change = case.facts["change"]
    if change == "plain":
        return ruled(case, situation, "B-33")
    status = "right" if change == "to_win" else "restored"
    return ruled(case, situation, "B-33", status=status, remedy=_CALL_STANDS, ladder="")


def unvoiced(case: Case, situation: Situation) -> Decision:
    """An unvoiced claim may be ignored; a discard without call or draw is a forgotten draw (B-34)."""
    if case.facts["stage"] == "discard":
        return ruled(case, situation, "B-34b")
    if case.facts["locked"]:
        return ruled(case, situation, "B-34", status="warning", ladder="warnings")
    return ruled(case, situation, "B-34")


def not_taken(case: Case, situation: Situation) -> Decision:
    """A claimed tile is taken before his next turn; later he is short (B-38)."""
    if case.facts["stage"] == "before":
        return ruled(case, situation, "B-38")
    return ruled(case, situation, "B-38", flag="short", remedy=ROWS["B-60"].remedy)


DECIDERS = {
    "early_draw": early_draw,
    "touched": touched,
    "lifted": lifted,
    "wrong_place": wrong_place,
    "wrong_set": wrong_set,
    "changed": changed,
    "unvoiced": unvoiced,
    "not_taken": not_taken,
}
