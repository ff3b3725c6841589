"""Cuts, stand-ins, locked rules, certificates, seats of pairs, hints: what pages say where it used to mislead."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.seating.bounds import counting_rounds, feasible, second_round_repeats
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import Entry
from tournament.printing.documents import Order
from tournament.printing.honours import certificates
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.cuts import cut_stage
from tournament.services.draws import draw_round
from tournament.services.entries import add_entries, check_in, update_entry
from tournament.services.stages import add_stage
from tournament.services.standings import publish
from tournament.views.event_tasks import most_rounds


def final_after_round_1(organiser, event):
    """A second stage of one round, behind round 1, which is over."""
    return add_stage(
        actor=organiser, event=event, name="", seating="table", length={"unit": "hands", "count": 1}, policy="points",
        rounds=1,
    )  # fmt: skip


@pytest.fixture
def finals(organiser):
    """Twelve players, one round played; a second stage to cut for."""
    event = setting.event(organiser, players=12, rounds=1)
    setting.play_round(setting.running_round(event, organiser), organiser)
    return event, final_after_round_1(organiser, event)


def test_a_cut_that_fills_no_tables_is_taken_and_warned_of_and_who_goes_on_is_named(finals, organiser):
    event, stage = finals
    client, url = client_of(organiser), reverse("stage", args=[event.slug, 2])
    assert client.post(url, {"size": "10", "ties": "lot"}).status_code == 302
    words = text_of(client.get(url))
    assert "10 players do not fill whole tables: 2 of them sit out in each round. 8 or 12 would fit." in words
    first = setting.through(stage)[0]
    assert f"{first} {Entry.objects.get(event=event, number=first).name}" in words
    assert client.post(url, {"size": "8", "ties": "lot"}).status_code == 302
    assert "do not fill" not in text_of(client.get(url))


def test_only_who_goes_on_is_missed_at_the_draw_of_a_final(finals, organiser):
    event, stage = finals
    cut_stage(actor=organiser, stage=stage, size=8, ties="lot")
    out, through = set(range(1, 13)) - set(setting.through(stage)), setting.through(stage)
    Entry.objects.filter(event=event, number=min(out)).update(check_in="expected")
    client, url = client_of(organiser), reverse("round", args=[event.slug, 2])
    assert "not checked in" not in text_of(client.get(url))
    draw = draw_round(actor=organiser, round_=get_round(event, 2))
    assert draw.result["absent"] == [] and "not checked in" not in text_of(client.get(url))
    Entry.objects.filter(event=event, number=through[0]).update(check_in="expected")
    assert "1 is not checked in" in text_of(client.get(url))


def test_a_stand_in_who_could_complete_a_table_is_named_with_how(organiser):
    event = setting.event(organiser, players=11)
    (stand_in,) = add_entries(actor=organiser, event=event, names=["替補"])
    update_entry(actor=organiser, entry=stand_in, changes={"ranked": False})
    client, url = client_of(organiser), reverse("round", args=[event.slug, 1])
    assert "could complete a table" not in text_of(client.get(url))
    check_in(actor=organiser, event=event, numbers=[12], state="present")
    assert "3 sit out, and stand-ins are here who could complete a table: 12 替補." in text_of(client.get(url))
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert "could complete a table: 12 替補" in text_of(client.get(url))
    tables = [dict(row) for row in draw.result["tables"]]
    tables.append({"number": 3, "seats": [*draw.result["out"], None]})
    draw_round(actor=organiser, round_=get_round(event, 1), method="manual", tables=tables)
    assert "could complete a table" not in text_of(client.get(url))


def test_rules_that_are_fixed_are_values_and_no_fields(event, table, organiser):
    client, url = client_of(organiser), reverse("event_options", args=[event.slug])
    assert '<dl class="options">' not in client.get(url).content.decode()
    setting.record(table, organiser, setting.win())
    form = client.get(url).content.decode().split('class="sheet stack"')[1].split("</form>")[0]
    assert '<dl class="options">' in form and "<select" not in form and 'type="number"' not in form
    assert form.count("<input") == 1  # the token of the form


def test_the_same_account_on_another_device_is_told_so_quietly(event, table, organiser):
    client_of(organiser).get("/e/evening/round/1/table/1/")
    page = client_of(organiser).get("/e/evening/round/1/table/1/")
    told = page.content.decode().split('id="others"')[1].split("</div></div>")[0]
    assert "You have this table open on another device too" in told and "note--stop" not in told
    assert "Open on the device of" not in told
    other = client_of(setting.member(event, "scorer")).get("/e/evening/round/1/table/1/").content.decode()
    assert "note--stop" in other.split('id="others"')[1].split("</div></div>")[0]


def test_certificates_and_standings_on_paper_name_the_stage_where_there_are_more(event, organiser):
    setting.play_round(setting.running_round(event, organiser), organiser)
    publish(event.pk)
    client = client_of(organiser)

    def page(name, **more):
        return text_of(client.get(reverse("print_page", args=[event.slug, name]), {"stage": "1", **more}))

    order = Order(actor=organiser, event=event, options={"stage": 1, "ranks": [1]}, paper="A4", site="")
    assert certificates(order).sections[0].context["stage_words"] == ""
    assert "Stage 1" not in page("certificates", ranks="1") and "Stage 1" not in page("standings")
    final_after_round_1(organiser, event)
    assert "Stage 1" in page("certificates", ranks="1") and "Stage 1" in page("standings")


def test_a_place_of_a_pair_offers_the_pair_and_stand_ins_first(pairs, organiser):
    table = setting.running_table(pairs, organiser)
    html = client_of(organiser).get(reverse("table_seats", args=[pairs.slug, 1, 1])).content.decode()
    east = html.split('id="seat-E"')[1].split("</select>")[0]
    first = east.split("<optgroup")[1]
    entry = table.state["seats"]["E"].split("-")[0].split(".")[0]
    offered = [part.partition('"')[0] for part in first.split('<option value="')[1:]]
    assert table.state["seats"]["E"] in offered and len(offered) == 2, (entry, offered)
    assert table.state["seats"]["S"] in east.split("<optgroup")[2]


@pytest.mark.parametrize(
    ("players", "least"),
    [(4, 6), (5, 3), (6, 1), (7, 0), (8, 4), (9, 3), (10, 2), (11, 1), (12, 3), (13, 2), (14, 1), (15, 0), (16, 0)],
)
def test_at_few_tables_some_meet_again_in_the_second_round(players, least):
    assert second_round_repeats(players) == least
    assert (counting_rounds(players) == 1) == bool(least)
    if least:
        assert feasible(players, 2).forced_repeats >= least


def test_with_two_tables_the_hint_and_the_draw_of_round_2_know_that_four_pairs_meet_again(event, organiser):
    assert [most_rounds(players) for players in (0, 4, 8, 12, 16)] == [0, 1, 1, 1, 5]
    setting.play_round(setting.running_round(event, organiser), organiser)
    report = draw_round(actor=organiser, round_=get_round(event, 2)).report
    assert (report["repeats"], report["repeat_lower_bound"], report["proven"]) == (4, 4, True)
    assert "Fewer are impossible." in text_of(client_of(organiser).get(reverse("round", args=[event.slug, 2])))
    assert get_table(event, 1, 1).seq == 3
