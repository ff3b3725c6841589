"""A round for which a player was ruled late is called so on his page, while the ruling stands."""

from __future__ import annotations

from adjudication.models import Case
from adjudication.selectors.deciding import Described
from adjudication.selectors.lateness import ruled_late
from adjudication.services.cases import propose_case
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import Entry
from tournament.selectors.tables import get_table


def test_a_round_is_called_late_while_the_ruling_stands(organiser):
    event = setting.event(organiser, game="zungjung", preset="challenge", players=4)
    chief = setting.chief(event)
    setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    entry = Entry.objects.get(event=event, number=int(table.state["seats"]["S"]))
    described = Described(
        event=event, round=table.round, table=table, infraction="B-74", offenders=("S",), facts={"minutes": 7}
    )
    case = propose_case(actor=chief, described=described)
    assert isinstance(case, Case)
    assert ruled_late(entry) == frozenset()
    steps.issue(chief, case)
    assert ruled_late(entry) == frozenset({1})
    assert "late (penalty)" in text_of(client_of().get(f"/p/{entry.link_token}/"))
    Case.objects.filter(pk=case.pk).update(status=Case.Status.OVERTURNED)
    assert ruled_late(entry) == frozenset()
