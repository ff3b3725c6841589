"""A draw that is deleted, restored or drawn again after people advanced asks the chief referee who keeps a place."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as program_of
from tests.tournament.setting import through
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import AuditEntry, Draw
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table, round_tables
from tournament.services.advancing import Advance
from tournament.services.cuts import cut_stage
from tournament.services.draw_jobs import run_job, start_job
from tournament.services.draws import delete_draw
from tournament.services.rounds import reopen_round
from tournament.services.stages import add_stage
from tournament.services.table_status import confirm_table
from tournament.services.undoing import acts, next_to_undo
from tournament.services.verification import verify_event
from tournament.views import redraws

WHY = "第二輪重賽，晉級者保留資格"
DELETE = "/e/evening/manage/rounds/2/delete/"
KEEP = 'name="advance" value="keep" checked'
CHANGE = {"advance": "change", "advance_reason": WHY}


@pytest.fixture
def chief(event):
    return setting.chief(event)


@pytest.fixture
def stage(event, organiser):
    """He alone is through who lost round 1 and won most by far in round 2, which has been opened again."""
    setting.play_round(setting.running_round(event, organiser), organiser)
    setting.running_round(event, organiser, 2)
    winners = {table.state["seats"]["E"] for table in round_tables(get_round(event, 1))}
    for table in round_tables(get_round(event, 2)):
        own = get_table(event, 2, table.number)
        place, other = sorted(own.state["seats"], key=lambda place: own.state["seats"][place] in winners)[:2]
        while not own.state["finished"]:
            setting.record(own, organiser, setting.win(place, other, total=50 if own.number == 1 else 1))
        confirm_table(actor=organiser, table=own, seq=own.seq)
    close = f"/e/{event.slug}/manage/rounds/2/close/"
    assert client_of(organiser).post(close).status_code == 302
    made = add_stage(
        actor=organiser, event=event, name="Finals", seating="table", length={"unit": "hands", "count": 1},
        policy="points", rounds=1,
    )  # fmt: skip
    cut_stage(actor=organiser, stage=made, size=1, ties="lot")
    reopen_round(actor=organiser, round_=get_round(event, 2), reason="a sheet is missing")
    return made


def released(event) -> int | None:
    return Draw.objects.filter(round=get_round(event, 2), status="released").values_list("attempt", flat=True).first()


@pytest.mark.parametrize("language", LANGUAGES)
def test_deleting_and_restoring_ask_and_keep_what_was_typed(event, organiser, stage, chief, language):
    before, browser, attempt = through(stage), client_of(chief, language), released(event)
    given = {"confirm_round": "2", "reason": "wrong list"}
    denied = client_of(organiser).post(DELETE, given)
    assert denied.status_code == 422 and "leave this change to the chief referee" in text_of(denied)
    page = browser.post(DELETE, given)
    assert page.status_code == 422 and KEEP in page.content.decode() and "wrong list" in page.content.decode()
    short = browser.post(DELETE, given | {"advance": "change", "advance_reason": ""})
    assert short.status_code == 422 and not short.context["form"].errors.get("reason")
    assert released(event) == attempt and through(stage) == before
    assert browser.post(DELETE, given | CHANGE).status_code == 302
    assert released(event) is None and through(stage) != before
    restore = f"/e/evening/manage/rounds/2/restore/{attempt}/"
    page = browser.post(restore)
    assert page.status_code == 409 and KEEP in page.content.decode() and released(event) is None
    assert browser.post(restore, {"advance": "keep", "advance_reason": WHY}).status_code == 302
    assert released(event) == attempt and through(stage) != before
    lines = AuditEntry.objects.filter(event=event, action="stage.advance").order_by("pk")
    assert [line.after["choice"] for line in lines] == ["change", "keep"]
    assert {line.subject for line in lines} == {"stage:2/round:2"} and verify_event(event) == []


@pytest.mark.parametrize("large", [60, 4])
def test_drawing_around_tables_asks(event, stage, chief, monkeypatch, large):
    monkeypatch.setattr(redraws, "LARGE_FIELD", large)
    before, url = through(stage), "/e/evening/manage/rounds/2/redraw/"
    given = {"fate-1": "void", "fate-2": "keep", "method": "balanced", "reason": "a power cut"}
    given |= {f"seq-{table.number}": str(table.seq) for table in round_tables(get_round(event, 2))}
    page = client_of(chief).get(url)
    given["method"] = page.context["form"].fields["method"].choices[0][0]
    page = client_of(chief).post(url, given)
    assert page.status_code == 422 and KEEP in page.content.decode() and through(stage) == before
    assert client_of(chief).post(url, given | CHANGE).status_code == 302
    assert through(stage) != before and verify_event(event) == []


def test_in_the_background_it_is_drawn_by_the_decision_that_was_sent_along(event, stage, chief):
    before, round_ = through(stage), get_round(event, 2)
    wish = {"keep": [2], "void": [1], "override": "a power cut", "absent": "exclude"}
    run_job(start_job(actor=chief, round_=round_, wish=wish).pk)
    assert through(stage) == before
    run_job(start_job(actor=chief, round_=round_, wish=wish | {"advance": {"choice": "change", "reason": WHY}}).pk)
    assert through(stage) != before


def test_the_history_asks_before_it_restores(event, stage, chief):
    delete_draw(actor=chief, round_=get_round(event, 2), confirm_round=2, advance=Advance("change", WHY))
    url, given = "/api/v1/events/evening/history/", {"version": next_to_undo(acts(event)).version}
    answer = program_of(chief).post(url, given, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "advance_undecided")
    answer = program_of(chief).post(url, given | {"advance": {"reason": WHY}}, format="json")
    assert answer.status_code == 200 and released(event) is not None


def test_programs_delete_and_restore_with_the_decision(event, stage, chief):
    url, program = "/api/v1/events/evening/rounds/2", program_of(chief)
    attempt, given = released(event), {"confirm_round": 2}
    answer = program.delete(f"{url}/draw/", given, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "advance_undecided")
    answer = program.delete(f"{url}/draw/", given | {"advance": {"choice": "change", "reason": WHY}}, format="json")
    assert answer.status_code == 200
    answer = program.post(f"{url}/restore/", {"attempt": attempt}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "advance_undecided")
    answer = program.post(f"{url}/restore/", {"attempt": attempt, "advance": {"reason": WHY}}, format="json")
    assert answer.status_code == 200
