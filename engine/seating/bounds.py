"""What can be known before a draw: how many rounds are free of repeats, and what more rounds or large clubs force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import noop
from engine.seating.designs import known_maximum
from engine.seating.model import Person, Round
from engine.seating.report import crowded
from engine.seating.wishes import Notice, club_minimum


@dataclass(frozen=True, slots=True)
class Bounds:
    """For a number of players: `counting_rounds` no schedule can pass without repeats, `known_rounds` one is at
    hand for.

    `forced_repeats` and `forced_club_meetings` are the least for the rounds asked about; `resting` sit out each round.
    """

    counting_rounds: int
    known_rounds: int | None
    forced_repeats: int
    forced_club_meetings: int
    tables: int
    resting: int


def feasible(players: int, rounds: int, club_sizes: Sequence[int] = ()) -> Bounds:
    """What an organiser should know before the event; at once, without drawing anything.

    `known_rounds` is None where no construction applies (one or two players more than a multiple of four) and only the
    draw itself can tell.
    """
    tables, resting = divmod(players, 4)
    known = known_maximum(players + (resting == 3)) if players >= 4 and resting in (0, 3) else None
    return Bounds(
        counting_rounds=counting_rounds(players),
        known_rounds=known,
        forced_repeats=max(forced_repeats(players, rounds), (rounds - 1) * second_round_repeats(players)),
        forced_club_meetings=sum(
            club_minimum(max(0, size - resting), tables) * rounds for size in club_sizes if tables
        ),
        tables=tables,
        resting=resting,
    )


def counting_rounds(players: int) -> int:
    """The most rounds that counting allows without repeats; who rests plays fewer, so resting allows more rounds."""
    if second_round_repeats(players):
        return 1
    rounds = max(1, (players - 1) // 3)
    while players >= 4 and not forced_repeats(players, rounds + 1):
        rounds += 1
    return rounds


def forced_repeats(players: int, rounds: int) -> int:
    """The least repeats by counting: who plays k rounds sees 3k people, and there are only P - 1."""
    games = rounds * (players // 4) * 4
    each, more = divmod(games, players)
    return ((players - more) * max(0, 3 * each - players + 1) + more * max(0, 3 * each + 4 - players) + 1) // 2


def second_round_repeats(players: int) -> int:
    """The least pairs who meet again in a second round: at few tables those of one table cannot all part.

    Whoever rested first plays now, so that as many of the first tables rest, spread over them as evenly as possible.
    """
    tables, resting = divmod(players, 4)
    if not tables:
        return 0
    each, more = divmod(resting, tables)
    return sum(crowded(4 - each - (index < more), tables) for index in range(tables))


def crowding_after(players: Sequence[Person], rounds: int, history: Sequence[Round]) -> Notice | None:
    """The same warning for rounds after others: who has met most of the field finds too few he has not met."""
    if not history:
        return crowding_notice(len(players), rounds)
    met: dict[Person, dict[Person, bool]] = {person: {} for person in players}
    for round_ in history:
        for table in round_.tables:
            for person in table:
                if person in met:
                    met[person].update((other, True) for other in table if other != person and other in met)
    games = rounds * (len(players) // 4) * 4 // len(players)
    forced = (sum(max(0, 3 * games + len(others) + 1 - len(players)) for others in met.values()) + 1) // 2
    if not forced:
        return None
    return Notice(
        "seating_repeats_forced",
        noop("After the rounds already played, {rounds} more rounds force at least {forced} repeats."),
        {"players": len(players), "rounds": rounds, "forced": forced},
    )


def crowding_notice(players: int, rounds: int) -> Notice | None:
    """The warning that so many rounds force repeats by counting alone, with the least number of them."""
    forced = forced_repeats(players, rounds)
    if not forced:
        return None
    return Notice(
        "seating_repeats_forced",
        noop(
            "With {players} players nobody need meet twice up to round {bound}; "
            "the least number of repeats in {rounds} rounds is {forced}."
        ),
        {
            "players": players,
            "bound": counting_rounds(players),
            "rounds": rounds,
            "forced": max(forced, (rounds - 1) * second_round_repeats(players)),
        },
    )
