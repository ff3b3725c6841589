"""What a demonstration of a game plays, as data: `<game>.toml` beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.chance import Chance
from engine.decoding import decode
from engine.errors import RuleError, noop
from engine.places import PLACES, Place, following

HERE = Path(__file__).parent
_RELATIVE = ("@dealer", "@next", "@across", "@previous")


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way an ordinary hand may end; `weight` says how often."""

    event: dict[str, Any]
    weight: int = 1


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a special hand: a ruling on `offender`, or an event.

    `since` answers every open liability that asks how many tiles were drawn since; `undo` takes the step back again.
    """

    rule: str | None = None
    offender: str = "@next"
    facts: dict[str, Any] = {}
    event: dict[str, Any] | None = None
    since: int | None = None
    undo: bool = False


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that is played as told. Places may be relative to the dealer: @dealer @next @across @previous."""

    round: int
    table: int
    hand: int
    steps: tuple[Step, ...]


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A correction after the round was closed: another content for the event that closed a hand."""

    round: int
    table: int
    hand: int
    event: dict[str, Any]


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be ruled on at a table of the round in progress."""

    table: int
    rule: str
    offender: str
    facts: dict[str, Any]


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A demonstration of one game. `outcomes` use places relative to the winner: @winner and @giver."""

    name: str
    preset: str
    outcomes: tuple[Outcome, ...]
    specials: tuple[Special, ...] = ()
    corrections: tuple[Correction, ...] = ()
    pending: tuple[Pending, ...] = ()

    def special(self, round_number: int, table: int, hand: int) -> Special | None:
        """Return the special hand due at a table, or None."""
        for special in self.specials:
            if (special.round, special.table, special.hand) == (round_number, table, hand):
                return special
        return None

    def ordinary(self, chance: Chance) -> dict[str, Any]:
        """Return the event that ends an ordinary hand."""
        total = sum(outcome.weight for outcome in self.outcomes)
        at = chance.below(total)
        chosen = self.outcomes[-1]
        for outcome in self.outcomes:
            at -= outcome.weight
            if at < 0:
                chosen = outcome
                break
        winner, giver = chance.sample(PLACES, 2)
        return dict(_with_places(chosen.event, {"@winner": winner, "@giver": giver}))


def demo_games() -> tuple[str, ...]:
    """Return the games that have a demonstration."""
    return tuple(sorted(path.stem for path in HERE.glob("*.toml")))


def load_script(game: str) -> Script:
    """Read the demonstration of a game, or refuse."""
    path = HERE / f"{game}.toml"
    if not path.exists():
        raise RuleError("demo_unknown", noop("There is no demonstration of “{game}”."), game=game)
    return decode(Script, tomllib.loads(path.read_text(encoding="utf-8")), path.name)


def at_places(data: Any, dealer: Place) -> Any:
    """Return data with places relative to the dealer made real."""
    return _with_places(data, dict(zip(_RELATIVE, (dealer, *following(dealer)), strict=True)))


def _with_places(data: Any, places: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return places.get(data, data)
    if isinstance(data, Mapping):
        return {key: _with_places(value, places) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_with_places(value, places) for value in data]
    return data
