"""Starts PostgreSQL and Redis of its own for tests and trials, without systemd, and stops exactly those again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class Missing(Exception):
    """A program that a service needs is not installed; the message names it and its Debian package."""


def free_port() -> int:
    """Return a port of the loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def postgresql_programs() -> Path | None:
    """Return the folder of the newest PostgreSQL server installed, or None."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    found = [folder for folder in folders if (folder / "initdb").exists()]
    if found:
        return found[-1]
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def wait_until(ready: Callable[[], object], process: subprocess.Popen, seconds: float = 30) -> None:
    """Return when `ready` says yes; fail when `process` ends before, or after that many seconds."""
    deadline = time.monotonic() + seconds
    while not ready():
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} ended with {process.returncode}")
        if time.monotonic() > deadline:
            raise RuntimeError(f"{process.args} is not ready after {seconds} s")
        time.sleep(0.05)


def listens(port: int) -> bool:
    """Whether something listens on the port of the loopback."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def stop(process: subprocess.Popen, sign: int = signal.SIGTERM, seconds: float = 15) -> None:
    """End a process that was started here, by force when it does not end by itself."""
    if process.poll() is None:
        process.send_signal(sign)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def bound_to_us(command: Sequence[str]) -> list[str]:
    """Return the command so that it ends even when this process is killed and can stop nothing."""
    setpriv = shutil.which("setpriv")
    return [*([setpriv, "--pdeathsig", "TERM", "--"] if setpriv else []), *command]


@contextmanager
def running(command: Sequence[str], *, log: Path, **options: object) -> Iterator[subprocess.Popen]:
    """Run a program in the background, its output in `log`, and end it on leaving."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            bound_to_us(command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C reaches us alone, and we end it
            **options,
        )
        try:
            yield process
        finally:
            stop(process)


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run a Redis that keeps nothing; yields its REDIS_URL."""
    program = shutil.which("redis-server")
    if program is None:
        raise Missing("redis-server (Debian package redis-server)")
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    with running([program, *options], log=folder / "log") as process:
        wait_until(lambda: listens(port), process)
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def postgresql(folder: Path, database: str) -> Iterator[str]:
    """Run a PostgreSQL with one empty database and no care for a power failure; yields its DATABASE_URL."""
    programs = postgresql_programs()
    if programs is None:
        raise Missing("initdb (Debian package postgresql)")
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / "data"
    data.mkdir(mode=0o700)
    identity = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        shutil.chown(data, "postgres", "postgres")
        identity = {"user": "postgres", "group": "postgres", "extra_groups": ()}
    setting = {"cwd": folder, "env": {**os.environ, "LC_ALL": "C.UTF-8"}, **identity}
    initdb = [programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
    subprocess.run([*initdb, "--no-sync"], check=True, stdout=subprocess.DEVNULL, **setting)
    options = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": folder,
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
    }
    command = [str(programs / "postgres"), "-D", str(data)]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    with (folder / "log").open("ab") as output:
        process = subprocess.Popen(
            bound_to_us(command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **setting,
        )
    try:
        wait_until(lambda: listens(port), process)
        _create_database(port, database, process)
        yield f"postgres://postgres@127.0.0.1:{port}/{database}"
    finally:
        stop(process, signal.SIGINT)


def _create_database(port: int, database: str, process: subprocess.Popen) -> None:
    import psycopg

    deadline = time.monotonic() + 30
    while True:  # it listens a moment before it lets anybody in
        try:
            with psycopg.connect(host="127.0.0.1", port=port, user="postgres", autocommit=True) as connection:
                connection.execute(f'CREATE DATABASE "{database}"')
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.1)
