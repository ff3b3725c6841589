"""The web server of an installation on one machine: gunicorn in this process, and somebody who watches it."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

from django.core.handlers.wsgi import WSGIHandler
from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

LAST_PORT = 65535


def _leave_interrupts_to_the_master(worker: Worker) -> None:
    """Ctrl-C reaches every process of a terminal, and the master passes it on: twice would lock a worker up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Server(BaseApplication):
    """Gunicorn with two processes of four threads, serving an application that is already loaded."""

    def __init__(self, application: WSGIHandler, host: str, port: int) -> None:
        self._application, self._host, self._port = application, host, port
        super().__init__()

    def load_config(self) -> None:
        """Set what differs from gunicorn's defaults."""
        shm = Path("/dev/shm")  # noqa: S108 - heartbeats of the workers belong in memory, not on a slow disk
        options = {
            "bind": f"{self._host}:{self._port}",
            "workers": 2,
            "threads": 4,
            "worker_class": "gthread",
            "timeout": 60,  # longer than a writer may wait for SQLite
            "loglevel": "warning",
            "control_socket_disable": True,
            "worker_tmp_dir": str(shm) if shm.is_dir() else None,
            "post_worker_init": _leave_interrupts_to_the_master,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        """Return the application."""
        return self._application


def is_port(number: int) -> bool:
    """Whether a server can be asked for by this number."""
    return 1 <= number <= LAST_PORT


def is_taken(host: str, port: int) -> bool:
    """Whether another program listens on the port, or this one may not."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def own_address() -> str:
    """Return the address of this machine in its network, or nothing where it is in none; sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return probe.getsockname()[0]


def first_answer(port: int, alive: Callable[[], bool]) -> int | None:
    """Ask for the first page until the server answers; return the status, or None when it is gone before."""
    while alive():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    return None


def parent_watch() -> Callable[[], bool]:
    """Return a test of whether the process that is the parent now still lives."""
    parent = os.getppid()
    return lambda: os.getppid() == parent
