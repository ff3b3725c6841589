"""The fold: a pure function from a table's events to its scores, postings, flags, open liabilities and progress."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine.dealing import Deal, Start
from engine.effects import DealEffect, Effect
from engine.errors import RuleError, noop
from engine.events import Finish, GameEvent, Recorded, Ruling, Seats, Swap, TableEvent, parse_event
from engine.game import Game, Progress
from engine.hand import Hand, Measure, OpenLiability, Played, Win
from engine.liability import after_win, facts_needed, settle_liabilities
from engine.order import Standing, predecessor, standing
from engine.places import HOUSE, PLACES, Place, Side
from engine.postings import (
    COMMON_HOUSE_REASONS,
    Account,
    Line,
    Posting,
    person_totals,
    place_totals,
)
from engine.registry import game_of
from engine.rulesets import ResolvedRuleset

Seating = Mapping[Place, str | None]


class Break(msgspec.Struct, frozen=True):
    """A hand that was played with another dealer, continuation, round wind or level than the fold expects."""

    hand: int
    field: str
    expected: str | int | None
    played: str | int | None


class HandRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One hand as folded: the deal as played, its events in order of play, and which event closed it."""

    number: int
    deal: Deal
    seats: dict[Place, str | None]
    events: tuple[int, ...]
    closed_by: int | None


class FlagRecord(msgspec.Struct, frozen=True):
    """A flag in force at the end of the fold."""

    seat: Place
    flag: str
    until: str


class LiabilityRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An open liability and the facts a later win must answer for it."""

    id: str
    origin: str
    payer: Place
    to: str
    mode: str
    windows: tuple[tuple[str, str | int], ...]
    ruling: int
    asks: tuple[str, ...]


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """What the events of a table amount to. `hand` is the hand in play, or the next one when the last is over.

    `memory` is what the game keeps of the hand in play; None between hands.
    """

    hand: int
    scores: dict[str, int]
    persons: dict[str, int]
    accounts: dict[Account, dict[str, int]]
    postings: tuple[Posting, ...]
    measures: dict[str, dict[str, int]]
    flags: tuple[FlagRecord, ...]
    liabilities: tuple[LiabilityRecord, ...]
    breaks: tuple[Break, ...]
    finished: bool
    finished_by: str | None
    progress: Progress
    memory: Any
    expected: Deal
    hands: tuple[HandRecord, ...]
    seats: dict[Place, str | None]
    standing: Standing


def parse_events(rules: ResolvedRuleset, items: Sequence[Any], path: str = "events") -> list[TableEvent]:
    """Read a list of plain event data; the path of a refusal begins with `events[i]`."""
    kinds = dict(game_of(rules).events)
    return [parse_event(kinds, item, f"{path}[{index}]") for index, item in enumerate(items)]


def number_events(rules: ResolvedRuleset, seats: Seating, start: Start, events: Sequence[TableEvent]) -> list[Recorded]:
    """Give events entered one after another their sequence numbers (from 0), hands and places in play."""
    recorded: list[Recorded] = []
    for seq, event in enumerate(events):
        recorded.append(Recorded(seq, place_event(rules, seats, start, recorded, event)))
    return recorded


def place_event(
    rules: ResolvedRuleset, seats: Seating, start: Start, recorded: Sequence[Recorded], event: TableEvent
) -> TableEvent:
    """Decide at entry in which hand and where in play an event stands; what it already says is kept.

    Without `hand` it is the highest hand begun, or the next if that is over. A ruling for a hand that is over stands
    just before the closing event.
    """
    if not isinstance(event, GameEvent | Ruling | Seats | Finish):
        return event
    late = isinstance(event, Ruling) and event.after is None and event.hand is not None
    if event.hand is not None and not late:
        return event
    state = fold(rules, seats, start, recorded)
    if event.hand is None:
        return msgspec.structs.replace(event, hand=state.hand)
    record = next((hand for hand in state.hands if hand.number == event.hand), None)
    if record is None or record.closed_by is None:
        return event
    return msgspec.structs.replace(event, after=predecessor(state.standing.play[event.hand], record.closed_by))


def fold(rules: ResolvedRuleset, seats: Seating, start: Start, events: Sequence[Recorded]) -> TableState:
    """Fold a table's events. Pure; the same arguments give the same state.

    `seats` maps the four places to persons (None: empty) as first taken; `events` are in order of entry, each with its
    hand decided. Raises `RuleError` with a path `events[seq]…` when an event is not legal where it stands.
    """
    return _Fold(rules, game_of(rules), seats, start, events).run()


class _Settled(msgspec.Struct):
    """The lines of one event of the game with all that is needed to settle them anew without one ruling."""

    hand: Hand
    seq: int
    played: Played
    lines: tuple[Line, ...]
    wins: tuple[Win, ...]
    liabilities: tuple[OpenLiability, ...]
    paid: tuple[Line, ...]


class _Fold:
    """One run of the fold; exists so that its steps can share what they build up."""

    def __init__(
        self, rules: ResolvedRuleset, game: Game, seats: Seating, start: Start, events: Sequence[Recorded]
    ) -> None:
        self.rules = rules
        self.game = game
        self.start = start
        self.first_seats: dict[Place, str | None] = {place: seats.get(place) for place in PLACES}
        self.standing = standing(game.events, events)
        self.house_reasons = {*COMMON_HOUSE_REASONS, *rules.ruleset.house_reasons}
        self.progress: Progress = game.begin(rules, start)
        self.postings: list[Posting] = []
        self.measures: dict[str, dict[str, int]] = {}
        self.breaks: list[Break] = []
        self.records: list[HandRecord] = []
        self.settled: list[_Settled] = []
        self.rulings: dict[int, Ruling] = {}
        self.ruled_in: dict[int, int] = {}
        self.amended = frozenset(
            item.event.amends
            for item in self.standing.entries
            if isinstance(item.event, Ruling) and item.event.amends is not None
        )
        self.as_ended: dict[int, DealEffect] = {}
        self.undone: set[int] = set()
        self.finished_by: str | None = None
        self.carried: Hand | None = None

    def run(self) -> TableState:
        persons = dict.fromkeys(person for person in self.first_seats.values() if person)
        last: Hand | None = None
        for number, events in self.standing.play.items():
            if not events:
                continue
            last = self._play_hand(number, events)
            persons |= dict.fromkeys(person for person in last.seats.values() if person)
        going_on = last is not None and last.closed_by is None
        number = 1 if last is None else last.number + (0 if going_on else 1)
        expected = last.played_deal if last and going_on else self.game.expected(self.rules, self.progress)
        return TableState(
            hand=number,
            scores=place_totals(self.postings),
            persons=dict(person_totals(self.postings, persons=persons)),
            accounts={
                account: dict(person_totals(self.postings, account)) for account in ("table", "event", "placing")
            },
            postings=tuple(self.postings),
            measures=self.measures,
            flags=tuple(
                FlagRecord(place, state.flag, state.until)
                for place in PLACES
                for state in (last.flags[place] if last else ())
            ),
            liabilities=tuple(_record(item) for item in last.liabilities) if last else (),
            breaks=tuple(self.breaks),
            finished=self.finished_by is not None,
            finished_by=self.finished_by,
            progress=self.progress,
            memory=last.memory if last and going_on else None,
            expected=expected,
            hands=tuple(self.records),
            seats=self._seating(number),
            standing=self.standing,
        )

    def _seating(self, number: int) -> dict[Place, str | None]:
        """Who sits where in a hand: substitutions up to it, and places that turned out to be swapped."""
        seats = dict(self.first_seats)
        for item in self.standing.entries:
            event = item.event
            if isinstance(event, Seats) and event.hand is not None and event.hand <= number:
                seats |= event.seats
            elif isinstance(event, Swap) and event.since <= number:
                first, second = event.places
                seats[first], seats[second] = seats[second], seats[first]
        return seats

    def _play_hand(self, number: int, events: tuple[Recorded, ...]) -> Hand:
        self._begin_anew(number, events)
        seats = self._seating(number)
        _check_seating(seats, events)
        deal = self._deal_as_played(number, events)
        hand = Hand(number, seats, deal, self.game.order)
        if self.carried is not None:
            for place in PLACES:
                hand.flags[place] = [state for state in self.carried.flags[place] if state.until != "hand"]
        hand.progress = self.progress
        self.game.open_hand(self.rules, hand)
        for item in events:
            hand.seq = item.seq
            try:
                self._play_event(hand, item)
            except RuleError as error:
                raise error.at(f"events[{item.seq}]") from None
        self.records.append(
            HandRecord(
                number=number,
                deal=deal,
                seats=seats,
                events=tuple(item.seq for item in events),
                closed_by=hand.closed_by,
            )
        )
        if hand.closed_by is not None:
            self.progress = self.game.close(self.rules, self.progress, hand)
            for place in PLACES:
                hand.flags[place] = [state for state in hand.flags[place] if state.until != "hand"]
            hand.liabilities = []
            if self.finished_by is None and self.game.reached(self.rules, self.progress, self.start.length):
                self.finished_by = "length"
        self.carried = hand
        return hand

    def _begin_anew(self, number: int, events: tuple[Recorded, ...]) -> None:
        for item in events:
            if isinstance(item.event, Seats) and item.event.first_dealer is not None:
                self.progress = self.game.restart(self.rules, self.progress, item.event.first_dealer)
        if self.finished_by is not None and any(isinstance(item.event, GameEvent) for item in events):
            seq = next(item.seq for item in events if isinstance(item.event, GameEvent))
            raise RuleError(
                "table_finished",
                noop("This table has finished; hand {hand} cannot begin."),
                path=f"events[{seq}]",
                hand=number,
            )

    def _deal_as_played(self, number: int, events: tuple[Recorded, ...]) -> Deal:
        """Take the deal stored with the hand; each difference from what is expected is a break, and play goes on.

        A continuation may be longer than the hands written down could make it: a wall run out pays nothing and is
        easily left off a slip, yet the dealer kept the deal by it.
        """
        expected = self.game.expected(self.rules, self.progress)
        played: dict[str, Any] = {}
        for item in sorted(events, key=lambda item: item.seq):
            if not isinstance(item.event, GameEvent) or self.standing.ignores_deal(number, item.seq):
                continue
            for name in ("dealer", "streak", "round_wind"):
                stored = getattr(item.event, name)
                if stored is not None and name not in played:
                    played[name] = stored
        for name, value in played.items():
            if value != getattr(expected, name):
                self.breaks.append(Break(number, name, getattr(expected, name), value))
        return Deal(
            played.get("dealer", expected.dealer),
            played.get("streak", expected.streak),
            played.get("round_wind", expected.round_wind),
        )

    def _play_event(self, hand: Hand, item: Recorded) -> None:
        event = item.event
        if isinstance(event, GameEvent):
            self._check_open(hand, item.seq)
            self._settle(hand, item.seq, self.game.play(self.rules, hand, event))
        elif isinstance(event, Ruling):
            self.rulings[item.seq], self.ruled_in[item.seq] = event, hand.number
            if event.undoes is not None:
                self._undo(hand, item.seq, event.undoes)
            elif item.seq in self.amended:
                self._rule_for_once(hand, item.seq, event)
            else:
                self._put_in_place(hand, item.seq, event)
        elif isinstance(event, Finish):
            self.finished_by = "finish"

    def _check_open(self, hand: Hand, seq: int) -> None:
        if hand.closed_by is None:
            return
        if hand.closed_by > seq:
            raise RuleError(
                "conflicts_with",
                noop(
                    "The ruling ends the hand before something that is recorded already: void or replace that with it."
                ),
                path="",
                seq=seq,
                flag="ends_hand",
            )
        raise RuleError("hand_closed", noop("Hand {hand} is over."), path="hand", hand=hand.number)

    def _settle(self, hand: Hand, seq: int, played: Played) -> None:
        liabilities = tuple(hand.liabilities)
        paid = self._paid(hand, played.lines, played.wins, liabilities)
        if played.wins or played.again:
            self.settled.append(_Settled(hand, seq, played, played.lines, played.wins, liabilities, paid))
        if played.wins:
            hand.liabilities = after_win(hand.liabilities)
        for line in paid:
            self._post(hand, seq, line)
        for place, flag, until in played.flags:
            hand.set_flag(place, flag, until)
        for measure in played.measures:
            self._measure(hand, measure)
        self.breaks += [Break(hand.number, item.field, item.expected, item.played) for item in played.differs]
        if played.closes:
            hand.closed_by = seq

    def _paid(
        self, hand: Hand, lines: tuple[Line, ...], wins: tuple[Win, ...], liabilities: tuple[OpenLiability, ...]
    ) -> tuple[Line, ...]:
        return settle_liabilities(
            lines,
            wins,
            liabilities,
            lambda win, liability: self.game.due(self.rules, hand, win, liability),
            lambda win: self.game.share(self.rules, hand, win),
            self.rules.options.get("chip", 1),
        )

    def _rule(self, hand: Hand, seq: int, effect: Effect) -> None:
        for change in effect.flags:
            hand.check_seated(change.seat, "effect.flags")
            hand.set_flag(change.seat, change.flag, change.until, change.claims)
        for index, posting in enumerate(effect.postings):
            path = f"effect.postings[{index}]"
            if posting.payer == posting.to:
                raise RuleError("pays_itself", noop("Nobody pays himself."), path=path)
            for side in (posting.payer, posting.to):
                if side != HOUSE:
                    hand.check_seated(side, path)
            house = HOUSE in (posting.payer, posting.to)
            self._post(
                hand,
                seq,
                Line(
                    payer=posting.payer,
                    to=posting.to,
                    points=posting.points,
                    reason=posting.reason or ("ruling_house" if house else "ruling"),
                    article=posting.article,
                    account=posting.account,
                    cause=seq,
                ),
            )
        taken = {item.liability.id for item in hand.liabilities}
        for liability in effect.liabilities:
            if liability.id in taken:
                raise RuleError(
                    "liability_twice",
                    noop("A liability “{id}” is already open."),
                    path="effect.liabilities",
                    id=liability.id,
                )
            hand.liabilities.append(OpenLiability(liability, seq))
        self._settle(hand, seq, self.game.after_ruling(self.rules, hand, effect.game))
        if effect.deal is not None:
            hand.deal = _merged(hand.deal, effect.deal)
            if effect.deal.ends_hand:
                self._check_open(hand, seq)
                hand.closed_by = seq

    def _put_in_place(self, hand: Hand, seq: int, event: Ruling) -> None:
        """Carry out a ruling, in the place of another one where it amends that.

        Where the hand ended with that one and others were played since, it stays over, with the deal as played.
        """
        if event.amends is not None:
            self._take_place(hand, event.amends)
        self._rule(hand, seq, event.effect)
        ended = None if event.amends is None else self.as_ended.get(event.amends)
        later = any(number > hand.number and events for number, events in self.standing.play.items())
        if ended is not None and hand.closed_by is None and later:
            hand.deal = _merged(hand.deal, ended)
            hand.closed_by = seq

    def _take_place(self, hand: Hand, amended: int) -> None:
        known = hand.number == self.ruled_in.get(amended)
        if not known or amended in self.undone or self.rulings[amended].undoes is not None:
            raise RuleError(
                "amends_unknown",
                noop("There is no ruling {seq} in this hand to put another in the place of."),
                path="amends",
                seq=amended,
            )
        self.undone.add(amended)
        hand.undone.add(amended)

    def _rule_for_once(self, hand: Hand, seq: int, event: Ruling) -> None:
        """Play a ruling whose place another one takes: its lines are posted and reversed, all else is as before it."""
        first, settled, broken = len(self.postings), len(self.settled), len(self.breaks)
        measures = {person: dict(held) for person, held in self.measures.items()}
        trial = copy.deepcopy(hand)
        self._put_in_place(trial, seq, event)
        if trial.closed_by == seq:
            self.as_ended[seq] = trial.deal or DealEffect()
        del self.settled[settled:], self.breaks[broken:]
        self.measures = measures
        hand.undone |= trial.undone
        for posting in self.postings[first:]:
            self._post(trial, seq, _reversal(posting.from_place, posting.to_place, posting.points, posting.account))

    def _undo(self, hand: Hand, seq: int, undone: int) -> None:
        """Overturn a ruling: reverse its lines and the moves of its liabilities; the deal stays as played."""
        known = self.rulings.get(undone)
        if known is None or known.undoes is not None or undone in self.undone | self.amended:
            raise RuleError(
                "undoes_unknown", noop("There is no ruling {seq} to overturn here."), path="undoes", seq=undone
            )
        self.undone.add(undone)
        hand.undone.add(undone)
        reversed_lines = [
            _reversal(posting.from_place, posting.to_place, posting.points, posting.account)
            for posting in self.postings
            if posting.seq == undone and posting.liability is None
        ]
        for place in PLACES:
            hand.flags[place] = [state for state in hand.flags[place] if state.seq != undone]
        hand.liabilities = [item for item in hand.liabilities if item.seq != undone]
        for item in self.settled:
            reversed_lines += self._resettled(hand, item, undone)
        for line in reversed_lines:
            self._post(hand, seq, line)

    def _resettled(self, hand: Hand, item: _Settled, undone: int) -> list[Line]:
        """Settle an event again without one ruling; the difference is what has to be paid back and forth."""
        lines = tuple(line for line in item.lines if line.cause != undone)
        if item.played.again is not None:
            lines = self._played_again(hand, item, item.played.again).lines
        liabilities = tuple(held for held in item.liabilities if held.seq != undone)
        paid = self._paid(item.hand, lines, item.wins, liabilities)
        before, after = _counted(item.paid), _counted(paid)
        item.lines, item.liabilities, item.paid = lines, liabilities, paid
        back = [_reversal(payer, to, points, account) for payer, to, points, account in (before - after).elements()]
        anew = [_reversal(to, payer, points, account) for payer, to, points, account in (after - before).elements()]
        return back + anew

    def _played_again(self, hand: Hand, item: _Settled, again: Callable[[Hand, frozenset[int]], Played]) -> Played:
        """Let the game settle an event anew; measures that add up follow at once."""
        anew = again(hand, frozenset(self.undone))
        for sign, played in ((-1, item.played), (1, anew)):
            for measure in played.measures:
                if not measure.best:
                    self._measure(item.hand, msgspec.structs.replace(measure, value=sign * measure.value))
        item.played = msgspec.structs.replace(anew, again=again)
        return anew

    def _post(self, hand: Hand, seq: int, line: Line) -> None:
        house = HOUSE in (line.payer, line.to)
        if house and line.reason not in self.house_reasons:
            raise RuleError(
                "house_reason",
                noop("“{reason}” is no reason for a line with the house."),
                path="effect.postings",
                reason=line.reason,
            )
        hand.lines.append((seq, line))
        self.postings.append(
            Posting(
                hand=hand.number,
                seq=seq,
                from_place=line.payer,
                to_place=line.to,
                from_person=_person(hand, line.payer),
                to_person=_person(hand, line.to),
                points=line.points,
                account=line.account,
                reason=line.reason,
                article=line.article,
                liability=line.liability,
            )
        )

    def _measure(self, hand: Hand, measure: Measure) -> None:
        person = hand.seats[measure.seat]
        if person is None:
            return
        held = self.measures.setdefault(person, {})
        before = held.get(measure.code)
        if before is None:
            held[measure.code] = measure.value
        else:
            held[measure.code] = max(before, measure.value) if measure.best else before + measure.value


def _check_seating(seats: Mapping[Place, str | None], events: Sequence[Recorded]) -> None:
    persons = [person for person in seats.values() if person]
    if len(set(persons)) != len(persons):
        twice = next(person for person in persons if persons.count(person) > 1)
        seq = next((item.seq for item in events if isinstance(item.event, Seats)), events[0].seq)
        raise RuleError(
            "person_twice",
            noop("{person} cannot sit at two places of one table."),
            path=f"events[{seq}].seats",
            person=twice,
        )


def _merged(before: DealEffect | None, new: DealEffect) -> DealEffect:
    if before is None:
        return new
    return DealEffect(
        ends_hand=before.ends_hand or new.ends_hand,
        next_dealer=new.next_dealer or before.next_dealer,
        streak=new.streak or before.streak,
        replay=before.replay or new.replay,
    )


def _reversal(payer: Side, to: Side, points: int, account: Account) -> Line:
    house = HOUSE in (payer, to)
    return Line(
        payer=to,
        to=payer,
        points=points,
        reason="overturned_house" if house else "overturned",
        account=account,
    )


def _counted(lines: Sequence[Line]) -> Counter[tuple[Side, Side, int, Account]]:
    return Counter((line.payer, line.to, line.points, line.account) for line in lines)


def _person(hand: Hand, side: Side) -> str:
    return HOUSE if side == HOUSE else hand.seats[side] or ""


def _record(item: OpenLiability) -> LiabilityRecord:
    liability = item.liability
    return LiabilityRecord(
        id=liability.id,
        origin=liability.origin or liability.id,
        payer=liability.payer,
        to=liability.to,
        mode=liability.mode,
        windows=tuple((trigger, until) for trigger, until in liability.windows),
        ruling=item.seq,
        asks=facts_needed(liability),
    )
