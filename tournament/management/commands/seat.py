"""`manage.py seat`: draws a seating for players 1 … N from a seed and prints it as one JSON document."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine.errors import RuleError
from engine.seating.ranked import draw_ranked
from engine.seating.schedule import plan
from engine.seating.wire import canonical, document, read_ranking, read_wishes


class Command(BaseCommand):
    """Arguments, files, one document; the work is in engine.seating."""

    help = "Draw tables and winds for players 1 … N; the same arguments give the same bytes everywhere."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The arguments of interfaces.md."""
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--rounds", type=int, default=1)
        parser.add_argument("--seed", required=True, help="any text; publish its SHA-256 before the draw")
        for name, text in (
            ("clubs", "lists of players who should not meet"),
            ("apart", "pairs of players who must not meet"),
            ("history", "an earlier output, whose rounds count as played"),
            ("ranked", "[player, points] in standings order: draws one round by rank"),
        ):
            parser.add_argument(f"--{name}", type=Path, help=f"JSON file: {text}")

    def handle(self, *_args: object, **options: Any) -> None:
        """Draws and prints; a refusal is printed as an error document and ends with status 2."""
        started = time.process_time()
        try:
            result = self._draw(options)
        except RuleError as error:
            refusal = {"code": error.code, "message": error.message, "path": error.path}
            self.stdout.write(canonical({"error": refusal}))
            self.stderr.write(error.message)
            sys.exit(2)
        self.stdout.write(canonical(result))
        self.stderr.write(f"seconds: {time.process_time() - started:.2f}")

    def _draw(self, options: dict[str, Any]) -> dict[str, Any]:
        players, seed = options["players"], options["seed"]
        data = {name: self._read(name, options[name]) for name in ("clubs", "apart", "history", "ranked")}
        wishes = read_wishes(players, data["clubs"], data["apart"], data["history"])
        field = range(1, players + 1)
        if data["ranked"] is None:
            drawn = plan(field, options["rounds"], seed, wishes=wishes, accept_repeats=True)
        else:
            drawn = draw_ranked(read_ranking(data["ranked"], players), seed, players=field, wishes=wishes)
        for notice in drawn.notices:
            self.stderr.write(f"warning: {notice.message}")
        return document(drawn.rounds, drawn.report, drawn.method, drawn.algorithm, seed)

    def _read(self, name: str, path: Path | None) -> Any:
        if path is None:
            return None
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            self.stderr.write(f"--{name} {path}: {error}")
            sys.exit(2)
