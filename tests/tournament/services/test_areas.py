"""Several venues: each draws its rounds for itself, nobody meets those of another, one number names one table."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import fingerprint
from engine.errors import RuleError
from tests.tournament import setting
from tests.tournament.services.test_methods import close_unplayed, drawn_by, pairs_in, play
from tournament.errors import Conflict, Refused, sentence
from tournament.event_settings import parse_settings
from tournament.models import AuditEntry, Draw, Entry, Schedule, StaffRole, Table
from tournament.seating.areas import draw_all, parts_of
from tournament.seating.edits import moved_into_use
from tournament.seating.inputs import AreaField, Inputs, from_seating, read_inputs, stored
from tournament.seating.quality import report_of
from tournament.selectors.entries import get_entry
from tournament.selectors.explaining import explained_draw
from tournament.selectors.rounds import get_round
from tournament.services.areas import assign_area, set_areas
from tournament.services.copying import copy_event
from tournament.services.draw_edits import edit_draft
from tournament.services.draws import draw_round, release_draw, renumber_table, replay
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.events import update_event
from tournament.services.stages import add_stage, update_stage
from tournament.services.undoing import undo_act
from tournament.services.wishes import fix_table, set_hall

TWO = ({"name": "甲館", "first": 1, "last": 10}, {"name": "乙館", "first": 21, "last": 30})


def two_venues(organiser, *, players=(8, 8), **more):
    """An event with two venues: the first players of the list are in 甲館, the others in 乙館."""
    event = setting.event(organiser, players=sum(players), **more)
    set_areas(actor=organiser, event=event, areas=TWO)
    first = players[0]
    assign_area(actor=organiser, event=event, numbers=list(range(1, first + 1)), area="甲館")
    assign_area(actor=organiser, event=event, numbers=list(range(first + 1, sum(players) + 1)), area="乙館")
    event.refresh_from_db()
    return event


def homes(event):
    return dict(Entry.objects.filter(event=event).values_list("number", "area"))


def venues_of(draw, home):
    """The venues of each table of a draw by its number."""
    return {table["number"]: {home[who] for who in table["seats"] if who} for table in draw.result["tables"]}


@st.composite
def fields(draw):
    """Two to four venues, two earlier rounds in which everybody was in another of them, and a seed."""
    sizes = draw(st.lists(st.integers(4, 11), min_size=2, max_size=3))
    everybody = list(range(1, sum(sizes) + 1))
    history = []
    for number in (1, 2):
        order = draw(st.permutations(everybody))
        seats = [tuple(order[at : at + 4]) for at in range(0, len(order) // 4 * 4, 4)]
        tables = [{"number": 1 + index, "seats": list(row)} for index, row in enumerate(seats)]
        history.append({"round": number, "tables": tables, "out": sorted(order[len(order) // 4 * 4 :])})
    order, areas, at = draw(st.permutations(everybody)), [], 0
    for index, size in enumerate(sizes):
        entries = sorted(order[at : at + size])
        first = 1 + 100 * index
        numbers = [first + number for number in range(size // 4)]
        areas.append({"name": f"場 {index}", "first": first, "last": first + 9, "entries": entries, "numbers": numbers})
        at += size
    data = {
        "method": draw(st.sampled_from(["random", "ranked"])),
        "round": 3,
        "entries": everybody,
        "history": history,
        "areas": areas,
        "standings": [{"entry": entry, "rank": rank, "total": 0} for rank, entry in enumerate(everybody, 1)],
    }
    return read_inputs(data), draw(st.text("abc", min_size=1, max_size=4))


@settings(max_examples=10)
@given(fields())
def test_no_table_mixes_venues_numbers_are_unique_and_the_report_adds_up(drawn):
    inputs, seed = drawn
    found = draw_all(inputs, seed)
    round_ = from_seating(found.rounds[0], 3)
    home = {entry: area for area in inputs.areas for entry in area.entries}
    numbers = [table.number for table in round_.tables]
    assert sorted(set(numbers)) == numbers
    for table in round_.tables:
        (area,) = {home[who].name: home[who] for who in table.seats}.values()
        assert area.first <= table.number <= area.last
    seated = [who for table in round_.tables for who in table.seats]
    assert sorted([*seated, *round_.out]) == list(inputs.entries)
    for area in inputs.areas:
        rested = {who: sum(who in past.out for past in inputs.history) for who in area.entries}
        out = [who for who in round_.out if who in area.entries]
        assert len(out) == len(area.entries) % 4
        assert all(rested[who] <= min(rested[other] for other in area.entries if other not in out) for who in out)
    report = report_of(inputs, found.rounds, found, seed)
    assert report["audit"]["agrees"] and report["audit"]["faults"] == []
    assert report["repeats"] == sum(area["repeats"] for area in report["areas"])
    assert draw_all(read_inputs(stored(inputs)), seed).rounds == found.rounds


def test_what_happens_in_one_venue_leaves_the_draw_of_another_as_it_is():
    def drawn(second):
        areas = (
            AreaField(name="甲", first=1, last=9, entries=tuple(range(1, 13)), numbers=(1, 2, 3)),
            AreaField(name="乙", first=11, last=19, entries=second, numbers=(11, 12, 13)),
        )
        inputs = Inputs(method="random", round=1, entries=(*range(1, 13), *second), areas=areas)
        seeds = [part.seed for part in parts_of(inputs, "seed/1")]
        return seeds, list(from_seating(draw_all(inputs, "seed/1").rounds[0], 1).tables)

    seeds, tables = drawn(tuple(range(13, 25)))
    other_seeds, others = drawn(tuple(range(17, 29)))
    assert seeds == other_seeds == ["seed/1/area 甲", "seed/1/area 乙"]
    assert tables[:3] == others[:3] and tables[3:] != others[3:]


def test_each_venue_is_drawn_from_one_committed_seed_and_the_draw_can_be_repeated(organiser):
    event = two_venues(organiser, players=(9, 8))
    round_ = get_round(event, 1)
    committed = round_.seed_hash
    draw = draw_round(actor=organiser, round_=round_)
    assert fingerprint(draw.base_seed) == committed == draw.seed_hash
    assert [area["seed"] for area in draw.report["areas"]] == [f"{draw.seed}/area 甲館", f"{draw.seed}/area 乙館"]
    assert venues_of(draw, homes(event)) == {1: {"甲館"}, 2: {"甲館"}, 21: {"乙館"}, 22: {"乙館"}}
    assert len(draw.result["out"]) == 1 and homes(event)[draw.result["out"][0]] == "甲館"
    assert replay(draw)[1]
    release_draw(actor=organiser, round_=round_)
    assert list(Table.objects.values_list("number", "area")) == [
        (1, "甲館"), (2, "甲館"), (21, "乙館"), (22, "乙館"),
    ]  # fmt: skip


def test_whoever_is_given_another_venue_plays_there_from_the_next_draw_and_his_history_goes_with_him(organiser):
    event = two_venues(organiser, players=(9, 8), rounds=3)
    first = play(event, organiser, 1)
    rested = first.result["out"][0]
    draft = draw_round(actor=organiser, round_=get_round(event, 2))
    assign_area(actor=organiser, event=event, numbers=[rested], area="乙館")
    assert Draw.objects.get(pk=draft.pk).status == Draw.Status.STALE
    second = play(event, organiser, 2)
    at = {who: table["number"] for table in second.result["tables"] for who in table["seats"]}
    # He has rested already, so that somebody else of his new venue rests now.
    assert at[rested] > 20
    assert len(second.result["out"]) == 1 and second.result["out"] != [rested]
    assert second.report["areas"][1]["entries"] == 9
    assert replay(second)[1]
    line = AuditEntry.objects.filter(action="entries.area").latest("pk")
    assert line.before == {"areas": {str(rested): "甲館"}}


@pytest.mark.long
@pytest.mark.parametrize("method", ["schedule", "ranked"])
def test_every_way_that_draws_venues_apart_keeps_them_apart_in_every_round(organiser, method):
    event = two_venues(organiser, players=(16, 12), rounds=3)
    drawn_by(event, organiser, method=method)
    for number in (1, 2, 3):
        draw = play(event, organiser, number)
        assert all(len(venues) == 1 for venues in venues_of(draw, homes(event)).values())
        assert replay(draw)[1]
        assert [area["audit"]["agrees"] for area in draw.report["areas"]] == [True, True]
    assert draw.report["areas"][0]["repeats"] == 0
    assert draw.report["repeats"] == draw.report["areas"][1]["repeats"]


@pytest.mark.long
def test_a_schedule_is_solved_again_only_in_the_venue_whose_field_has_changed(organiser):
    event = two_venues(organiser, players=(16, 12), rounds=4)
    drawn_by(event, organiser, method="schedule")
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    # Each of three tables takes four from three tables of round 1: two of them met there.
    assert sentence(refusal.value).startswith("乙館: With 12 players nobody need meet twice up to round 1;")
    drawn_by(event, organiser, method="schedule", accept_repeats=True)
    first = play(event, organiser, 1)
    planned = Schedule.objects.get().result["rounds"]
    arrived = add_entry(actor=organiser, event=event, people=[{"name": "late"}], area="乙館")
    check_in(actor=organiser, event=event, numbers=[arrived.number], state="present")
    second = play(event, organiser, 2)
    assert second.schedule_id != first.schedule_id
    low = [table for table in second.result["tables"] if table["number"] <= 10]
    assert low == [table for table in planned[1]["tables"] if table["number"] <= 10]
    assert arrived.number in [who for table in second.result["tables"] for who in table["seats"]] + second.result["out"]
    assert replay(second)[1]


def test_a_venue_with_too_few_players_is_refused_by_its_name(organiser):
    event = two_venues(organiser, players=(8, 3))
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.message == "乙館: 3 cannot fill a table; at least 4 are needed."
    assign_area(actor=organiser, event=event, numbers=[9, 10, 11], area="甲館")
    assert len(draw_round(actor=organiser, round_=get_round(event, 1)).result["tables"]) == 2


def test_whoever_has_no_venue_and_a_venue_without_tables_are_named(organiser):
    event = two_venues(organiser)
    assign_area(actor=organiser, event=event, numbers=[3, 7], area="")
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.message == "Without a venue: 3, 7. Say in which venue they play."
    assign_area(actor=organiser, event=event, numbers=[3, 7], area="甲館")
    set_hall(actor=organiser, event=event, tables=None, out=range(1, 10))
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.message == "甲館: 2 tables are needed, but only 1 are in use."
    set_hall(actor=organiser, event=event, tables=None, out=[1, 22])
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert [table["number"] for table in draw.result["tables"]] == [2, 3, 21, 23]


def test_tables_out_of_use_and_fixed_ones_stay_within_their_venue(organiser):
    event = two_venues(organiser)
    fix_table(actor=organiser, entry=get_entry(event, 9), table=25)
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert 9 in next(table["seats"] for table in draw.result["tables"] if table["number"] == 25)
    fix_table(actor=organiser, entry=get_entry(event, 9), table=5)
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "seating_fixed_table"


def test_a_group_at_a_table_out_of_use_moves_within_its_own_venue():
    def inputs(first, second):
        areas = (
            AreaField(name="甲", first=1, last=9, entries=(1, 2, 3, 4), numbers=(first,)),
            AreaField(name="乙", first=11, last=19, entries=(5, 6, 7, 8), numbers=(second,)),
        )
        return Inputs(method="random", round=1, entries=tuple(range(1, 9)), areas=areas)

    drawn = draw_all(inputs(3, 11), "seed").rounds[0]
    assert drawn.numbers == (3, 11)
    assert moved_into_use(drawn, inputs(9, 11)).numbers == (9, 11)
    assert moved_into_use(drawn, inputs(3, 19)).numbers == (3, 19)


@pytest.mark.parametrize("method", ["pairs", "league", "finals"])
def test_what_needs_the_whole_field_is_refused_when_the_stage_is_set_not_at_the_draw(organiser, method):
    event = two_venues(organiser)
    with pytest.raises(Refused) as refusal:
        drawn_by(event, organiser, method=method)
    assert refusal.value.code == "method_areas"
    assert "needs the whole field" in refusal.value.template
    stage = drawn_by(event, organiser, method=method, together=True)
    with pytest.raises(Refused):
        update_stage(actor=organiser, stage=stage, changes={"drawing": {"method": method}})
    with pytest.raises(Refused):
        draw_round(actor=organiser, round_=get_round(two_venues(organiser, slug="other"), 1), method=method)


def test_venues_cannot_be_named_while_a_stage_to_come_needs_the_whole_field(organiser):
    event = setting.event(organiser)
    drawn_by(event, organiser, method="league")
    with pytest.raises(Refused) as refusal:
        set_areas(actor=organiser, event=event, areas=TWO)
    assert refusal.value.code == "method_areas"
    event.refresh_from_db()
    assert "areas" not in event.settings
    with pytest.raises(Refused):
        update_event(actor=organiser, event=event, changes={"settings": {"areas": list(TWO)}})


def test_a_stage_can_be_drawn_together_whatever_the_venues(organiser):
    event = two_venues(organiser)
    drawn_by(event, organiser, method="random", together=True)
    draw = close_unplayed(event, organiser, 1)
    assert [table["number"] for table in draw.result["tables"]] == [1, 2, 3, 4]
    assert "areas" not in draw.inputs and "areas" not in draw.report
    home = homes(event)
    assert any(home[one] != home[other] for one, other in map(tuple, pairs_in(draw)))
    assert set(Table.objects.values_list("area", flat=True)) == {"甲館"}
    add_stage(
        actor=organiser, event=event, name="", seating="table", length={}, policy=event.stages.get().policy, rounds=1,
        drawing={"method": "finals", "together": True},
    )  # fmt: skip


def test_no_change_by_hand_mixes_venues(organiser):
    event = two_venues(organiser)
    round_ = get_round(event, 1)
    draw = draw_round(actor=organiser, round_=round_)
    here, there = (draw.result["tables"][index]["seats"][0] for index in (0, 2))
    for edit, code in (
        ({"kind": "players", "first": here, "second": there}, "areas_mixed"),
        ({"kind": "tables", "first": 1, "second": 21}, "area_table"),
        ({"kind": "out_of_use", "table": 1, "replacement": 29}, "area_table"),
    ):
        with pytest.raises(Refused) as refusal:
            edit_draft(actor=organiser, round_=round_, edit=edit)
        assert refusal.value.code == code
    edit_draft(actor=organiser, round_=round_, edit={"kind": "out_of_use", "table": 1, "replacement": 9})
    draw.refresh_from_db()
    assert replay(draw)[1] and [area["name"] for area in draw.report["areas"]] == ["甲館", "乙館"]
    release_draw(actor=organiser, round_=round_)
    table = Table.objects.select_related("event", "round").get(number=9)
    with pytest.raises(Refused):
        renumber_table(actor=organiser, table=table, number=23)
    assert renumber_table(actor=organiser, table=table, number=2).number == 2


def test_a_seating_by_hand_is_one_of_its_venues(organiser):
    event = two_venues(organiser, players=(5, 4))
    rows = [{"number": 1, "seats": [1, 2, 3, 6]}, {"number": 21, "seats": [5, 7, 8, 9]}]
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1), method="manual", tables=rows, out=[4])
    assert refusal.value.code == "areas_mixed"
    rows = [{"number": 1, "seats": [1, 2, 3, 4]}, {"number": 21, "seats": [6, 7, 8, 9]}]
    draw = draw_round(actor=organiser, round_=get_round(event, 1), method="manual", tables=rows, out=[5])
    assert replay(draw)[1] and len(draw.report["areas"]) == 2


def test_one_number_names_one_table_and_one_name_one_venue(organiser):
    event = setting.event(organiser)
    for areas, words in (
        (({"name": "A", "first": 1, "last": 10}, {"name": "B", "first": 10, "last": 12}), "A and B share table 10"),
        (({"name": "A", "first": 1, "last": 10}, {"name": "A", "first": 11, "last": 12}), "two venues “A”"),
        (({"name": "A", "first": 5, "last": 4},), "the last table comes before the first"),
    ):
        with pytest.raises(RuleError) as refusal:
            set_areas(actor=organiser, event=event, areas=areas)
        assert words in refusal.value.message
    with pytest.raises(Refused) as unknown:
        update_entry(actor=organiser, entry=get_entry(event, 1), changes={"area": "丙館"})
    assert unknown.value.code == "area_unknown"


def test_a_venue_keeps_its_people_under_another_name_and_is_not_left_out_while_somebody_plays_there(organiser):
    event = two_venues(organiser)
    StaffRole.objects.create(event=event, user=organiser.user, role="floor_referee", area="甲館")
    with pytest.raises(Conflict) as refusal:
        set_areas(actor=organiser, event=event, areas=TWO[1:])
    assert refusal.value.code == "area_held"
    swapped = [{**TWO[0], "name": "乙館", "was": "甲館"}, {**TWO[1], "name": "甲館", "was": "乙館"}]
    set_areas(actor=organiser, event=event, areas=swapped)
    assert homes(event)[1] == "乙館" and homes(event)[16] == "甲館"
    assert StaffRole.objects.get(role="floor_referee").area == "乙館"
    event.refresh_from_db()
    undo_act(actor=organiser, event=event, version=event.version)
    event.refresh_from_db()
    assert homes(event)[1] == "甲館" and event.settings["areas"][0]["name"] == "甲館"


def test_a_copy_of_an_event_has_its_venues_with_the_tables_of_its_hall(organiser):
    event = two_venues(organiser)
    for hall, expected in ((True, 2), (False, 0)):
        copy = copy_event(
            actor=organiser, source=event, name="Again", slug=f"again-{expected}", hall=hall,
            starts_on=date(2027, 1, 1),
        )  # fmt: skip
        assert len(parse_settings(copy.settings).areas) == expected


def test_an_event_with_one_hall_is_drawn_as_ever(organiser):
    event = setting.event(organiser)
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert "areas" not in draw.inputs and "areas" not in draw.report
    assert [table["number"] for table in draw.result["tables"]] == [1, 2]


def test_pairs_are_drawn_by_lot_in_each_venue_and_told_so(organiser):
    event = setting.pairs_event(organiser, pairs=7)
    with pytest.raises(Refused) as refusal:
        set_areas(actor=organiser, event=event, areas=TWO)
    assert refusal.value.code == "method_areas"
    drawn_by(event, organiser, method="random")
    set_areas(actor=organiser, event=event, areas=TWO)
    assign_area(actor=organiser, event=event, numbers=[1, 2, 3], area="甲館")
    assign_area(actor=organiser, event=event, numbers=[4, 5, 6, 7], area="乙館")
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert venues_of(draw, homes(event)) == {1: {"甲館"}, 21: {"乙館"}, 22: {"乙館"}}
    assert len(draw.result["out"]) == 1 and replay(draw)[1]
    assert [area["name"] for area in explained_draw(draw)["areas"]] == ["甲館", "乙館"]


def test_a_second_rest_by_hand_is_one_among_those_of_the_venue(organiser):
    event = two_venues(organiser, players=(5, 5), rounds=2)
    first = close_unplayed(event, organiser, 1)
    mine, theirs = first.result["out"]
    here = [number for number in range(1, 6) if number != mine]
    there = [number for number in range(6, 11) if number != theirs]
    again = {"tables": [{"number": 1, "seats": here}, {"number": 21, "seats": [theirs, *there[1:]]}],
             "out": [mine, there[0]]}  # fmt: skip
    with pytest.raises(Conflict) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 2), method="manual", **again)
    assert refusal.value.code == "rests_again" and refusal.value.facts["entries"] == [mine]
