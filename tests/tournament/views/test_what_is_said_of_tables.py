"""Tables agreed on, over, void, corrected, closed: what console, players and those who come too late are told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.actors import Actor
from tournament.models import Event, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.selectors.tables import get_table
from tournament.services.rounds import close_round
from tournament.services.standings import publish
from tournament.services.table_status import confirm_table, void_table
from tournament.services.tables import correct
from tournament.services.unfinished import Decision, settle_unfinished


def finish(table, organiser):
    """Play all hands of a table."""
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    return table


def player_at(table, place):
    """Whoever sits there, with his link."""
    return Actor(entry=get_entry(table.event, int(table.state["seats"][place])))


def agree(table, *places):
    """Let those of some places agree on their links."""
    for place in places:
        sent = {"seq": table.seq}
        address = reverse("table_confirm", args=[table.event.slug, table.round.number, table.number])
        assert client_of(player_at(table, place)).post(address, sent).status_code == 302


def console_of(organiser, event, number=1):
    return text_of(client_of(organiser).get(reverse("round", args=[event.slug, number])))


def test_a_table_all_of_whose_players_agree_waits_for_a_referee_and_says_so(event, table, organiser):
    finish(table, organiser)
    agree(table, "E", "S", "W")
    assert "3 confirmed" in console_of(organiser, event) and "Finished, not confirmed" in console_of(organiser, event)
    agree(table, "N")
    words = console_of(organiser, event)
    assert "Everybody there agrees; a referee confirms" in words and "Finished, not confirmed" not in words
    assert "all agree" in words and "0 of 2 tables are over, at 1 everybody agrees" in words
    assert get_table(event, 1, 1).status == Table.Status.FINISHED


def test_where_the_players_make_it_official_all_four_agreeing_ends_the_table(event, table, organiser):
    event.settings = {**event.settings, "confirmation": "seats"}
    event.save()
    finish(table, organiser)
    agree(table, "E", "S", "W", "N")
    assert get_table(event, 1, 1).status == Table.Status.CONFIRMED
    assert "1 of 2 tables are over" in console_of(organiser, event)


def test_the_winds_that_confirmed_stand_in_the_order_of_the_seats(event, table, organiser):
    finish(table, organiser)
    agree(table, "N", "W", "S", "E")
    words = text_of(client_of(organiser).get(reverse("table", args=[event.slug, 1, 1])))
    assert "Confirmed by: East, South, West, North" in words


def test_after_the_last_hand_no_hand_is_in_play(event, table, organiser):
    finish(table, organiser)
    page = client_of(organiser).get(reverse("rule", args=[event.slug, 1, 1]))
    assert "after the last hand" in text_of(page) and "the hand in play" not in text_of(page)
    assert "Hand 4" not in text_of(page)
    rows = client_of(organiser).get(reverse("round", args=[event.slug, 1])).content.decode().split('id="out"')[1]
    assert "<td>after the last hand</td>" in rows and "<td>4</td>" not in rows


@pytest.fixture
def three_played(organiser):
    """An event whose first of three rounds is an older one."""
    event = setting.event(organiser, rounds=3)
    for number in (1, 2, 3):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    return event


def test_who_may_not_correct_an_older_round_is_told_before_he_types_who_may(three_played, organiser):
    client, there = client_of(organiser), "/e/evening/round/1/table/1/"
    for name in ("correct/0/", "undo/", "seats/"):
        page = client.get(there + name)
        words = text_of(page)
        assert "Round 1 is closed; you may not change it." in words, name
        assert "Its hands are corrected by: Chief referee." in words and "under Staff" in words
        assert 'name="confirm_round"' not in page.content.decode()
        assert client.post(there + name, {"confirm_round": "1"}).status_code == 403
    words = text_of(client.get(there))
    assert "corrected by: Chief referee" in words and "Take back the last entry" not in words
    words = console_of(organiser, three_played)
    assert "corrected by: Chief referee" in words and "Nobody has this role yet" in words
    assert "Organiser" in console_of(organiser, three_played, 2).partition("Results stand.")[2][:120]
    chief = setting.chief(three_played)
    assert "Nobody has this role yet" not in console_of(organiser, three_played)
    assert 'name="confirm_round"' in client_of(chief).get(there + "correct/0/").content.decode()


def test_a_hand_that_comes_after_the_end_is_not_told_to_look_at_the_payments_again(event, table, organiser):
    client, url = client_of(organiser), "/e/evening/round/1/table/1/"
    page = client.get(f"{url}?kind=win")
    sent = {
        "step": "save", "event": "win", "seq": field(page, "seq"), "key": field(page, "key"), "wins.count": "1",
        "wins.0.seat": "E", "wins.0.by": "self", "wins.0.value": "total", "wins.0.total": "2",
    }  # fmt: skip
    finish(table, organiser)
    late = client.post(f"{url}record/", sent)
    words = text_of(late)
    assert late.status_code == 409 and "The table has finished: no hand is to come." in words
    assert "Look at mine again" not in words and "still in the form" not in words
    confirm_table(actor=organiser, table=table, seq=table.seq)
    setting.play_table(get_table(event, 1, 2), organiser)
    close_round(actor=organiser, round_=get_round(event, 1))
    words = text_of(client.post(f"{url}record/", sent | {"key": "another"}))
    assert "The round is closed: no hand is recorded here any more." in words and "record it." not in words


def test_closing_says_where_no_hand_is_over_and_keeps_what_was_typed_until_there_is_a_reason(event, table, organiser):
    setting.record(table, organiser, setting.win())
    client, url = client_of(organiser), "/e/evening/manage/rounds/1/close/"
    page = client.get(url)
    words = text_of(page)
    assert words.count("Rather declare it void.") == 1 and "finish now, with no hand" in words
    assert "required for “declare void”" in words
    first = [part.partition('"')[0] for part in page.content.decode().split('name="act-2" value="')[1:]]
    assert first == ["", "void", "extend", "finish"]
    sent = {"minutes": 7, "reason": " ", "seq-1": 1, "seq-2": 0, "act-1": "finish", "act-2": "void"}
    refused = client.post(url, sent)
    html = refused.content.decode()
    assert refused.status_code == 422 and "Give a reason." in html and 'value="7"' in html
    assert 'name="act-1" value="finish" checked' in html and 'name="act-2" value="void" checked' in html
    assert get_table(event, 1, 1).status == Table.Status.RUNNING


def test_a_void_table_without_a_hand_is_worth_what_a_void_one_is_in_the_standings(event, table, organiser):
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    decisions = [Decision(1, "finish", 3), Decision(2, "void", 0)]
    settle_unfinished(actor=organiser, round_=get_round(event, 1), decisions=decisions, reason="a wall fell")
    spent = sorted(row.rounds[0].status for row in computed_standings(event)[0].standings.rows)
    assert spent == ["played"] * 4 + ["void"] * 4


def test_a_player_sees_that_his_table_was_declared_void(event, table, organiser):
    player = player_at(table, "E")
    url = f"/p/{player.entry.link_token}/"
    finish(table, organiser)
    void_table(actor=organiser, table=table, reason="told to the staff alone")
    words = text_of(client_of().get(url))
    assert "This table was declared void and counts for nothing." in words
    setting.play_table(get_table(event, 1, 2), organiser)
    close_round(actor=organiser, round_=get_round(event, 1))
    publish(event.pk)
    page = client_of().get(url)
    assert "table declared void" in text_of(page).split("Results")[1] and "not seated" not in text_of(page)
    assert "told to the staff alone" not in text_of(page)
    row = client_of().get(url, {"as": "json"}).json()["rows"][-1]
    assert (row["table"], row["state"], row["points"]) == (1, "table declared void", None)


def test_who_had_agreed_is_told_what_was_corrected_since(event, table, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    finish(table, organiser)
    agree(table, "E", "S")
    fresh = get_table(event, 1, 1)
    correct(
        actor=organiser, table=fresh, expected_seq=fresh.seq, key=None, seq=0, replacement=setting.win(total=3),
        later="as_played",
    )  # fmt: skip
    for place, told in (("E", True), ("W", False)):
        player = player_at(table, place)
        for url in (f"/p/{player.entry.link_token}/", reverse("table", args=[event.slug, 1, 1])):
            words = text_of(client_of(player).get(url))
            assert ("Changed since you agreed" in words and "Hand 1 was corrected." in words) is told
            assert "I agree with these hands" in words
    agree(get_table(event, 1, 1), "E")
    assert "Changed since" not in text_of(client_of().get(f"/p/{player_at(table, 'E').entry.link_token}/"))
