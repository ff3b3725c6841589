"""Recording at a table through the API."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.tournament import setting
from tournament.models import Entry, Table, TableEvent
from tournament.selectors.tables import get_table, table_detail


def url(table: Table, tail: str = "") -> str:
    return f"/api/v1/events/{table.event.slug}/rounds/{table.round.number}/tables/{table.number}/{tail}"


def client_of(actor=None, entry: Entry | None = None, language: str = "en") -> APIClient:
    client = APIClient(HTTP_ACCEPT_LANGUAGE=language)
    if entry is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Entry {entry.link_token}")
    elif actor is not None:
        client.force_authenticate(actor.user)
    return client


def post(client: APIClient, table: Table, *events, seq: int = 0, key: str = "k1", **more):
    body = {"expected_seq": seq, "events": list(events), **more}
    return client.post(url(table, "events/"), body, format="json", headers={"Idempotency-Key": key})


def test_a_hand_is_recorded_with_its_payments_and_totals(table, organiser):
    response = post(client_of(organiser), table, setting.win())
    assert response.status_code == 201, response.json()
    body = response.json()
    assert body["seq"] == 1
    assert [line["points"] for line in body["postings"]] == [3]
    assert sorted(body["after"].values()) == [-3, 0, 0, 3]
    shown = client_of().get(url(table)).json()
    assert shown["seq"] == 1
    assert shown["events"][0]["by"] == ""
    assert client_of(organiser).get(url(table)).json()["events"][0]["by"] == "founder"
    assert sum(shown["scores"].values()) == 0


def test_a_stale_writer_gets_what_was_accepted(table, organiser):
    client = client_of(organiser)
    post(client, table, setting.win(), key="a")
    response = post(client, table, setting.win("S", "E"), key="b")
    assert response.status_code == 409
    body = response.json()
    assert body["code"] == "stale"
    assert body["seq"] == 1
    assert body["accepted"][0]["body"]["wins"][0]["seat"] == "E"
    assert TableEvent.objects.count() == 1


def test_the_same_request_five_times_gives_one_hand_and_five_equal_answers(table, organiser):
    client = client_of(organiser)
    answers = [post(client, table, setting.win()) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201] * 5
    assert len({answer.content for answer in answers}) == 1
    assert TableEvent.objects.count() == 1


@pytest.mark.parametrize("seq", [10**25, 10_001, 5, -1])
def test_a_correction_of_what_no_table_holds_is_refused(table, organiser, seq):
    client = client_of(organiser)
    post(client, table, setting.win())
    body = {"expected_seq": 1, "seq": seq, "with": setting.win("S", "E"), "later": "as_played"}
    answer = client.post(url(table, "correct/"), body, format="json", headers={"Idempotency-Key": "k2"})
    assert answer.status_code == 400
    for event in ({"type": "void", "seq": seq}, {"type": "ruling", "undoes": seq, "effect": {}}):
        assert post(client, table, event, seq=1, key="k3").status_code == 400
    assert TableEvent.objects.count() == 1


def test_a_key_used_for_another_request_is_refused(table, organiser):
    client = client_of(organiser)
    post(client, table, setting.win())
    response = post(client, table, setting.win("S", "E"))
    assert (response.status_code, response.json()["code"]) == (422, "key_reused")


def test_a_refused_request_may_be_tried_again_with_its_key(table, organiser):
    client = client_of(organiser)
    refused = post(client, table, setting.win("E", "E"))
    assert (refused.status_code, refused.json()["path"]) == (400, "events[0].wins[0].from")
    assert post(client, table, setting.win("E", "S")).status_code == 201


@pytest.mark.parametrize(
    ("written", "code", "path"),
    [
        ({"type": "nothing"}, "event_type_unknown", "events[0].type"),
        ({"type": "win"}, "field_missing", "events[0].wins"),
        (setting.win("X"), "value_unknown", "events[0].wins[0].seat"),
        (setting.win(total="2"), "type_wrong", "events[0].wins[0].total"),
        ({"type": "seats", "seats": {"S": "99"}}, "entry_unknown", "events"),
        ({"type": "void", "seq": 7}, "void_unknown", "events[0].seq"),
        ({"type": "exhausted", "hand": 0}, "value_out_of_range", "events[0].hand"),
        (
            {"type": "ruling", "effect": {"postings": [{"from": "E", "to": "S", "points": -3}]}},
            "value_out_of_range",
            None,
        ),
    ],
)
def test_bad_input_names_what_is_wrong_and_writes_nothing(table, organiser, written, code, path):
    response = post(client_of(organiser), table, written)
    body = response.json()
    assert response.status_code == 400
    assert body["code"] == code
    assert path is None or body["path"] == path
    assert body["message"]
    assert not TableEvent.objects.exists()


def test_a_person_cannot_sit_at_two_tables_of_a_round(table, organiser):
    other = Table.objects.exclude(pk=table.pk).get()
    person = other.state["seats"]["E"]
    response = post(client_of(organiser), table, {"type": "seats", "seats": {"S": person}})
    assert (response.status_code, response.json()["code"]) == (409, "sits_elsewhere")


def test_the_public_and_strangers_write_nothing(table, event, organiser):
    stranger = setting.member(setting.event(organiser, slug="other"), "organiser")
    for client in (client_of(), client_of(stranger)):
        assert post(client, table, setting.win()).status_code == 403
    assert not TableEvent.objects.exists()


def test_a_player_enters_hands_of_his_own_table_where_the_event_allows_it(table, organiser, event):
    seated = Entry.objects.get(event=event, number=int(table.state["seats"]["E"]))
    elsewhere = Entry.objects.exclude(number__in=[int(n) for n in table.state["seats"].values()]).first()
    assert post(client_of(entry=seated), table, setting.win()).status_code == 403
    event.settings = {"players_enter": True}
    event.save()
    assert post(client_of(entry=elsewhere), table, setting.win()).status_code == 403
    assert post(client_of(entry=seated), table, {"type": "finish"}).status_code == 403
    assert post(client_of(entry=seated), table, setting.win()).status_code == 201


def test_a_preview_writes_nothing_and_shows_what_would_change(table, organiser):
    response = client_of(organiser).post(url(table, "preview/"), {"events": [setting.win()]}, format="json")
    body = response.json()
    assert response.status_code == 200
    assert (body["seq"], len(body["postings"])) == (0, 1)
    assert set(body["before"].values()) == {0}
    assert not TableEvent.objects.exists()


def test_open_liabilities_come_with_the_facts_a_win_must_answer(table, organiser):
    liability = {"id": "L1", "payer": "N", "windows": [["any", 8]]}
    response = post(client_of(organiser), table, {"type": "ruling", "effect": {"liabilities": [liability]}})
    assert response.json()["liabilities"][0]["asks"] == ["since"]
    refused = post(client_of(organiser), table, setting.win(), seq=1, key="k2")
    assert refused.json()["path"] == "events[0].wins[0].since.L1"
    win = setting.win()
    win["wins"][0]["since"] = {"L1": 8}
    moved = post(client_of(organiser), table, win, seq=1, key="k3").json()["postings"]
    assert [(line["from_place"], line["liability"]) for line in moved] == [("N", "L1")]


def test_a_table_read_before_somebody_wrote_is_shown_as_of_one_moment(table, organiser, event):
    early = get_table(event, 1, 1)
    for _ in range(2):
        setting.record(table, organiser, setting.win())
    shown = table_detail(early)
    assert (shown["seq"], shown["hands_played"], early.seq) == (2, 2, 2)
    assert [event["seq"] for event in shown["events"]] == [0, 1]
    assert {line["hand"] for line in shown["postings"]} == {1, 2}
