"""What a game gives to the fold: its ruleset, its events, its progress and its settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from engine.dealing import Deal, Length, Start
from engine.effects import Liability
from engine.events import GameEvent
from engine.fields import Choice
from engine.hand import Hand, Played, Win
from engine.places import Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset, Ruleset
from engine.text import Text

# The game's own frozen struct: dealer, continuation, levels, an open hand … whatever it needs between hands.
Progress = Any


class Game(Protocol):
    """One game. Every method is pure; `hand` is the fold's record of the hand in play and `hand.memory` the game's."""

    @property
    def code(self) -> str:
        """The name of its folder."""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset as shipped; an event carries its own copy."""

    @property
    def order(self) -> tuple[Place, ...]:
        """The order of play around the table."""

    @property
    def events(self) -> Mapping[str, type[GameEvent]]:
        """The kinds of events beside the common ones."""

    def begin(self, rules: ResolvedRuleset, start: Start) -> Progress:
        """Return the progress before the first hand."""

    def restart(self, rules: ResolvedRuleset, progress: Progress, first_dealer: Place) -> Progress:
        """Begin a new 將 or cycle with the deal at `first_dealer`."""

    def expected(self, rules: ResolvedRuleset, progress: Progress) -> Deal:
        """Return the dealer, continuation and round wind the next hand should be played with."""

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        """Prepare `hand.memory` for a hand that begins."""

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle one event of the game; raises `RuleError` with the path inside the event."""

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        """Validate and carry out the `game` part of a ruling's effect (empty for most), flags being set already."""

    def close(self, rules: ResolvedRuleset, progress: Progress, hand: Hand) -> Progress:
        """Return the progress after a hand that is over; `hand.deal` holds what rulings say of the deal."""

    def reached(self, rules: ResolvedRuleset, progress: Progress, length: Length | None) -> bool:
        """Tell whether the round is over by its length."""

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        """Return what the payer of a liability `besides` owes the winner in all."""

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        """Return the line that words what a liability `besides` adds."""

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Score one hand from tiles: the body of the `score` command for one line."""

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Score ticked `items` (code, count), with `by` and `flags` of the win: as `score` answers, without tiles.

        Raises `RuleError` for items that cannot stand together.
        """


class CardSuit(msgspec.Struct, frozen=True):
    """Cards that are shown together where cards are picked, in the order in which they are looked for."""

    code: str
    name: Text
    cards: tuple[str, ...]


class TrickTable(msgspec.Struct, frozen=True):
    """What a trick is asked about with: levels, trumps, and all cards by suit."""

    levels: tuple[Choice, ...]
    trumps: tuple[Choice, ...]
    suits: tuple[CardSuit, ...]


@runtime_checkable
class TrickGame(Game, Protocol):
    """A game of tricks: it also judges what was played to one."""

    def trick_table(self, rules: ResolvedRuleset) -> TrickTable:
        """Return what a page needs to ask about a trick: `level`, `trump` and cards."""

    def trick(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Judge a follow, a trick or the end of a hand: the body of the `trick` command for one line."""


@runtime_checkable
class CappingGame(Game, Protocol):
    """A game that takes a total as counted before its cap."""

    def score_total(self, rules: ResolvedRuleset, total: int) -> dict[str, Any]:
        """Say what a given total is paid as: the body of `score` without patterns."""


@runtime_checkable
class SummingGame(Game, Protocol):
    """A game of which not every number is what a hand can come to."""

    def nearest_totals(self, rules: ResolvedRuleset, total: int) -> tuple[int, ...]:
        """Return the totals next to one that no hand comes to; nothing where one does."""


class Added(msgspec.Struct, frozen=True):
    """What one payment adds to the score of the hand: the code of the item, its value for one, how often, who pays."""

    code: str
    value: int
    count: int
    payer: Place


@runtime_checkable
class AddingGame(Game, Protocol):
    """A game in which payments add something to the score that is no part of the hand."""

    def added(self, rules: ResolvedRuleset, deal: Deal, win: Mapping[str, Any]) -> tuple[Added, ...]:
        """Return what is added to the score of a win as it is written, payer by payer."""


@runtime_checkable
class LevelGame(Game, Protocol):
    """A game in which more than points is carried from hand to hand, and more than payments decides a hand."""

    def sum_up(self, rules: ResolvedRuleset, dealer: Place, events: Sequence[Mapping[str, Any]]) -> tuple[Text, ...]:
        """Say what decided a hand, from its events that stand in order of play; nothing before one of the game's."""

    def counted(self, rules: ResolvedRuleset, part: Mapping[str, Any]) -> tuple[Text, ...]:
        """Say what the `game` part of a ruling already counts of what is written down at the end of the hand."""

    def standing(self, rules: ResolvedRuleset, progress: Mapping[str, Any]) -> Mapping[Place, Text]:
        """Say where each place stands before the next hand, from the progress as plain data."""

    def expects(self, rules: ResolvedRuleset, progress: Mapping[str, Any]) -> Mapping[str, str]:
        """Return what the next event of the game has where it is left out, by its field."""


@runtime_checkable
class OneWinnerGame(Game, Protocol):
    """A game in which of several who claim one tile the nearest may win alone."""

    def gives_way(self, rules: ResolvedRuleset, giver: Place, seats: Sequence[Place]) -> tuple[tuple[Place, ...], str]:
        """Return which of those who claim the giver's tile get nothing, and the article that says so."""
