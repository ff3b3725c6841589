"""`manage.py up`: brings the installation up to date and serves it; what `./run` ends in."""

from __future__ import annotations

import os
import socket
import time

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils import timezone

from config import installation, serving
from config.celery import app
from config.schedule import Timer
from tournament.services.heartbeat import beat


class Command(BaseCommand):
    """Serve this installation on one machine."""

    help = "Bring the database up to date, start a demonstration if it is empty, and serve."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to listen and whether to demonstrate."""
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"), help="default 8000, or $PORT")
        parser.add_argument(
            "--host",
            default=os.environ.get("HOST_ADDRESS", "127.0.0.1"),
            help="default 127.0.0.1 (this machine only); 0.0.0.0 lets phones in this network in",
        )
        parser.add_argument("--no-demo", action="store_true", help="start empty, without the demonstration event")

    def handle(self, *args: object, host: str, port: int, no_demo: bool, **options: object) -> None:
        """Prepare, then become the server; a child process says when the first page is there."""
        if not serving.is_port(port):
            raise CommandError(f"There is no port {port}; choose one between 1 and {serving.LAST_PORT}.")
        if serving.is_taken(host, port):
            raise CommandError(
                f"Port {port} is taken by another program, or not yours to take.\n"
                f"Stop that program, or choose another port:  ./run --port {port + 1}"
            )
        installation.bring_up_to_date()
        if not no_demo and installation.is_empty():
            installation.demonstrate()
        names = self._open_to(host)
        # Loaded before the fork, so that both workers share it.
        from config.wsgi import application

        connections.close_all()
        if os.fork() == 0:
            self._watch(names, port)
            os._exit(0)
        serving.Server(application, host, port).run()

    def _open_to(self, host: str) -> tuple[str, ...]:
        """Return the names this server is reached by, having allowed them where the environment names none."""
        if host in ("127.0.0.1", "localhost"):
            return ("127.0.0.1",)
        machine = socket.gethostname()
        names = [serving.own_address(), machine] if host == "0.0.0.0" else [host]  # noqa: S104 - compared, not bound
        names = [name for name in names if name]
        if "ALLOWED_HOSTS" not in os.environ:
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *names, f"{machine}.local"]
        return tuple(names)

    def _watch(self, names: tuple[str, ...], port: int) -> None:
        """Say where the first page is once it is served, then run the periodic tasks while the server lives."""
        alive = serving.parent_watch()
        try:
            status = serving.first_answer(port, alive)
            if status is None:
                return
            self._announce(names, port, status)
            if app.conf.task_in_process:
                # Before it stopped it may have been off for the night: what is late is counted from now on.
                beat([str(entry["task"]) for entry in app.conf.beat_schedule.values()], timezone.now())
                Timer(app, app.conf.beat_schedule, time.monotonic()).run_while(alive)
        except KeyboardInterrupt:
            return

    def _announce(self, names: tuple[str, ...], port: int, status: int) -> None:
        for name in names:
            self.stdout.write(f"Banfeng is at  http://{name}:{port}/")
        if logins := installation.demo_logins():
            self.stdout.write(logins)
        if started := os.environ.get("STARTED_AT"):
            since = " from a clean clone" if os.environ.get("CLEAN_START") else ""
            page = "First page served" if status < 400 else f"First answer (status {status})"
            self.stdout.write(f"{page} after {time.time() - float(started):.1f} s{since}. Ctrl-C stops the server.")
        self.stdout.flush()
