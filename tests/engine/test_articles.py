"""Every article that is cited has text in three languages beside its ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudication.rules import all_rulings
from engine.registry import find_game, games

ROOT = Path(__file__).parent.parent.parent
_IN_CODE = re.compile(r'article\s*=\s*f?"([^"{}]+)"')


def cited(code: str) -> Iterator[tuple[str, str]]:
    """Yield (article, where) for patterns, options, infractions and literal articles in the game's code."""
    ruleset = find_game(code).ruleset
    for pattern in ruleset.patterns:
        yield pattern.article, f"pattern {pattern.code}"
    for name, option in ruleset.options.items():
        for article in option.cites:
            yield article, f"option {name}"
    rulings = all_rulings().get(code)
    if rulings:
        for infraction in rulings.infractions.values():
            yield infraction.article, f"infraction {infraction.code}"
    for folder in (ROOT / "engine" / "games" / code, ROOT / "adjudication" / "rules" / code):
        for file in sorted(folder.rglob("*.py")):
            for article in _IN_CODE.findall(file.read_text(encoding="utf-8")):
                yield article, f"{file.name}"


@pytest.mark.parametrize("code", sorted(set(games()) - {"toy"}))
def test_every_cited_article_has_text_in_three_languages(code: str) -> None:
    articles = find_game(code).ruleset.articles
    missing = sorted({f"{article} ({where})" for article, where in cited(code) if article and article not in articles})
    assert not missing, missing
    for article, wording in articles.items():
        for language in (wording.zh_hant, wording.zh_hans, wording.en):
            assert language.strip(), article
