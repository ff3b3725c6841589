"""What entering a hand says: several wins of one hand, who gives way, what is cut and added, what is offered."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from engine.registry import games
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, field, text_of
from tournament.asking import Answers, named
from tournament.hand_form import HandForm, kinds_of
from tournament.models import TableEvent
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.table_page import TablePage


def table_at(organiser, game: str, **options: Any):
    preset = games()[game].ruleset.event_presets[0].code
    event = create_event(
        actor=organiser, name=game, slug=game, zone="UTC", game=game, preset=preset, rounds=1, options=options
    )
    add_entries(actor=organiser, event=event, names=[f"選手 {number:02}" for number in range(1, 5)])
    check_in(actor=organiser, event=event, numbers=[1, 2, 3, 4], state="present")
    return setting.running_table(event, organiser)


def sent(page, **more: str) -> dict[str, str]:
    found = {"event": "win", "seq": field(page, "seq"), "key": field(page, "key"), "step": "save", "wins.count": "1"}
    return {**found, **more}


def on(seat: str, giver: str, index: int = 0, **value: str) -> dict[str, str]:
    entry = {"seat": seat, "by": "discard", "from": giver, **(value or {"total": "1"})}
    return {f"wins.{index}.{name}": text for name, text in entry.items()}


def win(*wins: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"seat": w, "by": "discard", "from": g, "total": 1} for w, g in wins], **more}


def test_items_that_contradict_each_other_are_refused_in_words_beside_them(organiser):
    table = table_at(organiser, "sichuan")
    client, url = client_of(organiser), reverse("table", args=["sichuan", 1, 1])
    ticked = {f"wins.0.items.{code}": "1" for code in ("daduizi", "qidui", "jingoudiao", "qingyise")}
    page = client.post(f"{url}record/", sent(client.get(url), **on("S", "E", way="items"), **ticked))
    assert page.status_code == 400
    assert "No hand shows All pungs together with Seven pairs." in text_of(page)
    assert not TableEvent.objects.filter(table=table).exists()


@pytest.mark.parametrize(
    ("count", "said"),
    [("-1", "This must be at least 0."), ("5", "Root is counted at most 4 times."), ("one", "Enter a whole number.")],
)
def test_how_often_an_item_counts_is_refused_in_words(organiser, count, said):
    table_at(organiser, "sichuan")
    client, url = client_of(organiser), reverse("table", args=["sichuan", 1, 1])
    ticked = {"wins.0.items.qingyise": "1", "wins.0.items.gen": count}
    page = client.post(f"{url}record/", sent(client.get(url), **on("S", "E", way="items"), **ticked))
    assert page.status_code == 400 and said in text_of(page)


def test_a_self_draw_shows_the_tai_that_was_not_ticked(organiser):
    table = table_at(organiser, "dinghai")
    client, url = client_of(organiser), reverse("table", args=["dinghai", 1, 1])
    drawn = {"wins.0.seat": "E", "wins.0.by": "self", "wins.0.way": "items"}
    for ticked, counted in (({"hunyise": "1"}, [1, 2]), ({}, [1])):
        answers = {**drawn, **{f"wins.0.items.{code}": count for code, count in ticked.items()}}
        answer = client.post(f"{url}preview/", sent(client.get(url), **answers))
        (score,) = answer.context["preview"]["scores"]
        assert [item["value"] for item in score["counted"]] == counted
    assert (
        client.post(f"{url}record/", sent(client.get(url), **drawn, **{"wins.0.items.hunyise": "1"})).status_code == 302
    )
    table.refresh_from_db()
    assert table.state["scores"]["E"] == 24
    zero = client.post(f"{url}record/", sent(client.get(url), **drawn | {"wins.0.way": "total", "wins.0.total": "0"}))
    assert zero.status_code == 400 and "A self-draw is worth at least 1 tai." in text_of(zero)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"kind": "concealed"}, {"en": "South: concealed kong", "zh-hant": "南：暗槓", "zh-hans": "南：暗杠"}),
        (
            {"kind": "fed", "from": "E"},
            {"en": "South: kong on another's discard, fed by East", "zh-hant": "南：直槓（點槓）、放槓者 東"},
        ),
        ({"kind": "added_now", "robbed_by": "W"}, {"zh-hant": "南：加槓（剛摸的牌）、搶槓者 西"}),
    ],
)
def test_a_kong_is_told_as_who_did_which(organiser, body, told):
    table = table_at(organiser, "sichuan")
    for language, words in told.items():
        with translation.override(language):
            assert TablePage(table).tell({"type": "kong", "seat": "S", **body}) == words


def test_a_kong_without_its_feeder_is_refused_in_its_own_words(organiser):
    table_at(organiser, "sichuan")
    client, url = client_of(organiser), reverse("table", args=["sichuan", 1, 1])
    page = client.get(f"{url}?event=kong")
    refused = client.post(f"{url}record/", sent(page, event="kong", seat="S", kind="fed"))
    assert refused.status_code == 400
    assert "Say who fed the kong." in text_of(refused) and "winning tile" not in text_of(refused)


def test_a_robbed_kong_without_its_win_is_said_when_the_hand_is_over(organiser):
    table = table_at(organiser, "sichuan")
    kong = {"type": "kong", "seat": "S", "kind": "added_now", "robbed_by": "W"}
    setting.record(table, organiser, kong, {"type": "exhausted", "not_ready": ["E", "S", "W", "N"]})
    table.refresh_from_db()
    (said,) = TablePage(table).hands()[-1]["breaks"]
    assert said == "Hand 1: “Robbed by West” is recorded, and what must follow it is not."


def test_a_total_that_no_patterns_add_up_to_is_asked_about_and_an_impossible_one_refused(organiser):
    table = table_at(organiser, "zungjung")
    client, url = client_of(organiser), reverse("table", args=["zungjung", 1, 1])

    def recorded(total: str, **more: str):
        page = client.get(url)
        return client.post(f"{url}record/", sent(page, **{**on("S", "E"), "wins.0.total": total}, **more))

    asked = recorded("26")
    assert asked.status_code == 400
    assert "No patterns add up to 26; nearest: 25, 30." in text_of(asked)
    refused = recorded("330", unusual="330")
    assert refused.status_code == 400
    assert "No hand is worth 330 points: patterns add up to 320 at most" in text_of(refused)
    assert recorded("26", unusual="26").status_code == 302
    assert recorded("30").status_code == 302
    table.refresh_from_db()
    assert len(TablePage(table).hands()) == 2


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["10.1", "10.2"], "No hand shows Seven Pairs together with Thirteen Terminals."),
        (["3.2.2"], "Big Three Dragons always comes with Value Honour at least 3 times."),
        (["9.4.2"], "Blessing of Earth always comes with Concealed Hand, which is not ticked."),
        (["9.1.1"], "Final Draw cannot come with a tile won in this way."),
        (["1.2", "9.4.1"], "Only the dealer can win with Blessing of Heaven."),
    ],
)
def test_contradicting_patterns_are_refused_by_name_before_they_are_recorded(organiser, items, said):
    table_at(organiser, "zungjung")
    client, url = client_of(organiser), reverse("table", args=["zungjung", 1, 1])
    ticked = {f"wins.0.items.{code}": "1" for code in items}
    page = client.post(f"{url}preview/", sent(client.get(url), **on("S", "E", way="items"), **ticked))
    assert said in text_of(page)
    assert "Chicken" not in text_of(page)


def drawn(seat: str, **value: str) -> dict[str, str]:
    return {"wins.0.seat": seat, "wins.0.by": "self", **{f"wins.0.{name}": text for name, text in value.items()}}


@pytest.mark.parametrize("game", ["taiwan", "zungjung", "sichuan", "dinghai"])
@pytest.mark.parametrize("way", ["total", "tiles"])
def test_a_hand_complete_at_the_deal_is_the_dealers_alone(organiser, game, way):
    table_at(organiser, game)
    client, url = client_of(organiser), reverse("table", args=[game, 1, 1])
    size = 16 if game == "taiwan" else 13
    tiles = {"tiles.concealed": "123456789m123p" + ("123p" if size == 16 else "") + "5p", "tiles.win": "5p"}
    value = tiles if way == "tiles" else {"total": "1"}
    sending = {**drawn("S", way=way, flags="heaven", **value), "door": "E"}
    page = client.post(f"{url}preview/", sent(client.get(url), **sending))
    assert page.context["preview"]["code"] == "dealer_only"
    assert "Only the dealer can win with" in text_of(page)
    assert page.context["preview"]["scores"] == []
    dealer = client.post(f"{url}preview/", sent(client.get(url), **{**sending, "wins.0.seat": "E"}))
    assert "refused" not in dealer.context["preview"]


@pytest.mark.parametrize("way", ["total", "items", "tiles"])
def test_eight_flowers_are_recorded_with_a_hand_that_stays_closed(organiser, way):
    table = table_at(organiser, "taiwan")
    client, url = client_of(organiser), reverse("table", args=["taiwan", 1, 1])
    page = client.get(url)
    assert "Eight flowers and seven rob one may win with the hand closed" in text_of(page)
    sending = sent(page, **drawn("S", way=way, flags="all_flowers"))
    assert client.post(f"{url}preview/", sending).context["preview"].get("refused") is None
    assert client.post(f"{url}record/", sending).status_code == 302
    table.refresh_from_db()
    assert TablePage(table).hands()[0]["result"] == "South self-draw"


def test_a_total_above_the_cap_says_what_it_counts_as(organiser):
    table_at(organiser, "sichuan")
    client, url = client_of(organiser), reverse("table", args=["sichuan", 1, 1])
    page = client.get(url)
    assert "Cap in fan: 99 count as 3" in text_of(client.post(f"{url}preview/", sent(page, **on("S", "E", total="99"))))
    assert "count as" not in text_of(client.post(f"{url}preview/", sent(page, **on("S", "E", total="3"))))


def test_another_winner_begins_with_the_discard_of_the_first(organiser):
    table_at(organiser, "sichuan")
    client, url = client_of(organiser), reverse("table", args=["sichuan", 1, 1])
    page = client.get(url)
    answer = client.post(f"{url}record/", sent(page, **on("N", "E")) | {"add": "wins"})
    assert chosen(answer, "wins.1") == {"seat": "", "by": "discard", "from": "E"}
    drawn = {"wins.0.seat": "N", "wins.0.by": "self", "wins.0.total": "1"}
    assert chosen(client.post(f"{url}record/", sent(page, **drawn) | {"add": "wins"}), "wins.1")["by"] == ""


def chosen(page, prefix: str) -> dict[str, str]:
    """Return what is chosen of a winner: the seat, the way of winning, the discarder."""
    found = {}
    for name in ("seat", "by", "from"):
        control = named(f"{prefix}.{name}", page.context["form"].controls())
        found[name] = next((option.value for option in control.options if option.chosen), "")
    return found


def test_a_hand_of_several_wins_names_them_all_in_order(organiser):
    table = table_at(organiser, "sichuan")
    setting.record(table, organiser, win(("N", "E"), ("S", "E")))
    table.refresh_from_db()
    page = TablePage(table)
    assert page.hands()[0]["result"] == "North off East, South off East"
    assert {side["place"]: side["note"] for side in page.sides()} == {
        "E": "", "S": "has won this hand", "W": "", "N": "has won this hand"
    }  # fmt: skip
    setting.record(table, organiser, {"type": "kong", "seat": "W", "kind": "concealed"}, win(("W", "E")))
    table.refresh_from_db()
    page = TablePage(table)
    closed = next(hand for hand in page.hands() if hand["number"] == 1)
    assert closed["result"] == "North off East, South off East; West off East"
    assert "has won this hand" not in {side["note"] for side in page.sides()}


def test_what_ends_a_hand_without_a_win_is_named_after_its_wins(organiser):
    table = table_at(organiser, "sichuan")
    reveal = {"type": "exhausted", "ready": {"E": 0}, "not_ready": ["W", "N"]}
    setting.record(table, organiser, win(("S", "E")), reveal)
    table.refresh_from_db()
    closed = next(hand for hand in TablePage(table).hands() if hand["number"] == 1)
    assert closed["result"] == "South off East; Wall out, reveal: Not ready West, North"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_won_is_said_in_the_language_of_the_page(organiser, language):
    table = table_at(organiser, "sichuan")
    setting.record(table, organiser, win(("S", "E")))
    words = {"en": "has won this hand", "zh-hant": "本盤已胡", "zh-hans": "本盘已和"}
    assert words[language] in text_of(client_of(organiser, language).get(reverse("table", args=["sichuan", 1, 1])))


@pytest.mark.parametrize(("game", "article"), [("taiwan", "A20"), ("zungjung", "A7.3")])
def test_who_gives_way_to_a_nearer_winner_is_told_before_and_after(organiser, game, article):
    table = table_at(organiser, game)
    client, url = client_of(organiser), reverse("table", args=[game, 1, 1])
    several = sent(client.get(url), **on("N", "E"), **on("S", "E", 1), **{"wins.count": "2"})
    assert f"North gives way ({article})" in text_of(client.post(f"{url}preview/", several))
    setting.record(table, organiser, win(("N", "E"), ("S", "E")))
    table.refresh_from_db()
    assert TablePage(table).hands()[-1]["result"] == f"South off East; North gives way ({article})"


def test_where_all_win_nobody_gives_way(organiser):
    table = table_at(organiser, "taiwan", multi_win="all")
    setting.record(table, organiser, win(("N", "E"), ("S", "E")))
    table.refresh_from_db()
    assert TablePage(table).hands()[-1]["result"] == "North off East, South off East"


def test_what_payments_add_to_a_total_is_said_under_the_total_and_in_the_preview(organiser):
    table_at(organiser, "taiwan")
    client, url = client_of(organiser), reverse("table", args=["taiwan", 1, 1])
    page = client.get(url)
    assert "Without the tai for dealer and continuation" in text_of(page)
    drawn = {"wins.0.seat": "S", "wins.0.by": "self", "wins.0.total": "1", "deal.dealer": "S", "deal.streak": "1"}
    deal = {f"was.{name}": field(page, f"was.{name}") for name in ("dealer", "streak", "round_wind")}
    answer = client.post(f"{url}preview/", sent(page, **drawn, **deal))
    (score,) = answer.context["preview"]["scores"]
    assert [(line["sum"], line["note"]) for line in score["added"]] == [
        (1, "from East, West, North"),
        (2, "from East, West, North"),
    ]
    assert "Added to the payments" in text_of(answer)
    items = {**drawn, "wins.0.way": "items", "wins.0.items.menqing": "1"}
    (score,) = client.post(f"{url}preview/", sent(page, **items, **deal)).context["preview"]["scores"]
    assert [line["sum"] for line in score["added"]] == [1, 2]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("streak", "-1", "This must be at least 0."), ("streak", "one", "Enter a whole number."),
     ("streak", str(10**30), "This must be at most"), ("dealer", "X", "is not one of the choices"),
     ("round_wind", "X", "is not one of the choices")],
)  # fmt: skip
@pytest.mark.parametrize("how", [{"wins.0.total": "1"}, {"wins.0.way": "items", "wins.0.items.menqing": "1"}])
def test_a_deal_as_played_that_cannot_be_is_refused_in_words(organiser, name, value, words, how):
    table = table_at(organiser, "taiwan")
    client, url = client_of(organiser), reverse("table", args=["taiwan", 1, 1])
    drawn = {"wins.0.seat": "S", "wins.0.by": "self", **how, f"deal.{name}": value}
    answer = client.post(f"{url}preview/", sent(client.get(url), **drawn))
    assert answer.status_code == 200 and words in text_of(answer)
    answer = client.post(f"{url}record/", sent(client.get(url), **drawn))
    assert answer.status_code == 400 and words in text_of(answer)
    assert not TableEvent.objects.filter(table=table).exists()


def test_only_kinds_that_the_options_allow_are_offered(organiser):
    table = table_at(organiser, "taiwan", inside_bets=False, outside_bets=False)
    assert [one["kind"] for one in kinds_of(TablePage(table))] == ["win", "exhausted"]
    shown = client_of(organiser).get(reverse("table", args=["taiwan", 1, 1]), {"kind": "inside_bet"})
    assert field(shown, "event") == "win"


def test_kinds_that_an_option_allows_are_offered(organiser):
    table = table_at(organiser, "taiwan", inside_bets=True, outside_bets=False)
    assert [one["kind"] for one in kinds_of(TablePage(table))] == ["win", "exhausted", "inside_bet"]


@pytest.mark.parametrize("game", ["taiwan", "sichuan", "dinghai", "zungjung"])
def test_a_value_left_out_is_missed_where_it_was_to_be_given(organiser, game):
    table_at(organiser, game)
    client, url = client_of(organiser), reverse("table", args=[game, 1, 1])
    page = client.post(f"{url}record/", sent(client.get(url), **on("S", "E", way="tiles")))
    assert page.status_code == 400
    assert set(page.context["form"].errors) == {"wins.0.tiles"}


def choices_of(table, name: str, **typed: str) -> tuple[list[str], list[str]]:
    given = Answers({name: [value] for name, value in typed.items()})
    control = named(name, HandForm(TablePage(table), "win", given).controls())
    assert control is not None
    return [option.value for option in control.options], [option.value for option in control.options if option.chosen]


@pytest.mark.parametrize("game", ["sichuan", "dinghai", "zungjung"])
def test_a_discard_is_never_from_nobody(organiser, game):
    assert choices_of(table_at(organiser, game), "wins.0.from") == (["E", "S", "W", "N"], [])


def test_nobody_is_chosen_only_where_the_answers_so_far_let_it_be_left_out(organiser):
    table = table_at(organiser, "taiwan")
    assert choices_of(table, "wins.0.from")[1] == [""]
    assert choices_of(table, "wins.0.from", **{"wins.0.by": "self"})[1] == [""]
    assert choices_of(table, "wins.0.from", **{"wins.0.by": "discard"})[1] == []


def test_a_correction_that_leaves_a_hand_without_its_end_says_so(organiser):
    event = setting.event(organiser, slug="blood", game="sichuan", preset="house")
    table = setting.running_table(event, organiser)
    first = {"type": "win", "wins": [{"seat": seat, "by": "discard", "from": "E", "total": 1} for seat in "SW"]}
    second = {"type": "win", "wins": [{"seat": "N", "by": "discard", "from": "E", "total": 1}]}
    setting.record(table, organiser, first)
    setting.record(table, organiser, second)
    setting.record(table, organiser, first)
    client, address = client_of(organiser), reverse("table_correct", args=[event.slug, 1, 1, 0])
    page = client.get(address)
    sent = {"event": "win", "seq": field(page, "seq"), "key": field(page, "key"), "step": "out", "later": "as_played"}
    said = text_of(client.post(address, sent, follow=True))
    assert "Hand 1 is not over any more" in said


def left_open(organiser):
    """A table whose first hand lost its last win after another was played."""
    table = table_at(organiser, "sichuan")
    two, third = win(("S", "E"), ("W", "E")), win(("N", "E"))
    setting.record(table, organiser, two)
    setting.record(table, organiser, third)
    setting.record(table, organiser, two)
    setting.record(table, organiser, {"type": "void", "seq": 1, "later": "as_played"})
    return table, client_of(organiser), reverse("table", args=["sichuan", 1, 1])


def test_a_win_is_added_to_an_earlier_hand_that_is_still_open(organiser):
    table, client, url = left_open(organiser)
    page = client.get(f"{url}?hand=1")
    assert 'href="/e/sichuan/round/1/table/1/?hand=1#entry"' in page.content.decode()
    assert "This is added to hand 1, which is still open" in text_of(page)
    form = sent(page, **on("N", "E"), **{"hand": field(page, "hand"), "deal.dealer": field(page, "was.dealer")})
    shown = client.post(f"{url}preview/", form).context["preview"]
    assert [gain["points"] for gain in shown["gains"] if gain["place"] == "N"] == [2]
    assert client.post(f"{url}record/", form).status_code == 302
    table.refresh_from_db()
    assert [(hand["number"], hand["closed_by"]) for hand in table.state["hands"]] == [(1, 4), (2, None)]
    assert "Add to hand" not in text_of(client.get(url))
    again = client.post(f"{url}record/", {**form, "key": "another"})
    assert again.status_code == 409
    again = client.post(f"{url}record/", {**form, "key": "another", "seq": "5", "wins.0.seat": "W"})
    assert again.status_code == 400 and "Hand 1 is over." in text_of(again)
    assert "still open" not in text_of(client.get(f"{url}?hand=1"))


@pytest.mark.parametrize("hand", ["2", "3", "0", "-1", "x", "9" * 5000])
def test_only_an_earlier_hand_that_is_open_is_added_to(organiser, hand):
    _table, client, url = left_open(organiser)
    page = client.post(f"{url}record/", sent(client.get(url), **on("N", "E"), add="wins", hand=hand))
    assert page.status_code == 200
    assert page.context["form"].hand is None


def test_leaving_out_who_threw_a_tile_first_is_named_by_what_it_means(organiser):
    table = table_at(organiser, "zungjung")
    drawn = HandForm.empty(TablePage(table), "win").controls()
    offered = [option.label for option in named("wins.0.responsible", drawn).options]
    assert offered == ["East", "South", "West", "North", "the discarder"]
    client, url = client_of(organiser), reverse("table", args=["zungjung", 1, 1])
    paid = {}
    for who in ("", "S"):
        answer = client.post(f"{url}preview/", sent(client.get(url), **on("S", "E", total="50", responsible=who)))
        paid[who] = {gain["place"]: gain["points"] for gain in answer.context["preview"]["gains"]}
    assert paid == {"": {"E": -100, "S": 150, "W": -25, "N": -25}, "S": {"E": -50, "S": 150, "W": -50, "N": -50}}


def test_where_points_grow_by_fan_the_total_says_that_it_is_fan(organiser):
    table_at(organiser, "sichuan")
    url = reverse("table", args=["sichuan", 1, 1])
    assert "In fan, not in points." in text_of(client_of(organiser).get(url))
