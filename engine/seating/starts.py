"""Where a search begins: exact schedules adapted to the field, clubs laid out over classes, or rounds dealt at
random.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from engine.chance import Chance
from engine.seating.catalogue import stored_schedule
from engine.seating.designs import known_maximum, repeat_free
from engine.seating.differences import difference_rounds, transversal_rounds
from engine.seating.groups import Budget, Groups, Row, Tables, anneal, count, empty_meetings

_ADDED_AT_MOST = 3
_APART = 8


def exact_rounds(players: int, rounds: int) -> tuple[str, list[Tables], bool] | None:
    """A repeat-free schedule: its method, its rounds, and whether nobody returns to a table; None when none is known.

    One short of a multiple of four, the schedule of one more player is taken and the table of the missing one rests:
    everybody meets the missing one at most once, so nobody rests twice before everybody has had a chance to rest.
    """
    if players % 4 == 0:
        return repeat_free(players, rounds)
    if players % 4 != 3 or players < 15:
        return None
    found = repeat_free(players + 1, rounds)
    if found is None:
        return None
    method, schedule, _ = found
    missing = players
    return f"{method}-one-missing", [[table for table in tables if missing not in table] for tables in schedule], False


def crowded_rounds(players: int, rounds: int, chance: Chance, budget: Budget) -> tuple[str, list[Tables]]:
    """More rounds than can be repeat-free, for a multiple of four: a repeat-free part, then rounds that meet whom
    they can.

    Where the repeat-free part meets every pair, copies of it are as good and as even as can be.
    """
    for length in range(rounds, 0, -1):
        stored = stored_schedule(players, length)
        if stored is not None:
            method, schedule = "stored-schedule", stored
            break
    else:
        found = repeat_free(players, known_maximum(players))
        assert found is not None, "one round is always repeat-free"
        method, schedule = found[0], found[1]
    if len(schedule) == rounds:
        return method, schedule
    complete = len(schedule) * 3 == players - 1
    if complete:
        return f"{method}-copied", [[list(table) for table in schedule[i % len(schedule)]] for i in range(rounds)]
    schedule = [[list(table) for table in tables] for tables in schedule[:rounds]]
    rows = empty_meetings(players)
    for tables in schedule:
        count(rows, tables)
    _continue(schedule, rows, rounds, players, chance, budget)
    return f"{method}-continued", schedule


def adapted_rounds(players: int, rounds: int) -> tuple[str, list[Tables]] | None:
    """Rounds with few repeats for one or two players more than a multiple of four, as a start for repair.

    In the schedule of the next multiple of four the tables of the missing players are left with three each; one of
    these is broken up, its players complete the others or rest, so that a round makes few new pairs.
    """
    missing = -players % 4
    found = repeat_free(players + missing, rounds) if missing in (2, 3) and players >= 16 else None
    if found is None:
        return None
    rows = empty_meetings(players)
    rested = [0] * players
    schedule, pieces = [], []
    for tables in found[1]:
        present = [[person for person in table if person < players] for table in tables]
        schedule.append([table for table in present if len(table) == 4])
        pieces.append([table for table in present if len(table) < 4])
        count(rows, present)
    for tables, broken in zip(schedule, pieces, strict=True):
        completed, resting = min(_completions(broken, players % 4), key=lambda choice: _price(choice, rows, rested))
        for person in resting:
            rested[person] += 1
        count(rows, broken, -1)
        count(rows, completed)
        tables += completed
    return f"{found[0]}-adapted", schedule


def _completions(pieces: list[list[int]], resting: int) -> Iterable[tuple[list[list[int]], list[int]]]:
    """The ways to break up one piece: its players in every order complete the others, the last ones rest."""
    for index, piece in enumerate(pieces):
        others = pieces[:index] + pieces[index + 1 :]
        if len(piece) - resting == sum(4 - len(other) for other in others):
            for order in permutations(piece):
                fill = iter(order)
                completed = [other + [next(fill) for _ in range(4 - len(other))] for other in others]
                yield completed, list(order[len(order) - resting :])


def _price(choice: tuple[list[list[int]], list[int]], rows: list[Row], rested: list[int]) -> tuple[int, int]:
    """Uneven rests first, then pairs that meet elsewhere."""
    completed, resting = choice
    repeated = sum(rows[a][b] for table in completed for a, b in combinations(table, 2))
    return sum(rested[person] for person in resting), repeated


def class_rounds(players: int, rounds: int, together: Sequence[Sequence[int]]) -> tuple[str, list[Tables], bool] | None:
    """A repeat-free schedule in which the members of each of these sets never meet, or None.

    The sets fit into the four classes of a difference schedule, or into the tables of a round that is left over, or
    into the groups that a schedule of the greatest length leaves without a meeting.
    """
    if players % 4:
        return None
    order = players // 4
    for build, returns in ((difference_rounds, False), (transversal_rounds, True)):
        found = build(order, rounds) if rounds <= order else None
        bins = _packed(together, 4, order, players) if found is not None else None
        if found is not None and bins is not None:
            place = [person for members in bins for person in members]
            return f"{found[0]}-classes", _relabelled(found[1], place), not returns
    larger = repeat_free(players, rounds + 1)
    over = _laid_out(together, larger[1][-1], players) if larger is not None else None
    if larger is not None and over is not None:
        return f"{larger[0]}-round-apart", _relabelled(larger[1][:-1], over), False
    exact = repeat_free(players, rounds)
    strangers = _never_meeting(exact[1], players) if exact is not None else None
    among = _laid_out(together, strangers, players) if strangers is not None else None
    if exact is None or among is None:
        return None
    return f"{exact[0]}-strangers", _relabelled(exact[1], among), exact[2]


def _laid_out(together: Sequence[Sequence[int]], spots: list[list[int]], players: int) -> list[int] | None:
    """A place for every player so that each set fills spots of one of these groups of equal size; None when that
    fails.
    """
    bins = _packed(together, len(spots), len(spots[0]), players)
    if bins is None:
        return None
    place = [0] * players
    for group, members in zip(spots, bins, strict=True):
        for spot, person in zip(group, members, strict=True):
            place[spot] = person
    return place


def _never_meeting(schedule: list[Tables], players: int) -> list[list[int]] | None:
    """The groups of equal size whose members never meet, when the schedule leaves exactly such groups."""
    met = [{player} for player in range(players)]
    for tables in schedule:
        for table in tables:
            for player in table:
                met[player].update(table)
    groups: dict[tuple[int, ...], bool] = {}
    for player in range(players):
        others = tuple(other for other in range(players) if other == player or other not in met[player])
        groups[others] = True
    if sum(len(group) for group in groups) != players or len({len(group) for group in groups}) != 1:
        return None
    return [list(group) for group in groups]


def prefixed_rounds(
    players: int, rounds: int, together: Sequence[Sequence[int]], chance: Chance, budget: Budget
) -> tuple[str, list[Tables]] | None:
    """The longest schedule with these sets apart that is a little too short, and rounds that go on as well as they
    can.
    """
    for length in range(rounds - 1, max(0, rounds - _ADDED_AT_MOST - 1), -1):
        found = class_rounds(players, length, together)
        if found is not None:
            rows = empty_meetings(players)
            for members in together:
                count(rows, combinations(members, 2), _APART)
            schedule = found[1]
            for tables in schedule:
                count(rows, tables)
            _continue(schedule, rows, rounds, players, chance, budget)
            return f"{found[0]}-continued", schedule
    return None


def _continue(
    schedule: list[Tables], rows: list[Row], rounds: int, players: int, chance: Chance, budget: Budget
) -> None:
    """Adds rounds one by one, each annealed against the meetings so far."""
    while len(schedule) < rounds:
        order = chance.shuffled(range(players))
        added = [order[i : i + 4] for i in range(0, players, 4)]
        anneal(Groups(rows, [added]), chance, budget, 400 * players)
        schedule.append(added)


def _relabelled(schedule: list[Tables], place: Sequence[int]) -> list[Tables]:
    return [[[place[spot] for spot in table] for table in tables] for tables in schedule]


def _packed(together: Sequence[Sequence[int]], bins: int, size: int, players: int) -> list[list[int]] | None:
    """All players in bins of equal size, each of the sets in one bin (first fit, largest first); None when that
    fails.
    """
    filled: list[list[int]] = [[] for _ in range(bins)]
    placed = [False] * players
    for members in sorted(together, key=len, reverse=True):
        for target in filled:
            if len(target) + len(members) <= size:
                target.extend(members)
                break
        else:
            return None
        for person in members:
            placed[person] = True
    rest = iter([person for person in range(players) if not placed[person]])
    for target in filled:
        while len(target) < size:
            target.append(next(rest))
    return filled


def connected(players: int, pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The sets of players that are linked by these pairs, each ascending, singles left out."""
    parent = list(range(players))

    def root(person: int) -> int:
        while parent[person] != person:
            parent[person] = parent[parent[person]]
            person = parent[person]
        return person

    for first, second in pairs:
        parent[root(first)] = root(second)
    sets: dict[int, list[int]] = {}
    for person in range(players):
        sets.setdefault(root(person), []).append(person)
    return [members for members in sets.values() if len(members) > 1]


def dealt_rounds(playing: Sequence[Sequence[int]], clubs: Sequence[Sequence[int]], chance: Chance) -> list[Tables]:
    """Random rounds of those who play, every club spread over the tables as evenly as it can be."""
    schedule = []
    for present in playing:
        waiting = dict.fromkeys(present, True)
        sets: list[list[int]] = []
        for members in clubs:
            here = [person for person in members if waiting.get(person)]
            if here:
                sets.append(chance.shuffled(here))
                for person in here:
                    waiting[person] = False
        sets += [[person] for person in present if waiting[person]]
        chance.shuffle(sets)
        order = [person for members in sets for person in members]
        tables = len(order) // 4
        schedule.append([order[index::tables] for index in range(tables)])
    return schedule
