"""How many queries each request costs, whatever there is to show."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of, post
from tournament.models import Table
from tournament.selectors.tables import get_table
from tournament.services.standings import publish

ROOT = "/api/v1/events/evening/"

# address below the event -> queries, for one table (or hand, or entry) and for three alike
STAFF_READS = {
    "": 1,
    "entries/": 4,
    "entries/1/": 7,
    "registrations/": 4,
    "waitlist/": 2,
    "announcements/": 3,
    "timetable/": 1,
    "corrections/": 2,
    "prints/": 3,
    "rounds/": 2,
    "rounds/1/": 4,
    "rounds/1/tables/1/": 7,
    "rounds/1/draw/": 4,
    "draws/": 3,
    "stages/": 2,
    "stages/1/standings/": 4,
    "rulings/": 2,
    "staff/": 3,
    "audit/": 3,
    "open/": 4,
}


def counted(request) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = request()
    assert response.status_code < 300, response.content
    return len(queries)


@pytest.mark.parametrize("rows", [1, 3])
def test_reading_costs_the_same_for_one_and_for_three_rows(organiser, rows):
    event = setting.event(organiser, players=4 * rows)
    table = setting.running_table(event, organiser)
    for _ in range(rows):
        setting.record(table, organiser, setting.win())
    publish(event.pk)
    client = client_of(organiser)
    found = {path: counted(lambda path=path: client.get(ROOT + path)) for path in STAFF_READS}
    assert found == STAFF_READS


@pytest.mark.parametrize("rows", [1, 3])
def test_writing_a_hand_costs_the_same_at_the_first_and_at_the_third_hand(organiser, rows):
    event = setting.event(organiser, players=4 * rows, length={"unit": "hands", "count": 9})
    table = setting.running_table(event, organiser)
    for _ in range(rows):
        setting.record(table, organiser, setting.win())
    table = get_table(event, 1, 1)
    # One of them asks whether a later stage has its field by a cut, which the hand might move.
    assert counted(lambda: post(client_of(organiser), table, setting.win(), seq=rows)) == 21
    assert Table.objects.get(pk=table.pk).seq == rows + 1
