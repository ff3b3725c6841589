"""What a table carries from hand to hand: dealer, level of each side, and whether the game has stopped."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.dealing import Deal, Length
from engine.games.shengji.hand import PARTNERSHIPS, Gain, HandRules, Partnership, next_dealer, raise_levels
from engine.places import Place

Over = Literal["dissolved", "left"]


class Ladder(msgspec.Struct, frozen=True):
    """`hands` counts hands that count, `passed` how often each side has passed A; `uncalled` deals in a row.

    `stopped`: so many deals went by without a call that the game waits for all four; `over`: it ended for good.
    """

    dealer: Place
    levels: dict[Partnership, str]
    hands: int = 0
    passed: dict[Partnership, int] = msgspec.field(default_factory=lambda: dict.fromkeys(PARTNERSHIPS, 0))
    uncalled: int = 0
    stopped: bool = False
    over: Over | None = None
    streak: None = None
    round_wind: None = None

    def deal(self) -> Deal:
        """Return what the next hand is to be played with."""
        return Deal(dealer=self.dealer)


def climb_ladder(
    rules: HandRules,
    ladder: Ladder,
    *,
    dealer: Place,
    levels: dict[Partnership, str],
    gains: tuple[Gain, ...],
) -> Ladder:
    """Return the ladder after a hand that was played out or judged, from its dealer and levels as played (3.B.5)."""
    after, beyond = raise_levels(rules, levels, dealer, gains)
    passed = {side: count + beyond.count(side) for side, count in ladder.passed.items()}
    return msgspec.structs.replace(
        ladder,
        dealer=next_dealer(dealer, gains),
        levels=after,
        passed=passed,
        hands=ladder.hands + 1,
        uncalled=0,
        stopped=False,
    )


def redeal(ladder: Ladder, *, dealer: Place, levels: dict[Partnership, str], uncalled: bool, most: int) -> Ladder:
    """Return the ladder after a deal that does not count; `most` in a row without a call stop the game."""
    count = (0 if ladder.stopped else ladder.uncalled) + 1 if uncalled else 0
    return msgspec.structs.replace(ladder, dealer=dealer, levels=levels, uncalled=count, stopped=count >= most)


def ladder_reached(ladder: Ladder, length: Length | None) -> bool:
    """Tell whether the round is over: the game ended, hands are played, or a side has passed A often enough."""
    if ladder.over is not None:
        return True
    if length is None or length.unit == "clock":
        return False
    done = ladder.hands if length.unit == "hands" else max(ladder.passed.values())
    return done >= length.count
