"""Every page and list of the API asks as many questions of the database for three of everything as for one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudication.services.calls import call_referee
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.views.browsing import client_of
from tests.tournament.walk.addresses import blanks, filled
from tests.tournament.walk.expectations import READERS
from tournament.access import Role
from tournament.actors import Actor
from tournament.models import Event, Message, User
from tournament.selectors.entries import get_entry
from tournament.selectors.tables import get_table, visible_tables
from tournament.services.rulings import rule_entry
from tournament.services.staff import invite_staff
from tournament.services.standings import publish
from tournament.services.wishes import fix_table, keep_apart

FILLED = {
    "rounds/number": (1,), "round/number": (1,), "rounds/round_number": (1,), "stages/order": (1,),
    "standings/order": (1,), "table/table": (1,), "tables/table_number": (1,), "entries/number": (1,),
    "player/number": (1,), "standings/unit": (1,), "registrations/kind": ("csv",),
}  # fmt: skip
# The same whatever an event holds, or made anew by each request.
ASIDE = ("api/v1/schema/", "api/v1/docs/")


def made(actor: Actor, rows: int) -> Event:
    """An event with `rows` of everything: rounds, tables, hands, calls, cases, rulings, staff, messages, wishes."""
    event = setting.event(
        actor, players=4 * rows, slug=f"event-{rows}", rounds=rows, length={"unit": "hands", "count": 9}
    )
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    setting.member(event, Role.REFEREE)
    round_ = setting.running_round(event, actor)
    for table in list(visible_tables(event).select_related("event", "round__stage", "draw")):
        for _ in range(rows):
            setting.record(table, actor, setting.win())
        call_referee(actor=actor, table=table, text="Come")
        steps.ruled(actor, get_table(event, 1, table.number), incident=None)
        steps.propose(actor, get_table(event, 1, table.number), "W")
    for number in range(1, rows + 1):
        rule_entry(actor=actor, event=event, round_=round_, entry=get_entry(event, number), points=5)
        setting.member(event, Role.SCORER, f"scorer-{rows}-{number}")
        first, second = get_entry(event, number), get_entry(event, number + 1)
        keep_apart(actor=actor, event=event, first=first, second=second, reason="because")
        fix_table(actor=actor, entry=first, table=number)
        invite_staff(actor=actor, event=event, role=Role.SCORER)
        Message.objects.create(event=event, kind="call", entry=get_entry(event, number), subject="A", body="B")
    publish(event.pk)
    event.refresh_from_db()
    return event


@pytest.mark.long
def test_every_list_takes_the_same_queries_for_one_and_for_three_of_everything(db):
    actor = Actor(user=User.objects.create_superuser("everybody", "", "secret-of-tests", is_staff=True))
    events = {rows: made(actor, rows) for rows in (1, 3)}
    for name, client in (("staff", client_of(actor)), ("public", client_of())):
        counted = {}
        for route in (route for route in READERS if route not in ASIDE and "<slug:slug>" in route):
            if not set(blanks(route)) - set(FILLED) - {"e/slug", "events/slug"}:
                counted[route] = [_counted(client, route, event) for event in events.values()]
        assert {route: counts for route, counts in counted.items() if len(set(counts)) != 1} == {}, name
        assert sum(counts[0][0] == 200 for counts in counted.values()) >= (60 if name == "staff" else 30)


def _counted(client, route: str, event: Event) -> tuple[int, int]:
    url = filled(route, FILLED | {"e/slug": (event.slug,), "events/slug": (event.slug,)})[0]
    client.get(url)
    with CaptureQueriesContext(connection) as caught:
        response = client.get(url)
    return response.status_code, len(caught)
