"""The services that tests and trials start for themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tools import services

START_AND_WAIT = """
import sys, time
from pathlib import Path
from tools import services
with services.redis(Path(sys.argv[1])) as url:
    print(url, flush=True)
    time.sleep(60)
"""


def port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1].split("/")[0])


def eventually(condition) -> bool:
    deadline = time.monotonic() + 15
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


def test_a_process_is_ended_even_when_it_does_not_want_to(tmp_path):
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True)\n"
    log = tmp_path / "log"
    with services.running([sys.executable, "-c", f"{stubborn}while True: time.sleep(1)"], log=log) as process:
        services.wait_until(lambda: "ready" in log.read_text(), process)
        services.stop(process, seconds=0.2)
        assert process.returncode == -signal.SIGKILL


def test_a_process_that_ends_before_it_is_ready_is_reported(tmp_path):
    ends = [sys.executable, "-c", "raise SystemExit(3)"]
    with (
        services.running(ends, log=tmp_path / "log") as process,
        pytest.raises(RuntimeError, match="ended with 3"),
    ):
        services.wait_until(lambda: False, process)


@pytest.mark.celery
def test_redis_runs_while_it_is_used_and_no_longer(tmp_path):
    with services.redis(tmp_path) as url:
        assert services.listens(port_of(url))
    assert not services.listens(port_of(url))


@pytest.mark.celery
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_redis_ends_with_the_program_that_started_it(tmp_path, sign):
    command = [sys.executable, "-c", START_AND_WAIT, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {"PYTHONPATH": "."}
    ) as process:
        port = port_of(process.stdout.readline())
        assert services.listens(port)
        process.send_signal(sign)
    assert eventually(lambda: not services.listens(port))
