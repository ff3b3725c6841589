"""`make load`: a thousand open pages ask for the standings while hands are recorded; how late do they see them?

Everything happens on this machine: the server is started as `./run` starts it, on data of its own that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tools import services

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
SLUG = "load"
LEAST_WAIT, MOST_WAIT = 2.0, 3.0  # seconds between two polls of one page
PATIENCE = 30.0  # seconds after which a poll has failed
MOST_LATE = 5.0  # seconds the median update may take
MARK = re.compile(rb"\?v=([0-9]+-?[0-9.]*)")

# Run by the application itself, in a process of its own.
FOUND = f"""
import json
from rest_framework.authtoken.models import Token
from tournament.actors import Actor
from tournament.models import User
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.rounds import start_round
from tournament.services.standings import publish
user = User.objects.create_user("load", "", "a-load-of-hands", is_staff=True)
actor = Actor(user=user)
event = create_event(actor=actor, name="Load", slug="{SLUG}", zone="UTC", game="taiwan", preset="club_day", rounds=1,
                     length={{"unit": "hands", "count": 999}})
players = 4 * TABLES
add_entries(actor=actor, event=event, names=[f"Player {{number:03}}" for number in range(1, players + 1)])
check_in(actor=actor, event=event, numbers=list(range(1, players + 1)), state="present")
first = get_round(event, 1)
draw_round(actor=actor, round_=first)
release_draw(actor=actor, round_=first)
start_round(actor=actor, round_=first)
publish(event.pk)
print(Token.objects.create(user=user).key)
"""


@dataclass
class Seen:
    """What the clients met: when each version was written, how late it was seen, and what failed."""

    written: dict[int, float] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)
    polls: int = 0
    changed: int = 0
    failures: list[str] = field(default_factory=list)

    def newest(self, before: int, version: int) -> None:
        """Note that a page that showed one version now shows another."""
        now = time.monotonic()
        self.late += [now - at for number, at in list(self.written.items()) if before < number <= version]


async def ask(port: int, path: str, *, method: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    """Return status and body of one request on a connection of its own."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Connection: close", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), rest


async def follow(port: int, seen: Seen, until: float, chance: random.Random) -> None:
    """Be one open page: ask again and again with the mark of what is shown."""
    await asyncio.sleep(chance.uniform(0, MOST_WAIT))
    mark, version = "0", None
    while time.monotonic() < until:
        try:
            path = f"/e/{SLUG}/standings/1/?v={mark}"
            status, body = await asyncio.wait_for(ask(port, path, HX_Request="true"), PATIENCE)
            seen.polls += 1
            if status == 200 and (found := MARK.search(body)):
                seen.changed += 1
                mark = found.group(1).decode()
                newest = int(re.match(r"\d+", mark).group())
                if version is not None:
                    seen.newest(version, newest)
                version = newest
            elif status != 204:
                seen.failures.append(f"status {status}")
        except (OSError, TimeoutError, ValueError, IndexError) as error:
            seen.failures.append(type(error).__name__)
        await asyncio.sleep(chance.uniform(LEAST_WAIT, MOST_WAIT))


async def record(port: int, token: str, seen: Seen, tables: int, every: float, until: float) -> list[float]:
    """Record a hand at one table after the other; return how long each took."""
    took, seqs, number = [], dict.fromkeys(range(1, tables + 1), 0), 0
    headers = {"Authorization": f"Token {token}", "Content_Type": "application/json"}
    while time.monotonic() < until - PATIENCE / 3:
        number = number % tables + 1
        hand = {"type": "win", "wins": [{"seat": "E", "by": "discard", "from": "S", "total": 3}]}
        body = json.dumps({"expected_seq": seqs[number], "events": [hand]}).encode()
        path = f"/api/v1/events/{SLUG}/rounds/1/tables/{number}/events/"
        before = time.monotonic()
        status, answer = await ask(port, path, method="POST", body=body, **headers)
        took.append(time.monotonic() - before)
        if status != 201:
            raise SystemExit(f"A hand was refused: {status} {answer[:300]!r}")
        seqs[number] += 1
        _status, event = await ask(port, f"/api/v1/events/{SLUG}/", **headers)
        seen.written[json.loads(event)["version"]] = before + took[-1]
        await asyncio.sleep(every)
    return took


async def crowd(port: int, token: str, options: argparse.Namespace) -> tuple[Seen, list[float]]:
    """Let everybody in, and record meanwhile."""
    seen, until = Seen(), time.monotonic() + options.seconds
    chance = random.Random("load")
    pages = [follow(port, seen, until, random.Random(chance.random())) for _ in range(options.clients)]
    took, *_ = await asyncio.gather(record(port, token, seen, options.tables, options.every, until), *pages)
    return seen, took


def cpu_of(group: int) -> float:
    """Return the CPU seconds of all processes of a group so far."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def at_most(most: float) -> type[float]:
    """Read a number that may not be larger."""

    def read(text: str) -> float:
        value = type(most)(text)
        if not 0 < value <= most:
            raise argparse.ArgumentTypeError(f"between 0 and {most}")
        return value

    return read  # type: ignore[return-value]


def main() -> int:
    """Start the server, measure, print; 1 where an update is late or a poll failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=at_most(2000), default=1000)
    parser.add_argument("--seconds", type=at_most(120.0), default=45.0)
    parser.add_argument("--tables", type=at_most(200), default=50)
    parser.add_argument("--every", type=at_most(60.0), default=3.0, help="seconds between two hands")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banfeng-load-")))
        setting = {"cwd": ROOT, "env": os.environ | {"DATA_DIR": str(folder)}}
        subprocess.run([sys.executable, "manage.py", "prepare"], check=True, stdout=subprocess.DEVNULL, **setting)
        script = FOUND.replace("TABLES", str(options.tables))
        shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", script]
        made = subprocess.run(shell, check=True, stdout=subprocess.PIPE, text=True, **setting)
        token, port = made.stdout.split()[-1], options.port or services.free_port()
        serve = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
        server = stack.enter_context(services.running(serve, log=folder / "server.log", **setting))
        services.wait_until(lambda: services.listens(port), server)
        asyncio.run(ask(port, f"/e/{SLUG}/standings/1/"))
        before, group = time.monotonic(), os.getpgid(server.pid)
        used = cpu_of(group)
        seen, took = asyncio.run(crowd(port, token, options))
        lasted, used = time.monotonic() - before, cpu_of(group) - used
        if not seen.late:
            print((folder / "server.log").read_text()[-2000:])
    median = statistics.median(seen.late) if seen.late else float("inf")
    worst = statistics.quantiles(seen.late, n=20)[-1] if len(seen.late) > 1 else float("inf")
    print(f"{options.clients} open pages, {options.tables} tables, a hand every {options.every:g} s, {lasted:.0f} s")
    polls, a_poll, slowest = seen.polls, used / max(seen.polls, 1) * 1000, max(took) * 1000
    print(f"from write to seen: median {median:.2f} s (at most {MOST_LATE:g}), 95 % within {worst:.2f} s")
    print(f"polls: {polls} ({polls / lasted:.0f} a second), {seen.changed} with news, {len(seen.failures)} failed")
    print(f"hands: {len(took)}, recorded in {statistics.median(took) * 1000:.0f} ms (median), {slowest:.0f} ms at most")
    print(f"server: {used:.1f} CPU s, {used / lasted:.2f} cores, {a_poll:.2f} CPU-ms a poll with all else it does")
    for failure in sorted(set(seen.failures)):
        print(f"  {failure}: {seen.failures.count(failure)}")
    return 1 if seen.failures or median > MOST_LATE else 0


if __name__ == "__main__":
    sys.exit(main())
