"""Schedules brought from elsewhere: rounds of tables of line numbers, dealt to the players by lot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.seating.model import Person, Round, Seats, listing, roster
from engine.seating.report import report
from engine.seating.schedule import ALGORITHM, Plan, refuse_apart_meetings
from engine.seating.wishes import Wishes, check_wishes


def plan_from_template(
    players: Iterable[Person],
    template: Sequence[Sequence[Sequence[int]]],
    seed: str,
    *,
    wishes: Wishes | None = None,
) -> Plan:
    """A plan by a template: rounds of tables, each four line numbers from 1 in the order East, South, West, North.

    Refused before anything is drawn when the template is for another number of players (naming the numbers it lacks
    or has too many), when a round does not have every line once, and when people kept apart would meet.
    """
    people = roster(players)
    wishes = wishes or Wishes()
    notices = check_wishes(people, wishes)
    _check(template, len(people))
    line = dict(enumerate(Chance(seed).child("order").shuffled(people), 1))
    rounds = tuple(
        Round(
            tuple(cast(Seats, tuple(line[number] for number in table)) for table in tables),
            tuple(range(1, len(tables) + 1)),
        )
        for tables in template
    )
    refuse_apart_meetings(rounds, wishes)
    return Plan(people, rounds, wishes, "template", ALGORITHM, seed, notices, report(people, rounds, wishes))


def _check(template: Sequence[Sequence[Sequence[int]]], players: int) -> None:
    lines = {number: True for tables in template for table in tables for number in table}
    missing = [number for number in range(1, players + 1) if number not in lines]
    extra = [number for number in sorted(lines) if not 1 <= number <= players]
    if missing or extra:
        raise RuleError(
            "seating_template_size",
            noop(
                "The template is for {lines} players, the field has {players}; missing: {missing}; too many: {extra}."
            ),
            path="template",
            lines=len(lines),
            players=players,
            missing=listing(missing) or "–",
            extra=listing(extra) or "–",
        )
    for index, tables in enumerate(template):
        seated = sorted(number for table in tables for number in table)
        if seated != list(range(1, players + 1)) or any(len(table) != 4 for table in tables):
            raise RuleError(
                "seating_template_round",
                noop("Round {round} of the template does not seat every line once at tables of four."),
                path=f"template[{index}]",
                round=index + 1,
            )
