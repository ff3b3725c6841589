"""Rulings on the shuffle, the wall and the deal (B1, B2)."""

from __future__ import annotations

from adjudication.rules.zungjung.common import exposed, plain
from adjudication.rules.zungjung.rows import DISQUALIFY, ROWS, ruled
from engine.effects import Flag
from engine.places import next_place
from engine.rulings import Ask, Case, Decision, Status
from engine.situation import Situation
from engine.text import text

_INSPECT = text(
    "裁判查牌；查實作弊即逐出。",
    "裁判查牌；查实作弊即逐出。",
    "The referee inspects the tiles; cheating found means disqualification.",
)
_STANDS = text("牌已看過，開門有效，續局。", "牌已看过，开门有效，续局。", "Tiles have been seen: the break stands.")
_GIVEN_BACK = text(
    "四家同意：日後錯做莊者的一盤由真東家做莊。",
    "四家同意：日后错做庄者的一盘由真东家做庄。",
    "All four agree: the true East will deal in a later turn of the wrong East.",
)
_REDEALT = text("裁判命洗牌重配。", "裁判命洗牌重配。", "The referee orders a new deal.")
_FOUR_DISCARDS = text(
    "已打出四張，不再重配，按張數處分續局；末尾 {wall} 張照例不摸。",
    "已打出四张，不再重配，按张数处分续局；末尾 {wall} 张照例不摸。",
    "Four discards have been made: no new deal; play on with the sanction of the count. The last {wall} tiles stay "
    "undrawn as always.",
)
_NOT_MENDED = text(
    "東家打牌後，他家的配牌不再改正；因此失去的鳴牌不予恢復。",
    "东家打牌后，他家的配牌不再改正；因此失去的鸣牌不予恢复。",
    "After East's discard the others' deal is not put right any more; a claim lost by it is not restored.",
)
COUNT_FLAGS: dict[str, Flag | None] = {"few": "short", "many": "long", "right": None}


def shuffle(case: Case, situation: Situation) -> Decision:
    """A short shuffle is repeated when somebody asks, else left alone (B-01)."""
    if case.facts["raised"] == "nobody" and situation.rules.options.complaint_needed:
        return ruled(case, situation, "B-01b")
    return plain(case, situation)


def walls(case: Case, situation: Situation) -> Decision:
    """A wall built too early is broken; once all stand only stacking matters (B-03)."""
    row = "B-03" if case.facts["stage"] == "building" else "B-03b"
    stacking = case.facts["stacking"]
    if stacking == "none":
        return ruled(case, situation, row)
    step = DISQUALIFY if stacking == "found" else ""
    return ruled(case, situation, row, also=_INSPECT, status="discretion", step=step)


def dice(case: Case, situation: Situation) -> Decision:
    """A wrong throw is repeated until tiles were taken, by any player or by all (B-10, C-08)."""
    stage = case.facts["stage"]
    closed = stage == "all_taken" or (stage == "some_taken" and situation.rules.options.dice_closes == "any")
    return ruled(case, situation, "B-10b" if closed else "B-10")


def wrong_break(case: Case, situation: Situation) -> Decision:
    """A wrong break is corrected until all four have their first four tiles, in between only unseen (B-11)."""
    stage = case.facts["stage"]
    if stage == "between":
        if case.facts["seen"]:
            return ruled(case, situation, "B-11b", status="no_action", remedy=_STANDS)
        return ruled(case, situation, "B-11b")
    return ruled(case, situation, "B-11" if stage == "at_once" else "B-11c")


def wrong_east(case: Case, situation: Situation) -> Decision:
    """A player dealt in another's turn: redeal, go on, or play and pass the deal by the true East (B-12)."""
    options = situation.rules.options
    stage = case.facts["stage"]
    if stage == "before":
        return ruled(case, situation, "B-12")
    if stage == "middle":
        if options.wrong_east_middle == "redeal":
            return ruled(case, situation, "B-12b", remedy=ROWS["B-12"].remedy, redeal=True)
        return ruled(case, situation, "B-12b")
    true_east = case.facts["true_east"]
    game = {}
    if case.facts["agreed"]:
        game["owed"] = [true_east]
    if options.wrong_east_turn == "skipped":
        game["skipped"] = [case.offender]
    return ruled(
        case,
        situation,
        "B-12c",
        also=_GIVEN_BACK if case.facts["agreed"] else None,
        next_dealer=next_place(true_east, situation.order),
        game=game,
    )


def wrong_tiles(case: Case, situation: Situation) -> Decision:
    """Wrong tiles go back unless he has looked at them (B-13)."""
    return ruled(case, situation, "B-13b" if case.facts["looked"] else "B-13")


def flipped(case: Case, situation: Situation) -> Decision:
    """Few flipped tiles are free or as in play, many may mean a new deal (B-15, B-16, C-11)."""
    looked = case.facts["looked"]
    many = case.facts["tiles"] > situation.rules.options.few_tiles
    if not many:
        return ruled(case, situation, "B-15", ladder="wall_tile" if looked else "")
    redeal = case.facts["redeal"]
    return ruled(case, situation, "B-16", step="P2" if looked else "", redeal=redeal, also=_REDEALT if redeal else None)


def wrong_number(case: Case, situation: Situation) -> Decision | Ask:
    """A wrong count is put right until his own first discard (or East's, C-39), later a long or short hand (B-17)."""
    stage, count = case.facts["stage"], case.facts["count"]
    if stage != "discarded" and situation.rules.options.deal_fix_until == "east_discard":
        if "east_discarded" not in case.facts:
            return Ask(("east_discarded",))
        stage = "discarded" if case.facts["east_discarded"] else stage
    if stage == "unseen":
        return ruled(case, situation, "B-17")
    if stage == "looked":
        return ruled(case, situation, "B-17b" if count == "few" else "B-17c")
    return ruled(case, situation, "B-17d", flag=COUNT_FLAGS[count])


def unmended(case: Case, situation: Situation) -> Decision:
    """A deal that cannot be mended is dealt anew until the first round of discards is over (B-18, C-12)."""
    by_player = situation.rules.options.first_round == "each_player"
    if case.facts["stage"] == "before" or (case.facts["stage"] == "four" and by_player):
        return ruled(case, situation, "B-18")
    flag = COUNT_FLAGS[case.facts["count"]]
    status: Status = "penalised" if flag else "no_action"
    if case.facts["stage"] == "four":
        return ruled(case, situation, "B-18b", flag=flag, status=status, remedy=_FOUR_DISCARDS)
    return ruled(case, situation, "B-18b", flag=flag, status=status)


def before_the_others(case: Case, situation: Situation) -> Decision:
    """A discard before the others have their tiles: these may still be put right, or no more once East threw (B-19)."""
    late = situation.rules.options.deal_fix_until == "east_discard"
    return ruled(case, situation, "B-19", remedy=_NOT_MENDED) if late else ruled(case, situation, "B-19")


DECIDERS = {
    "before_the_others": before_the_others,
    "shuffle": shuffle,
    "walls": walls,
    "dice": dice,
    "wrong_break": wrong_break,
    "wrong_east": wrong_east,
    "wrong_tiles": wrong_tiles,
    "exposed": exposed,
    "flipped": flipped,
    "wrong_number": wrong_number,
    "unmended": unmended,
}
