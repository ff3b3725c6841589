"""Events of pairs: one entry holds a side of the table, and what its members win is the entry's."""

from __future__ import annotations

import json

import pytest

from engine.errors import RuleError
from engine.standings import show
from tests.tournament import setting
from tournament.actors import PUBLIC, Actor
from tournament.errors import Conflict, Refused
from tournament.models import PostingRow, SeatConfirmation, Table, TablePerson, TableSeat
from tournament.seating.edits import apply_edit, read_edit
from tournament.seating.inputs import SeatedRound, SeatedTable
from tournament.selectors.entries import get_entry
from tournament.selectors.players import player_card
from tournament.selectors.rounds import get_round
from tournament.selectors.seating import meetings_of
from tournament.selectors.standings import newest_standings
from tournament.selectors.tables import get_table, round_tables, table_detail
from tournament.services.draws import draw_round, release_draw, replay
from tournament.services.entries import add_entry, add_substitute, rename_person
from tournament.services.rounds import start_round
from tournament.services.standings import publish
from tournament.services.table_status import confirm_table
from tournament.services.tables import finish_table
from tournament.services.verification import verify_event
from tournament.services.winds import take_winds


def hand(score: int, **more) -> dict:
    """One hand: below 80 the dealer's side goes up two levels, from 240 on the attackers go up one."""
    return {"type": "hand", "trump": "S", "score": score, **more}


def by_hand(event, organiser, *tables, number=1):
    """A running round with these tables."""
    round_ = get_round(event, number)
    seatings = [{"number": index, "seats": [ew, ns, ew, ns]} for index, (ew, ns) in enumerate(tables, 1)]
    draw_round(actor=organiser, round_=round_, method="manual", tables=seatings)
    release_draw(actor=organiser, round_=round_)
    start_round(actor=organiser, round_=round_)
    return get_table(event, number, 1)


def standings(event):
    """Rank, pair and total as shown, best first; and the first two criteria of the first row."""
    publish(event.pk)
    event.refresh_from_db()
    body = json.loads(newest_standings(event, 1).body)["standings"]
    rows = [(row["rank"], row["id"], show(row["total"], body["scale"])) for row in body["rows"]]
    best = zip(body["rows"][0]["values"], body["criteria"], strict=True)
    first = [show(value, item["scale"]) for value, item in list(best)[:2]]
    return rows, first


def test_an_entry_is_two_persons(pairs, organiser):
    for people in ([{"name": "獨"}], [{"name": "一"}, {"name": "二"}, {"name": "三"}]):
        with pytest.raises(Refused, match="members_count"):
            add_entry(actor=organiser, event=pairs, people=people)
    person = get_entry(pairs, 1).members.first()
    other = get_entry(pairs, 2).members.first()
    with pytest.raises(Conflict, match="person_entered"):
        add_entry(actor=organiser, event=pairs, people=[person, other])
    assert get_entry(pairs, 1).name == "甲 01 / 乙 01"


def test_a_draw_by_lot_gives_each_pair_a_side(pairs, organiser):
    round_ = get_round(pairs, 1)
    draw = draw_round(actor=organiser, round_=round_, method="random")
    rows = [row["seats"] for row in draw.result["tables"]]
    assert [row[:2] for row in rows] == [row[2:] for row in rows]
    assert sorted(number for row in rows for number in row[:2]) == [1, 2, 3, 4]
    assert replay(draw)[1]
    release_draw(actor=organiser, round_=round_)
    seats = TableSeat.objects.filter(table__number=1).values_list("place", "entry__number", "member")
    east, south = rows[0][:2]
    assert set(seats) == {("E", east, 0), ("W", east, 1), ("N", south, 0), ("S", south, 1)}
    assert TablePerson.objects.count() == 4
    assert get_table(pairs, 1, 1).state["seats"] == {
        "E": f"{east}a",
        "S": f"{south}b",
        "W": f"{east}b",
        "N": f"{south}a",
    }


def test_with_an_odd_number_one_pair_rests(organiser):
    event = setting.pairs_event(organiser, pairs=5)
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert (len(draw.result["tables"]), len(draw.result["out"])) == (2, 1)


def test_fixed_pairs_all_meet_before_any_meet_again(organiser):
    event = setting.pairs_event(organiser, pairs=6, rounds=6)
    met = set()
    for number in range(1, 7):
        round_ = get_round(event, number)
        draw = draw_round(actor=organiser, round_=round_)
        assert draw.inputs["method"] == "pairs"
        assert replay(draw)[1]
        assert draw.report["repeats"] == (3 if number == 6 else 0) == draw.report["repeat_lower_bound"]
        met |= {tuple(sorted(row["seats"][:2])) for row in draw.result["tables"]}
        release_draw(actor=organiser, round_=round_)
    assert len(met) == 15
    assert len(meetings_of(event, 1, 2)) in (1, 2)


def test_a_lot_of_pairs_keeps_from_meeting_again(organiser):
    event = setting.pairs_event(organiser, pairs=4, rounds=3)
    met = []
    for number in range(1, 4):
        round_ = get_round(event, number)
        draw = draw_round(actor=organiser, round_=round_, method="random")
        met += [tuple(sorted(row["seats"][:2])) for row in draw.result["tables"]]
        release_draw(actor=organiser, round_=round_)
    assert len(set(met)) == 6
    assert draw.report["repeats"] == 0


def test_pairs_by_standings_meet_their_like_and_nobody_twice(organiser):
    # Of six pairs three rounds can always be had without a repeat; three may leave two triangles, and a fourth none.
    event = setting.pairs_event(organiser, pairs=6, rounds=3)
    met, sides = [], []
    for number in range(1, 4):
        round_ = get_round(event, number)
        draw = draw_round(actor=organiser, round_=round_, method="ranked")
        assert replay(draw)[1]
        met += [tuple(sorted(row["seats"][:2])) for row in draw.result["tables"]]
        sides += [row["seats"][0] for row in draw.result["tables"]]
        release_draw(actor=organiser, round_=round_)
        for table in round_tables(round_):
            finish_table(actor=organiser, table=table, expected_seq=0, key=None)
            confirm_table(actor=organiser, table=table, seq=table.seq)
    assert len(set(met)) == 9
    assert draw.report["repeats"] == 0
    assert all(1 <= sides.count(pair) <= 2 for pair in range(1, 7))
    assert verify_event(event) == []


def test_pairs_are_drawn_in_no_other_way(pairs, organiser):
    with pytest.raises(RuleError, match="method_pairs"):
        draw_round(actor=organiser, round_=get_round(pairs, 1), method="schedule")


def test_two_pairs_of_a_draft_change_seats():
    tables = (SeatedTable(1, (1, 2, 1, 2)), SeatedTable(2, (3, 4, 3, 4)))
    changed = apply_edit(SeatedRound(1, tables), read_edit({"kind": "players", "first": 1, "second": 4}))
    assert [table.seats for table in changed.tables] == [(4, 2, 4, 2), (3, 1, 3, 1)]


def test_one_pair_alone_cannot_fill_a_table(organiser):
    event = setting.pairs_event(organiser, pairs=1)
    with pytest.raises(RuleError, match="at least 2"):
        draw_round(actor=organiser, round_=get_round(event, 1))


def test_partners_are_never_parted(pairs, organiser):
    round_ = get_round(pairs, 1)
    apart = [{"number": 1, "seats": [1, 1, 2, 2]}, {"number": 2, "seats": [3, 4, 3, 4]}]
    with pytest.raises(Refused, match="partners_apart"):
        draw_round(actor=organiser, round_=round_, method="manual", tables=apart)
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    with pytest.raises(Refused, match="partners_apart"):
        setting.record(table, organiser, {"type": "swap", "places": ["E", "S"], "since": 1})
    with pytest.raises(Refused, match="winds_pairs"):
        take_winds(actor=organiser, table=table, expected_seq=0, key=None)
    with pytest.raises(Conflict, match="sits_elsewhere"):
        setting.record(table, organiser, {"type": "seats", "seats": {"E": "3a", "W": "3b"}})
    for stranger in ("1", "1c", "9a", "x"):
        with pytest.raises(Refused, match="entry_unknown"):
            setting.record(table, organiser, {"type": "seats", "seats": {"E": stranger}})
    setting.record(table, organiser, {"type": "swap", "places": ["E", "W"], "since": 1})
    both = [{"type": "swap", "places": places, "since": 1} for places in (["E", "N"], ["W", "S"])]
    setting.record(table, organiser, *both)
    assert table.state["seats"] == {"E": "2a", "S": "1a", "W": "2b", "N": "1b"}
    assert not verify_event(pairs)


def test_both_places_add_up_to_the_entry_and_standings_show_its_share(pairs, organiser):
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    # E deals at 3: East–West up two; W deals at 5: North–South up one.
    setting.record(table, organiser, hand(40), hand(250))
    assert table.state["progress"]["levels"] == {"EW": "5", "NS": "4"}
    assert table.state["persons"] == {"1a": 10, "2b": -10, "1b": 10, "2a": -10}
    assert table.status == Table.Status.FINISHED
    other = get_table(pairs, 1, 2)
    setting.record(other, organiser, hand(100), hand(100))
    detail = table_detail(table)
    assert detail["seats"]["W"] == {"person": "1b", "number": 1, "name": "乙 01"}
    assert detail["postings"][0]["from"] in ("2a", "2b")
    rows, first = standings(pairs)
    # levels first, then points
    assert rows == [(1, "3", "2"), (2, "1", "2"), (3, "2", "1"), (4, "4", "0")]
    assert first == ["2", "20"]
    card = player_card(PUBLIC, get_entry(pairs, 1))["rounds"][0]
    assert (card["place"], card["places"], card["points"]) == ("E", ["E", "W"], 20)
    assert not verify_event(pairs)


def test_levels_begin_anew_at_every_table(pairs, organiser):
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    for found in (table, get_table(pairs, 1, 2)):
        setting.record(found, organiser, hand(0), hand(0))
        confirm_table(actor=organiser, table=found, seq=found.seq)
    assert table.state["progress"]["levels"] == {"EW": "9", "NS": "3"}
    setting.close_round(actor=organiser, round_=get_round(pairs, 1))
    table = by_hand(pairs, organiser, (1, 3), (2, 4), number=2)
    assert table.state["progress"]["levels"] == {"EW": "3", "NS": "3"}


def test_a_round_may_last_until_a_side_has_passed_the_ace(organiser):
    event = setting.pairs_event(organiser, length={"unit": "cycles", "count": 1})
    table = by_hand(event, organiser, (1, 2), (3, 4))
    setting.record(table, organiser, *[hand(0)] * 3)
    assert (table.state["progress"]["levels"]["EW"], table.status) == ("Q", Table.Status.RUNNING)
    setting.record(table, organiser, hand(0))
    assert (table.state["progress"]["levels"]["EW"], table.status) == ("3", Table.Status.FINISHED)


def test_a_substitute_sits_down_for_one_member_and_plays_for_the_entry(pairs, organiser):
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    member = add_substitute(actor=organiser, entry=get_entry(pairs, 1), person={"name": "替補"})
    assert member.position == 2
    assert get_entry(pairs, 1).name == "甲 01 / 乙 01"
    setting.record(table, organiser, hand(40))
    setting.record(table, organiser, {"type": "seats", "seats": {"W": "1c"}}, hand(40))
    assert table.state["persons"] == {"1a": 40, "1b": 20, "1c": 20, "2a": -40, "2b": -40}
    assert table_detail(table)["seats"]["W"]["name"] == "替補"
    rows, first = standings(pairs)
    assert (rows[0], first) == ((1, "1", "4"), ["4", "40"])
    assert rename_person(actor=organiser, entry=get_entry(pairs, 1), position=2, changes={"name": "補"}).name == (
        "甲 01 / 乙 01"
    )
    with pytest.raises(Conflict, match="person_entered"):
        add_substitute(actor=organiser, entry=get_entry(pairs, 2), person=member.person)
    assert not verify_event(pairs)


def test_a_pair_agrees_for_both_of_its_places(pairs, organiser):
    pairs.settings = {"confirmation": "seats"}
    pairs.save()
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    setting.record(table, organiser, hand(40), hand(40))
    confirm_table(actor=Actor(entry=get_entry(pairs, 1)), table=table, seq=table.seq)
    assert table.status == Table.Status.FINISHED
    confirm_table(actor=Actor(entry=get_entry(pairs, 2)), table=table, seq=table.seq, place="N")
    confirm_table(actor=Actor(entry=get_entry(pairs, 2)), table=table, seq=table.seq, place="S")
    assert table.status == Table.Status.CONFIRMED
    assert set(SeatConfirmation.objects.values_list("place", flat=True)) == set("ESWN")


def test_a_payment_between_partners_stays_within_the_entry(pairs, organiser):
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    pays = {"type": "ruling", "effect": {"postings": [{"from": "E", "to": "W", "points": 5}]}}
    setting.record(table, organiser, pays, hand(40))
    assert table.state["persons"]["1a"] == 15
    line = PostingRow.objects.get(table=table, reason="ruling")
    assert line.from_entry == line.to_entry
    rows, first = standings(pairs)
    assert (rows[0][1], first) == ("1", ["2", "20"])
    assert not verify_event(pairs)
