"""House rulings P01–P16 of 1.C.1: forgiven in time, paid with the full hand later."""

from __future__ import annotations

from engine.effects import DealEffect, Effect, EffectPosting, FlagChange
from engine.games.sichuan.passing import Passing, may_win, passed, ponged, took_tile
from engine.games.sichuan.settlement import full_hand
from engine.places import Place
from engine.rulesets import ResolvedRuleset
from engine.rulings import Case, Decision
from engine.situation import Situation
from engine.text import Text, text

_FORGIVEN = text(
    "收回復原，免罰，照常打下去。",
    "收回复原，免罚，照常打下去。",
    "Take it back and restore; no penalty, play goes on.",
)
_MUST_WIN = text(
    "最後四張能胡必胡：此胡照算，登錄後打下去。",
    "最后四张能胡必胡：此胡照算，登录后打下去。",
    "The last four tiles must be won: the win is taken and entered, then play goes on.",
)
_MAY_PASS = text(
    "最後四張可以不胡，打下去。", "最后四张可以不胡，打下去。", "The last four tiles need not be won; play goes on."
)
# A passed win and a later one, as the state machine of passing wants them: any two kinds, any fan.
_PASSED, _LATER, _FAN = 0, 1, 1
_ORDERS = text("{what}賠每家 {points} 分。", "{what}赔每家 {points} 分。", "{what} Pays {points} to each.")


def _article(case: Case) -> str:
    return f"1.C.1.{case.infraction}"


def forgiven(case: Case, situation: Situation) -> bool:
    """Tell whether the event forgives at this stage, and the table where it is for the table to say (1.D.12)."""
    options = situation.rules.options
    stage, _, refused = case.facts["stage"].partition("_")
    asked = options.forgive_by == "table" or (options.forgive_by == "table_at_t1" and stage == "T1")
    return stage in options.forgive and not (refused and asked)


def receivers(option: str, case: Case, situation: Situation) -> tuple[Place, ...]:
    """Return who is paid: the other three, by the option only those who have not won, or nobody (1.D.2, 1.B.9)."""
    others = situation.others(case.offender)
    if situation.rules.options[option] == "as_unready":
        return ()
    if situation.rules.options[option] == "three_players":
        return others
    return tuple(place for place in others if not situation.has(place, "won"))


def owed(case: Case, situation: Situation) -> int:
    """Return the full hand, or half of it when it was asked for and everybody agreed (P15)."""
    full = full_hand(situation.rules)
    return full // 2 if half_agreed(case, situation) else full


def half_agreed(case: Case, situation: Situation) -> bool:
    """Tell whether half was asked for and every other player agreed."""
    if situation.rules.options.half_by == "never" or not case.facts.get("half_asked"):
        return False
    return set(situation.others(case.offender)) <= set(case.facts.get("half_agreed") or ())


def _postings(case: Case, places: tuple[Place, ...], points: int) -> tuple[EffectPosting, ...]:
    return tuple(
        EffectPosting(payer=case.offender, to=place, points=points, article=_article(case)) for place in places
    )


def _paid(
    case: Case,
    situation: Situation,
    what: Text,
    *,
    option: str,
    flag: bool | str = False,
    void_kongs: bool = True,
    pig: bool = False,
) -> Decision:
    """Pay the full hand; `flag` makes the hand `dead` or the player `out`, and ends it where the event says so."""
    points, paid = owed(case, situation), receivers(option, case, situation)
    game = {"void_kongs": [case.offender]} if void_kongs else {}
    if pig:
        game["pigs_paid"] = [case.offender]
    flags = (FlagChange(case.offender, flag),) if flag else ()  # type: ignore[arg-type]
    ends = flag == "out" and not situation.rules.options.false_win_continues and not situation.closed
    effect = Effect(
        flags=flags,
        postings=_postings(case, paid, points),
        deal=DealEffect(ends_hand=True, next_dealer="same") if ends else None,
        game=game,
    )
    remedy = _ORDERS.fill(what=what, points=points) if paid else what
    return Decision(status="penalised", remedy=remedy, article=_article(case), effect=effect)


def _restored(case: Case, remedy: Text = _FORGIVEN) -> Decision:
    return Decision(status="restored", remedy=remedy, article=_article(case))


def pig(case: Case, situation: Situation) -> Decision:
    """P01, P03: a flower pig at the reveal, unconditionally."""
    what = text("花豬，槓的收益退回；", "花猪，杠的收益退回；", "A flower pig: kong income goes back.")
    return _paid(case, situation, what, option="pig_pays", pig=True)


def pig_discard(case: Case, situation: Situation) -> Decision:
    """P02: another suit thrown while holding the void suit; found at the reveal only where 1.D.10 is read so."""
    if forgiven(case, situation):
        return _restored(case)
    if situation.rules.options.pig_found == "reveal" and case.facts["stage"] != "T3":
        return Decision(
            status="no_action",
            remedy=text(
                "打下去，攤牌時再查花豬。",
                "打下去，摊牌时再查花猪。",
                "Play on; flower pigs are looked for at the reveal.",
            ),
            article="1.D.10",
        )
    what = text(
        "陪打到底，不得再胡，槓的收益退回；",
        "陪打到底，不得再胡，杠的收益退回；",
        "Plays on as a dead hand; kong income goes back.",
    )
    return _paid(case, situation, what, option="pig_pays", flag="dead", pig=True)


def false_win(case: Case, situation: Situation) -> Decision:
    """P04: withdrawn in time it counts as a passed win; later the player is out of the hand and pays."""
    if forgiven(case, situation):
        remedy = text(
            "收回，免罰；算放過一次，過手前不得再胡。",
            "收回，免罚；算放过一次，过手前不得再胡。",
            "Withdraw it; no penalty. It counts as a passed win: no win before a tile is taken.",
        )
        return _restored(case, remedy)
    what = text(
        "出局；已成之胡與槓照舊，其後與他無關；自己的槓退回；",
        "出局；已成之胡与杠照旧，之后与他无关；自己的杠退回；",
        "Out of the hand: what was paid before stands, later wins cost him nothing, his kong income goes back.",
    )
    return _paid(case, situation, what, option="false_win_pays", flag="out")


def locked_win(case: Case, situation: Situation) -> Decision:
    """P05: a win while locked is a false win (1.A.6); what locks and unlocks is the event's reading (1.D.8, 1.D.9)."""
    if not still_locked(situation.rules, case.facts.get("how") or "passed"):
        return Decision(
            status="no_action",
            remedy=text("未鎖住，此胡有效。", "未锁住，此胡有效。", "Not locked: the win stands."),
            article="1.A.6",
        )
    return false_win(case, situation)


def still_locked(rules: ResolvedRuleset, how: str) -> bool:
    """Tell whether a win after a passed one was barred, by what lies between the two."""
    options = rules.options
    if how in ("returned", "changed"):
        new_waits = (_LATER,) if how == "returned" else ()
        state = ponged(Passing(), _PASSED, _LATER, new_waits, could_win=True)
    else:
        state = passed(Passing(), _PASSED, _FAN)
        if how == "drew" or (how == "ponged_other" and options.pong_unlocks):
            state = took_tile(state)
    tile = _PASSED if how in ("passed", "dearer") else _LATER
    return not may_win(state, options.pass_lock, tile, _FAN + 1 if how == "dearer" else _FAN)


def false_pong(case: Case, situation: Situation) -> Decision:
    """P06: restored in time; later a dead hand that pays, its kong income untouched."""
    if forgiven(case, situation):
        return _restored(case)
    what = text("陪打到底，不得再胡；", "陪打到底，不得再胡；", "Plays on as a dead hand.")
    return _paid(case, situation, what, option="false_win_pays", flag="dead", void_kongs=False)


def false_kong(case: Case, situation: Situation) -> Decision:
    """P07: restored in time, the replacement tile included; that kong pays nothing. Later dead, paid, kongs void."""
    if forgiven(case, situation):
        remedy = text(
            "收回，補的牌放回，此槓不算；免罰。",
            "收回，补的牌放回，此杠不算；免罚。",
            "Take it back, the replacement tile too; this kong counts for nothing. No penalty.",
        )
        return _restored(case, remedy)
    what = text(
        "陪打到底，不得再胡，槓的收益退回；",
        "陪打到底，不得再胡，杠的收益退回；",
        "Plays on as a dead hand; kong income goes back.",
    )
    return _paid(case, situation, what, option="false_win_pays", flag="dead")


def empty_call(case: Case, situation: Situation) -> Decision:
    """P08: a call is a commitment; one who truly cannot is excused."""
    if case.facts["able"]:
        return Decision(
            status="warning",
            remedy=text("喊了就要做：照喊的做。", "喊了就要做：照喊的做。", "The call must be carried out."),
            article=_article(case),
        )
    return Decision(
        status="warning",
        remedy=text("確實不能，原諒一次，打下去。", "确实不能，原谅一次，打下去。", "Excused this time; play goes on."),
        article=_article(case),
    )


def early_draw(case: Case, situation: Situation) -> Decision:
    """P09: the discard may no longer be claimed by him; others' claims stand."""
    remedy = text(
        "對該張不得碰槓胡；別人碰槓胡則摸的牌放回。",
        "对该张不得碰杠胡；别人碰杠胡则摸的牌放回。",
        "No pong, kong or win on that discard; if another claims it, the drawn tile goes back.",
    )
    return Decision(status="refused", remedy=remedy, article=_article(case))


def touched(case: Case, situation: Situation) -> Decision:
    """P10: touching the wall waives the discard."""
    remedy = text(
        "已放棄該張，別人碰也不得反悔。",
        "已放弃该张，别人碰也不得反悔。",
        "The discard is waived, even if another claims it.",
    )
    return Decision(status="refused", remedy=remedy, article=_article(case))


def late_call(case: Case, situation: Situation) -> Decision:
    """P11: refused once the next player has inserted or won."""
    remedy = text("已遲，不准。", "已迟，不准。", "Too late: the call is refused.")
    return Decision(status="refused", remedy=remedy, article=_article(case))


def thrown_kong(case: Case, situation: Situation) -> Decision:
    """P12: refused now; a later turn may make it, as a late kong."""
    remedy = text(
        "此時不得槓；下一手可槓，算早先的牌。",
        "此时不得杠；下一手可杠，算早先的牌。",
        "No kong now; on a later turn it may be made, as a late one.",
    )
    return Decision(status="refused", remedy=remedy, article=_article(case))


def wrong_count(case: Case, situation: Situation) -> Decision:
    """P13: plays on without winning, unready at the reveal; kong income void."""
    remedy = text(
        "陪打到底，不得胡；查叫算不叫，槓的收益退回。",
        "陪打到底，不得胡；查叫算不叫，杠的收益退回。",
        "Plays on to the end without winning; unready at the reveal, kong income goes back.",
    )
    effect = Effect(flags=(FlagChange(case.offender, "dead"),), game={"void_kongs": [case.offender]})
    return Decision(status="penalised", remedy=remedy, article=_article(case), effect=effect)


def unready_money(case: Case, situation: Situation) -> Decision:
    """P14: the recorded reveal is corrected; as unready he pays, and loses his kong income with it."""
    remedy = text(
        "更正攤牌紀錄為不叫：退還所收並照賠，槓的收益退回。",
        "更正摊牌记录为不叫：退还所收并照赔，杠的收益退回。",
        "Correct the recorded reveal to not ready: what was taken goes back, he pays, kong income goes back.",
    )
    return Decision(status="restored", remedy=remedy, article=_article(case))


def half(case: Case, situation: Situation) -> Decision:
    """P15: after a full payment was ordered, half of it comes back when all three agree."""
    if not half_agreed(case, situation):
        remedy = text("未全部同意，照付全額。", "未全部同意，照付全额。", "Not everybody agrees: the full sum is paid.")
        return Decision(status="no_action", remedy=remedy, article=_article(case))
    back = full_hand(situation.rules) - full_hand(situation.rules) // 2
    postings = tuple(
        EffectPosting(payer=place, to=case.offender, points=back, article=_article(case))
        for place in situation.others(case.offender)
    )
    remedy = text(
        "三家都同意，每家退回 {back} 分。", "三家都同意，每家退回 {back} 分。", "All agree: each gives {back} back."
    ).fill(back=back)
    return Decision(status="penalised", remedy=remedy, article=_article(case), effect=Effect(postings=postings))


def collusion(case: Case, situation: Situation) -> Decision:
    """P16: no fixed amount; stopped at once, and the referee decides. A win on the last four tiles is his to let pass,
    unless the event has it taken (1.A.5).
    """
    if case.facts.get("what") == "last_four":
        must = situation.rules.options.last4_must_win
        return Decision(
            status="restored" if must else "no_action",
            remedy=_MUST_WIN if must else _MAY_PASS,
            article="1.A.5",
        )
    remedy = text(
        "立即停止；情節由裁判決定，可令離桌。",
        "立即停止；情节由裁判决定，可令离桌。",
        "Stop at once; the referee decides, and may order the player away from the table.",
    )
    return Decision(status="discretion", remedy=remedy, article=_article(case))
