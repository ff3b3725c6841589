"""Fan of a winning hand (1.B.1): four sets and a pair or seven pairs, in at most two suits, capped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.errors import RuleError, noop
from engine.games.sichuan.data import RULESET
from engine.hand_input import HandInput, HandRules, parse_hand
from engine.hands import CHOWS, Reading, chow_bit, pair_bits, pung_bits, reading_notation, readings, waits
from engine.irregular import irregular_notation, is_seven_pairs, seven_pairs_waits
from engine.patterns import PatternSpec, PatternTable, Score, Tally, invalid_json, ready_json, valid_json
from engine.rulesets import ResolvedRuleset
from engine.tiles import COPIES, KINDS, tile_mask

HAND = HandRules(
    size=13,
    tiles=RULESET.tiles,
    flags=frozenset(("last_tile", "after_kong", "robbed_kong", "heaven", "earth", "fed_kong", "second_kong")),
    void=True,
)
NO_SHAPE = noop("These tiles are no winning hand.")
THREE_SUITS = noop("A winning hand holds at most two suits.")
VOID_SUIT = noop("A tile of the void suit is in the hand.")
_SUIT_TILES = tuple(tile_mask(range(9 * suit, 9 * suit + 9)) for suit in range(3))
_TERMINALS = tile_mask((0, 8, 9, 17, 18, 26))
_NOT_GENERALS = tile_mask(kind for kind in range(27) if kind % 9 not in (1, 4, 7))
# Sets and pairs that hold a terminal; whatever else a reading holds keeps 帶么九 away.
_TERMINAL_PARTS = (
    pung_bits((0, 8, 9, 17, 18, 26))
    | pair_bits((0, 8, 9, 17, 18, 26))
    | sum(7 * chow_bit(9 * suit + start) for suit in range(3) for start in (0, 6))
)
_SETS = 4
_UNCOUNTED = ("pinghu", "tianhu", "dihu")


def pattern_table(rules: ResolvedRuleset) -> PatternTable:
    """Return the patterns of a resolved ruleset, compiled once with the fan its options give each item."""
    table: PatternTable | None = rules.cache.get("patterns")
    if table is None:
        values = {**rules.options["items"], "tianhu": rules.options.cap_fan}
        if rules.options.earthly == "cap":
            values["dihu"] = rules.options.cap_fan
        table = rules.cache["patterns"] = PatternTable(
            [_as_opted(rules, spec) for spec in rules.ruleset.patterns], values
        )
    return table


def _as_opted(rules: ResolvedRuleset, spec: PatternSpec) -> PatternSpec:
    if spec.code == "jingoudiao" and not rules.options.golden_hook_adds:
        return msgspec.structs.replace(spec, excludes=(*spec.excludes, "daduizi"))
    return spec


def capped(rules: ResolvedRuleset, raw: int) -> int:
    """Return the fan that are paid (1.B.2)."""
    return min(int(rules.options.cap_fan), raw)


def refusal(hand: HandInput) -> tuple[str, str] | None:
    """Return why a hand may not win whatever its shape (1.A.2), as code and sentence, or None."""
    if hand.void is not None and hand.tiles & _SUIT_TILES[hand.void]:
        return "void_suit", VOID_SUIT
    if all(hand.tiles & suit for suit in _SUIT_TILES):
        return "three_suits", THREE_SUITS
    return None


def score_hand(rules: ResolvedRuleset, hand: HandInput) -> Score | None:
    """Return the explained score of a hand with its winning tile, or None when it has no winning shape (1.A.5)."""
    table = pattern_table(rules)
    found = table.best(_candidates(rules, table, hand), lambda tally: capped(rules, tally.raw))
    if found is None:
        return None
    _, tally, reading = found
    tally = _as_heaven(rules, table, hand, tally)
    return table.capped_score(
        tally,
        rules.options.cap_fan,
        rules.ruleset.unit.zh_hant,
        irregular_notation(hand.counts) if reading is None else reading_notation(reading, hand.melds),
        () if "heaven" in hand.flags else hand_waits(hand),
    )


def _as_heaven(rules: ResolvedRuleset, table: PatternTable, hand: HandInput, tally: Tally) -> Tally:
    """天胡 pays the cap whatever the hand is worth, so nothing else counts beside it."""
    if "heaven" in hand.flags and rules.options.heavenly != "plain":
        return table.only(tally, "tianhu")
    return tally


def _candidates(rules: ResolvedRuleset, table: PatternTable, hand: HandInput) -> Iterator[tuple[int, Reading | None]]:
    one = counted_codes(rules, table)
    whole = one["pinghu"] + _whole_hand(rules, one, hand)
    if not hand.melds and is_seven_pairs(hand.counts, quads=True):
        yield whole + one["qidui"], None
    for reading in readings(hand.counts):
        yield whole + _sets(one, hand, reading + hand.meld_bits), reading


def counted_codes(rules: ResolvedRuleset, table: PatternTable) -> dict[str, int]:
    """Return the facts of each item that has fan at this event; the others are never met."""
    one: dict[str, int] | None = rules.cache.get("one")
    if one is None:
        worth = {code: table.values[index] for code, index in table.index.items()}
        one = rules.cache["one"] = {
            code: bit if worth[code] or code in _UNCOUNTED else 0 for code, bit in table.one.items()
        }
    return one


def _whole_hand(rules: ResolvedRuleset, one: dict[str, int], hand: HandInput) -> int:
    """Items that no reading changes: colours, roots and kongs, the way of winning."""
    flags = hand.flags
    facts = one["gang"] * hand.kongs + one["gen"] * _roots(hand)
    if sum(1 for suit in _SUIT_TILES if hand.tiles & suit) == 1:
        facts += one["qingyise"]
    if not hand.exposed:
        facts += one["menqing"]
    if not hand.tiles & _TERMINALS:
        facts += one["duanyaojiu"]
    if "after_kong" in flags or "fed_kong" in flags:
        facts += one["gangshanghua"] if hand.self_drawn else one["gangshangpao"]
    if "robbed_kong" in flags:
        facts += one["qianggang"]
    if "last_tile" in flags and (hand.self_drawn or rules.options.last_discard == "plus1fan"):
        facts += one["haidi"]
    if "heaven" in flags:
        facts += one["tianhu"]
    if "earth" in flags:
        facts += one["dihu"]
    return facts


def _roots(hand: HandInput) -> int:
    """根: kinds of which the hand holds four that are not konged; a kind counts once."""
    konged = {meld.tiles[0] for meld in hand.melds if meld.is_kong}
    tiles = hand.tiles.to_bytes(KINDS, "little")
    return sum(1 for kind in range(27) if tiles[kind] >= COPIES and kind not in konged)


def _sets(one: dict[str, int], hand: HandInput, whole: Reading) -> int:
    facts = 0
    if not whole & CHOWS:
        facts += one["daduizi"]
        if len(hand.melds) == _SETS:
            facts += one["jingoudiao"]
        if not hand.tiles & _NOT_GENERALS:
            facts += one["jiangdui"]
    if not whole & ~_TERMINAL_PARTS:
        facts += one["daiyaojiu"]
        if sum(1 for suit in _SUIT_TILES if hand.tiles & suit) == 1:
            facts += one["qingyaojiu"]
    return facts


def hand_waits(hand: HandInput) -> tuple[int, ...]:
    """Return the kinds a hand waits for (1.B.6.2): what lies exposed, even in one's own melds, does not matter."""
    kinds = waits(hand.concealed)
    if not hand.melds:
        kinds = tuple(sorted({*kinds, *seven_pairs_waits(hand.concealed, quads=True)}))
    held = int.from_bytes(hand.held, "little")
    suits = [suit for suit in range(3) if held & _SUIT_TILES[suit]]
    return tuple(kind for kind in kinds if kind // 9 != hand.void and (len(suits) < 2 or kind // 9 in suits))


def best_hand(rules: ResolvedRuleset, hand: HandInput) -> dict[int, int]:
    """Return by waiting kind what the hand would be worth at the reveal (查叫, 1.B.6.3), in fan after the cap.

    A kind that can no longer come still counts; the way of winning never does.
    """
    found: dict[int, int] = {}
    for kind in hand_waits(hand):
        score = score_hand(rules, _supposed(hand, kind))
        if score is not None:
            found[kind] = score.total
    return found


def _supposed(hand: HandInput, kind: int) -> HandInput:
    """The hand with one more tile, though four of it may lie exposed already."""
    counts = bytearray(hand.concealed)
    counts[kind] += 1
    return msgspec.structs.replace(
        hand,
        counts=bytes(counts),
        tiles=int.from_bytes(hand.held, "little") + (1 << 8 * kind),
        win=kind,
        by="discard",
        flags=frozenset(),
    )


def score_line(rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
    """Answer one line of `score`: the explained hand, or with `win: null` what it waits for and is worth at most."""
    hand = parse_hand(HAND, data)
    if hand.win is None:
        refused = refusal(hand)
        best = {} if refused else best_hand(rules, hand)
        return ready_json(tuple(best), best)
    refused = refusal(hand)
    if refused is not None:
        return invalid_json(*refused)
    score = score_hand(rules, hand)
    return invalid_json("no_winning_shape", NO_SHAPE) if score is None else valid_json(score)


def hand_fan(rules: ResolvedRuleset, data: dict[str, Any], path: str) -> int:
    """Return the fan of a win given by its tiles; raises `RuleError` when they may not win."""
    hand = parse_hand(HAND, data, path)
    refused = refusal(hand)
    if refused is not None:
        raise RuleError(refused[0], refused[1], path=path)
    score = score_hand(rules, hand) if hand.win is not None else None
    if score is None:
        raise RuleError("no_winning_shape", NO_SHAPE, path=path)
    return score.total
