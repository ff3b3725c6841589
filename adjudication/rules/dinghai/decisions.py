"""What follows from each row of 2.C: mostly a refusal or a dead hand; only a false win is paid for."""

from __future__ import annotations

from collections.abc import Callable

from engine.effects import Effect, EffectPosting, FlagChange
from engine.games.dinghai.claims import barred_after_chow
from engine.rulings import Case, Decider, Decision, Status
from engine.situation import Situation
from engine.text import Text, text
from engine.tiles import parse_tile

Ruled = Callable[[Case, Situation], Decision]

_DEAD = text(
    "照現狀打下去；該手為相公，不得再胡，照常賠付。",
    "照现状打下去；该手为相公，不得再胡，照常赔付。",
    "Play goes on as it stands; the hand is dead: it may not win and pays as usual.",
)
_TAKE_BACK = text(
    "退回復原，照原來的順序打下去，不罰。",
    "退回复原，照原来的顺序打下去，不罚。",
    "Put everything back and go on in the original order; no penalty.",
)
_STANDS = text(
    "已成之事照舊，不補償任何人。",
    "已成之事照旧，不补偿任何人。",
    "What is done stands; nobody is compensated.",
)


def _plain(status: Status, article: str, remedy: Text) -> Ruled:
    """Build a decision that neither pays nor bars anybody."""

    def decide(case: Case, situation: Situation) -> Decision:
        return Decision(status=status, remedy=remedy, article=article)

    return decide


def _dead_if_late(article: str, in_time: Text) -> Ruled:
    """Build a decision that restores in time and makes the hand dead later."""

    def decide(case: Case, situation: Situation) -> Decision:
        if case.facts["stage"] != "later":
            return Decision(status="restored", remedy=in_time, article=article)
        flags = (FlagChange(case.offender, "dead"),)
        return Decision(status="penalised", remedy=_DEAD, article=article, effect=Effect(flags=flags))

    return decide


_wrong_tiles = _dead_if_late("2.C.D12", _TAKE_BACK)
_NOT_BARRED = text("所打不是禁張，照常打下去。", "所打不是禁张，照常打下去。", "The tile was not barred; play goes on.")
_swapped = _dead_if_late(
    "2.C.D03", text("收回禁張，改打別張。", "收回禁张，改打别张。", "Take the tile back and discard another.")
)


def swap_discard(case: Case, situation: Situation) -> Decision:
    """D03; where the tiles are named, a tile that the chow does not bar is no infraction (2.A.4)."""
    own, eaten, thrown = (case.facts.get(name) for name in ("own", "eaten", "thrown"))
    if own and eaten and thrown and parse_tile(thrown, path="facts.thrown") not in barred_after_chow(own, eaten):
        return Decision(status="no_action", remedy=_NOT_BARRED, article="2.A.4")
    return _swapped(case, situation)


def wrong_meld(case: Case, situation: Situation) -> Decision:
    """D12; claiming a tile equal to the one just discarded is wrong only where 2.D.13 is read so."""
    if case.facts["kind"] == "equal_tile" and situation.rules.options.same_tile_claim:
        return Decision(status="no_action", remedy=_STANDS, article="2.D.13")
    return _wrong_tiles(case, situation)


def slow_discard(case: Case, situation: Situation) -> Decision:
    """D01: past the limit the tile just drawn is discarded."""
    remedy = text(
        "逾 {seconds} 秒未出牌：打出所摸之牌。",
        "超 {seconds} 秒未出牌：打出所摸的牌。",
        "No discard within {seconds} seconds: the tile just drawn is discarded.",
    ).fill(seconds=situation.rules.options.discard_seconds)
    return Decision(status="restored", remedy=remedy, article="2.C.D01")


def lapsed_claim(case: Case, situation: Situation) -> Decision:
    """D02: past the limit the pong lapses."""
    remedy = text(
        "逾 {seconds} 秒未喊：此碰作廢，照常摸打。",
        "超 {seconds} 秒未喊：此碰作废，照常摸打。",
        "No call within {seconds} seconds: the pong lapses and play goes on.",
    ).fill(seconds=situation.rules.options.pong_seconds)
    return Decision(status="refused", remedy=remedy, article="2.C.D02")


def third_taking(case: Case, situation: Situation) -> Decision:
    """D15: nobody must warn; from the taking that makes the relation on, it is announced."""
    relation = situation.rules.options.relation
    words = situation.rules.ruleset.options["relation"].parts
    counted = [words[code] for code in relation["counts"]]
    remedy = text(
        "無須警告；{counts}同一家滿 {needs} 次，記下互相承包。",
        "无须警告；{counts}同一家满 {needs} 次，记下互相承包。",
        "No warning is owed; after {needs} takings ({counts}) from one player the two answer for each other: note it.",
    ).fill(needs=relation["needs"], counts=_listed(counted))
    return Decision(status="no_action", remedy=remedy, article="2.C.D15")


def _listed(words: list[Text]) -> Text:
    return Text(
        "、".join(word.zh_hant for word in words),
        "、".join(word.zh_hans for word in words),
        ", ".join(word.en for word in words),
    )


def passed_pong(case: Case, situation: Situation) -> Decision:
    """D04: refused or undone before the offender's discard; later it stands."""
    if case.facts["stage"] == "later":
        return Decision(status="no_action", remedy=_STANDS, article="2.C.D04")
    return Decision(status="refused", remedy=_TAKE_BACK, article="2.C.D04")


def passed_win(case: Case, situation: Situation) -> Decision:
    """D05: refused at once; accepted and found later it is a false win (D10)."""
    if case.facts["stage"] == "now":
        return Decision(
            status="refused",
            remedy=text(
                "此胡不准，收回，照常打下去。", "此胡不准，收回，照常打下去。", "The win is refused; play goes on."
            ),
            article="2.C.D05",
        )
    return _false_win_paid(case, situation, "2.C.D05")


def false_win(case: Case, situation: Situation) -> Decision:
    """D10: withdrawn before the next draw; once shown the offender cannot win and pays each other player."""
    if case.facts["stage"] == "before_draw":
        return Decision(
            status="restored",
            remedy=text(
                "收回喊胡，照常打下去，不罰。",
                "收回喊胡，照常打下去，不罚。",
                "Withdraw the call and play on; no penalty.",
            ),
            article="2.C.D10",
        )
    return _false_win_paid(case, situation, "2.C.D10")


def _false_win_paid(case: Case, situation: Situation, article: str) -> Decision:
    options = situation.rules.options
    points = options.self[options.cap] if options.false_win == "table" else 5
    postings = tuple(
        EffectPosting(payer=case.offender, to=other, points=points, article=article)
        for other in situation.others(case.offender)
    )
    remedy = text(
        "牌收回，不得再胡；賠每家 {points} 分；其餘各家打下去。",
        "牌收回，不得再胡；赔每家 {points} 分；其余各家打下去。",
        "Take the tiles back; the hand may not win any more and pays {points} to each other player; the hand goes on.",
    ).fill(points=points)
    effect = Effect(flags=(FlagChange(case.offender, "dead"),), postings=postings)
    return Decision(status="penalised", remedy=remedy, article=article, effect=effect)


def dead_hand(case: Case, situation: Situation) -> Decision:
    """D11: a wrong number of tiles is a dead hand to the end."""
    flags = (FlagChange(case.offender, "dead"),)
    return Decision(status="penalised", remedy=_DEAD, article="2.C.D11", effect=Effect(flags=flags))


def wrong_tai(case: Case, situation: Situation) -> Decision:
    """D14: before confirmation the win is recounted and corrected; afterwards it stands."""
    if case.facts["stage"] == "after_confirmation":
        return Decision(status="no_action", remedy=_STANDS, article="2.C.D14")
    remedy = text(
        "重算台數，更正該盤紀錄，只補差額。",
        "重算台数，更正该盘记录，只补差额。",
        "Recount the tai and correct the recorded win; only the difference is settled.",
    )
    return Decision(status="restored", remedy=remedy, article="2.C.D14")


DECIDERS: dict[str, Decider] = {
    "slow_discard": slow_discard,
    "lapsed_claim": lapsed_claim,
    "swap_discard": swap_discard,
    "passed_pong": passed_pong,
    "passed_win": passed_win,
    "last_kong": _plain(
        "refused", "2.C.D06", text("不得開槓，打出一張。", "不得开杠，打出一张。", "No kong; discard a tile.")
    ),
    "last_claim": _plain(
        "refused",
        "2.C.D07",
        text("不得吃碰槓，只能胡。", "不得吃碰杠，只能胡。", "The claim is refused; only a win is possible."),
    ),
    "hidden_kong": _plain(
        "restored", "2.C.D08", text("即時翻開一張。", "即时翻开一张。", "Turn one of the four tiles up now.")
    ),
    "flower_order": _plain(
        "restored",
        "2.C.D09",
        text("退回所補之牌，輪到再補。", "退回所补的牌，轮到再补。", "Put the tile back and wait for the turn."),
    ),
    "false_win": false_win,
    "dead_hand": dead_hand,
    "wrong_meld": wrong_meld,
    "absent": _plain(
        "no_action",
        "2.C.D13",
        text(
            "由系統或代打者打下去，一切賠付視同在場。",
            "由系统或代打者打下去，一切赔付视同在场。",
            "Somebody plays on for the absent player, who counts as present for every payment.",
        ),
    ),
    "wrong_tai": wrong_tai,
    "third_taking": third_taking,
}
