"""The tournament table 1.C.2 (SBR): what each row gives, as data; one function carries it out."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.deciding import climb
from engine.effects import Effect, FlagChange
from engine.rulings import Case, Decision, Penalty, Status
from engine.situation import Situation
from engine.text import Text, text

Sanction = Literal["class1", "class2", "class3", "class4", "match", "none"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table: its class, whether he may not win (停和陪打) and kongs go back, and the remedy in words.

    `half_points` are penalties in halves of a placing point (盤分), counted in twelfths as `half_points` × 6.
    `row` is the row's number where it is not that of its infraction.
    """

    remedy: Text
    sanction: Sanction = "none"
    no_win: bool = False
    refund: bool = False
    half_points: int = 0
    status: Status | None = None
    row: int = 0


_RESTORE = text("恢復原狀。", "恢复原状。", "Restore it.")
_STANDS = text("照現狀打下去。", "照现状打下去。", "Play goes on as it stands.")
_NO_WIN = text(
    "停和陪打：不得和牌，本副槓分退回，除為聽牌不得碰槓。",
    "停和陪打：不得和牌，本副杠分退回，除为听牌不得碰杠。",
    "Plays on without the right to win: kong income of the hand goes back; no pong or kong except to become ready.",
)
_LOST = text(
    "由裁判長處理：判負、取消資格或禁賽。",
    "由裁判长处理：判负、取消资格或禁赛。",
    "For the chief referee: loss, disqualification or a ban.",
)
_BACK = text("摸的牌放回，他人仍可喊。", "摸的牌放回，他人仍可喊。", "The tile goes back; others may still call.")
_TAKE = text("現在取回該牌。", "现在取回该牌。", "Take the tile now.")
_FALSE = text(
    "此和不算，牌收回，打下去；其本副槓分退回，先前之事不改。",
    "此和不算，牌收回，打下去；其本副杠分退回，先前之事不改。",
    "The win is void and play goes on; the player's kong income of the hand goes back, earlier effects stand.",
)

# (infraction, condition) -> what follows; the rows of 1.C.2 from top to bottom.
TABLE: dict[tuple[str, str], Outcome] = {
    ("SBR/1", "le10"): Outcome(
        remedy=text("扣半個盤分，入座。", "扣半个盘分，入座。", "Half a place point off; take the seat."), half_points=1
    ),
    ("SBR/1", "le15"): Outcome(
        remedy=text("扣一個盤分，入座。", "扣一个盘分，入座。", "One place point off; take the seat."), half_points=2
    ),
    ("SBR/1", "over15"): Outcome(
        remedy=text(
            "本場棄權記零；三人續打，不足三人他人各記三盤分。",
            "本场弃权记零；三人续打，不足三人他人各记三盘分。",
            "The round is forfeited with 0; three play on, fewer: the others get 3 place points.",
        ),
        sanction="match",
    ),
    ("SBR/2", "down"): Outcome(remedy=text("恢復，或重新配牌。", "恢复，或重新配牌。", "Restore it, or deal again.")),
    ("SBR/2", "up"): Outcome(row=3, remedy=_NO_WIN, no_win=True, refund=True),
    ("SBR/2", "deliberate"): Outcome(row=4, remedy=text("重新配牌。", "重新配牌。", "Deal again."), sanction="class3"),
    ("SBR/5", "acted"): Outcome(remedy=_NO_WIN, no_win=True, refund=True),
    ("SBR/5", "taken_back"): Outcome(remedy=_RESTORE, sanction="class4"),
    ("SBR/6", "accident"): Outcome(remedy=_STANDS, sanction="class3"),
    ("SBR/6", "purpose"): Outcome(remedy=_STANDS, sanction="class2"),
    ("SBR/7", "accident"): Outcome(remedy=text("立即蓋回。", "立即盖回。", "Cover them at once."), sanction="class4"),
    ("SBR/7", "purpose"): Outcome(remedy=text("立即蓋回。", "立即盖回。", "Cover them at once."), sanction="class3"),
    ("SBR/8", "some"): Outcome(remedy=_RESTORE, sanction="class3"),
    ("SBR/8", "wrecked"): Outcome(
        remedy=text(
            "由裁判決定結算、作廢或重打。",
            "由裁判决定结算、作废或重打。",
            "The referee has the hand settled, cancelled or replayed.",
        ),
        sanction="class2",
    ),
    ("SBR/9", "accident"): Outcome(remedy=_NO_WIN, no_win=True, refund=True),
    ("SBR/9", "hidden"): Outcome(row=10, remedy=_LOST, sanction="class1"),
    ("SBR/11", ""): Outcome(remedy=_BACK, sanction="class4"),
    ("SBR/12", "restored"): Outcome(remedy=text("補摸。", "补摸。", "Draw now."), sanction="class4"),
    ("SBR/12", "gone_on"): Outcome(remedy=_NO_WIN, no_win=True, refund=True, sanction="class4"),
    ("SBR/13", "touched"): Outcome(remedy=_BACK),
    ("SBR/13", "seen"): Outcome(row=14, remedy=_BACK, sanction="class4"),
    ("SBR/13", "merged"): Outcome(row=14, remedy=_NO_WIN, no_win=True, refund=True, sanction="class4"),
    ("SBR/13", "unnoticed"): Outcome(row=14, remedy=_STANDS, status="no_action"),
    ("SBR/15", "in_time"): Outcome(remedy=_RESTORE, sanction="class4"),
    ("SBR/15", "late"): Outcome(row=16, remedy=_NO_WIN, no_win=True, refund=True, sanction="class4"),
    ("SBR/15", "late_pig"): Outcome(row=16, remedy=_NO_WIN, no_win=True, refund=True, sanction="class2"),
    ("SBR/15", "late_result"): Outcome(row=16, remedy=_NO_WIN, no_win=True, refund=True, sanction="class2"),
    ("SBR/17", ""): Outcome(remedy=_TAKE, sanction="class4"),
    ("SBR/18", ""): Outcome(remedy=_TAKE, sanction="class4"),
    ("SBR/19", "known"): Outcome(remedy=_TAKE, sanction="class3"),
    ("SBR/19", "unknown"): Outcome(remedy=_FALSE, refund=True, sanction="class2"),
    ("SBR/20", "plain"): Outcome(remedy=_STANDS, sanction="class4"),
    ("SBR/20", "misled"): Outcome(remedy=_STANDS, sanction="class3"),
    ("SBR/21", ""): Outcome(
        remedy=text("收回，打下去。", "收回，打下去。", "Withdraw it; play goes on."), sanction="class3"
    ),
    ("SBR/22", "slip_claim"): Outcome(remedy=_STANDS, sanction="class4"),
    ("SBR/22", "slip_win"): Outcome(remedy=_STANDS, sanction="class3"),
    ("SBR/22", "stands"): Outcome(
        remedy=text("照所喊執行。", "照所喊执行。", "The call stands and is carried out."), sanction="class4"
    ),
    ("SBR/23", "legal"): Outcome(remedy=_STANDS, sanction="class4"),
    ("SBR/23", "void"): Outcome(remedy=_RESTORE, sanction="class3"),
    ("SBR/24", ""): Outcome(remedy=_NO_WIN, no_win=True, refund=True, sanction="class2"),
    ("SBR/25", ""): Outcome(remedy=_FALSE, refund=True, sanction="class2"),
    ("SBR/26", ""): Outcome(remedy=_FALSE, refund=True, sanction="class2"),
    ("SBR/27", "off_use"): Outcome(remedy=text("收起手機。", "收起手机。", "Put the phone away."), sanction="class3"),
    ("SBR/27", "used"): Outcome(remedy=text("收起手機。", "收起手机。", "Put the phone away."), sanction="class2"),
    ("SBR/27", "repeated"): Outcome(remedy=_LOST, sanction="class1"),
    ("SBR/28", ""): Outcome(remedy=_LOST, sanction="class1"),
}
_HALF_POINT = 6  # twelfths
_WARNINGS = ("warning", "serious_warning")


def tournament(case: Case, situation: Situation) -> Decision:
    """Carry out a row: flags and refunds at the table, a rung of its class's ladder, or the chief referee's word."""
    outcome = TABLE[case.infraction, case.facts.get("condition", "")]
    penalty, ladder = _penalty(outcome, case, situation)
    effect = Effect(
        flags=(FlagChange(case.offender, "no_win"),) if outcome.no_win else (),
        game={"void_kongs": [case.offender]} if outcome.refund else {},
    )
    return Decision(
        status=outcome.status or _status(outcome, penalty),
        remedy=outcome.remedy,
        article=article_of(case.infraction, outcome),
        effect=effect,
        penalty=penalty,
        ladder=ladder,
    )


def article_of(infraction: str, outcome: Outcome) -> str:
    """Return the article of a row: the number of its infraction, or its own where one infraction has several rows."""
    return f"1.C.2.{outcome.row or infraction.removeprefix('SBR/')}"


def _penalty(outcome: Outcome, case: Case, situation: Situation) -> tuple[Penalty | None, str]:
    if outcome.half_points:
        points = outcome.half_points * _HALF_POINT
        return Penalty("place_points", points, "placing", "round"), ""
    if outcome.sanction not in ("class2", "class3", "class4"):
        return None, ""
    penalty = climb(situation.rules, outcome.sanction, case)
    if outcome.sanction == "class4" and penalty.step not in _WARNINGS:
        return climb(situation.rules, "class3", _after_warnings(case)), "class3"
    if outcome.sanction == "class2":
        penalty = msgspec.structs.replace(penalty, points=situation.rules.options.fine_class2)
    return penalty, outcome.sanction


def _after_warnings(case: Case) -> Case:
    """Read what came after a serious warning as class 3, with which it rises and adds up within the round."""
    within = [prior for prior in case.priors if prior.scope in ("hand", "round")]
    fourth = [prior for prior in within if prior.ladder == "class4"][len(_WARNINGS) :]
    third = [prior for prior in within if prior.ladder == "class3"]
    risen = tuple(msgspec.structs.replace(prior, ladder="class3") for prior in (*third, *fourth))
    return msgspec.structs.replace(case, priors=risen)


def _status(outcome: Outcome, penalty: Penalty | None) -> Status:
    if outcome.sanction in ("class1", "match"):
        return "discretion"
    if outcome.no_win or (penalty is not None and penalty.points):
        return "penalised"
    return "warning" if penalty is not None else "restored"
