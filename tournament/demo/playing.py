"""Plays rounds of a demonstration: draw, release, hands, confirmation, close, late corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.chance import Chance
from tournament.actors import Actor
from tournament.demo.script import Script, Special, Step, at_places
from tournament.models import Event, Round, Table
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table, round_tables
from tournament.services.draws import draw_round, release_draw
from tournament.services.rounds import close_round, start_round
from tournament.services.table_status import confirm_table
from tournament.services.tables import correct, finish_table, record_events, undo

# Rules on an infraction at a table: (actor, table, infraction, offender, facts, issue). Without `issue` it is proposed.
Ruler = Callable[[Actor, Table, str, str, dict[str, Any], bool], None]

MOST_HANDS = 60


class Player:
    """Plays one event by its script; everything by chance comes from `seed`."""

    def __init__(self, event: Event, script: Script, actor: Actor, rule: Ruler, seed: str) -> None:
        self.event = event
        self.script = script
        self.actor = actor
        self.rule = rule
        self.seed = seed

    def open_round(self, number: int) -> Round:
        """Draw, release and start a round."""
        round_ = get_round(self.event, number)
        draw_round(actor=self.actor, round_=round_)
        release_draw(actor=self.actor, round_=round_)
        start_round(actor=self.actor, round_=round_)
        return round_

    def play_round(self, number: int) -> None:
        """Play a whole round to its end, and make the corrections that come too late."""
        round_ = self.open_round(number)
        for table in round_tables(round_):
            self.play_table(table)
            confirm_table(actor=self.actor, table=table, seq=table.seq)
        close_round(actor=self.actor, round_=round_)
        for change in self.script.corrections:
            if change.round == number:
                self._correct(get_table(self.event, number, change.table), change.hand, change.event)

    def play_table(self, table: Table, hands: int = MOST_HANDS) -> None:
        """Play hands at a table until it has finished, at most so many more."""
        chance = Chance(f"{self.seed}/{table.round.number}/{table.number}")
        last = table.state["hand"] + hands
        while not table.state["finished"] and table.state["hand"] < last:
            special = self.script.special(table.round.number, table.number, table.state["hand"])
            if special is not None:
                self._play_special(table, special)
            else:
                self._record(table, self.script.ordinary(chance))
        if not table.state["finished"] and hands == MOST_HANDS:
            finish_table(actor=self.actor, table=table, expected_seq=table.seq, key=None)

    def propose(self, table: Table) -> None:
        """Describe what the script says is to be ruled on at a table, and leave it to the referee."""
        for pending in self.script.pending:
            if pending.table == table.number:
                offender = at_places(pending.offender, table.state["expected"]["dealer"])
                self.rule(self.actor, table, pending.rule, offender, dict(pending.facts), False)

    def _play_special(self, table: Table, special: Special) -> None:
        dealer = table.state["expected"]["dealer"]
        for step in special.steps:
            self._take(table, step, dealer)

    def _take(self, table: Table, step: Step, dealer: Any) -> None:
        if step.rule is not None:
            self.rule(self.actor, table, step.rule, at_places(step.offender, dealer), dict(step.facts), True)
            table.refresh_from_db(fields=["seq", "state", "status"])
            return
        event = at_places(step.event, dealer)
        if step.since is not None:
            asked = [held["id"] for held in table.state["liabilities"] if "since" in held["asks"]]
            for win in event["wins"]:
                win["since"] = dict.fromkeys(asked, step.since)
        self._record(table, event)
        if step.undo:
            undo(actor=self.actor, table=table, expected_seq=table.seq, key=None)

    def _record(self, table: Table, event: dict[str, Any]) -> None:
        record_events(actor=self.actor, table=table, expected_seq=table.seq, key=None, events=[event])

    def _correct(self, table: Table, hand: int, event: dict[str, Any]) -> None:
        record = next(found for found in table.state["hands"] if found["number"] == hand)
        correct(
            actor=self.actor,
            table=table,
            expected_seq=table.seq,
            key=None,
            seq=record["closed_by"],
            replacement=at_places(event, record["deal"]["dealer"]),
            later="as_played",
            confirm_round=table.round.number,
        )
