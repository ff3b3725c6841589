"""The matrix of corrections: what the page says is what the services let each role do."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of
from tournament.access import Role
from tournament.errors import NotAllowed
from tournament.selectors.tables import get_table
from tournament.services.table_rights import standing_of
from tournament.services.table_status import confirm_table
from tournament.views.corrections import matrix


@pytest.fixture
def four_rounds(organiser):
    """Rounds 1 to 3 are closed, round 4 runs with one table confirmed."""
    event = setting.event(organiser, rounds=4)
    for number in (1, 2, 3):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    setting.running_round(event, organiser, 4)
    table = get_table(event, 4, 1)
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    confirm_table(actor=organiser, table=table, seq=table.seq)
    return event


WHERE = {"running": (4, 2), "confirmed": (4, 1), "previous": (3, 1), "older": (1, 1)}


@pytest.mark.parametrize("code", WHERE)
def test_each_role_may_change_just_what_the_matrix_says(four_rounds, code):
    rows = {row["code"]: row for row in matrix(four_rounds)}
    assert set(rows) == set(WHERE)
    for role in Role:
        table = get_table(four_rounds, *WHERE[code])
        assert standing_of(table) == code
        actor = setting.member(four_rounds, role)
        with transaction.atomic():
            allowed = may_write(table, actor)
            transaction.set_rollback(True)
        assert allowed == (role.value in rows[code]["hands"]), (code, role)


def may_write(table, actor) -> bool:
    """Take back the last hand of a table, or play its first, as somebody: whether he is let."""
    event = {"type": "void", "seq": table.seq - 1} if table.seq else setting.win()
    try:
        setting.record(table, actor, event, confirm_round=table.round.number, counts=True, reason="the sheet says so")
    except NotAllowed:
        return False
    return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_staff_reads_it_and_nobody_else(event, organiser, language):
    url = reverse("corrections", args=[event.slug])
    scorer = setting.member(event, Role.SCORER)
    assert client_of(organiser, language).get(url).status_code == 200
    assert client_of(scorer, language).get(url).status_code == 200
    assert client_of(language=language).get(url).status_code in (302, 404)
