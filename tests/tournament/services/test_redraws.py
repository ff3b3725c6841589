"""A round drawn again while it is played: kept tables stay as they are, given up ones are told, nobody sits twice."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Draw, Entry, Event, Message, PostingRow, Round, Table
from tournament.selectors.persons import names_of
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table, round_tables
from tournament.services.draws import delete_draw, draw_round, release_draw, replay, restore_draw
from tournament.services.rounds import start_round
from tournament.services.tables import finish_table
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.services.verification import verify_event


@pytest.fixture
def played(organiser):
    """Round 1 of thirteen runs: at table 1 two hands, at table 2 one, at table 3 none; one rests."""
    event = setting.event(organiser, players=13)
    setting.running_round(event, organiser)
    setting.record(get_table(event, 1, 1), organiser, setting.win())
    setting.record(get_table(event, 1, 1), organiser, setting.win("S", "W"))
    setting.record(get_table(event, 1, 2), organiser, setting.win())
    return event


def drawn_again(event, actor, *, keep=(1,), void=(2,), method="random", **more):
    return draw_round(
        actor=actor,
        round_=get_round(event, 1),
        method=method,
        keep=list(keep),
        void=list(void),
        override="two stood up",
        **more,
    )


def seated(event):
    return [number for table in round_tables(get_round(event, 1)) for number in table.state["seats"].values() if number]


def test_a_played_round_is_not_drawn_again_until_each_table_is_decided(played, organiser):
    with pytest.raises(Conflict, match="hands_recorded"):
        draw_round(actor=organiser, round_=get_round(played, 1))
    with pytest.raises(Conflict) as refusal:
        drawn_again(played, organiser, void=())
    assert [row["table"] for row in refusal.value.facts["tables"]] == [2]
    with pytest.raises(Refused, match="kept_and_void"):
        drawn_again(played, organiser, void=(1, 2))
    with pytest.raises(Refused, match="nothing_to_draw"):
        drawn_again(played, organiser, keep=(1, 2, 3), void=())
    with pytest.raises(NotAllowed):
        drawn_again(played, setting.member(played, Role.REFEREE))


def test_what_was_recorded_since_the_page_was_opened_is_not_lost(played, organiser):
    with pytest.raises(Conflict, match="stale"):
        drawn_again(played, organiser, seen={"1": 2, "2": 0})
    drawn_again(played, organiser, seen={"1": 2, "2": 1})


@pytest.mark.parametrize("method", ["random", "ranked"])
def test_a_kept_table_stays_with_people_winds_hands_and_number_and_nobody_sits_twice(played, organiser, method):
    before = get_table(played, 1, 1)
    old = Draw.objects.get(round__number=1, status="released")
    draw = drawn_again(played, organiser, method=method)
    table = get_table(played, 1, 1)
    assert (table.pk, table.state, table.seq, table.start) == (before.pk, before.state, before.seq, before.start)
    assert (draw.status, draw.attempt, get_round(played, 1).status) == ("released", 2, "running")
    numbers = seated(played)
    assert len(numbers) == len(set(numbers)) == 12
    assert sorted({*numbers, *map(str, draw.result["out"])}, key=int) == [str(number) for number in range(1, 14)]
    assert [row.state["hands"] for row in round_tables(get_round(played, 1))[1:]] == [[], []]
    assert not PostingRow.objects.filter(table__draw=old).exists()
    assert verify_event(played) == []
    setting.record(table, organiser, setting.win())
    assert get_table(played, 1, 1).state["finished"]
    assert verify_event(played) == []


def test_the_draw_can_be_made_again_from_its_record(played, organiser):
    draw = drawn_again(played, organiser)
    kept = draw.inputs["kept"]
    assert [table["number"] for table in kept] == [1]
    assert replay(draw)[1]
    changed = {**draw.inputs, "kept": [{**kept[0], "number": 7}]}
    Draw.objects.filter(pk=draw.pk).update(inputs=changed)
    draw.refresh_from_db()
    assert not replay(draw)[1]


def test_a_draw_of_another_version_is_not_compared_with_what_this_one_draws(played, organiser):
    draw = drawn_again(played, organiser)
    assert replay(draw)[1]
    draw.algorithm = "banfeng-seating-0"
    with pytest.raises(Conflict, match="banfeng-seating-0"):
        replay(draw)


def told_of_seats(event):
    """Return the newest message of a changed seat by number, and forget all of them."""
    found = {
        str(message.entry.number): message.body
        for message in Message.objects.filter(event=event, kind="reseated").select_related("entry").order_by("pk")
    }
    Message.objects.filter(event=event, kind="reseated").delete()
    return found


def places(event):
    """Return table and place of everybody who sits in round 1."""
    return {
        number: (table.number, place)
        for table in round_tables(get_round(event, 1))
        for place, number in table.state["seats"].items()
        if number
    }


def changed(before, after):
    return {number for number in {**before, **after} if before.get(number) != after.get(number)}


def test_whose_seat_has_changed_is_told_in_his_language_and_nobody_else(played, organiser):
    for number, language in enumerate(("zh-hant", "zh-hans", "en"), start=1):
        Entry.objects.filter(event=played, number__in=range(number, 14, 3)).update(language=language)
    before = places(played)
    assert told_of_seats(played) == {}, "a first seat is no change"
    drawn_again(played, organiser)
    after = places(played)
    told = told_of_seats(played)
    assert set(told) == changed(before, after)
    assert not set(told) & {number for number, (table, _place) in after.items() if table == 1}, "who is kept stays"
    said = {
        1: ("你的座位已變更", {"E": "東", "S": "南", "W": "西", "N": "北"}),
        2: ("你的座位已变更", {"E": "东", "S": "南", "W": "西", "N": "北"}),
        0: ("your seat has changed", {"E": "East", "S": "South", "W": "West", "N": "North"}),
    }
    for number, body in told.items():
        assert f"/p/{Entry.objects.get(event=played, number=number).link_token}/" in body
        if number in after:
            words, winds = said[int(number) % 3]
            table, place = after[number]
            assert words in body and winds[place] in body and str(table) in body
    out = set(before) - set(after)
    assert all(
        "drawn again" in told[number] or "重新抽籤" in told[number] or "重新抽签" in told[number] for number in out
    )


def test_who_is_moved_by_a_second_release_or_by_taking_a_redraw_back_is_told_the_same(played, organiser):
    first = places(played)
    drawn_again(played, organiser)
    second = places(played)
    told_of_seats(played)
    undo_act(actor=organiser, event=Event.objects.get(pk=played.pk), version=next_to_undo(acts(played)).version)
    assert set(told_of_seats(played)) == changed(second, first)
    round_ = get_round(played, 1)
    delete_draw(actor=organiser, round_=round_, confirm_round=1)
    draw_round(actor=organiser, round_=round_, method="random")
    assert told_of_seats(played) == {}, "a draft is nobody's seat"
    release_draw(actor=organiser, round_=round_)
    assert set(told_of_seats(played)) == changed(first, places(played))
    third = places(played)
    draw_round(actor=organiser, round_=round_, method="random")
    release_draw(actor=organiser, round_=round_)
    told = told_of_seats(played)
    assert set(told) == changed(third, places(played)) and any("seat has changed" in body for body in told.values())


def test_those_at_kept_and_at_given_up_tables_are_told_and_nobody_else(played, organiser):
    kept, void = (set(get_table(played, 1, number).state["seats"].values()) for number in (1, 2))
    drawn_again(played, organiser)
    told = {
        kind: {str(number) for number in Message.objects.filter(kind=kind).values_list("entry__number", flat=True)}
        for kind in ("result_kept", "result_void")
    }
    assert told == {"result_kept": kept, "result_void": void}
    line = AuditEntry.objects.get(action="draw.around")
    assert (line.after["kept"], line.after["void"], line.reason) == ([1], [2], "two stood up")


def test_ways_that_seat_everybody_at_once_say_that_they_cannot_keep_a_table(played, organiser):
    for method in ("schedule", "league", "finals", "manual"):
        with pytest.raises(Refused, match="method_keeps"):
            drawn_again(played, organiser, method=method)
    assert Draw.objects.count() == 1


def test_all_hands_may_be_given_up(played, organiser):
    drawn_again(played, organiser, keep=(), void=(1, 2))
    assert all(table.seq == 0 for table in round_tables(get_round(played, 1)))
    assert Message.objects.filter(kind="result_void").count() == 8
    assert verify_event(played) == []


def test_who_left_a_kept_table_is_drawn_nowhere_and_who_came_stays(played, organiser):
    rests = str(Draw.objects.get(round__number=1).result["out"][0])
    table = get_table(played, 1, 1)
    left = table.state["seats"]["E"]
    setting.record(table, organiser, {"type": "seats", "seats": {"E": rests}})
    draw = drawn_again(played, organiser)
    numbers = seated(played)
    assert len(numbers) == len(set(numbers)) == 12
    assert get_table(played, 1, 1).state["seats"]["E"] == rests
    assert left not in {*numbers, *map(str, draw.result["out"])}
    assert verify_event(played) == []
    assert replay(draw)[1]


def test_a_table_with_an_empty_place_is_kept_with_it(played, organiser):
    setting.record(get_table(played, 1, 1), organiser, {"type": "seats", "seats": {"N": None}})
    draw = drawn_again(played, organiser)
    assert draw.result["tables"][0]["seats"][3] is None
    assert verify_event(played) == []
    assert replay(draw)[1]


def test_a_kept_table_keeps_its_number_though_it_is_out_of_use(played, organiser):
    Event.objects.filter(pk=played.pk).update(settings={**played.settings, "tables_out": [1, 2]})
    played.refresh_from_db()
    draw = drawn_again(played, organiser)
    assert [row["number"] for row in draw.result["tables"]] == [1, 3, 4]
    assert replay(draw)[1]


def test_it_is_undone_to_the_draw_before_with_all_hands(played, organiser):
    before = [(table.number, table.state, table.status) for table in round_tables(get_round(played, 1))]
    lines = PostingRow.objects.filter(event=played).count()
    drawn_again(played, organiser)
    act = next_to_undo(acts(played))
    undo_act(actor=organiser, event=Event.objects.get(pk=played.pk), version=act.version)
    assert [(table.number, table.state, table.status) for table in round_tables(get_round(played, 1))] == before
    assert PostingRow.objects.filter(event=played).count() == lines
    assert get_round(played, 1).status == "running"
    assert verify_event(played) == []
    drawn_again(played, organiser, keep=(2,), void=(1,))
    assert verify_event(played) == []


def test_a_draw_whose_tables_were_kept_elsewhere_does_not_come_back_half(played, organiser):
    drawn_again(played, organiser)
    round_ = get_round(played, 1)
    delete_draw(actor=organiser, round_=round_, confirm_round=1)
    with pytest.raises(Conflict, match="tables_kept"):
        restore_draw(actor=organiser, round_=round_, attempt=1)
    restore_draw(actor=organiser, round_=round_, attempt=2)
    assert get_table(played, 1, 1).seq == 2
    assert verify_event(played) == []


def test_standings_rank_a_second_draw_as_they_were_before_the_round(organiser):
    event = setting.event(organiser, players=12, rounds=2)
    setting.play_round(setting.running_round(event, organiser, 1), organiser)
    round_ = get_round(event, 2)
    draw_round(actor=organiser, round_=round_, method="ranked")
    first = Draw.objects.get(round=round_)
    release_draw(actor=organiser, round_=round_)
    start_round(actor=organiser, round_=round_)
    setting.record(get_table(event, 2, 1), organiser, setting.win("S", "E", total=9))
    again = draw_round(actor=organiser, round_=get_round(event, 2), method="ranked", void=[1])
    assert again.inputs["standings"] == first.inputs["standings"]


def test_a_closed_round_is_opened_first(played, organiser):
    for number in (1, 2, 3):
        table = get_table(played, 1, number)
        if not table.state["finished"]:
            finish_table(actor=organiser, table=table, expected_seq=table.seq, key=None)
    Round.objects.filter(event=played, number=1).update(status="closed")
    with pytest.raises(Conflict, match="round_status"):
        drawn_again(played, organiser, keep=(1, 2))


def test_pairs_are_drawn_around_a_kept_table(organiser):
    event = setting.pairs_event(organiser, pairs=6)
    setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    finish_table(actor=organiser, table=table, expected_seq=0, key=None)
    draw = draw_round(actor=organiser, round_=get_round(event, 1), method="random", keep=[1])
    assert get_table(event, 1, 1).pk == table.pk
    numbers = [number for row in draw.result["tables"] for number in set(row["seats"])]
    assert sorted(numbers) == list(range(1, 7))
    assert verify_event(event) == []
    assert replay(draw)[1]


def test_the_page_names_tables_and_people_and_draws(played, organiser):
    browser = client_of(organiser, "en")
    url = f"/e/{played.slug}/manage/rounds/1/redraw/"
    assert "Draw again, keep tables" in text_of(browser.get(f"/e/{played.slug}/manage/rounds/1/"))
    page = text_of(browser.get(url))
    tables = [get_table(played, 1, number) for number in (1, 2)]
    names = [name for table in tables for name in names_of(played, table.state["seats"].values()).values()]
    assert all(name in page for name in names)
    form = {"method": "random", "reason": "two stood up", "seq-1": 2, "seq-2": 1, "fate-1": "keep"}
    refused = browser.post(url, form)
    assert (refused.status_code, "Say of every table" in text_of(refused)) == (422, True)
    stale = browser.post(url, form | {"fate-2": "void", "seq-2": 0})
    assert "meanwhile" in text_of(stale)
    assert browser.post(url, form | {"fate-2": "void"}).status_code == 302
    assert Draw.objects.get(round__number=1, status="released").attempt == 2
    assert browser.get(f"/e/{played.slug}/manage/rounds/2/redraw/").status_code == 302
    assert Table.objects.filter(draw__status="released").count() == 3
