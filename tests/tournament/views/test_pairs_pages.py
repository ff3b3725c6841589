"""A hand of a game of pairs through the pages: its optional groups are left out or filled in."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.services.test_pairs import by_hand
from tests.tournament.views.browsing import field, text_of
from tests.tournament.views.test_organiser_pages import client_of
from tournament.models import Entry
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_substitute
from tournament.services.rounds import start_round
from tournament.services.standings import publish
from tournament.standings_page import StandingsPage
from tournament.templatetags.look import points

pytestmark = pytest.mark.django_db
PLAYED = {"event": "hand", "trump": "S", "score": "100"}
LAST = {"last_trick.cards": "4", "last_trick.points": "60", "last_trick.winner": "N"}


@pytest.fixture
def pages(pairs, organiser):
    table = by_hand(pairs, organiser, (1, 2), (3, 4))
    client = client_of(organiser)
    base = f"/e/{pairs.slug}/round/1/table/1/"

    def send(**more: str):
        table.refresh_from_db()
        data = PLAYED | {"seq": str(table.seq), "key": f"key-{table.seq}"} | more
        answer = client.post(f"{base}record/", data)
        table.refresh_from_db()
        return answer, table.state["progress"]

    return client, base, send


def test_the_form_asks_for_every_group(pages):
    client, base, _send = pages
    html = client.get(f"{base}?kind=hand").content.decode()
    for name in ("level", "trump", "score", "last_trick.cards", "withdrawn.S", "fouls.leader"):
        assert f'name="{name}"' in html, name


def test_a_hand_without_its_optional_groups_is_recorded(pages):
    answer, progress = pages[2]()
    assert answer.status_code == 302, answer.content.decode()
    # 100 points: the dealer's side goes up one level.
    assert progress["levels"] == {"EW": "4", "NS": "3"}


def test_a_hand_with_a_last_trick_withdrawals_and_fouls_is_recorded(pages):
    # 100 + 60 x 4 - 4 x 10 = 300: the attackers go up one level (SJ-E1, SJ-P1).
    answer, progress = pages[2](**LAST, **{"withdrawn.S": "4"})
    assert answer.status_code == 302, answer.content.decode()
    assert progress["levels"] == {"EW": "3", "NS": "4"}
    answer, progress = pages[2](**{"fouls.leader": "N", "fouls.by": "E"})
    assert answer.status_code == 302, answer.content.decode()
    assert progress["levels"] == {"EW": "3", "NS": "7"}


def test_a_third_member_may_be_seated_and_stays_when_the_seats_are_written_down_again(pages, pairs, organiser):
    client, base, _send = pages
    add_substitute(actor=organiser, entry=get_entry(pairs, 1), person={"name": "替補"})
    page = client.get(f"{base}seats/")
    seats = get_table(pairs, 1, 1).state["seats"]
    offered = [person for person, _name, _ranked in page.context["people"]]
    assert offered[:3] == ["1a", "1b", "1c"]
    place = next(place for place, person in seats.items() if person == "1a")
    given = {f"seat.{one}": person for one, person in (seats | {place: "1c"}).items()}
    common = {"act": "take", "seq": field(page, "seq"), "key": field(page, "key")}
    client.post(f"{base}seats/", given | common)
    assert get_table(pairs, 1, 1).state["seats"][place] == "1c"


def test_who_sits_at_a_table_is_offered_whatever_has_become_of_him(event, organiser):
    table = setting.running_table(event, organiser)
    gone = int(table.state["seats"]["E"])
    Entry.objects.filter(event=event, number=gone).update(status=Entry.Status.WITHDRAWN)
    page = client_of(organiser).get(f"/e/{event.slug}/round/1/table/1/seats/")
    (chosen,) = (row["chosen"] for row in page.context["rows"] if row["place"] == "E")
    assert chosen in [person for person, _name, _ranked in page.context["people"]]


def test_a_pair_reads_the_points_its_standings_and_its_table_have(pages, pairs):
    client, _base, send = pages
    card = reverse("player_card", args=[pairs.slug, 1])
    send()
    publish(pairs.pk)
    each = points(get_table(pairs, 1, 1).state["scores"]["E"])
    page = client.get(card)
    assert [f"+{value}" for _name, value in page.context["columns"]] == [each] == ["+10"]
    assert f"Running {each}" in text_of(page)
    assert points(client.get(card, {"as": "json"}).json()["rows"][-1]["points"]) == each


def test_the_report_has_the_numbers_of_the_standings_and_its_sums_fit(pages, pairs, organiser):
    client, _base, send = pages
    send()
    publish(pairs.pk)
    report = client.get(reverse("standings_report", args=[pairs.slug, 1]), {"as": "json"}).json()
    found = {row["number"]: (row["points"], row["total"]) for row in report["rows"]}
    assert found[1] == (10, 1)
    assert found[2] == (-10, 0)
    assert {note["label"]: note["value"] for note in report["notes"]} == {
        "Sum of table points": 0,
        "Sum with penalties": 0,
    }
    assert [column["label"] for column in report["columns"]][-1] == "Level steps"
    html = client.get(reverse("stage_standings", args=[pairs.slug, 1])).content.decode()
    assert "Level steps" in html


def test_penalties_at_tables_are_shown_as_the_table_has_them():
    sums = {"points": -20, "table": -20, "event": -5, "placing": 0}
    data = {"scale": 2, "share": 2, "rounds": [], "rows": [], "criteria": [], "sums": sums}
    lines = dict(StandingsPage({"entries": {}, "standings": data}).sum_lines())
    assert lines == {
        "Sum of table points": "\u221210",
        "Penalties at tables": "\u221210",
        "Penalties of the event": "\u22125",
        "Sum with penalties": "\u221225",
    }


def test_a_resting_pair_claims_no_rank_before_any_hand(organiser):
    resting = setting.pairs_event(organiser, pairs=5, slug="resting")
    round_ = get_round(resting, 1)
    draw = draw_round(actor=organiser, round_=round_, method="random")
    release_draw(actor=organiser, round_=round_)
    start_round(actor=organiser, round_=round_)
    publish(resting.pk)
    (pair,) = set(range(1, 6)) - {number for row in draw.result["tables"] for number in row["seats"]}
    page = client_of(organiser).get(reverse("player_card", args=[resting.slug, pair]))
    assert page.context["line"]["rank"] == "–"
    assert "no result yet" in page.context["line"]["detail"]


def test_the_table_is_drawn_in_the_order_of_play_and_forms_name_the_places_in_it(pages, pairs):
    client, base, _send = pages
    page = client.get(base)
    # Counter-clockwise East, North, West, South, East on the right hand (3.A.2.1).
    drawn = {side["place"]: side["position"] for side in page.context["sides"]}
    assert drawn == {"E": "right", "N": "top", "W": "left", "S": "bottom"}
    assert [total["place"] for total in page.context["page"].totals()] == ["E", "N", "W", "S"]
    form = page.context["form"]
    fouls = next(control for control in form.controls() if control.name == "fouls")
    leader, by = fouls.parts
    assert [option.value for option in leader.options if option.value] == ["E", "N", "W", "S"]
    assert [option.value for option in by.options] == ["E", "N", "W", "S"]
    (dealer,) = form.deal_controls()
    assert [option.value for option in dealer.options] == ["E", "N", "W", "S"]
    assert form.deal_title == "Dealer as played"


def test_winds_are_not_offered_where_partners_keep_their_sides(pages):
    client, base, _send = pages
    html = client.get(f"{base}seats/").content.decode()
    assert "Draw the winds here" not in html
    assert "Write the seats down" in html


def test_moments_of_play_have_the_names_of_the_game(pages):
    client, base, _send = pages
    html = text_of(client.get(f"{base}rule/"))
    assert "Following and withdrawals" in html
    assert "Deal and flowers" not in html


def test_a_hand_that_a_foul_ends_is_recorded_without_points(pages, pairs):
    client, base, send = pages
    answer, progress = send(score="", **{"fouls.leader": "E", "fouls.by": "N"})
    assert answer.status_code == 302, answer.content.decode()
    assert progress["levels"] == {"EW": "6", "NS": "3"}
    (row,) = [hand for hand in client.get(base).context["page"].hands() if not hand["open"]]
    assert row["result"] == "illegal follow by North; East–West up 3"
    answer, _progress = send(score="")
    assert "Still missing: Attackers&#x27; card points" in answer.content.decode()
    answer, _progress = send(score="1000")
    assert "1000 card points are not within 0 and 400" in answer.content.decode()


def test_the_table_shows_levels_what_decided_and_which_level_is_expected(pages, pairs):
    client, base, send = pages
    send(**LAST, **{"withdrawn.S": "4"})
    page = client.get(base)
    assert {side["place"]: side["standing"] for side in page.context["sides"]} == {
        "E": "level 3",
        "W": "level 3",
        "N": "level 4",
        "S": "level 4",
    }
    row = next(hand for hand in page.context["page"].hands() if not hand["open"])
    assert row["result"] == ("card points 100; last trick North 60 × 4; South took back 4; final 300; North–South up 1")
    level = next(control for control in page.context["form"].controls() if control.name == "level")
    # North deals next: the attackers came up (3.B.5).
    assert level.options[0].label == "as expected: 4"
    assert level.options[0].chosen
    told = "Points in the last trick 60, Winner of the last trick North, Cards taken back by South 4"
    assert told in row["written"][0]["told"]


def test_the_form_and_its_preview_say_what_a_ruling_already_counts(pages, pairs, organiser):
    client, base, _send = pages
    table = get_table(pairs, 1, 1)
    effect = {"game": {"withdrawn": {"S": 4}}}
    title = {"zh-hant": "撤牌", "zh-hans": "撤牌", "en": "Wrong follow"}
    wording = {"title": title, "remedy": title, "article": "3.A.10.1", "offenders": ["S"]}
    setting.record(table, organiser, {"type": "ruling", "effect": effect, "wording": wording})
    page = client.get(base)
    said = "“South: Wrong follow” already counts: South took back 4. It need not be entered again."
    assert page.context["page"].already() == [said]
    assert said in text_of(page)
    table.refresh_from_db()
    given = PLAYED | {"score": "200", "seq": str(table.seq), "key": "look"}
    preview = text_of(client.post(f"{base}preview/", given))
    assert "card points 200; South took back 4; final 160; the deal changes sides" in preview
