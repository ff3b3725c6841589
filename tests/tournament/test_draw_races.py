"""Draws against everything else at once: results, other draws, killed workers, tasks that come twice."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from rest_framework.authtoken.models import Token

from tests.tournament import processes, setting
from tournament.models import Draw, DrawJob, Event, Round, Schedule, Table, TableEvent, TableSeat
from tournament.selectors.rounds import get_round
from tournament.services.draw_jobs import run_job, start_job
from tournament.services.draws import draw_round, replay
from tournament.services.stages import update_stage
from tournament.services.table_status import confirm_table

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 100
DRAW = "/api/v1/events/evening/rounds/2/draw/"


def ranked_event(actor, **more):
    """An event with ranked rounds whose first one is played: both tables have finished, the first is confirmed."""
    made = setting.event(actor, **more)
    update_stage(actor=actor, stage=made.stages.get(), changes={"drawing": {"method": "ranked"}})
    round_ = setting.running_round(made, actor)
    tables = list(Table.objects.filter(round=round_).select_related("event", "round__stage", "draw"))
    for table in tables:
        for _ in range(3):
            setting.record(table, actor, setting.win())
    for table in tables[1:]:
        confirm_table(actor=actor, table=table, seq=table.seq)
    return made, tables[0]


@pytest.mark.long
def test_a_draw_pressed_while_the_last_table_is_confirmed_always_includes_it(transactional_db, tmp_path):
    actor = setting.organiser()
    _made, table = ranked_event(actor)
    token = Token.objects.create(user=actor.user).key
    confirm = f"/api/v1/events/evening/rounds/1/tables/{table.number}/confirm/"
    drawn = 0
    with processes.served(tmp_path) as port, ThreadPoolExecutor(2) as clients:
        for _ in range(TIMES):
            Draw.objects.filter(round__number=2).delete()
            Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
            table.confirmations.all().delete()
            start = threading.Barrier(2)

            def post(request, start=start):
                path, body = request
                start.wait()
                return processes.call(port, "POST", path, body, token=token)

            requests = [(confirm, {"expected_seq": table.seq}), (DRAW, {})]
            confirmed, answered = clients.map(post, requests)
            assert confirmed[0] == 200, confirmed
            version = Event.objects.values_list("version", flat=True).get()
            if answered[0] == 201:
                drawn += 1
                inputs = answered[1]["inputs"]
                # The confirmation was the write before the draw's own.
                assert inputs["standings_version"] == version - 1
            else:
                assert (answered[0], answered[1]["code"]) == (409, "results_missing")
            again = processes.call(port, "POST", DRAW, {}, token=token)
            assert again[0] == 201
            totals = {row["entry"]: row["total"] for row in again[1]["inputs"]["standings"]}
            assert sorted(totals.values()) == [-9, -9, 0, 0, 0, 0, 9, 9]
    assert 0 <= drawn <= TIMES


@pytest.mark.long
def test_two_draws_at_once_give_one_draw(transactional_db, tmp_path):
    actor = setting.organiser()
    made = setting.event(actor, players=40, rounds=4)
    update_stage(actor=actor, stage=made.stages.get(), changes={"drawing": {"method": "schedule"}})
    token = Token.objects.create(user=actor.user).key
    path = "/api/v1/events/evening/rounds/1/draw/"
    with processes.served(tmp_path) as port, ThreadPoolExecutor(4) as clients:
        for turn in range(1, 6):
            start = threading.Barrier(4)

            def post(_: int, start: threading.Barrier = start):
                start.wait()
                return processes.call(port, "POST", path, {"renew": True}, token=token)

            answers = list(clients.map(post, range(4)))
            assert {status for status, _ in answers} <= {201, 409}, answers
            made_now = [body["attempt"] for status, body in answers if status == 201]
            # Who came after the first had finished drew again; at once, none did.
            assert made_now == sorted(set(made_now)) or len(set(made_now)) == len(made_now)
            standing = Draw.objects.exclude(status=Draw.Status.DELETED)
            assert standing.count() == 1, turn
    assert Draw.objects.count() == Schedule.objects.count() == len(set(Draw.objects.values_list("attempt", flat=True)))
    assert all(replay(draw)[1] for draw in Draw.objects.select_related("schedule"))


KILLED = """
import os, signal
from django.db.models.query import QuerySet
from tournament.models import DrawJob
from tournament.services.draw_jobs import run_job
real, left = QuerySet.create, [{left}]
def dying(self, *args, **kwargs):
    if self.model.__name__ in ("Schedule", "Draw", "AuditEntry"):
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1
    return real(self, *args, **kwargs)
QuerySet.create = dying
print(run_job(DrawJob.objects.get().pk))
"""


@pytest.mark.long
@pytest.mark.parametrize("left", [0, 1])
def test_a_worker_killed_in_the_middle_of_a_draw_leaves_nothing_and_the_task_run_again_gives_the_same(
    transactional_db, left
):
    actor = setting.organiser()
    made = setting.event(actor, players=100, rounds=5)
    update_stage(actor=actor, stage=made.stages.get(), changes={"drawing": {"method": "schedule"}})
    round_ = get_round(made, 1)
    DrawJob.objects.create(round=round_, attempt=1, wish={}, created_by=actor.user)
    killed = processes.python(KILLED.format(left=left))
    assert killed.returncode == -9, killed.stderr
    assert (Draw.objects.count(), Schedule.objects.count(), Table.objects.count()) == (0, 0, 0)
    assert get_round(made, 1).status == Round.Status.PLANNED
    again = processes.python(KILLED.format(left=99))
    assert (again.returncode, again.stdout.strip()) == (0, "done"), again.stderr
    draw = Draw.objects.get()
    assert (len(draw.result["tables"]), draw.attempt, TableSeat.objects.count()) == (25, 1, 0)
    assert processes.python(KILLED.format(left=99)).stdout.strip() == "done"
    assert Draw.objects.get().pk == draw.pk
    assert replay(draw)[1]


def test_a_task_that_comes_twice_at_once_gives_one_draw(transactional_db):
    actor = setting.organiser()
    made = setting.event(actor, players=16)
    job = start_job(actor=actor, round_=get_round(made, 1), wish={})
    job.refresh_from_db()
    DrawJob.objects.filter(pk=job.pk).update(status="waiting", draw=None)
    Draw.objects.all().delete()
    code = f"from tournament.services.draw_jobs import run_job\nprint(run_job({job.pk}))"
    with ThreadPoolExecutor(3) as clients:
        ended = list(clients.map(lambda _: processes.python(code), range(3)))
    assert {done.returncode for done in ended} == {0}, [done.stderr for done in ended]
    assert Draw.objects.count() == 1
    assert run_job(job.pk) == "done"
    assert draw_round(actor=actor, round_=get_round(made, 1)).attempt == 2
    assert not TableEvent.objects.exists()
