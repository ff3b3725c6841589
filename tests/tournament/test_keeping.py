"""Whatever is kept, a draw around it leaves it alone, seats the others once each, and comes out the same again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournament.seating.inputs import Inputs, Ranked, SeatedRound, SeatedTable
from tournament.seating.keeping import seat_around

PAIRS = (("E", "W"), ("S", "N"))


@st.composite
def drawn_before(draw):
    """A round of eight to forty entries (or four to twenty pairs) and the tables of it that are kept."""
    pairs = draw(st.booleans())
    size = 2 if pairs else 4
    count = draw(st.integers(2 * size, 10 * size))
    people = draw(st.permutations(range(1, count + 1)))
    groups = [people[at : at + size] for at in range(0, count - size + 1, size)]
    numbers = draw(st.lists(st.integers(1, 30), min_size=len(groups), max_size=len(groups), unique=True))
    tables = []
    for number, group in sorted(zip(numbers, groups, strict=True)):
        seats = (group[0], group[1], group[0], group[1]) if pairs else tuple(group)
        if not pairs and draw(st.integers(0, 5)) == 0:
            seats = (*seats[:3], None)
        tables.append(SeatedTable(number, seats))
    kept = [table for table in tables if draw(st.booleans())]
    kept = kept if len(kept) < len(tables) else kept[1:]
    club = tuple(sorted(draw(st.sets(st.sampled_from(people), max_size=4))))
    method = "random" if pairs else draw(st.sampled_from(["random", "ranked"]))
    history = (
        (SeatedRound(1, tuple(tables), tuple(sorted(people[len(groups) * size :]))),) if draw(st.booleans()) else ()
    )
    return Inputs(
        method=method,
        round=2,
        entries=tuple(sorted(people)),
        clubs=(club,) if len(club) > 1 else (),
        numbers=tuple(sorted({*numbers, *range(31, 45)})) if draw(st.booleans()) else None,
        history=history,
        standings=tuple(Ranked(who, rank, -rank) for rank, who in enumerate(people, 1)) if method == "ranked" else (),
        sides=PAIRS if pairs else (),
        kept=tuple(kept),
    )


@given(drawn_before(), st.text(min_size=1, max_size=8))
def test_kept_tables_stay_and_everybody_else_is_seated_once(inputs, seed):
    round_ = seat_around(inputs, seed).rounds[0]
    rows = dict(zip(round_.numbers, round_.tables, strict=True))
    for table in inputs.kept:
        assert tuple(who if who > 0 else None for who in rows[table.number]) == table.seats
    assert len(rows) == len(round_.tables)
    assert list(round_.numbers) == sorted(round_.numbers)
    seated = [who for table in round_.tables for who in dict.fromkeys(table) if who > 0]
    assert sorted([*seated, *round_.out]) == list(inputs.entries)
    size = len(inputs.sides or "ESWN")
    assert len(round_.out) == sum(1 for who in inputs.entries if who not in _kept(inputs)) % size
    again = seat_around(inputs, seed).rounds[0]
    assert (again.numbers, again.tables, again.out) == (round_.numbers, round_.tables, round_.out)


def _kept(inputs):
    return [who for table in inputs.kept for who in table.seats]
