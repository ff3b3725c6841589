"""The page of a table: who may do what, entry and refusals, undo, correction, seats, confirmation."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.errors import RuleError
from engine.registry import games
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, field, queries, text_of
from tournament.access import Role
from tournament.actors import Actor
from tournament.asking import Answers, named
from tournament.errors import Refused
from tournament.hand_form import HandForm
from tournament.models import Entry, Event, SeatConfirmation, Table, TableEvent
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.reveal import keep_back
from tournament.table_page import TablePage
from tournament.telling import tell

WIN = {"wins.count": "1", "wins.0.seat": "E", "wins.0.by": "discard", "wins.0.from": "S", "wins.0.total": "2"}


@pytest.fixture
def scorer(event):
    return setting.member(event, Role.SCORER)


@pytest.fixture
def url(event, table):
    return reverse("table", args=[event.slug, 1, 1])


def player_at(event, table, place: str) -> Actor:
    """Whoever sits at a place."""
    return Actor(entry=Entry.objects.get(event=event, number=int(table.state["seats"][place])))


def typed(page, **more) -> dict[str, str]:
    """What the form of a page sends, with a win filled in."""
    sent = {"event": "win", "seq": field(page, "seq"), "key": field(page, "key"), "step": "save", **WIN}
    for name in ("dealer", "streak", "round_wind"):
        sent |= {f"was.{name}": field(page, f"was.{name}"), f"deal.{name}": field(page, f"was.{name}")}
    return {**sent, **more}


def record(client, url: str, **more):
    """Open the page and record a win."""
    return client.post(f"{url}record/", typed(client.get(url), **more))


STAFF_PAGES = ("table_undo", "table_seats", "table_finish", "table_void")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_table_renders(event, table, organiser, url, language):
    setting.record(table, organiser, setting.win())
    client = client_of(organiser, language)
    for name in STAFF_PAGES:
        assert client.get(reverse(name, args=[event.slug, 1, 1])).status_code == 200, name
    assert client.get(reverse("table_correct", args=[event.slug, 1, 1, 0])).status_code == 200
    for kind in ("win", "exhausted"):
        assert client.get(url, {"kind": kind}).status_code == 200


def test_rights_decide_what_is_offered_and_what_is_done(event, table, organiser, scorer, url):
    setting.record(table, organiser, setting.win())
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    public, player = client_of(), client_of(player_at(event, table, "E"))
    for client in (public, player):
        assert "Record it" not in text_of(client.get(url))
        assert client.post(f"{url}record/", {"event": "win", **WIN}).status_code == 403
        assert client.post(f"{url}undo/", {"seq": "1"}).status_code == 403
        for name in STAFF_PAGES:
            refused = client.get(reverse(name, args=[event.slug, 1, 1]))
            assert refused.status_code == 403 or refused.url.startswith(reverse("login"))
    offered = text_of(client_of(scorer).get(url))
    assert "Record it" in offered
    assert "Void the table" not in offered
    assert client_of(scorer).get(f"{url}void/").status_code == 403


def test_a_hand_is_recorded_once_however_often_the_form_is_sent(event, table, scorer, url):
    client = client_of(scorer)
    form = typed(client.get(url))
    for _ in range(3):
        assert client.post(f"{url}record/", form).status_code == 302
    assert TableEvent.objects.filter(table=table).count() == 1
    words = text_of(client.get(url))
    assert "East off South" in words
    assert scorer.user.username in words


def test_a_refusal_stands_beside_its_field_and_keeps_what_was_typed(table, scorer, url):
    client = client_of(scorer)
    page = record(client, url, **{"wins.0.from": "E"})
    assert page.status_code == 400
    html = page.content.decode()
    assert "field__error" in html
    assert 'value="2"' in html
    assert not TableEvent.objects.exists()
    page = record(client, url, **{"wins.0.total": "two"})
    assert "Enter a whole number." in text_of(page)


def test_two_who_record_the_same_hand_see_each_others_entry(table, organiser, scorer, url):
    mine, other = client_of(scorer), client_of(organiser)
    form = typed(mine.get(url), **{"wins.0.total": "7"})
    assert record(other, url).status_code == 302
    page = mine.post(f"{url}record/", form)
    assert page.status_code == 409
    words = text_of(page)
    assert "Somebody else was first" in words
    assert organiser.user.username in words
    assert field(page, "seq") == "1"
    assert 'name="wins.0.total" value="7"' in page.content.decode()
    again = {**form, "seq": field(page, "seq"), "key": field(page, "key")}
    assert (field(page, "was.streak"), form["deal.streak"]) == ("1", "0")
    assert mine.post(f"{url}record/", again).status_code == 302
    assert TableEvent.objects.filter(table=table).count() == 2
    # What the form showed as expected before is no other deal than expected now.
    assert Table.objects.get(pk=table.pk).state["breaks"] == []


def test_another_deal_than_expected_is_recorded_as_played(table, scorer, url):
    assert record(client_of(scorer), url, **{"deal.dealer": "W", "deal.streak": "2"}).status_code == 302
    body = TableEvent.objects.get(table=table).body
    assert (body["dealer"], body["streak"]) == ("W", 2)
    assert len(Table.objects.get(pk=table.pk).state["breaks"]) == 2


def test_payments_are_shown_before_anything_is_saved(table, scorer, url):
    client = client_of(scorer)
    page = client.get(url)
    shown = client.post(f"{url}preview/", typed(page))
    assert "Payments" in text_of(shown)
    assert [gain["points"] for gain in shown.context["preview"]["gains"]] == [3, -3, 0, 0]
    whole = record(client, url, step="preview")
    assert whole.status_code == 200
    assert "Payments" in text_of(whole)
    incomplete = client.post(f"{url}preview/", {"event": "win", "wins.count": "1"})
    assert "Still missing: Winner" in text_of(incomplete)
    assert not TableEvent.objects.exists()


def test_another_winner_is_one_more_part_of_the_form(table, scorer, url):
    page = record(client_of(scorer), url, add="wins")
    assert 'name="wins.1.seat"' in page.content.decode()
    assert 'name="wins.count" value="2"' in page.content.decode()


def test_the_next_hand_is_entered_the_way_the_last_one_was(organiser):
    event = create_event(
        actor=organiser, name="Tiles", slug="tiles", zone="Asia/Taipei", game="taiwan", preset="club_day", rounds=1
    )
    add_entries(actor=organiser, event=event, names=[f"選手 {number:02}" for number in range(1, 5)])
    check_in(actor=organiser, event=event, numbers=[1, 2, 3, 4], state="present")
    table = setting.running_table(event, organiser)

    def way() -> str:
        drawn = HandForm.empty(TablePage(table), "win").controls()
        return next(option.value for option in named("wins.0.way", drawn).options if option.chosen)

    assert way() == "total"
    win = {"seat": "S", "by": "discard", "from": "W", "items": [["menqing", 1], ["pinghu", 1]]}
    setting.record(table, organiser, {"type": "win", "wins": [win]})
    table.refresh_from_db()
    assert way() == "items"


@pytest.mark.parametrize(
    ("code", "items", "said"),
    [
        ("dinghai", ("zimo", "pengpenghu", "qingyise"), "Cap in tai: "),
        ("zungjung", ("1.2", "2.1.2", "4.1", "7.2.2", "4.2.3"), "Compound limit: "),
    ],
)
def test_a_limited_score_says_what_cut_it_before_and_after_it_is_recorded(organiser, code, items, said):
    game = games()[code]
    values = {spec.code: spec.value for spec in game.ruleset.patterns}
    event = create_event(
        actor=organiser, name=code, slug=code, zone="UTC", game=code, preset=game.ruleset.event_presets[0].code,
        rounds=1,
    )  # fmt: skip
    add_entries(actor=organiser, event=event, names=[f"選手 {number:02}" for number in range(1, 5)])
    check_in(actor=organiser, event=event, numbers=[1, 2, 3, 4], state="present")
    setting.running_round(event, organiser)
    url, client = reverse("table", args=[code, 1, 1]), client_of(organiser)
    sent = {"event": "win", "seq": "0", "key": "k", "step": "save"}
    sent |= {"wins.count": "1", "wins.0.seat": "E", "wins.0.by": "self", "wins.0.way": "items"}
    sent |= {f"wins.0.items.{item}": "1" for item in items}
    total = sum(values[item] for item in items)
    assert f"{said}{total} count as" in text_of(client.post(f"{url}preview/", sent))
    assert client.post(f"{url}record/", sent).status_code == 302
    assert f"{said}{total} count as" in text_of(client.get(url))


def test_an_open_liability_asks_for_its_facts_and_only_then(event, table, organiser, scorer, url):
    effect = {"liabilities": [{"id": "a", "payer": "W", "windows": [["any", 8], ["kong_tail", "hand"]]}]}
    client = client_of(scorer)
    assert "wins.0.since" not in client.get(url).content.decode()
    setting.record(table, organiser, {"type": "ruling", "effect": effect})
    html = client.get(url).content.decode()
    assert 'name="wins.0.since.a"' in html
    assert 'name="wins.0.kong_tail"' in html
    refused = record(client, url)
    assert refused.status_code == 400
    assert "field__error" in refused.content.decode()
    assert record(client, url, **{"wins.0.since.a": "3"}).status_code == 302
    assert Table.objects.get(pk=table.pk).state["scores"]["W"] == -3


def test_undo_asks_and_takes_back_the_last_write(table, scorer, url):
    client = client_of(scorer)
    record(client, url)
    asked = client.get(f"{url}undo/")
    assert "East off South" in text_of(asked)
    form = {"seq": field(asked, "seq"), "key": field(asked, "key")}
    assert client.post(f"{url}undo/", form).status_code == 302
    assert client.post(f"{url}undo/", form).status_code == 302
    assert Table.objects.get(pk=table.pk).state["scores"]["E"] == 0
    assert client.post(f"{url}undo/", {"seq": "0", "key": "other"}).status_code == 409
    assert "taken back" in text_of(client.get(url))


def test_a_correction_asks_once_what_later_hands_become(table, scorer, url):
    client = client_of(scorer)
    record(client, url)
    record(client, url)
    page = client.get(f"{url}correct/0/")
    assert 'value="E" checked' in page.content.decode()
    form = typed(page, **{"wins.0.seat": "N"})
    asked = client.post(f"{url}correct/0/", form)
    assert asked.status_code == 409
    assert "as played East, expected South" in text_of(asked)
    form |= {"key": field(asked, "key"), "later": "expected"}
    assert client.post(f"{url}correct/0/", form).status_code == 302
    state = Table.objects.get(pk=table.pk).state
    assert state["scores"] == {"E": 3, "S": -6, "W": 0, "N": 3, "house": 0}
    assert state["breaks"] == []
    assert client.get(f"{url}correct/7/").status_code == 404


def test_an_entry_can_be_taken_out(table, scorer, url):
    client = client_of(scorer)
    record(client, url)
    page = client.get(f"{url}correct/0/")
    assert client.post(f"{url}correct/0/", typed(page, step="out")).status_code == 302
    assert Table.objects.get(pk=table.pk).state["scores"]["E"] == 0


def test_a_closed_round_is_changed_only_by_naming_it(event, organiser):
    round_ = setting.running_round(event, organiser)
    setting.play_round(round_, organiser)
    client, url = client_of(organiser), reverse("table", args=[event.slug, 1, 1])
    page = client.get(f"{url}correct/0/")
    form = typed(page, **{"wins.0.total": "5"})
    asked = client.post(f"{url}correct/0/", form)
    assert asked.status_code == 409
    assert "closed round 1" in text_of(asked).lower()
    form |= {"key": field(asked, "key"), "confirm_round": "1"}
    assert client.post(f"{url}correct/0/", form).status_code == 302


def test_seats_are_written_down_drawn_and_swapped_back(event, table, organiser, scorer, url):
    client, seats = client_of(scorer), f"{url}seats/"
    before = dict(table.state["seats"])
    page = client.get(seats)
    common = {"seq": field(page, "seq"), "key": "one"}
    everyone = {f"seat.{place}": number or "" for place, number in before.items()}
    stand_in = next(str(n) for n in range(1, 9) if str(n) not in before.values())
    refused = client.post(seats, {"act": "take", **common, **everyone, "seat.N": stand_in})
    assert refused.status_code == 409
    assert client.post(seats, {"act": "take", **common, **everyone, "seat.N": ""}).status_code == 302
    assert Table.objects.get(pk=table.pk).state["seats"]["N"] is None
    client.post(seats, {"act": "take", "seq": "1", "key": "two", **everyone})
    thrown = client.post(seats, {"act": "throw", "seq": "2", "key": "three", "thrower": "S"}, follow=True)
    assert "The winds have been drawn." in text_of(thrown)
    assert "Dice" in text_of(client.get(seats))
    record(client, url)
    swapped = client.post(
        seats, {"act": "swap", "seq": "4", "key": "four", "first": "E", "second": "W", "since": "1"}, follow=True
    )
    assert "attributed anew" in text_of(swapped)
    assert client_of(player_at(event, table, "E")).post(seats, {"act": "throw"}).status_code == 403


def test_the_wall_is_broken_on_the_page_of_seats(organiser):
    found = setting.running_table(setting.event(organiser, slug="sixteen", game="taiwan", preset="club_day"), organiser)
    client, seats = (
        client_of(setting.member(found.event, Role.SCORER)),
        f"{reverse('table', args=['sixteen', 1, 1])}seats/",
    )
    assert "Not broken here yet" in text_of(client.get(seats))
    assert client.post(seats, {"act": "wall", "seq": "0", "key": "a", "wall_dice": "1 1 9"}).status_code == 400
    assert client.post(seats, {"act": "wall", "seq": "0", "key": "b", "wall_dice": "1 1 3"}).status_code == 302
    assert "1 + 1 + 3" in text_of(client.get(seats))


def test_a_table_is_finished_confirmed_and_void(event, table, organiser, scorer, url):
    client = client_of(scorer)
    record(client, url)
    page = client.get(f"{url}finish/")
    assert client.post(f"{url}finish/", {"seq": field(page, "seq"), "key": "end"}).status_code == 302
    player = player_at(event, table, "E")
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    own = client_of(player)
    seq = field(own.get(url), "seq")
    assert own.post(f"{url}confirm/", {"seq": seq, "place": "S"}).status_code == 403
    back = own.post(f"{url}confirm/", {"seq": seq, "next": f"/p/{player.entry.link_token}/"})
    assert back.url == f"/p/{player.entry.link_token}/"
    assert SeatConfirmation.objects.get().place == "E"
    assert client.post(f"{url}confirm/", {"seq": "0"}).status_code == 409
    assert client.post(f"{url}confirm/", {"seq": seq}).status_code == 302
    assert Table.objects.get(pk=table.pk).status == Table.Status.CONFIRMED
    leader = client_of(organiser)
    assert leader.post(f"{url}void/", {"reason": " "}).status_code == 400
    assert leader.post(f"{url}void/", {"reason": "wrong tiles"}).status_code == 302
    assert "void" in text_of(leader.get(url))
    assert leader.post(f"{url}void/", {"reason": "found them"}).status_code == 302
    assert Table.objects.get(pk=table.pk).status != Table.Status.VOID


def test_an_open_page_hears_of_news(event, table, organiser, scorer, url):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    htmx = {"HX-Request": "true"}
    page = client_of().get(url)
    mark = page.context["mark"]
    assert client_of().get(url, {"v": mark}, headers=htmx).status_code == 204
    setting.record(table, organiser, setting.win())
    told = client_of(scorer).get(url, {"v": mark}, headers=htmx)
    assert "What you typed stays" in text_of(told)
    assert "fresh--updating" in told.content.decode()
    again = told.content.decode().split('hx-get="')[1].split('"')[0]
    assert client_of(scorer).get(again, headers=htmx).status_code == 204, "what was told once is not told again"


def test_who_only_looks_gets_the_part_anew_and_who_may_enter_by_then_the_page(event, table, organiser, scorer, url):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    looks, writes = ({"HX-Request": "true", "HX-Target": target} for target in ("table-page", "table-news"))
    mark = client_of().get(url).context["mark"]
    setting.record(table, organiser, setting.win())
    renewed = client_of().get(url, {"v": mark}, headers=looks)
    shown = renewed.content.decode()
    assert "HX-Refresh" not in renewed.headers
    assert renewed.headers["Now"]
    assert "<html" not in shown
    assert 'id="hand-1"' in shown
    assert client_of().get(url, {"v": renewed.context["mark"]}, headers=looks).status_code == 204
    assert client_of(scorer).get(url, {"v": mark}, headers=looks).headers["HX-Refresh"] == "true"
    assert client_of().get(url, {"v": mark}, headers=writes).headers["HX-Refresh"] == "true"


def test_a_table_kept_back_meanwhile_is_loaded_anew(event, table, organiser, url):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    mark = client_of().get(url).context["mark"]
    setting.record(table, organiser, setting.win())
    keep_back(actor=organiser, event=event, from_round=table.round)
    polled = client_of().get(url, {"v": mark}, headers={"HX-Request": "true", "HX-Target": "table-page"})
    assert polled.headers["HX-Refresh"] == "true"
    assert polled.content == b""


def test_a_page_of_entry_asks_no_more_once_its_player_may_not_enter(event, table):
    event.settings = {"players_enter": True}
    event.save()
    player, address = client_of(player_at(event, table, "E")), reverse("table_open", args=[event.slug, 1, 1])
    assert player.get(address).status_code == 200
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    assert player.get(address).status_code == 286


def test_a_table_takes_the_same_queries_after_one_hand_and_after_three(event, table, organiser, scorer, url):
    client, counts = client_of(scorer), []
    for _ in range(3):
        setting.record(table, organiser, setting.win())
        counts.append(queries(client, url))
    assert len(set(counts[:2])) == 1, counts
    assert counts[0] <= 20


def test_a_player_enters_hands_where_the_event_lets_him(event, table, url):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING, settings={"players_enter": True})
    client = client_of(player_at(event, table, "W"))
    assert record(client, url).status_code == 302
    assert TableEvent.objects.get().actor_entry.number == int(table.state["seats"]["W"])
    assert "Seats" not in text_of(client.get(url)).split("At this table")[-1].split("Hands")[0]


def test_taking_back_is_offered_where_something_can_be_taken_back(event, table, organiser, url):
    Event.objects.filter(pk=event.pk).update(settings={"players_enter": True})
    player, staff = client_of(player_at(event, table, "E")), client_of(organiser)
    offers = "Take back the last entry"

    def offered():
        return [offers in text_of(client.get(url)) for client in (player, staff)]

    assert offered() == [False, False]
    table.refresh_from_db()
    setting.record(table, organiser, {"type": "seats", "seats": {"W": None}})
    assert offered() == [False, True]
    page = player.get(f"{url}undo/")
    assert "only the staff takes it back" in text_of(page)
    assert "Take it back" not in text_of(page)
    assert player.post(f"{url}undo/", {"seq": "1", "key": "own"}).status_code == 403
    setting.record(table, organiser, setting.win())
    assert offered() == [True, True]
    for _ in range(2):
        assert staff.post(f"{url}undo/", {}).status_code == 302
    assert Table.objects.get(pk=table.pk).seq == 4
    assert offered() == [False, False]
    assert "There is nothing to undo at this table." in text_of(staff.get(f"{url}undo/"))


def test_forms_name_no_kind_the_game_has_not(table, scorer, url):
    client = client_of(scorer)
    assert client.get(url, {"kind": "nothing"}).status_code == 200
    assert client.post(f"{url}record/", {"event": "nothing"}).status_code == 400


@pytest.mark.long
@pytest.mark.parametrize("code", sorted(games()))
def test_the_form_of_every_kind_of_event_of_every_game_is_drawn(organiser, code):
    preset = games()[code].ruleset.event_presets[0]
    event = create_event(actor=organiser, name=code, slug=code, zone="UTC", game=code, preset=preset.code, rounds=1)
    names = [f"選手 {number:02}" for number in range(1, 9)]
    if preset.entry == "pair":
        names = [f"{name} / {name} B" for name in names]
    add_entries(actor=organiser, event=event, names=names)
    check_in(actor=organiser, event=event, numbers=[entry.number for entry in event.entries.all()], state="present")
    setting.running_round(event, organiser)
    url = reverse("table", args=[code, 1, 1])
    for language in LANGUAGES:
        client = client_of(organiser, language)
        for kind in games()[code].events:
            page = client.get(url, {"kind": kind})
            assert page.status_code == 200
            shown = client.post(f"{url}preview/", {"event": kind, "seq": "0", "key": "k"})
            assert shown.status_code == 200, kind
        for name in ("rule", "table_seats", "table_finish"):
            assert client.get(reverse(name, args=[code, 1, 1])).status_code == 200
        for name in ("seating", "tables", "standings"):
            assert "選手 0" in text_of(client.get(reverse(name, args=[code]))) or name == "standings"
    for entry in event.entries.all():
        words = text_of(client_of().get(f"/p/{entry.link_token}/"))
        assert "Your seat" in words or "You do not play in this round" in words


def test_a_form_sent_after_the_session_ended_says_how_to_keep_it(event, table, scorer, url):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    client = client_of(scorer)
    form = typed(client.get(url))
    client.logout()
    refused = client.post(f"{url}record/", form)
    assert refused.status_code == 403
    assert "Log in in another tab" in text_of(refused)
    assert 'name="wins.0.total" value="2"' in refused.content.decode()
    assert field(refused, "key") == form["key"]


def test_a_form_changed_after_it_was_recorded_comes_back_as_a_new_one(table, scorer, url):
    client = client_of(scorer)
    form = typed(client.get(url))
    assert client.post(f"{url}record/", form).status_code == 302
    page = client.post(f"{url}record/", {**form, "wins.0.total": "9"})
    assert page.status_code == 422
    assert "This form has been recorded already" in text_of(page)
    assert 'name="wins.0.total" value="9"' in page.content.decode()
    assert (field(page, "seq"), field(page, "key") == form["key"]) == ("1", False)
    assert [item["seq"] for item in page.context["conflict"]["accepted"]] == [0]
    again = {**form, "wins.0.total": "9", "seq": field(page, "seq"), "key": field(page, "key")}
    assert client.post(f"{url}record/", again).status_code == 302
    assert TableEvent.objects.filter(table=table).count() == 2


@pytest.mark.parametrize("name", ["record/", "preview/", "confirm/"])
def test_an_address_that_only_takes_forms_leads_to_its_table(table, scorer, url, name):
    answer = client_of(scorer).get(f"{url}{name}")
    assert (answer.status_code, answer.url) == (302, url)
    assert client_of(scorer).put(f"{url}{name}").status_code == 405


def test_what_ending_a_table_means_is_said_before_it_is_done(organiser, url):
    page = client_of(organiser).get(f"{url}finish/")
    assert "No further hand can be recorded here after that, only corrected." in text_of(page)


def test_a_refusal_speaks_of_fields_and_patterns_by_their_names(table, scorer, url):
    page = record(client_of(scorer), url, **{"wins.0.total": "-3"})
    assert page.status_code == 400
    assert "This must be at least 0." in text_of(page)
    form = HandForm(TablePage(table), "win", Answers())
    error = RuleError("x", "{field}, {seat}, {other}, {value}", field="seat", seat="E", other="unheard of", value="E")
    assert form.words_of(error) == "Winner, East, unheard of, E"


def test_nobody_is_no_player_without_a_number(table, organiser):
    with pytest.raises(Refused) as refused:
        setting.record(table, organiser, {"type": "seats", "seats": {"E": " ", "S": None, "W": None, "N": None}})
    assert refused.value.code == "person_missing"


@pytest.mark.parametrize(("origin", "kept"), [("http://testserver", True), ("https://example.org", False)])
def test_a_form_whose_token_is_too_old_is_kept_if_it_came_from_here(scorer, url, origin, kept):
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "zh-TW", "origin": origin})
    refused = client.post(f"{url}record/", {**WIN, "password": "secret"})
    assert refused.status_code == 403
    html = refused.content.decode()
    assert ('name="wins.0.total" value="2"' in html) == kept
    assert "secret" not in html
    assert reverse("login") in html
    assert 'lang="zh-Hant"' in html


def test_a_refusal_of_tiles_is_said_once_and_no_id_is_given_twice(organiser):
    event = setting.event(
        organiser, slug="suits", game="sichuan", preset=games()["sichuan"].ruleset.event_presets[0].code
    )
    setting.running_table(event, organiser)
    client, url = client_of(organiser), reverse("table", args=["suits", 1, 1])
    sent = {"event": "win", "seq": "0", "key": "k", "wins.count": "1", "wins.0.seat": "E", "wins.0.by": "self"}
    sent |= {"wins.0.way": "tiles", "wins.0.tiles.concealed": "123m", "wins.0.tiles.win": "1m"}
    assert text_of(client.post(f"{url}preview/", sent)).count("concealed tiles without the winning tile") == 1
    ids = re.findall(r' id="([^"]+)"', client.get(url).content.decode())
    assert len(ids) == len(set(ids))
    assert "association-earlier" not in text_of(client.get(reverse("game_rules", args=["taiwan"])))


def test_a_total_with_a_digit_too_many_is_asked_about_before_it_is_recorded(organiser):
    event = setting.event(organiser, slug="sixteen", game="taiwan", preset="club_day")
    setting.running_table(event, organiser)
    client, url = client_of(organiser), reverse("table", args=[event.slug, 1, 1])
    asked = record(client, url, **{"wins.0.total": "500"})
    assert asked.status_code == 400
    assert "500 is far more than a hand is usually worth" in text_of(asked)
    assert "500 tai is right" in text_of(asked)
    assert not TableEvent.objects.filter(kind="win").exists()
    # What was agreed to is that very number.
    assert record(client, url, **{"wins.0.total": "600", "unusual": "500"}).status_code == 400
    assert record(client, url, **{"wins.0.total": "500", "unusual": "500"}).status_code == 302
    assert record(client, url, **{"wins.0.total": "50"}).status_code == 302
    correction = reverse("table_correct", args=[event.slug, 1, 1, TableEvent.objects.filter(kind="win").last().seq])
    assert client.post(correction, typed(client.get(correction), **{"wins.0.total": "500"})).status_code == 400


def test_an_entry_that_is_about_another_names_it_by_what_it_was_and_its_hand(event, table, organiser, url):
    title = {"zh-hant": "詐胡", "zh-hans": "诈和", "en": "False win"}
    false_win = {
        "type": "ruling",
        "effect": {"postings": [{"from": "W", "to": "E", "points": 5}]},
        "wording": {"article": "T1", "title": title, "remedy": title, "offenders": ["W"]},
    }
    setting.record(table, organiser, setting.win(), false_win)
    setting.record(table, organiser, {**false_win, "amends": 1})
    setting.record(table, organiser, {"type": "ruling", "undoes": 2})
    setting.record(table, organiser, {"type": "replace", "seq": 0, "with": setting.win("N", "S"), "later": "as_played"})
    setting.record(table, organiser, {"type": "void", "seq": 0, "later": "as_played"})
    page = client_of(organiser).get(url)
    words = text_of(page)
    assert "West: False win, in place of West: False win (hand 2)" in words
    assert "West: False win (hand 2) overturned" in words
    assert "Correction: North off South (hand 1)" in words
    assert "Taken back: North off South (hand 1)" in words
    assert not re.search(r"of entry|in place of entry|Entry \d+ (corrected|taken back)", words)


def test_what_an_entry_is_about_is_left_out_where_it_is_not_known(event, organiser, table):
    game = TablePage(table).game
    told = [
        tell(game, body, {})
        for body in (
            {"type": "void", "seq": 3},
            {"type": "replace", "seq": 3, "with": {}},
            {"type": "ruling", "undoes": 3},
            {"type": "ruling", "amends": 3},
        )
    ]
    assert told == ["Taken back", "Correction", "Ruling overturned", "Ruling, in place of an earlier ruling"]
