"""Other processes on the test database: web servers, and Python that may be killed."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from tools import services

ROOT = Path(__file__).resolve().parents[2]


def database_url() -> str:
    """Return the DATABASE_URL under which another process sees the test database."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgres://{values['USER']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


def environment() -> dict[str, str]:
    """Return the environment in which a process sees the test database."""
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    return {**kept, "DATABASE_URL": database_url(), "PYTHONPATH": str(ROOT), "LOG_LEVEL": "WARNING"}


@contextmanager
def served(folder: Path, workers: int = 4) -> Iterator[int]:
    """Run the site with several server processes; yields the port."""
    port = services.free_port()
    command = [sys.executable, "-m", "gunicorn", "tests.tournament.served:application", "-b", f"127.0.0.1:{port}"]
    command += ["-w", str(workers), "--threads", "2", "--no-control-socket", "--timeout", "60"]
    with services.running(command, log=folder / "server.log", cwd=ROOT, env=environment()) as process:
        services.wait_until(lambda: _answers(port), process, 60)
        yield port


def _answers(port: int) -> bool:
    try:
        return call(port, "GET", "/healthz", token="")[0] == 200
    except OSError:
        return False


def call(
    port: int, method: str, path: str, body: Any = None, *, token: str, key: str = ""
) -> tuple[int, dict[str, Any] | None]:
    """Send one request on a connection of its own; returns status and decoded body."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "Accept-Language": "en"}
    if token:
        headers["Authorization"] = f"Token {token}"
    if key:
        headers["Idempotency-Key"] = key
    try:
        client.request(method, path, None if body is None else json.dumps(body), headers)
        response = client.getresponse()
        content = response.read()
        return response.status, json.loads(content) if content else None
    finally:
        client.close()


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python with Django set up and the toy game found, on the test database."""
    start = (
        "import django, os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup()\n"
        "from tests.toy.finding import toy_found\n"
        "found = toy_found(); found.__enter__()\n"
    )
    return subprocess.run(
        [sys.executable, "-c", start + code], env=environment(), cwd=ROOT, capture_output=True, text=True, check=False
    )
