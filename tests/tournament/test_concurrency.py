"""Several processes at once on one database: one hand is accepted, nothing is lost, nothing is written by halves."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from rest_framework.authtoken.models import Token

from tests.tournament import processes, setting
from tournament.models import Draw, Event, IdempotencyRecord, Round, Table, TableEvent, TableSeat
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round
from tournament.services.verification import verify_event

pytestmark = pytest.mark.django_db(transaction=True)

# A quick run tries it a few times, ./test a hundred.
TURNS = (10, pytest.param(100, marks=pytest.mark.fuzz))


@pytest.fixture
def long_table(transactional_db):
    """A running table whose round lasts long enough."""
    actor = setting.organiser()
    made = setting.event(actor, length={"unit": "clock", "count": 60})
    return setting.running_table(made, actor), Token.objects.create(user=actor.user).key


@pytest.mark.long
@pytest.mark.parametrize("turns", TURNS)
def test_of_two_clients_that_post_the_same_hand_at_once_one_is_accepted(long_table, tmp_path, turns):
    table, token = long_table
    path = f"/api/v1/events/evening/rounds/1/tables/{table.number}/"
    with processes.served(tmp_path) as port, ThreadPoolExecutor(2) as clients:
        for number in range(4):
            body = {"expected_seq": number, "events": [setting.win()]}
            assert processes.call(port, "POST", f"{path}events/", body, token=token)[0] == 201
        seq = 4
        for turn in range(turns):
            start = threading.Barrier(2)

            def post(total: int, seq: int = seq, turn: int = turn, start: threading.Barrier = start):
                body = {"expected_seq": seq, "events": [setting.win(total=total)]}
                start.wait()
                return processes.call(port, "POST", f"{path}events/", body, token=token, key=f"{turn}-{total}")

            answers = dict(sorted(clients.map(post, (1, 2))))
            assert sorted(answers) == [201, 409], answers
            accepted, refused = answers[201], answers[409]
            assert accepted["events"][0]["body"]["hand"] == 5
            assert refused["code"] == "stale"
            assert [item["body"]["wins"] for item in refused["accepted"]] == [accepted["events"][0]["body"]["wins"]]
            undone = processes.call(port, "POST", f"{path}undo/", {"expected_seq": seq + 1}, token=token)
            assert undone[0] == 201
            seq += 2
    assert TableEvent.objects.filter(table=table).count() == 4 + 2 * turns
    event = Event.objects.get()
    assert IdempotencyRecord.objects.filter(event=event).count() == turns
    assert verify_event(event) == []


@pytest.mark.long
def test_five_copies_of_a_request_at_once_give_one_hand_and_five_equal_answers(long_table, tmp_path):
    table, token = long_table
    path = f"/api/v1/events/evening/rounds/1/tables/{table.number}/events/"
    with processes.served(tmp_path) as port, ThreadPoolExecutor(5) as clients:
        for seq in range(10):
            start = threading.Barrier(5)

            def post(_: int, seq: int = seq, start: threading.Barrier = start):
                body = {"expected_seq": seq, "events": [setting.win()]}
                start.wait()
                return processes.call(port, "POST", path, body, token=token, key=f"once-{seq}")

            answers = list(clients.map(post, range(5)))
            assert [status for status, _ in answers] == [201] * 5
            assert all(body == answers[0][1] for _, body in answers)
    assert TableEvent.objects.filter(table=table).count() == 10


KILLED = """
import os, signal
from django.db.models import QuerySet
from tournament.actors import SYSTEM
from tournament.models import Event
from tournament.selectors.rounds import get_round
from tournament.services import draws
real, left = QuerySet.bulk_create, [{left}]
def dying(self, *args, **kwargs):
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    return real(self, *args, **kwargs)
QuerySet.bulk_create = dying
draws.release_draw(actor=SYSTEM, round_=get_round(Event.objects.get(), 1))
"""


@pytest.mark.parametrize("left", [0, 1])
def test_a_process_killed_in_the_middle_of_a_release_leaves_no_tables(transactional_db, left):
    actor = setting.organiser()
    made = setting.event(actor, players=40)
    draw_round(actor=actor, round_=get_round(made, 1))
    killed = processes.python(KILLED.format(left=left))
    assert killed.returncode == -9, killed.stderr
    assert (Table.objects.count(), TableSeat.objects.count()) == (0, 0)
    assert get_round(made, 1).status == Round.Status.DRAWN
    again = processes.python(KILLED.format(left=99))
    assert again.returncode == 0, again.stderr
    assert (Table.objects.count(), TableSeat.objects.count()) == (10, 40)
    assert Draw.objects.get().status == Draw.Status.RELEASED


DYING_PUBLISHER = """
import os, signal
from tournament.models import Event
from tournament.services import standings
standings.to_json = lambda found: os.kill(os.getpid(), signal.SIGKILL)
standings.publish(Event.objects.get().pk)
"""


def test_standings_whose_run_was_killed_are_repaired_by_the_next(transactional_db):
    from tournament.models import Snapshot
    from tournament.tasks import sweep

    actor = setting.organiser()
    made = setting.event(actor)
    table = setting.running_table(made, actor)
    setting.record(table, actor, setting.win())
    Snapshot.objects.all().delete()
    killed = processes.python(DYING_PUBLISHER)
    assert killed.returncode == -9, killed.stderr
    assert not Snapshot.objects.exists()
    assert sweep() == 1
    version = Event.objects.get().version
    assert Snapshot.objects.get().version == version
    assert sweep() == 0
