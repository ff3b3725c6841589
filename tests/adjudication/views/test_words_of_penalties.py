"""Penalties in words: every step of every game has its own, and points of an account are written in its unit."""

from __future__ import annotations

import ast
import csv
import io
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from adjudication.rules import all_rulings
from adjudication.wording import step
from engine.registry import find_game, games
from engine.rulesets import resolve
from tests.adjudication.steps import ruled
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.actors import Actor
from tournament.listing import Amount
from tournament.models import EntryRuling, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.telling import points_of
from tournament.templatetags.look import carried, number

RULES = Path(__file__).parents[3] / "adjudication" / "rules"
DATA = Path(__file__).parents[2] / "data"
HALF = {"zh-hant": "0.5 名次分", "zh-hans": "0.5 名次分", "en": "0.5 placing points"}
OFF = {"zh-hant": "扣盤分", "zh-hans": "扣盘分", "en": "place points off"}


def steps_in(data: Any) -> Iterator[str]:
    """Every step that plain data names, however deep."""
    if isinstance(data, dict):
        yield from (value for key, value in data.items() if key == "step" and isinstance(value, str))
        yield from (code for value in data.values() for code in steps_in(value))
    elif isinstance(data, list):
        yield from (code for value in data for code in steps_in(value))


def steps_of(code: str) -> set[str]:
    """Every step a ruling of a game can have: of its ladders, its tables, its functions, and the rows of its cases."""
    ruleset = find_game(code).ruleset
    found = set(steps_in(ruleset.ladders))
    for file in [*(RULES / code).glob("*.toml"), *(DATA / code).glob("rows.toml")]:
        found |= set(steps_in(tomllib.loads(file.read_text(encoding="utf-8"))))
    for file in (RULES / code).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Penalty":
                first = node.args[0]
                found |= {first.value} if isinstance(first, ast.Constant) else set()
    return found


@pytest.mark.parametrize("code", sorted(all_rulings()))
def test_every_step_of_every_ladder_and_table_has_its_words_in_three_languages(code: str) -> None:
    rules = resolve(games()[code].ruleset)
    for name in steps_of(code) - {""}:
        words = rules.ruleset.rungs.get(name)
        assert words is not None, name
        assert name not in {words.zh_hant, words.zh_hans}, name
        for language in LANGUAGES:
            with override(language):
                assert "_" not in step(rules, name)
                assert step(rules, name) != name or name == "warning"


@pytest.fixture
def sbr(organiser) -> Table:
    event = setting.event(organiser, slug="sbr", game="sichuan", preset="competition")
    return setting.running_table(event, organiser)


LATE = {"infraction": "SBR/1", "facts": {"condition": "le10"}}
SUITS = {"infraction": "SBR/26", "facts": {}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_a_place_point_is_written_as_what_it_is_everywhere(organiser, sbr, language):
    slug, client = sbr.event.slug, client_of(organiser, language)
    asked = {"infraction": "SBR/1", "offender": "E", "fact.condition": "le10"}
    pages = [client.get(reverse("rule", args=[slug, 1, 1]), asked)]
    case = ruled(organiser, sbr, "E", **LATE)
    pages.append(client.get(reverse("case", args=[slug, case.number])))
    for page in pages:
        assert page.status_code == 200
        words = text_of(page)
        assert OFF[language] in words
        assert "place_points" not in words
        assert [str(number(line["points"])) for line in page.context["lines"]] == ["0.5"]
    report = client.get(reverse("rulings_report", args=[slug]))
    assert f'<span class="nb">{HALF[language]}</span>' in report.content.decode()
    file = client.get(reverse("rulings_report", args=[slug]), {"as": "csv", "bom": "0"})
    rows = list(csv.reader(io.StringIO(b"".join(file).decode("utf-8-sig"))))
    assert "0.5" in rows[-1]
    table = client.get(reverse("table", args=[slug, 1, 1]))
    assert '<td class="num">0.5</td>' in table.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_says_its_class_and_what_says_the_same_is_said_once(organiser, sbr, language):
    slug, client = sbr.event.slug, client_of(organiser, language)
    case = ruled(organiser, sbr, "E", **SUITS)
    page = client.get(reverse("case", args=[slug, case.number]))
    words = {"zh-hant": "二類判罰", "zh-hans": "二类判罚", "en": "class 2 penalty"}[language]
    assert "class2" not in text_of(page)
    assert page.context["penalty"]["step"] == words
    assert page.context["lines"][-1]["reason"] == words
    warned = ruled(organiser, sbr, "S", infraction="SBR/17", facts={})
    page = client.get(reverse("case", args=[slug, warned.number]))
    said = {"zh-hant": "警告", "zh-hans": "警告", "en": "warning"}[language]
    assert page.content.decode().count(f'chip--stop">{said}</span>') == 1


@pytest.mark.parametrize(
    ("typed", "account", "kept"),
    [("0.5", "placing", 6), ("-1", "placing", -12), ("0.25", "placing", 3), ("20", "event", 20),
     ("0.3", "placing", None), ("0.5", "event", None), ("1e3", "event", None)],
)  # fmt: skip
def test_points_of_a_ruling_by_hand_are_typed_in_the_unit_of_their_account(organiser, sbr, typed, account, kept):
    url = reverse("rule_entry", args=[sbr.event.slug])
    given = {"entry": "3", "round": "1", "act": "points", "note": "late", "key": "k", "account": account}
    answer = client_of(organiser).post(url, given | {"points": typed})
    assert answer.status_code == (400 if kept is None else 302)
    assert [ruling.body["points"] for ruling in EntryRuling.objects.all()] == ([] if kept is None else [kept])


def test_a_player_reads_why_a_referee_took_or_gave_him_points(organiser, sbr):
    event, entry = sbr.event, get_entry(sbr.event, 3)
    own, other = (client_of(Actor(entry=get_entry(event, number))) for number in (3, 1))
    mine = reverse("player_rulings", args=[entry.link_token])
    assert "No ruling concerns you." in text_of(own.get(mine))
    given = {"event": event, "round_": get_round(event, 1), "entry": entry}
    late = rule_entry(actor=organiser, points=6, account="placing", note="late", **given)
    rule_entry(actor=organiser, points=-20, note="helped", **given)
    assert "Round 1: late \u22120.5 placing points" in text_of(own.get(mine))
    assert "Round 1: helped 20 points" in text_of(own.get(mine))
    theirs = reverse("player_rulings", args=[get_entry(event, 1).link_token])
    assert "late" not in text_of(other.get(theirs))
    undo_entry_ruling(actor=organiser, event=event, number=late.number)
    assert "late" not in text_of(own.get(mine)), "what is taken back is not held against him"


def test_points_are_counted_in_the_unit_of_their_account() -> None:
    assert points_of(6, "placing") == Amount(6, 12)
    assert [str(number(points_of(twelfths, "placing"))) for twelfths in (6, 12, -3, 8, 0)] == [
        "0.5", "1", "\u22120.25", "2/3", "0",
    ]  # fmt: skip
    assert number(points_of(1200, "table")) == number(1200) == "1,200"
    with override("en"):
        assert carried({"points": 6, "account": "placing", "flags": ["dead hand"]}) == "dead hand, 0.5 placing points"
        assert carried({"points": 6, "account": "event", "flags": []}) == "6 points"
