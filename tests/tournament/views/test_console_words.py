"""What the console says of a field: who sits out by name, pairs as pairs, and when there are too few for a table."""

from __future__ import annotations

from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import Draw, Entry
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round


def console(actor, event, number: int = 1):
    return client_of(actor).get(reverse("round", args=[event.slug, number]))


def test_who_sits_out_is_named(organiser):
    event = setting.event(organiser, players=9)
    (out,) = draw_round(actor=organiser, round_=get_round(event, 1)).result["out"]
    entry = Entry.objects.get(event=event, number=out)
    assert f"Sitting out {out} {entry.name}" in text_of(console(organiser, event))


def test_pairs_are_called_pairs(organiser):
    event = setting.pairs_event(organiser, pairs=4, rounds=5)
    words = text_of(console(organiser, event))
    assert "4 pairs" in words
    assert "With 4 pairs at most 3 rounds are possible" in words
    assert "players" not in words
    stages = text_of(client_of(organiser).get(reverse("stages", args=[event.slug])))
    assert "4 pairs, 5 rounds planned" in stages
    assert "With 4 pairs at most 3 rounds are possible" in stages


def test_a_single_possible_round_is_worded_as_one(organiser):
    words = text_of(console(organiser, setting.event(organiser, players=4)))
    assert "With 4 players only 1 round is possible" in words


def test_a_field_too_small_for_a_table_cannot_be_drawn(organiser):
    for event, least in (
        (setting.event(organiser, players=3), "3 players cannot fill a table; at least 4 are needed."),
        (setting.pairs_event(organiser, pairs=1), "1 pair cannot fill a table; at least 2 are needed."),
    ):
        page = console(organiser, event)
        words = text_of(page)
        assert least in words
        assert "rounds are possible" not in words
        assert 'type="submit" disabled>Draw round 1' in page.content.decode()
        client_of(organiser).post(reverse("draw", args=[event.slug, 1]))
        assert not Draw.objects.filter(round__event=event).exists()
