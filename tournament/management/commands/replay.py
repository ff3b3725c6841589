"""`manage.py replay EVENT ROUND`: draws a round again from what is stored and says whether the same bytes come out."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.chance import fingerprint
from engine.errors import RuleError
from tournament.models import Draw
from tournament.services.draws import replay


class Command(BaseCommand):
    """Prints the seating to standard output and the comparison to standard error; status 1 where they differ."""

    help = "Draw a round again from its stored seed and inputs, and compare it with what was drawn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Event, round, and which attempt where it is not the newest that counts."""
        parser.add_argument("event", help="the event's address")
        parser.add_argument("round", type=int)
        parser.add_argument("--attempt", type=int, help="which draw of the round; else the one that stands")

    def handle(self, *_args: object, **options: Any) -> None:
        """Replay."""
        draws = Draw.objects.filter(round__event__slug=options["event"], round__number=options["round"])
        if options["attempt"] is None:
            draws = draws.exclude(status=Draw.Status.DELETED)
        else:
            draws = draws.filter(attempt=options["attempt"])
        draw = draws.select_related("round__event", "schedule").first()
        if draw is None:
            raise CommandError("There is no such draw.")
        try:
            again, same = replay(draw)
        except RuleError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(again.decode())
        self.stderr.write(f"algorithm: {draw.algorithm}")
        self.stderr.write(f"seed: {draw.seed}")
        fits = "fits" if fingerprint(draw.base_seed) == draw.seed_hash else "DOES NOT FIT"
        self.stderr.write(f"commitment: {draw.seed_hash} {fits} the seed")
        self.stderr.write(f"sha256: {hashlib.sha256(again).hexdigest()}")
        if not same:
            raise CommandError("DIFFERENT: the stored draw is not what its seed and inputs give.")
        self.stderr.write("same bytes: the draw is what its seed and inputs give.")
