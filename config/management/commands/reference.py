"""`manage.py reference`: write the pages of `docs/` that come from the rulesets themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.describe import describe_events, describe_options, describe_patterns
from engine.registry import games

_INTRODUCTIONS = {
    "events.md": """# Table events

Every event of a table has a `type`; it may name its `hand`, the event it follows in play (`after`) and the deal it was
played with (`dealer`, `streak`, `round_wind`). The kinds `ruling`, `seats`, `swap`, `void`, `replace` and `finish` are
the same in every game; `engine/events.py` describes them. The rest of this page is written by `make reference` from
the structs of each game.
""",
    "patterns.md": """# Patterns

The codes that `score` prints and that a hand by items names. Written by `make reference` from the rulesets.
""",
    "options.md": """# Options

What an event may decide otherwise, with the rulebook's default. Written by `make reference` from the rulesets.
""",
}


def reference_pages() -> dict[str, str]:
    """Return the pages by file name, as they are to stand in `docs/`."""
    shipped = list(games().values())
    sections = {
        "events.md": [describe_events(game) for game in shipped],
        "patterns.md": [describe_patterns(game.ruleset) for game in shipped if game.ruleset.patterns],
        "options.md": [describe_options(game.ruleset) for game in shipped],
    }
    return {name: "\n".join([_INTRODUCTIONS[name], *parts]) for name, parts in sections.items()}


class Command(BaseCommand):
    """Writes docs/events.md, docs/patterns.md and docs/options.md."""

    help = "Write the reference pages in docs/ from the rulesets."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say which pages are out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.BASE_DIR) / "docs"
        pages = reference_pages()
        if options["check"]:
            stale = [
                name
                for name, page in pages.items()
                if not (folder / name).exists() or (folder / name).read_text(encoding="utf-8") != page
            ]
            if stale:
                raise CommandError(f"out of date, run `make reference`: {', '.join(stale)}")
            return
        for name, page in pages.items():
            (folder / name).write_text(page, encoding="utf-8")
            self.stdout.write(f"docs/{name}")
