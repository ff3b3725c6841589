"""Properties that hold in every game, over random hands and random tables with corrections and late rulings.

A game takes part by `tests/engine/strategies_<code>.py`:

- `hands()`: lines for `score` that win, or None for a game without such a command;
- `SUITS_ALIKE`: whether permuting the suits m, p, s leaves a score as it is;
- `ADDING`: pairs of options of which the second only adds an item to the first;
- `OPTIONS`: option sets under which tables are folded;
- `closings()`: events that end a hand at any table whatever came before; `rulings()`: rulings that leave the hand open
  and bar no one; `asides()`: other events in the course of a hand, which may be refused, or None.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.dealing import Start
from engine.errors import RuleError
from engine.events import Recorded, Void, dump_event
from engine.postings import COMMON_HOUSE_REASONS
from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, resolve, restore
from engine.settling import to_plain
from engine.table import TableState, fold, number_events, parse_events
from engine.tiles import format_tile, parse_tiles

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
CODES = sorted(
    module.name.removeprefix("strategies_")
    for module in pkgutil.iter_modules([str(Path(__file__).parent)])
    if module.name.startswith("strategies_")
)
every_game = pytest.mark.parametrize("code", CODES)


def strategies(code: str) -> ModuleType:
    return importlib.import_module(f"tests.engine.strategies_{code}")


def rules_of(code: str, options: dict[str, Any] | None = None) -> ResolvedRuleset:
    return resolve(find_game(code).ruleset, None, options or {})


def score(code: str, line: dict[str, Any], options: dict[str, Any] | None = None) -> dict[str, Any]:
    answer = find_game(code).score(rules_of(code, options), line)
    return {key: value for key, value in answer.items() if key != "id"}


def drawn_hand(code: str, data: st.DataObject) -> dict[str, Any]:
    drawn = strategies(code).hands()
    if drawn is None:
        pytest.skip("no hands of tiles in this game")
    return dict(data.draw(drawn))


class Table:
    """A random table: its rules, its events as recorded, and how to fold them."""

    def __init__(self, code: str, data: st.DataObject) -> None:
        self.own = strategies(code)
        self.data = data
        self.rules = rules_of(code, data.draw(st.sampled_from(self.own.OPTIONS)))
        self.events = self._drawn()
        assume(self.events)

    def _drawn(self) -> list[dict[str, Any]]:
        """Draw hands with rulings and other events in them; what the game refuses where it stands is left out."""
        asides = self.own.asides()
        events: list[dict[str, Any]] = []
        for _ in range(self.data.draw(st.integers(1, 5))):
            within = [self.data.draw(self.own.rulings())] if self.data.draw(st.booleans()) else []
            if asides is not None and self.data.draw(st.booleans()):
                within.append(self.data.draw(asides))
            for event in [*within, self.data.draw(self.own.closings())]:
                if isinstance(self.outcome([*events, event]), TableState):
                    events.append(event)
        return events

    def recorded(self, events: Sequence[dict[str, Any]] | None = None) -> list[Recorded]:
        given_events = self.events if events is None else events
        return number_events(self.rules, SEATS, Start(), parse_events(self.rules, given_events))

    def fold(self, recorded: Sequence[Recorded]) -> TableState:
        return fold(self.rules, SEATS, Start(), recorded)

    def outcome(self, events: Sequence[dict[str, Any]] | Sequence[Recorded]) -> TableState | str:
        """Return the state, or the code of the refusal."""
        try:
            if events and isinstance(events[0], dict):
                return self.fold(self.recorded(events))
            return self.fold(events)
        except RuleError as error:
            return error.code


def essence(outcome: TableState | str) -> Any:
    """What must agree between two ways of writing the same table: all but sequence numbers."""
    if isinstance(outcome, str):
        return outcome
    return {
        "hand": outcome.hand,
        "scores": outcome.scores,
        "persons": outcome.persons,
        "accounts": outcome.accounts,
        "progress": outcome.progress,
        "measures": outcome.measures,
        "breaks": outcome.breaks,
        "flags": outcome.flags,
        "postings": sorted(
            (item.hand, item.from_place, item.to_place, item.points, item.account, item.reason, item.article)
            for item in outcome.postings
        ),
    }


@every_game
@given(data=st.data())
def test_the_order_of_tiles_melds_and_flowers_does_not_matter(code: str, data: st.DataObject) -> None:
    hand = drawn_hand(code, data)
    rng = Random(data.draw(st.integers(0, 2**32)))
    mixed = dict(hand)
    for field in ("concealed", "flowers"):
        if hand.get(field):
            tiles = list(parse_tiles(hand[field]))
            rng.shuffle(tiles)
            mixed[field] = "".join(map(format_tile, tiles))
    for field in ("melds", "flags"):
        mixed[field] = rng.sample(hand.get(field) or [], len(hand.get(field) or []))
    assert score(code, mixed) == score(code, hand)


@every_game
@given(data=st.data())
def test_the_suits_are_alike(code: str, data: st.DataObject) -> None:
    if not strategies(code).SUITS_ALIKE:
        pytest.skip("this game has rules for single suits")
    hand = drawn_hand(code, data)
    other = dict(zip("mps", data.draw(st.permutations("mps")), strict=True))

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [meld.split(":")[0] + ":" + renamed(meld.split(":")[1]) for meld in value]
        return "".join(other.get(char, char) for char in value)

    changed = {
        key: renamed(value) if value and key in ("concealed", "melds", "win", "void") else value
        for key, value in hand.items()
    }
    before, after = score(code, hand), score(code, changed)
    for answer in (before, after):
        answer.pop("reading", None)
        answer["waits"] = len(answer.get("waits", ()))
    assert after == before


@pytest.mark.long
@every_game
@given(data=st.data())
def test_an_option_that_only_adds_an_item_never_lowers_a_score(code: str, data: st.DataObject) -> None:
    hand = drawn_hand(code, data)
    for less, more in strategies(code).ADDING:
        assert score(code, hand, more)["total"] >= score(code, hand, less).get("total", 0)


@every_game
@given(data=st.data())
def test_a_score_adds_up(code: str, data: st.DataObject) -> None:
    answer = score(code, drawn_hand(code, data))
    assert answer["valid"]
    if answer["limit"] == "none" and answer["total"] == answer["raw"]:
        assert sum(item["value"] * item["count"] for item in answer["patterns"]) == answer["raw"]


@every_game
@given(data=st.data())
def test_every_account_is_zero_sum_and_every_line_is_a_payment(code: str, data: st.DataObject) -> None:
    table = Table(code, data)
    state = table.fold(table.recorded())
    reasons = {*COMMON_HOUSE_REASONS, *table.rules.ruleset.house_reasons}
    house = 0
    for posting in state.postings:
        assert posting.points > 0
        assert posting.from_place != posting.to_place
        if "house" in (posting.from_place, posting.to_place):
            assert posting.reason in reasons
            if posting.account == "table":
                house += posting.points if posting.to_place == "house" else -posting.points
    assert state.scores["house"] == house
    assert sum(state.scores.values()) == 0
    assert sum(state.persons.values()) + house == 0
    known = {*table.rules.ruleset.reasons, "ruling", "ruling_house", "overturned", "overturned_house", "liability"}
    assert {posting.reason for posting in state.postings} <= known


@pytest.mark.long
@every_game
@given(data=st.data())
def test_folding_again_gives_the_same_bytes(code: str, data: st.DataObject) -> None:
    table = Table(code, data)
    recorded = table.recorded()
    first = json.dumps(to_plain(table.fold(recorded)))
    stored = json.loads(json.dumps([dump_event(item.event) for item in recorded]))
    again = [Recorded(seq, event) for seq, event in enumerate(parse_events(table.rules, stored))]
    rules = restore(json.loads(json.dumps(table.rules.dump())))
    assert json.dumps(to_plain(fold(rules, SEATS, Start(), again))) == first


@every_game
@given(data=st.data())
def test_a_void_leaves_everything_as_if_the_event_had_never_been_written(code: str, data: st.DataObject) -> None:
    table = Table(code, data)
    recorded = table.recorded()
    seq = data.draw(st.integers(0, len(recorded) - 1))
    rest = [item for item in recorded if item.seq != seq]
    voided = table.outcome([*recorded, Recorded(len(recorded), Void(seq=seq))])
    without = table.outcome(rest)
    assert essence(voided) == essence(without)


@pytest.mark.long
@every_game
@given(data=st.data())
def test_a_replacement_is_as_if_it_had_been_written_at_once_and_can_be_taken_back(
    code: str, data: st.DataObject
) -> None:
    table = Table(code, data)
    recorded = table.recorded()
    seq = data.draw(st.integers(0, len(recorded) - 1))
    content = data.draw(table.own.closings() if data.draw(st.booleans()) else table.own.rulings())
    at_once = list(recorded)
    (new,) = parse_events(table.rules, [{**content, "hand": recorded[seq].event.hand}])
    at_once[seq] = Recorded(seq, new)
    (change,) = parse_events(table.rules, [{"type": "replace", "seq": seq, "with": content}])
    replaced = [*recorded, Recorded(len(recorded), change)]
    assert essence(table.outcome(replaced)) == essence(table.outcome(at_once))
    taken_back = [*replaced, Recorded(len(replaced), Void(seq=len(recorded)))]
    assert essence(table.outcome(taken_back)) == essence(table.fold(recorded))


@every_game
@given(data=st.data())
def test_a_ruling_entered_after_the_closing_event_is_as_one_entered_before_it(code: str, data: st.DataObject) -> None:
    table = Table(code, data)
    closed = [hand for hand in table.fold(table.recorded()).hands if hand.closed_by is not None]
    assume(closed)
    hand = data.draw(st.sampled_from(closed))
    assert hand.closed_by is not None
    ruling = data.draw(table.own.rulings())
    before = table.outcome([*table.events[: hand.closed_by], ruling, *table.events[hand.closed_by :]])
    after = table.outcome([*table.events, {**ruling, "hand": hand.number}])
    assert essence(after) == essence(before)


@pytest.mark.long
@every_game
@given(data=st.data())
def test_overturning_a_ruling_gives_back_what_it_moved(code: str, data: st.DataObject) -> None:
    table = Table(code, data)
    ruling = data.draw(table.own.rulings())
    closing = data.draw(table.own.closings())
    undo = {"type": "ruling", "effect": {"undoes": len(table.events)}}
    overturned = table.outcome([*table.events, ruling, closing, undo])
    never = table.outcome([*table.events, closing])
    assume(isinstance(overturned, TableState))
    assert isinstance(overturned, TableState)
    assert isinstance(never, TableState)
    assert (overturned.scores, overturned.persons) == (never.scores, never.persons)


@every_game
@given(data=st.data())
def test_a_wrongly_taken_seat_only_changes_whose_points_they_are(code: str, data: st.DataObject) -> None:
    table = Table(code, data)
    state = table.fold(table.recorded())
    swapped = table.outcome([*table.events, {"type": "swap", "places": ["E", "S"], "since": 1}])
    assert isinstance(swapped, TableState)
    assert swapped.scores == state.scores
    assert (swapped.persons["p1"], swapped.persons["p2"]) == (state.persons["p2"], state.persons["p1"])
    assert msgspec.to_builtins(swapped.progress) == msgspec.to_builtins(state.progress)
