"""`manage.py demo`: plays an event from registration to final standings, or one that is in progress."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from adjudication.models import Case
from adjudication.selectors.cases import decide_again
from adjudication.selectors.deciding import Described
from adjudication.selectors.preview import ruling_preview
from adjudication.services.cases import issue_case, propose_case
from engine.errors import RuleError
from tournament.actors import Actor
from tournament.demo.playing import Player
from tournament.demo.script import demo_games, load_script
from tournament.demo.stage import director, make_event, make_logins, standings_lines
from tournament.models import Event, Table
from tournament.selectors.tables import round_tables
from tournament.services.events import close_event
from tournament.services.publishing import standings_later
from tournament.services.standings import publish

HANDS_IN_PROGRESS = 2


def rule(actor: Actor, table: Table, infraction: str, offender: str, facts: dict[str, Any], issue: bool) -> None:
    """Propose a case at a table as it stands and, as a referee who has seen its payments, issue it."""
    described = Described(
        event=table.event, round=table.round, table=table, infraction=infraction, offenders=(offender,), facts=facts
    )
    case = propose_case(actor=actor, described=described)
    if not isinstance(case, Case):
        raise CommandError(f"{infraction} asks for {', '.join(question.code for question in case)}")
    if issue:
        preview = ruling_preview(actor=actor, decided=decide_again(case), counted_in=case.round, case=case)
        issue_case(actor=actor, case=case, expected_seq=preview["seq"], mark=preview["mark"])


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
            player.propose(table)

    def _print_logins(self, event: Event) -> None:
        for login in make_logins(event):
            self.stdout.write(f"{login.role}: {login.username} / {login.password}")
