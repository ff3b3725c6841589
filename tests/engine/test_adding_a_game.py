"""`docs/adding-a-game.md` holds: two folders under a new name are found, played and ruled on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudication.rules
import engine.games
from adjudication.rule_lines import rule_line
from adjudication.rules import all_rulings, rulings_of
from engine.registry import find_game, games
from engine.settling import settle_line

TOY = Path(__file__).parent.parent / "toy"
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


@pytest.fixture
def sixth(tmp_path: Path) -> Iterator[str]:
    """Lay the toy's two folders down under another name, in a place of their own."""
    code = "sixth"
    roots = {"engine.games": ("engine_games", engine.games), "adjudication.rules": ("rulings", adjudication.rules)}
    for source, package in roots.values():
        shutil.copytree(TOY / source / "toy", tmp_path / source / code, ignore=shutil.ignore_patterns("__pycache__"))
        package.__path__.append(str(tmp_path / source))
    for file in (tmp_path / "engine_games" / code).iterdir():
        file.write_text(file.read_text(encoding="utf-8").replace('"toy"', f'"{code}"'), encoding="utf-8")
    games.cache_clear()
    all_rulings.cache_clear()
    yield code
    for name, (source, package) in roots.items():
        package.__path__.remove(str(tmp_path / source))
        sys.modules.pop(f"{name}.{code}", None)
    games.cache_clear()
    all_rulings.cache_clear()


def test_a_sixth_game_is_found_played_and_ruled_on(sixth: str) -> None:
    assert sixth in games()
    assert "T9" in rulings_of(sixth).infractions
    game = find_game(sixth)
    won = {"type": "win", "wins": [{"seat": "S", "by": "discard", "from": "W", "total": 4}]}
    case = {"seats": SEATS, "events": [won], "infraction": "T9", "offender": "W"}
    asked = rule_line(game.ruleset, case, {})
    assert [question["code"] for question in asked["questions"]] == ["stage"]
    ruled = rule_line(game.ruleset, case | {"facts": {"stage": "completed", "tai": 2}}, {})
    settled = settle_line(
        game.ruleset, {"seats": SEATS, "events": [won, {"type": "ruling", "effect": ruled["effect"]}]}, {"base": 2}
    )
    assert settled["scores"] == {"E": 3, "S": 9, "W": -15, "N": 3, "house": 0}
