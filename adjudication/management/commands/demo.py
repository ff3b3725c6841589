"""`manage.py demo`: plays an event from registration to final standings, or one that is in progress."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from adjudication.rules import rulings_of
from engine.deciding import as_ruling, decide
from engine.errors import RuleError
from engine.events import dump_event
from engine.rulings import Case, Decision
from engine.situation import situation_at
from tournament.demo.playing import Player
from tournament.demo.script import demo_games, load_script
from tournament.demo.stage import director, make_event, make_logins, standings_lines
from tournament.models import Event, Table
from tournament.selectors.folding import load_table
from tournament.selectors.tables import round_tables
from tournament.services.events import close_event
from tournament.services.publishing import standings_later
from tournament.services.standings import publish

HANDS_IN_PROGRESS = 2


def rule(table: Table, infraction: str, offender: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """Decide an infraction at a table as it stands and return the ruling as event data."""
    loaded = load_table(table.event, table)
    rulings = rulings_of(table.event.game)
    case = Case(infraction=infraction, offenders=(offender,), facts=facts)
    decision = decide(rulings, case, situation_at(loaded.rules, loaded.seats, loaded.start, loaded.recorded))
    if not isinstance(decision, Decision):
        raise CommandError(f"{infraction} asks for {', '.join(question.code for question in decision)}")
    return dump_event(as_ruling(rulings.infractions[infraction], case, decision))


class Command(BaseCommand):
    """Play a demonstration by the services that pages use."""

    help = "Play an event from registration to final standings and print them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare size and kind of the demonstration."""
        games = demo_games()
        parser.add_argument("--game", choices=games, default=games[0])
        parser.add_argument("--players", type=int, default=16)
        parser.add_argument("--rounds", type=int, default=4)
        parser.add_argument("--hands", type=int, help="hands a table (default: as the preset has it)")
        parser.add_argument("--seed", default="demo", help="decides what is played; the draws have seeds of their own")
        parser.add_argument("--in-progress", action="store_true", help="stop in the middle; print logins")

    def handle(self, *args: object, **options: Any) -> None:
        """Play, then print standings or logins."""
        try:
            script = load_script(options["game"])
            actor = director()
            event = make_event(
                actor,
                options["game"],
                script,
                players=options["players"],
                rounds=options["rounds"],
                hands=options["hands"],
                zone="Asia/Taipei",
            )
            player = Player(event, script, actor, rule, options["seed"])
            with standings_later(event):
                if options["in_progress"]:
                    self._play_half(player, options["rounds"])
                else:
                    for number in range(1, options["rounds"] + 1):
                        player.play_round(number)
                    close_event(actor=actor, event=event)
        except RuleError as error:
            raise CommandError(str(error)) from error
        publish(event.pk)
        if options["in_progress"]:
            self._print_logins(event)
        else:
            self.stdout.write(f"{event.name} ({event.slug})")
            for line in standings_lines(event):
                self.stdout.write(line)

    def _play_half(self, player: Player, rounds: int) -> None:
        """Play the first half of the rounds, and a few hands of the next."""
        done = rounds // 2
        for number in range(1, done + 1):
            player.play_round(number)
        for table in round_tables(player.open_round(done + 1)):
            player.play_table(table, HANDS_IN_PROGRESS)

    def _print_logins(self, event: Event) -> None:
        for login in make_logins(event):
            self.stdout.write(f"{login.role}: {login.username} / {login.password}")
