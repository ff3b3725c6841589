"""Template tags of the design system: numbers, names, geometry, frames of pages and forms."""

from __future__ import annotations

import re

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from engine.text import text
from engine.tiles import TILES, parse_meld
from tournament import drawing, parts, wording
from tournament.standings_page import brief, exact
from tournament.widgets import Filters, Stepper

LANGUAGES = ("zh-hant", "zh-hans", "en")


def render(source: str, **context: object) -> str:
    """Render a piece of template with the tags loaded."""
    return Template("{% load look %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("value", "signed", "plain"),
    [(12, "+12", "12"), (-307, "−307", "−307"), (0, "0", "0"), (-12840, "−12,840", "−12,840"), (None, "", "")],
)
def test_numbers_carry_a_true_minus_and_their_sign(value, signed, plain):
    assert render("{{ value|points }}", value=value) == signed
    assert render("{{ value|number }}", value=value) == plain


def test_texts_and_places_follow_the_language_of_the_page():
    words = text("連莊", "连庄", "continuation")
    for language, expected in zip(LANGUAGES, ("連莊 東", "连庄 东", "continuation East"), strict=True):
        with translation.override(language):
            assert render("{{ words|words }} {{ place|place }}", words=words, place="E") == expected


@pytest.mark.parametrize(("language", "shown"), [("zh-hant", "桌：1、2"), ("zh-hans", "桌：1、2"), ("en", "桌: 1, 2")])
def test_signs_between_items_and_after_labels_follow_the_language_of_the_page(language, shown):
    with translation.override(language):
        assert render("桌{% colon %}1{% comma %}2") == shown
        assert wording.labelled("桌", wording.listed([1, 2])) == shown


def test_every_tile_has_a_name_and_a_drawing(settings):
    sheet = (settings.BASE_DIR / "static" / parts.SPRITE).read_text(encoding="utf-8")
    drawn = set(re.findall(r'<symbol id="t-(\w+)"', sheet))
    assert drawn == set(wording.TILE_NAMES) == {*TILES, "back"}


def test_cards_are_named_and_red_suits_are_red():
    with translation.override("en"):
        html = render('{% cards "SA HT RJ" %}')
    assert re.findall(r'aria-label="([^"]+)"', html) == ["A of spades", "10 of hearts", "Big joker"]
    assert html.count("card--red") == 2


def test_a_projector_lists_ranks_without_reasons():
    rows = [{"rank": 4, "move": -2, "name": "<b>", "points": "+3"}]
    html = render("{% flat_ranks rows %}{% page_marks 2 3 %}", rows=rows)
    assert "&lt;b&gt;" in html
    assert "<details" not in html
    assert html.count("<i") == 3
    assert html.count('<i class="on">') == 1


def ranks_of(name: str, **more: object) -> str:
    """Render standings of one row whose name is given."""
    row = {"key": "1", "rank": 1, "move": 0, "name": name, "cells": ["+2"], "points": "+3", "why": {}} | more
    return render("{% ranks rows columns=columns points_label='Points' %}", rows=[row], columns=["Round 1"])


@pytest.mark.parametrize(
    ("name", "more", "roomy"),
    [
        ("選手 07", {}, False),
        ("歐陽小慧", {}, True),
        ("Marguerite", {}, True),
        ("選手 07", {"detail": "海鷗隊"}, False),
        ("選手 07", {"detail": "Rolling Thunder Society"}, True),
        ("海鷗隊", {"members": ["1 選手 01"]}, True),
    ],
)
def test_a_long_name_has_the_numbers_stand_below_each_other_on_a_phone(name, more, roomy):
    assert ("ranks--roomy" in ranks_of(name, **more)) is roomy


@pytest.mark.parametrize(
    ("language", "apart"),
    [
        ("zh-hant", '<span class="whole">1 甲、</span><span class="whole">2 &lt;b&gt;</span>'),
        ("en", '<span class="whole">1 甲,</span> <span class="whole">2 &lt;b&gt;</span>'),
    ],
)
def test_members_are_listed_each_with_the_sign_behind_him(language, apart):
    with translation.override(language):
        html = ranks_of("海鷗隊", members=["1 甲", "2 <b>"])
    assert f'<span class="rank__members">{apart}</span></summary>' in html


@pytest.mark.parametrize(
    ("number", "scale", "signed", "written"),
    [
        (2650, 1, True, "+2,650"), (-2850, 1, True, "−2,850"), (0, 1, True, "0"), (1234567, 1, False, "1,234,567"),
        (2650, 2, True, "+1,325"), (-2851, 2, True, "−1,425.5"), (3999, 3, False, "1,333"),
        (4000, 3, True, "+1,333 1/3"), (1, 3, True, "+1/3"),
        (-1, 2, False, "−0.5"), (0, 2, True, "0"), (None, 2, True, "–"),
    ],
)  # fmt: skip
def test_points_are_grouped_signed_and_exact(number, scale, signed, written):
    assert exact(number, scale, signed=signed) == written


@pytest.mark.parametrize(
    ("number", "scale", "written"),
    [(51_213_494, 10**6, "+51.2"), (5_781_820, 10**6, "+5.8"), (-8_366_600, 10**6, "\u22128.4"),
     (-5_000_000, 10**6, "\u22125.0"), (50_000, 10**6, "+0.1"), (-49_999, 10**6, "0.0"), (0, 10**6, "0.0"),
     (1_234_560_000, 10**6, "+1,234.6"), (30, 12, "+2.5"), (-7, 1, "\u22127"), (None, 10**6, "\u2013")],
)  # fmt: skip
def test_roots_stand_below_one_another_with_one_decimal(number, scale, written):
    assert brief(number, scale, signed=True) == written


def test_seals_keep_the_traditional_wind_and_say_it_in_the_language():
    with translation.override("zh-hans"):
        html = render('{% seal "E" dealer=True %}')
    assert ">東<" in html
    assert 'aria-label="东"' in html
    assert "seal--dealer" in html


def test_a_rack_shows_sets_melds_and_the_winning_tile_last():
    html = render('{% rack groups win="1m" %}', groups=["123m", parse_meld("ankan:5555p"), "77z"])
    tiles = re.findall(r"#t-(\w+)", html)
    assert tiles == ["1m", "2m", "3m", "back", "5p", "5p", "back", "7z", "7z", "1m"]
    assert html.count("rack__win") == 1


def test_keys_say_how_many_are_left_and_close_at_none():
    with translation.override("en"):
        html = render("{% tile_keys left=left %}", left={"3m": 2, "4m": 0})
    assert 'aria-label="3 of characters, 2 left"' in html
    assert re.search(r'value="4m"[^>]* disabled', html)
    assert html.count(" disabled") == 1
    assert html.count('data-tile="f') == 8


@pytest.mark.parametrize(
    ("facts", "tint"),
    [
        ({"dealer": True}, "is-dealer"),
        ({"dealer": True, "winner": True}, "is-winner"),
        ({"dealer": True, "winner": True, "dead": True}, "is-dead"),
        ({"me": True}, "is-winner"),
    ],
)
def test_dead_beats_winner_beats_dealer(facts, tint):
    html = render('{% square sides label="1" wind="E" %}', sides=[{"place": "N", "name": "A", "score": 0, **facts}])
    assert re.findall(r'<polygon class="([\w-]+)"', html) == [tint]
    assert ("seal--dealer" in html) == bool(facts.get("dealer"))


def test_an_empty_place_says_so():
    with translation.override("en"):
        assert "empty" in render('{% square sides label="1" middle="4" %}', sides=[{"place": "N"}])


def test_payments_between_the_same_two_are_one_arrow_and_every_line_of_the_table():
    lines = [
        {"payer": "E", "receiver": "S", "points": 3},
        {"payer": "E", "receiver": "S", "points": 4},
        {"payer": "E", "receiver": "house", "points": 20},
    ]
    with translation.override("en"):
        html = render("{% payments lines sides %}", lines=lines, sides=[{"place": "E", "name": "Ann"}])
    assert html.count("pay__arrow") == 1
    assert 'aria-label="East pays South 7"' in html
    assert html.count('<td>East <span class="whole">Ann</span></td>') == 3
    assert "the organiser" in html


def test_more_than_six_arrows_stand_in_the_table_alone():
    pairs = [(a, b) for a in "ESWN" for b in "ESWN" if a != b]
    lines = [{"payer": a, "receiver": b, "points": 1} for a, b in pairs[:7]]
    html = render("{% payments lines sides %}", lines=lines, sides=[])
    assert "<svg" not in html
    assert html.count("<tr>") == 8


def test_only_a_penalty_reddens_its_payer_and_never_the_dealer():
    lines = [{"payer": "W", "receiver": "N", "points": 9}]
    assert "pay__seal--from" not in render('{% payments lines sides dealer="N" %}', lines=lines, sides=[])
    html = render('{% payments lines sides penalty=True dealer="W" %}', lines=lines, sides=[])
    assert "pay__seal--from" not in html
    assert "pay__seal--dealer" in html
    assert "pay__seal--from" in render('{% payments lines sides penalty=True dealer="E" %}', lines=lines, sides=[])


def boxes(arrows):
    """Return the boxes of the sums."""
    return [(a.tag_x, a.tag_y, a.tag_x + a.tag_width, a.tag_y + 28) for a in arrows]


@pytest.mark.parametrize(
    "sums",
    [
        [("bottom", "right", 13), ("top", "right", 13), ("left", "right", 16)],
        [("top", "bottom", 9), ("top", "right", 9), ("top", "left", 12)],
        [("bottom", "right", 1200), ("right", "bottom", 800), ("left", "top", 4)],
        [("bottom", "top", 64), ("left", "right", 64)],
        [("bottom", "top", 10), ("top", "bottom", 20)],
        [("bottom", "right", 8), ("bottom", "left", 8), ("top", "right", 8), ("top", "left", 8)],
    ],
)
def test_sums_on_arrows_keep_clear_of_each_other_and_of_the_seals(sums):
    placed = boxes(drawing.arrows(sums))
    placed += [(x - 20, y - 20, x + 20, y + 20) for x, y in drawing.SEALS.values()]
    for index, one in enumerate(placed):
        for other in placed[index + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


def test_names_are_cut_by_width_not_by_letters():
    assert drawing.shortened("選手 07", 13) == "選手 07"
    assert drawing.shortened("歐陽司馬諸葛長名", 13) == "歐陽司馬諸…"
    assert drawing.shortened("Wolfeschlegelstein", 13) == "Wolfeschleg…"


@pytest.mark.parametrize("values", [[], [0], [42, 103, 85, 142, 187], [-5, -20], [0, 0], [100000, -3]])
def test_a_chart_stays_in_its_frame_and_always_shows_zero(values):
    chart = drawing.chart(values)
    assert len(chart.dots) == len(values)
    assert all(30 <= dot.y <= 150 and 0 <= dot.x <= 372 for dot in chart.dots)
    assert 0 in [value for _, value in chart.rules]
    assert 2 <= len(chart.rules) <= 7


def test_a_score_names_what_counts_and_what_does_not():
    counted = [{"name": text("花", "花", "Flower"), "value": 1, "count": 2}]
    dropped = [{"name": text("自摸", "自摸", "Self-draw"), "value": 1, "because": text("含", "含", "contained")}]
    with translation.override("en"):
        html = render('{% score 2 "tai" counted=a not_counted=b %}', a=counted, b=dropped)
    assert "× 2" in html
    assert '<span class="num">2</span>' in html
    assert "<small>contained</small>" in html


def test_long_points_take_the_room_of_a_column_on_phones():
    row = {"key": "1", "rank": 1, "move": None, "name": "A", "cells": ["3"], "why": {}}
    short = render('{% ranks rows columns=c points_label="P" %}', rows=[row | {"points": "+187"}], c=["C"])
    long = render('{% ranks rows columns=c points_label="P" %}', rows=[row | {"points": "−12,840"}], c=["C"])
    longest = render('{% ranks rows columns=c points_label="P" %}', rows=[row | {"points": "+27.874719"}], c=["C"])
    assert "ranks--long" not in short
    assert "ranks--long" in long and "ranks--longest" not in long
    assert "ranks--longest" in longest


def test_pages_of_a_list_keep_the_rest_of_the_query():
    request = RequestFactory().get("/x", {"q": "東 a", "page": "2"})
    html = Template("{% load look %}{% page_query 3 %}").render(Context({"request": request}))
    assert html == "?q=%E6%9D%B1+a&amp;page=3"


class Sample(forms.Form):
    """A form with one of each control."""

    name = forms.CharField(label="Name", help_text="As on the badge")
    way = forms.ChoiceField(label="Way", choices=[("a", "A"), ("b", "B")], widget=Filters)
    when = forms.ChoiceField(label="When", choices=[("c", "C")], widget=forms.RadioSelect)
    count = forms.IntegerField(label="Count", widget=Stepper)
    agreed = forms.BooleanField(label="Agreed", required=False)


def test_a_form_ties_label_help_and_error_to_its_control():
    html = str(Sample({"count": "x"}))
    assert 'for="id_name"' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_error"' in html
    assert html.count("data-error") == 4
    assert '<div class="filters' in html
    assert 'class="pick"' in html
    assert "data-count" in html
    assert "style=" not in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "409", "500"])
def test_error_pages_speak_the_language_without_a_request(language, code):
    with translation.override(language):
        html = render_to_string(f"{code}.html", {})
    assert f'lang="{ {"zh-hant": "zh-Hant", "zh-hans": "zh-Hans", "en": "en"}[language] }"' in html
    assert ("Banfeng" in html) == (language == "en")


def test_the_conflict_page_says_what_happened_and_where_the_newest_state_is():
    with translation.override("en"):
        html = render_to_string("409.html", {"message": "Hand 7 is recorded.", "back_url": "/t/7"})
    assert "Hand 7 is recorded." in html
    assert 'href="/t/7"' in html


def test_no_template_holds_a_script_or_a_style(settings):
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\bsrc=)|hx-on", source), path


@pytest.mark.django_db
def test_the_page_of_parts_is_for_staff(client, admin_client):
    assert client.get("/look/").status_code == 404
    assert admin_client.get("/look/").status_code == 200


def test_a_chart_of_ranks_has_the_first_on_top():
    chart = drawing.rank_chart([5, 1, 3])
    assert [dot.value for dot in chart.dots] == [5, 1, 3]
    assert chart.dots[1].y < chart.dots[2].y < chart.dots[0].y
    assert [value for _y, value in chart.rules] == [1, 5]
    assert drawing.rank_chart([1]).rules[0] == (40, 1)
