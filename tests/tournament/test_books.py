"""Whatever is written at a table, in whatever order: what is stored is what its history amounts to."""

from __future__ import annotations

from itertools import count

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from tests.tournament import setting
from tournament.models import Event, PostingRow, Table, TableEvent
from tournament.selectors.tables import get_table
from tournament.services.table_status import restore_table, void_table
from tournament.services.tables import correct, record_events, undo
from tournament.services.verification import verify_event

PLACES = st.sampled_from("ESWN")
SLUGS = count()

wins = st.builds(setting.win, PLACES, PLACES, st.integers(0, 9))
effects = st.fixed_dictionaries(
    {},
    optional={
        "postings": st.lists(
            st.fixed_dictionaries(
                {"from": PLACES, "to": PLACES, "points": st.integers(1, 9)},
                optional={"account": st.sampled_from(["table", "event", "placing"])},
            ),
            max_size=2,
        ),
        "flags": st.lists(
            st.fixed_dictionaries({"seat": PLACES, "flag": st.sampled_from(["dead", "out", "eye"])}), max_size=1
        ),
        "liabilities": st.lists(
            st.fixed_dictionaries(
                {"id": st.sampled_from(["L1", "L2"]), "payer": PLACES, "windows": st.just([["any", "hand"]])}
            ),
            max_size=1,
        ),
        "deal": st.fixed_dictionaries({"ends_hand": st.booleans(), "next_dealer": st.sampled_from(["same", "next"])}),
    },
)
rulings = st.builds(
    lambda effect, hand: {"type": "ruling", "effect": effect} | ({"hand": hand} if hand else {}),
    effects,
    st.integers(0, 3),
)
events = st.one_of(
    wins,
    st.just({"type": "exhausted"}),
    rulings,
    st.builds(lambda seq: {"type": "ruling", "undoes": seq}, st.integers(0, 6)),
    st.builds(lambda a, b, n: {"type": "swap", "places": [a, b], "since": n}, PLACES, PLACES, st.integers(1, 3)),
    st.builds(lambda place, who: {"type": "seats", "seats": {place: who}}, PLACES, st.sampled_from(["5", None])),
    st.builds(lambda place: {"type": "seats", "seats": {}, "first_dealer": place}, PLACES),
)
later = st.sampled_from([None, "as_played", "expected"])
steps = st.lists(
    st.one_of(
        st.tuples(st.just("record"), st.lists(events, min_size=1, max_size=2)),
        st.tuples(st.just("record"), st.lists(wins, min_size=1, max_size=1)),
        st.tuples(st.just("undo"), st.just(None)),
        st.tuples(st.just("correct"), st.tuples(st.integers(0, 6), st.one_of(wins, st.none()), later)),
        st.tuples(st.just("void"), st.booleans()),
    ),
    max_size=12,
)


def take(step: tuple, actor, table: Table) -> None:
    """Carry out one step as the services offer it."""
    kind, what = step
    common = {"actor": actor, "table": table}
    if kind == "record":
        record_events(**common, expected_seq=table.seq, key=None, events=what)
    elif kind == "undo":
        undo(**common, expected_seq=table.seq, key=None)
    elif kind == "correct":
        seq, replacement, after = what
        correct(**common, expected_seq=table.seq, key=None, seq=seq, replacement=replacement, later=after)
    else:
        (void_table if what else restore_table)(**common, reason="because")


def stored(table: Table) -> list:
    """Everything that is stored of a table."""
    rows = list(PostingRow.objects.filter(table=table).order_by("line").values_list())
    return [list(Table.objects.filter(pk=table.pk).values_list()), rows, TableEvent.objects.filter(table=table).count()]


@pytest.mark.long
@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(steps)
def test_stored_lines_and_totals_are_those_of_the_history_and_a_refusal_changes_nothing(organiser, taken):
    with transaction.atomic():
        event = setting.event(organiser, players=5, slug=f"books-{next(SLUGS)}")
        setting.running_round(event, organiser)
        for step in taken:
            table = get_table(event, 1, 1)
            before = stored(table)
            try:
                with transaction.atomic():
                    take(step, organiser, table)
            except RuleError:
                assert stored(table) == before
        assert verify_event(Event.objects.get(pk=event.pk)) == []
        house = {"ruling_house", "overturned_house"}
        for row in PostingRow.objects.filter(event=event):
            assert row.points > 0
            assert row.from_entry_id != row.to_entry_id
            assert (None not in (row.from_entry_id, row.to_entry_id)) or row.reason in house
        transaction.set_rollback(True)
