"""Results kept back for the end: nobody learns them at any door, and they are told from the last rank upwards."""

from __future__ import annotations

import json
import re

import pytest

from engine.errors import RuleError
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as api_of
from tests.tournament.views.browsing import client_of, text_of
from tournament.access import Role
from tournament.actors import PUBLIC, Actor
from tournament.errors import Conflict, NotAllowed
from tournament.models import AuditEntry, Snapshot, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.selectors.visibility import visible_standings
from tournament.services.events import set_status
from tournament.services.reveal import keep_back, take_back, tell_all, tell_next
from tournament.services.standings import publish

PAGE, API = "/e/evening/", "/api/v1/events/evening/"
# Seeds and their hashes are random: by chance they hold the digits of any score.
SEED = re.compile(r"[0-9a-f]{24,}")


@pytest.fixture
def played(event, organiser):
    """Round 1 is played with nobody far ahead, round 2 so that every total is another; kept back from round 2 on."""
    set_status(actor=organiser, event=event, status="open")
    setting.play_round(setting.running_round(event, organiser), organiser)
    second = setting.running_round(event, organiser, 2)
    for table in Table.objects.filter(round=second).select_related("event", "round__stage", "draw"):
        for total, (winner, giver) in zip((50_000, 21_000, 9_000), ("ES", "SW", "WN"), strict=True):
            setting.record(table, organiser, setting.win(winner, giver, total + total // 50 * table.number))
    keep_back(actor=organiser, event=event, from_round=second)
    publish(event.pk)
    event.refresh_from_db()
    return event


def rows(actor, event):
    body = json.loads(visible_standings(actor, event, 1).body)
    return body["standings"]["rows"]


def secrets(event) -> list[str]:
    """What must not be met: totals and results of round 2, as pages and as programs have them."""
    snapshot = Snapshot.objects.filter(event=event).order_by("-version").first()
    totals = {row["total"] for row in json.loads(snapshot.body)["standings"]["rows"]}
    tables = Table.objects.filter(round__event=event, round__number=2)
    scores = {score for table in tables for score in table.state["scores"].values()}
    large = {abs(number) for number in totals | scores if abs(number) > 1000}
    assert len(large) >= 8
    return [text for number in large for text in (str(number), f"{number:,}")]


DOORS = [
    *(PAGE + tail for tail in (
        "", "standings/", "standings/1/", "standings/?q=01", "projector/", "tables/?round=2", "seating/", "player/1/",
        "player/5/", "round/2/table/1/", "round/2/table/2/", "rulings/", "rulings/report/",
    )),
    *(API + tail for tail in (
        "stages/1/standings/", "entries/1/", "entries/5/", "rounds/2/", "rounds/2/tables/1/", "rounds/2/tables/2/",
        "entries/?q=01", "stages/1/cut/", "rounds/", "cases/", "report/", "reveal/",
    )),
]  # fmt: skip


@pytest.mark.long
def test_no_door_tells_what_is_kept_back(played):
    hidden = secrets(played)
    elsewhere = get_entry(played, int(get_table(played, 2, 1).state["seats"]["E"]))  # sits at table 1, not at table 2
    own = ("table/1/", "tables/1/", "rounds/2/", f"player/{elsewhere.number}/", f"entries/{elsewhere.number}/")
    for door in DOORS:
        browsers = [client_of()]
        if not door.endswith(own):
            browsers.append(client_of(Actor(entry=elsewhere)))
        for browser in browsers:
            for live in ({}, {"HTTP_HX_REQUEST": "true"}):
                response = browser.get(door, **live)
                assert response.status_code == 200, door
                told = SEED.sub("", response.content.decode())
                assert [text for text in hidden if text in told] == [], door


def test_a_later_round_s_record_is_kept_back_while_its_seats_are_not(organiser):
    event = setting.event(organiser, rounds=2)
    set_status(actor=organiser, event=event, status="open")
    setting.play_round(setting.running_round(event, organiser), organiser)
    keep_back(actor=organiser, event=event, from_round=get_round(event, 1))
    setting.running_round(event, organiser, 2)
    assert client_of().get(f"{API}rounds/2/draw/").status_code == 404
    assert client_of().get(f"{API}rounds/2/draw/explained/").status_code == 404
    assert [draw["round"] for draw in client_of().get(f"{API}draws/").json()] == [1]
    assert "kept back until the end" in text_of(client_of().get(f"{PAGE}round/2/drawn/"))
    assert client_of().get(f"{API}rounds/2/tables/1/").json()["seats"]["E"]
    assert client_of(organiser).get(f"{API}rounds/2/draw/").status_code == 200


def test_who_goes_on_is_kept_back_with_the_standings_that_decided_it(organiser):
    event = setting.event(organiser, rounds=2)
    set_status(actor=organiser, event=event, status="open")
    setting.play_round(setting.running_round(event, organiser), organiser)
    through = setting.through(setting.finals(event, organiser, 4))
    lines = ("stage.cut", f'"through":{through}'.replace(" ", ""))
    scorer = setting.member(event, Role.SCORER)
    doors = (f"{API}stages/", f"{API}stages/2/cut/")
    for door in doors:
        assert lines[1] in client_of().get(door).content.decode(), door
    assert lines[0] in client_of(scorer).get(f"{API}audit/").content.decode()
    keep_back(actor=organiser, event=event, from_round=get_round(event, 1))
    for door in (*doors, f"{API}audit/", f"{PAGE}manage/audit/"):
        for actor in (PUBLIC, scorer):
            told = client_of(actor).get(door).content.decode()
            assert "through" not in told and lines[0] not in told, door
        assert "through" in client_of(organiser).get(door).content.decode(), door
    tell_all(actor=organiser, event=event)
    for door in doors:
        assert lines[1] in client_of().get(door).content.decode(), door


def test_before_the_first_step_everybody_sees_the_standings_before_that_round(played):
    assert {row["total"] for row in rows(PUBLIC, played)} == {9, -9, 0}
    page = text_of(client_of().get(f"{PAGE}standings/"))
    assert "These are the standings after round 1." in page
    assert "Not public" not in page


def test_who_may_see_more_sees_it_marked(played, organiser):
    for actor in (organiser, setting.chief(played), setting.member(played, Role.REFEREE)):
        page = text_of(client_of(actor).get(f"{PAGE}standings/"))
        assert "Not public: results from round 2 on." in page
        assert max(row["total"] for row in rows(actor, played)) > 10_000
    scorer = setting.member(played, Role.SCORER)
    assert max(row["total"] for row in rows(scorer, played)) == 9
    assert client_of(scorer).get(f"{API}rounds/2/tables/1/").json()["scores"]["E"] > 10_000


def test_the_wall_shows_what_is_public_whoever_is_logged_in(played, organiser):
    page = client_of(organiser).get(f"{PAGE}projector/").content.decode()
    assert [text for text in secrets(played) if text in page] == []


def test_a_round_whose_points_are_not_told_tells_no_place_either(played, organiser):
    tell_next(actor=organiser, event=played)
    publish(played.pk)
    (told,) = (row["id"] for row in rows(PUBLIC, played))
    lines = client_of().get(f"{PAGE}player/{told}/", {"as": "json"}).json()["rows"]
    assert [(line["round"], line["points"] is None, line["place"] is None) for line in lines] == [
        (2, True, True),
        (1, False, False),
    ]


def test_ranks_are_told_from_the_last_one_upwards(played, organiser):
    full = [row["id"] for row in rows(organiser, played)]
    tell_next(actor=organiser, event=played)
    publish(played.pk)
    assert [row["id"] for row in rows(PUBLIC, played)] == full[-1:]
    tell_next(actor=organiser, event=played, ranks=3)
    shown = rows(PUBLIC, played)
    assert [row["id"] for row in shown] == full[-4:]
    assert shown[0]["why"] is None
    assert all(row["why"] for row in shown[1:])
    page = text_of(client_of().get(f"{PAGE}standings/"))
    assert "Told so far: from rank 5 down." in page
    assert "Who is above has not been told yet." in page
    above = next(row for row in rows(organiser, played) if row["id"] == full[-5])
    assert f"{above['total']:,}" not in client_of().get(f"{PAGE}standings/").content.decode()
    explained = client_of().get(f"{API}stages/1/standings/{full[-4]}/").json()
    assert explained["above"] is None
    assert explained["below"]["lower"] == full[-3]
    assert client_of().get(f"{API}stages/1/standings/{full[0]}/").status_code == 404


def test_a_tie_is_told_together(event, organiser):
    setting.play_round(setting.running_round(event, organiser), organiser)
    keep_back(actor=organiser, event=event, from_round=get_round(event, 1))
    publish(event.pk)
    ranks = [row["rank"] for row in rows(organiser, event)]
    assert ranks == [1, 1, 3, 3, 3, 3, 7, 7]
    tell_next(actor=organiser, event=event)
    assert [row["rank"] for row in rows(PUBLIC, event)] == [7, 7]
    tell_next(actor=organiser, event=event)
    assert [row["rank"] for row in rows(PUBLIC, event)] == [3, 3, 3, 3, 7, 7]
    tell_next(actor=organiser, event=event)
    assert [row["rank"] for row in rows(PUBLIC, event)] == ranks


def test_told_ranks_show_on_the_player_s_page_and_the_others_do_not(played, organiser):
    tell_next(actor=organiser, event=played)
    publish(played.pk)
    full = [row["id"] for row in rows(organiser, played)]
    assert "Why this rank?" in text_of(client_of().get(f"{PAGE}player/{full[-1]}/"))
    assert "Why this rank?" not in text_of(client_of().get(f"{PAGE}player/{full[0]}/"))
    leader = get_entry(played, int(full[0]))
    own = client_of(Actor(entry=leader)).get(f"/p/{leader.link_token}/")
    assert "Why am I here?" not in text_of(own)


def test_every_step_is_audited_and_can_be_taken_back(played, organiser):
    before = rows(PUBLIC, played)
    tell_next(actor=organiser, event=played)
    tell_all(actor=organiser, event=played)
    assert len(rows(PUBLIC, played)) == 8
    assert client_of().get(f"{API}rounds/2/tables/1/").json()["scores"]["E"] > 10_000
    take_back(actor=organiser, event=played)
    take_back(actor=organiser, event=played)
    publish(played.pk)
    assert rows(PUBLIC, played) == before
    take_back(actor=organiser, event=played)
    assert played.reveal is None
    done = AuditEntry.objects.filter(event=played, action__startswith="standings.").order_by("pk")
    assert [entry.action.split(".")[1] for entry in done] == [
        "kept_back", "told", "told", "taken_back", "taken_back", "public",
    ]  # fmt: skip


def test_a_second_press_tells_nothing_more(played, organiser):
    tell_next(actor=organiser, event=played, seen=0)
    with pytest.raises(Conflict):
        tell_next(actor=organiser, event=played, seen=0)


def test_it_works_at_the_ceremony_after_the_event_is_closed(played, organiser):
    for number in (1, 2):
        table = get_table(played, 2, number)
        setting.confirm_table(actor=organiser, table=table, seq=table.seq)
    setting.close_round(actor=organiser, round_=get_round(played, 2))
    set_status(actor=organiser, event=played, status="closed")
    publish(played.pk)
    tell_next(actor=organiser, event=played)
    assert len(rows(PUBLIC, played)) == 1


@pytest.mark.parametrize("act", [keep_back, tell_next, tell_all, take_back])
def test_only_the_organiser_tells(played, act):
    more = {"from_round": get_round(played, 2)} if act is keep_back else {}
    for actor in (PUBLIC, setting.member(played, Role.SCORER), Actor(entry=get_entry(played, 1))):
        with pytest.raises(NotAllowed):
            act(actor=actor, event=played, **more)


def test_nothing_is_told_where_nothing_is_kept_back(event, organiser):
    for act in (tell_next, tell_all, take_back):
        with pytest.raises(RuleError):
            act(actor=organiser, event=event)


def test_a_ruling_s_preview_does_not_tell_standings_to_those_who_only_call(played, organiser):
    case = steps.propose(organiser, get_table(played, 2, 1))
    preview = f"{API}cases/{case.number}/preview/"
    assert client_of(organiser).get(preview).json()["standings"]
    assert client_of(setting.member(played, Role.FLOOR_REFEREE)).get(preview).json()["standings"] == []


def test_the_page_tells_step_by_step_with_one_button(played, organiser):
    browser = client_of(organiser)
    url = f"{PAGE}manage/reveal/"
    page = browser.get(url)
    assert "autofocus" in page.content.decode()
    assert "8 ranks are left" in text_of(page)
    page = browser.post(url, {"act": "next", "ranks": "3", "seen": "0"}, follow=True)
    assert "5 ranks are left" in text_of(page)
    again = browser.post(url, {"act": "next", "ranks": "3", "seen": "0"}, follow=True)
    assert "look first" in text_of(again)
    assert "5 ranks are left" in text_of(again)
    page = browser.post(url, {"act": "back", "seen": "1"}, follow=True)
    assert "8 ranks are left" in text_of(page)
    assert "Make all results public?" in text_of(browser.get(f"{url}all/"))
    page = browser.post(f"{url}all/", follow=True)
    assert "Everything has been told." in text_of(page)
    page = browser.get(f"{url}keep-back/?round=2")
    assert "Keep back the results from round 2 on?" in text_of(page)
    page = browser.post(f"{url}keep-back/", {"round": "2"}, follow=True)
    assert "The results are kept back." in text_of(page)


def test_what_would_make_everything_public_asks_first(played, organiser):
    browser, url = client_of(organiser), f"{PAGE}manage/reveal/"
    asked = browser.post(url, {"act": "back", "seen": "0"}, follow=True)
    assert "Keep nothing back any more?" in text_of(asked)
    played.refresh_from_db()
    assert played.reveal is not None, "nothing is public by asking"
    page = browser.get(url)
    assert "Keep nothing back any more?" in text_of(page) and "Take the last step back" not in text_of(page)
    page = browser.post(f"{url}nothing/", follow=True)
    assert "Nothing is kept back any more; results are public." in text_of(page)
    played.refresh_from_db()
    assert played.reveal is None


def test_a_rank_told_meanwhile_is_not_made_everything(played, organiser):
    browser, url = client_of(organiser), f"{PAGE}manage/reveal/"
    browser.post(url, {"act": "next", "ranks": "3", "seen": "0"})
    assert "look first" in text_of(browser.post(f"{url}nothing/", follow=True))
    played.refresh_from_db()
    assert played.reveal["steps"]


def test_programs_tell_too(played, organiser):
    api = api_of(organiser)
    assert api_of().get(f"{API}reveal/").json() == {"kept_back": True, "from_round": 2, "told": None, "steps": 0}
    told = api.post(f"{API}reveal/tell/", {"ranks": 2, "seen": 0}, format="json").json()
    assert told == {"kept_back": True, "from_round": 2, "told": 7, "steps": 1}
    assert api.post(f"{API}reveal/tell/", {"ranks": 2, "seen": 0}, format="json").status_code == 409
    assert api.delete(f"{API}reveal/tell/").json()["told"] is None
    assert api.post(f"{API}reveal/tell/", {"all": True}, format="json").json()["kept_back"] is False
    assert api.post(f"{API}reveal/", {"round": 2}, format="json").status_code == 201


def test_open_pages_follow_each_step_and_ask_for_nothing_else(played, organiser):
    browser = client_of()
    for address in (f"{PAGE}standings/1/", f"{PAGE}projector/"):
        mark = browser.get(address).context["mark"]
        assert browser.get(address, {"v": mark}, HTTP_HX_REQUEST="true").status_code == 204
        tell_next(actor=organiser, event=played)
        publish(played.pk)
        changed = browser.get(address, {"v": mark}, HTTP_HX_REQUEST="true")
        assert changed.status_code == 200
        assert "Told so far" in changed.content.decode()
