"""What of the patterns a hand meets: facts of its tiles, of a reading, and of the irregular shapes (A9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.hand_input import HandInput
from engine.hands import (
    CHOW_ONES,
    CHOW_STARTS,
    CHOWS,
    NUMBER_PUNGS,
    PAIR_AT,
    PAIRS,
    PUNG_AT,
    PUNGS,
    SUIT_BITS,
    Reading,
    chow_bit,
    chow_starts,
    pair_bit,
    pair_bits,
    pung_bit,
    pung_bits,
    twin_starts,
)
from engine.tiles import COPIES, DRAGONS, HONOURS, KINDS, ORPHANS, TERMINALS, WINDS, tile_mask

_SUIT_TILES = tuple(tile_mask(range(first, first + 9)) for first in (0, 9, 18))
_NUMBER_TILES = tile_mask(range(27))
_HONOUR_TILES = tile_mask(HONOURS)
_ORPHAN_TILES = tile_mask(ORPHANS)
_TERMINAL_TILES = tile_mask(TERMINALS)

_DRAGON_PUNGS, _DRAGON_PAIRS = pung_bits(DRAGONS), pair_bits(DRAGONS)
_WIND_PUNGS, _WIND_PAIRS = pung_bits(WINDS), pair_bits(WINDS)
_INNER = tuple(kind for kind in range(KINDS) if kind not in ORPHANS)
# Sets and pairs in which no terminal and no honour stands.
_WITHOUT_ENDS = (
    pung_bits(_INNER) | pair_bits(_INNER) | sum(7 * chow_bit(start) for start in CHOW_STARTS if start % 9 not in (0, 6))
)
_HONOUR_SETS = pung_bits(HONOURS) | pair_bits(HONOURS)
_STRAIGHT = chow_bit(0) | chow_bit(9) | chow_bit(18)
_RANK = 3  # bits from one chow counter to the next
# Where else than in a triplet the winning tile may stand.
_ELSEWHERE = tuple(
    pair_bit(win)
    | sum(7 * chow_bit(start) for start in (win - 2, win - 1, win) if start in CHOW_STARTS and start // 9 == win // 9)
    for win in range(KINDS)
)
_GATES = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))


class Facts:
    """Collects the facts of hands for one resolved ruleset; `one` holds one count of each pattern by its code."""

    def __init__(self, one: Mapping[str, int], options: Mapping[str, Any]) -> None:
        self.any_gates = options["nine_gates"] == "any_wait"
        self.keeps_triplet = options["discard_triplet"] == "choice"
        self.sequences, self.concealed, self.no_ends = one["1.1"], one["1.2"], one["1.3"]
        self.mixed_suit, self.pure_suit, self.gates = one["2.1.1"], one["2.1.2"], one["2.2"]
        self.value_honour = one["3.1"]
        self.dragons = (one["3.2.1"], one["3.2.2"])
        # By the number of wind sets, without and with a pair of winds; each pattern contains those below it.
        small_three, big_three, small_four, big_four = (one[f"3.3.{step}"] for step in range(1, 5))
        self.winds = (0, 0, 0, big_three, big_three + big_four)
        self.winds_paired = (0, 0, small_three, small_three + big_three + small_four)
        self.all_honours, self.triplets = one["3.4"], one["4.1"]
        self.hidden = _steps(one["4.2.1"], one["4.2.2"], one["4.2.3"], first=2)
        self.kongs = _steps(one["4.3.1"], one["4.3.2"], one["4.3.3"], one["4.3.4"], first=1)
        self.twins = tuple(one[f"5.1.{step}"] for step in range(1, 5))
        self.similar, self.small_similar, self.big_similar = one["6.1"], one["6.2.1"], one["6.2.2"]
        self.straight, self.three_row, self.four_row = one["7.1"], one["7.2.1"], one["7.2.2"]
        self.mixed_lesser, self.pure_lesser = one["8.1.1"], one["8.1.2"]
        self.mixed_greater, self.pure_greater = one["8.1.3"], one["8.1.4"]
        self.final_draw, self.final_discard = one["9.1.1"], one["9.1.2"]
        self.on_kong, self.robbing = one["9.2"], one["9.3"]
        self.heaven, self.earth = one["9.4.1"], one["9.4.2"]
        self.thirteen = one["10.1"]
        # What else an irregular shape brings with it, by option.
        concealed = self.concealed if options["concealed_irregular"] else 0
        self.thirteen_with = self.thirteen + concealed
        self.thirteen_with += self.mixed_greater if options["thirteen_mixed_greater"] else 0
        self.thirteen_blessed: bool = options["thirteen_blessing"]
        self.pairs_with = one["10.2"] + concealed
        self.pairs_sets: bool = options["seven_pairs_sets"]
        self.pairs_without_pure = 0 if options["pure_greater_pairs"] else self.pure_greater
        self.pairs_without_honours = 0 if options["all_honours_pairs"] else self.all_honours
        # How category 9 is read.
        self.earth_in_round = options["earth_win"] == "first_round"
        self.discard_after_kong: bool = options["final_discard_after_kong"]

    def of_tiles(self, hand: HandInput) -> int:
        """Return the facts that the tiles alone decide, with those of the win itself."""
        tiles = hand.tiles
        facts = self.of_win(hand) if hand.flags else 0
        if not tiles & _ORPHAN_TILES:
            facts += self.no_ends
        elif not tiles & ~_ORPHAN_TILES:
            facts += self.mixed_greater
            if not tiles & _HONOUR_TILES:
                facts += self.pure_greater
        numbers = tiles & _NUMBER_TILES
        if not numbers:
            facts += self.all_honours
        elif not numbers & ~_SUIT_TILES[0] or not numbers & ~_SUIT_TILES[1] or not numbers & ~_SUIT_TILES[2]:
            facts += self.mixed_suit if tiles & _HONOUR_TILES else self.pure_suit
        return facts

    def of_win(self, hand: HandInput) -> int:
        """Return the facts of category 9: how and when the winning tile came (A9, 9.1 to 9.4)."""
        return self.of_tile(hand.flags, self_drawn=hand.self_drawn) + self._of_blessing(hand)

    def of_tile(self, flags: Collection[str], *, self_drawn: bool) -> int:
        """Return the facts of where the winning tile came from (A9, 9.1 to 9.3)."""
        after_kong = "after_kong" in flags
        facts = 0
        if "last_tile" in flags:
            if self_drawn:
                facts += self.final_draw
            elif self.discard_after_kong or not after_kong:
                facts += self.final_discard
        if after_kong and self_drawn:
            facts += self.on_kong
        if "robbed_kong" in flags:
            facts += self.robbing
        return facts

    def _of_blessing(self, hand: HandInput) -> int:
        """Earth is a win on East's first discard, or by option anywhere in an unbroken first round (C-26)."""
        if hand.melds:
            return 0
        east = hand.seat == WINDS[0]
        if "heaven" in hand.flags and (east or hand.seat is None):
            return self.heaven
        if "earth" in hand.flags and not east and (self.earth_in_round or not hand.self_drawn):
            return self.earth
        return 0

    def of_regular(self, hand: HandInput, tiles: int) -> int:
        """Return the facts that every regular reading of a hand shares; `tiles` are those of its tiles."""
        facts = 0 if hand.exposed else self.concealed
        if hand.kongs:
            facts += self.kongs[hand.kongs]
        if tiles & self.pure_suit and not hand.melds and self._is_gates(hand):
            facts += self.gates
        return facts

    def _is_gates(self, hand: HandInput) -> bool:
        """Whether a concealed hand of one suit is Nine Gates, with the nine-sided wait before the win (C-24)."""
        first = 9 * next(suit for suit, tiles in enumerate(_SUIT_TILES) if hand.tiles & tiles)
        if "heaven" in hand.flags or self.any_gates:
            return all(map(int.__ge__, hand.counts[first : first + 9], _GATES))
        return hand.concealed[first : first + 9] == _GATES

    def of_reading(self, hand: HandInput, reading: Reading) -> int:
        """Return the facts of one reading of the concealed tiles together with the melds."""
        whole = reading + hand.meld_bits
        pungs = whole & PUNGS
        facts = 0
        if pungs:
            facts += self._of_pungs(hand, reading, whole, pungs)
            if not whole & CHOWS:
                facts += self.triplets
            else:
                facts += self._of_chows(whole)
        else:
            facts += self.sequences + self._of_chows(whole)
        if not whole & _WITHOUT_ENDS:
            facts += self.mixed_lesser
            if not whole & _HONOUR_SETS:
                facts += self.pure_lesser
        return facts

    def _of_pungs(self, hand: HandInput, reading: Reading, whole: Reading, pungs: Reading) -> int:
        facts = 0
        dragons = (pungs & _DRAGON_PUNGS).bit_count()
        values = dragons
        if winds := pungs & _WIND_PUNGS:
            if hand.seat is not None and winds & pung_bit(hand.seat):
                values += 1
            count = winds.bit_count()
            facts += self.winds_paired[count] if whole & _WIND_PAIRS else self.winds[count]
        if values:
            facts += self.value_honour * values
            if dragons == 2 and whole & _DRAGON_PAIRS:
                facts += self.dragons[0]
            elif dragons == 3:
                facts += self.dragons[1]
        numbers = pungs & NUMBER_PUNGS
        if numbers:
            facts += self._of_number_pungs(whole, numbers)
        return facts + self.hidden[self._concealed_triplets(hand, reading)]

    def _of_number_pungs(self, whole: Reading, numbers: Reading) -> int:
        facts = 0
        row = numbers & numbers >> 1 & numbers >> 2
        if row:
            facts += self.three_row
            if row & row >> 1:
                facts += self.four_row
        if numbers & numbers >> SUIT_BITS & numbers >> 2 * SUIT_BITS:
            facts += self.big_similar
        else:
            same = numbers | (whole & PAIRS) >> PAIR_AT - PUNG_AT & NUMBER_PUNGS
            if same & same >> SUIT_BITS & same >> 2 * SUIT_BITS:
                facts += self.small_similar
        return facts

    def _concealed_triplets(self, hand: HandInput, reading: Reading) -> int:
        """Count the concealed triplets; a discard exposes the one it completes unless it can stand elsewhere (A8.5)."""
        count = (reading & PUNGS | hand.ankan_bits).bit_count()
        win = hand.win
        if count and win is not None and not hand.self_drawn and reading & pung_bit(win):
            return count - (not (self.keeps_triplet and reading & _ELSEWHERE[win]))
        return count

    def _of_chows(self, whole: Reading) -> int:
        facts = 0
        starts = chow_starts(whole)
        twins = twin_starts(whole)
        if twins:
            facts += self.twins[0]
            if whole & CHOW_ONES << 2:
                facts += self.twins[2] + self.twins[3]
            elif whole & twins:
                facts += self.twins[2]
            elif twins & twins - 1:
                facts += self.twins[1]
        if starts & starts >> SUIT_BITS & starts >> 2 * SUIT_BITS:
            facts += self.similar
        if starts & starts >> 3 * _RANK & starts >> 6 * _RANK & _STRAIGHT:
            facts += self.straight
        return facts

    def of_seven_pairs(self, hand: HandInput, tiles: int) -> int:
        """Return the facts of seven pairs: 10.2 with colours, ends and category 9, never a pattern of sets (C-19)."""
        facts = tiles + self.pairs_with
        if self.pairs_without_pure and not hand.tiles & ~_TERMINAL_TILES:
            facts -= self.pairs_without_pure
        if self.pairs_without_honours and not hand.tiles & ~_HONOUR_TILES:
            facts -= self.pairs_without_honours
        return facts + self._sets_in_pairs(hand) if self.pairs_sets else facts

    def _sets_in_pairs(self, hand: HandInput) -> int:
        """Read pairs as sets where the event does: four alike as a value honour, three pairs in a row as twins."""
        values = sum(hand.counts[kind] == COPIES for kind in (*DRAGONS, hand.seat) if kind is not None)
        pairs = bytearray(count // 2 for count in hand.counts)
        twins = 0
        for start in CHOW_STARTS:
            while all(pairs[start : start + 3]):
                twins += 1
                for kind in range(start, start + 3):
                    pairs[kind] -= 1
        return int(self.value_honour * values + sum(self.twins[:twins]))

    def of_thirteen_terminals(self, hand: HandInput) -> int:
        """Return the facts of thirteen terminals: beside it only category 9 counts (C-20, C-21)."""
        facts = self.thirteen_with + self.of_tile(hand.flags, self_drawn=hand.self_drawn)
        return facts + self._of_blessing(hand) if self.thirteen_blessed else facts


def _steps(*steps: int, first: int) -> tuple[int, ...]:
    """Return facts by a count: nothing below `first`, then each step with all steps below it."""
    return (0,) * first + tuple(sum(steps[: index + 1]) for index in range(len(steps)))
