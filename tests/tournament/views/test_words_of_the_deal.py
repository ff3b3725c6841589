"""What a table says of flags and of the deal is words in three languages, whichever the game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest
from django.urls import reverse
from django.utils.translation import override

from adjudication.wording import flag
from engine.effects import Flag
from engine.errors import RuleError, noop
from engine.fields import fields_of
from engine.registry import find_game, games
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tests.tournament.views.test_kinds_of_events import sent
from tournament.errors import sentence
from tournament.hand_form import DEAL
from tournament.table_page import break_in_words
from tournament.telling import tell


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", get_args(Flag))
def test_every_flag_is_told_in_words_wherever_a_refusal_names_it(code, language):
    refusal = RuleError("seat_barred", noop("{seat} may not win this hand ({flag})."), seat="E", flag=code)
    with override(language):
        assert flag(code) != code
        assert flag(code) in sentence(refusal)
        assert {"en": "East", "zh-hant": "東", "zh-hans": "东"}[language] in sentence(refusal)
        assert f"({code})" not in sentence(refusal)


def differing(code: str) -> Iterator[str]:
    """The beginnings of the paths by which a game says what was played otherwise than expected, from its source."""
    for file in Path(find_spec(f"engine.games.{code}").origin).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Differs":
                path = node.args[0]
                first = path.values[0] if isinstance(path, ast.JoinedStr) else path
                yield first.value.rstrip(".")


def paths_of(code: str) -> Iterator[str]:
    """Every path a game may name in the deal: those of a dealt hand, and of its own events."""
    yield from DEAL
    for name in differing(code):
        fields = [item for event in games()[code].events.values() for item in fields_of(event) if item.code == name]
        assert fields, name
        yield from (f"{name}.{part.code}" for part in fields[0].fields) if fields[0].fields else (name,)


@pytest.mark.parametrize("code", sorted(games()))
def test_every_field_of_a_deal_of_every_game_has_words(code):
    for path in paths_of(code):
        item = {"hand": 2, "field": path, "played": "E", "expected": "E"}
        told = {}
        for language in LANGUAGES:
            with override(language):
                told[language] = break_in_words(games()[code], item)
        assert path not in told["zh-hant"] + told["zh-hans"]
        assert path == "dealer" or path not in told["en"]
        assert len(set(told.values())) == len(LANGUAGES), told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Level of North–South as played 5, expected 3"),
        ("zh-hant", "南北方級數"),
        ("zh-hans", "南北方级数"),
    ],
)
def test_a_hand_at_another_level_says_so_in_words_and_not_that_the_dealer_differs(organiser, pairs, language, words):
    table = setting.running_table(pairs, organiser)
    setting.record(table, organiser, {"type": "hand", "trump": "S", "score": 100, "levels": {"EW": "3", "NS": "5"}})
    page = client_of(organiser, language).get(reverse("table", args=[pairs.slug, 1, 1]))
    assert words in text_of(page)
    assert "levels." not in text_of(page)
    chip = {"en": "not as expected", "zh-hant": "與預期不符", "zh-hans": "与预期不符"}[language]
    assert f'chip--stop">{chip}</span>' in page.content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "East may not win this hand (has won)."), ("zh-hans", "（已和）")]
)
def test_who_has_won_may_not_win_again_and_is_told_so_in_words(organiser, language, words):
    event = setting.event(organiser, slug="twice", game="sichuan", preset="house")
    table = setting.running_table(event, organiser)
    setting.record(table, organiser, setting.win())
    client, url = client_of(organiser, language), reverse("table", args=["twice", 1, 1])
    win = {"wins.count": "1", "wins.0.seat": "E", "wins.0.by": "discard", "wins.0.from": "S", "wins.0.total": "2"}
    form = sent(client.get(url, {"kind": "win"}), "win", {})
    refused = client.post(f"{url}record/", {**form, **win})
    assert refused.status_code == 400
    assert words in text_of(refused)
    assert "(won)" not in text_of(refused)


def test_points_below_zero_are_told_with_a_true_minus():
    words = tell(find_game("shengji"), {"type": "hand", "score": -5}, {})
    assert "\u22125" in words
    assert "-5" not in words
