"""A player's own page: next table and seat, hands to confirm, rank and why; and what everybody may know of him."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, queries, text_of
from tournament.actors import PUBLIC, Actor
from tournament.models import Entry, Event, SeatConfirmation
from tournament.selectors.entries import get_entry
from tournament.selectors.players import player_card
from tournament.selectors.tables import get_table
from tournament.services.entries import update_entry
from tournament.services.standings import publish
from tournament.services.table_status import void_table
from tournament.services.tables import finish_table


@pytest.fixture
def entry(event, table):
    """Who sits East at table 1."""
    return Entry.objects.get(event=event, number=int(table.state["seats"]["E"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_table_seat_rank_and_results(event, table, organiser, entry, language):
    setting.record(table, organiser, setting.win())
    publish(event.pk)
    client = client_of(Actor(entry=entry), language)
    words = text_of(client.get(f"/p/{entry.link_token}/"))
    assert entry.name in words
    assert "+3" in words
    everybody = text_of(client_of(language=language).get(f"/p/{entry.link_token}/"))
    assert entry.name in everybody


def test_before_the_first_release_it_says_so(event):
    entry = event.entries.first()
    assert "has not been released" in text_of(client_of().get(f"/p/{entry.link_token}/"))


def test_the_link_opens_the_players_rights_in_this_browser_only(event, table, organiser, entry):
    setting.record(table, organiser, setting.win())
    finish_table(actor=organiser, table=table, expected_seq=table.seq, key=None)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    own, stranger = client_of(Actor(entry=entry)), client_of()
    page = own.get(f"/p/{entry.link_token}/")
    assert "I agree with these hands" in text_of(page)
    url = reverse("table_confirm", args=[event.slug, 1, 1])
    assert stranger.post(url, {"seq": table.seq}).status_code == 403
    assert own.post(url, {"seq": table.seq, "next": f"/p/{entry.link_token}/"}).status_code == 302
    assert SeatConfirmation.objects.get(table=table).place == "E"
    for address in (f"/p/{entry.link_token}/", reverse("table", args=[event.slug, 1, 1])):
        words = text_of(own.get(address))
        assert "You have confirmed these hands." in words and "I agree with these hands" not in words


def replaced_before_the_first_hand(organiser):
    """A table whose East withdrew after the release, and whoever sat out and was seated in that place."""
    event = setting.event(organiser, players=9)
    table = setting.running_table(event, organiser)
    gone = Entry.objects.get(event=event, number=int(table.state["seats"]["E"]))
    came = Entry.objects.get(event=event, number=table.draw.result["out"][0])
    update_entry(actor=organiser, entry=gone, changes={"status": Entry.Status.WITHDRAWN})
    setting.record(table, organiser, {"type": "seats", "seats": {"E": str(came.number)}})
    return event, table, gone, came


@pytest.mark.parametrize("own", [True, False], ids=["own page", "public page"])
def test_who_withdrew_before_the_first_hand_has_not_played_and_who_came_is_the_substitute(organiser, own):
    event, table, gone, came = replaced_before_the_first_hand(organiser)

    def words(entry):
        address = f"/p/{entry.link_token}/" if own else reverse("player_card", args=[event.slug, entry.number])
        return text_of(client_of().get(address)).split("Results")[1]

    assert "absent" in words(gone) and "to play" in words(came)
    setting.record(table, organiser, setting.win())
    publish(event.pk)
    assert "0 of 2 rounds" in words(gone) and "1 of 2 rounds" in words(came)
    assert "absent" in words(gone) and "played as substitute" in words(came)
    assert "substitute" not in words(gone)
    row = client_of().get(f"/p/{gone.link_token}/", {"as": "json"}).json()["rows"][-1]
    assert (row["table"], row["state"], row["points"]) == (None, "absent", None)


def test_who_missed_hands_and_comes_back_or_leaves_later_has_played(event, table, organiser, entry):
    setting.record(table, organiser, setting.win())
    setting.record(table, organiser, {"type": "seats", "seats": {"E": None}})
    publish(event.pk)
    words = text_of(client_of().get(reverse("player_card", args=[event.slug, entry.number])))
    assert "Running" in words and "+3" in words and "1 of 2 rounds" in words


def test_who_is_seated_elsewhere_after_his_table_was_void_is_told_the_one_he_plays_at(event, table, organiser, entry):
    other = get_table(event, 1, 2)
    away = other.state["seats"]["E"]
    void_table(actor=organiser, table=table, reason="broken")
    setting.record(other, organiser, {"type": "seats", "seats": {"E": str(entry.number)}})
    cards = [player_card(PUBLIC, found)["rounds"][0] for found in (entry, get_entry(event, int(away)))]
    assert cards[0]["table"]["table"] == 2
    setting.record(other, organiser, setting.win())
    assert player_card(PUBLIC, entry)["rounds"][0]["status"] == "running"
    assert cards[1]["status"] == "absent" and "table" not in cards[1]


def test_who_sits_out_is_told(organiser):
    event = setting.event(organiser, players=5, slug="five")
    round_ = setting.running_round(event, organiser)
    resting = event.entries.get(number=round_.draws.get().result["out"][0])
    assert "You do not play in this round" in text_of(client_of().get(f"/p/{resting.link_token}/"))
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    card = client_of().get(reverse("player_card", args=[event.slug, resting.number]))
    assert "sat out" in text_of(card)


def test_the_own_row_of_the_standings_is_marked_for_the_player_alone(event, table, organiser, entry):
    setting.record(table, organiser, setting.win())
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    publish(event.pk)
    url = reverse("standings", args=[event.slug])
    own = client_of(Actor(entry=entry)).get(url).content.decode()
    assert f'rank--me" id="rank-{entry.number}"' in own
    assert own.count("rank--me") == 1
    assert "rank--me" not in client_of().get(url).content.decode()


def test_a_wrong_link_is_not_found(db):
    assert client_of().get("/p/wrong/").status_code == 404


def test_results_take_the_same_queries_for_one_round_and_for_two(organiser):
    counts = []
    for rounds in (1, 2):
        event = setting.event(organiser, slug=f"evening-{rounds}", rounds=rounds)
        Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
        for number in range(1, rounds + 1):
            setting.play_round(setting.running_round(event, organiser, number), organiser)
        publish(event.pk)
        counts.append(queries(client_of(), reverse("player_card", args=[event.slug, 1])))
    assert len(set(counts)) == 1, counts


def test_the_page_is_quiet_while_nothing_changed_and_renews_both_parts_when_something_did(
    event, table, organiser, entry
):
    client = client_of(Actor(entry=entry))
    url = f"/p/{entry.link_token}/"
    mark = client.get(url).context["mark"]
    assert client.get(url, {"v": mark}, headers={"HX-Request": "true"}).status_code == 204
    setting.record(table, organiser, setting.win())
    answer = client.get(url, {"v": mark}, headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert 'id="now"' in html and 'id="standing" hx-swap-oob="true"' in html
    assert answer["HX-Trigger"] == "renewed"
    assert "<html" not in html


def test_rounds_have_their_words_places_and_ranks_and_can_be_taken_along(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    publish(event.pk)
    url = reverse("player_card", args=[event.slug, 1])
    words = text_of(client_of().get(url))
    assert "Rank after each round" in words and "since the round before" in words
    data = client_of().get(url, {"as": "json"}).json()
    assert [row["round"] for row in data["rows"]] == [2, 1]
    assert {row["state"] for row in data["rows"]} == {"played"}
    assert all(row["place"] for row in data["rows"])
    assert all(isinstance(row["points"], int) for row in data["rows"])


def test_the_page_shows_its_own_code_for_another_phone(event, table, entry):
    html = client_of(Actor(entry=entry)).get(f"/p/{entry.link_token}/").content.decode()
    assert 'class="qr"' in html and f"http://testserver/p/{entry.link_token}/" in html
    other = client_of().get(reverse("player_card", args=[event.slug, entry.number])).content.decode()
    assert entry.link_token not in other


def test_a_shared_place_is_told_as_the_tie_it_is(event, table, organiser, entry):
    setting.record(table, organiser, setting.win("E", "S"), setting.win("W", "N"))
    finish_table(actor=organiser, table=table, expected_seq=table.seq, key=None)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    publish(event.pk)
    client, url = client_of(Actor(entry=entry), "zh-hant"), f"/p/{entry.link_token}/"
    words = text_of(client.get(url))
    assert "並列第 1" in words and "1.5" not in words
    row = client.get(url, {"as": "json"}).json()["rows"][-1]
    assert (row["place"], row["shared"]) == (1, "是")
    own = text_of(client.get(reverse("table", args=[event.slug, 1, 1])))
    # The hand that would have come next was never played.
    assert "進行中" not in own


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Entry.Status.WITHDRAWN, "You do not take part any more"),
        (Entry.Status.DECLINED, "Your registration was not accepted"),
        (Entry.Status.PENDING, "Your registration is still to be approved"),
        (Entry.Status.WAITLIST, "You are on the waiting list"),
        (Entry.Status.REGISTERED, "The next seating has not been released yet"),
    ],
)
def test_a_seat_is_promised_only_to_whoever_will_get_one(event, organiser, status, said):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    entry = event.entries.get(number=8)
    Entry.objects.filter(pk=entry.pk).update(status=status)
    client, url = client_of(Actor(entry=entry)), f"/p/{entry.link_token}/"
    words = text_of(client.get(url))
    assert said in words
    assert ("next seating" in words) == (status == Entry.Status.REGISTERED)
    # A number is no place in a field that shrinks.
    assert "Number 8" in words and "8 of" not in words


def test_when_all_rounds_are_over_no_seating_is_promised(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    entry = event.entries.get(number=1)
    words = text_of(client_of(Actor(entry=entry)).get(f"/p/{entry.link_token}/"))
    assert "All rounds are over" in words and "next seating" not in words
