"""`./run` and `manage.py up` as somebody meets them who has just cloned the project."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tools import services

ROOT = Path(__file__).resolve().parents[2]
SHELL_TOOLS = ("sh", "dirname", "basename", "date", "cmp", "mkdir", "cp")
OLD_PYTHON = '#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2\n[ "$1" = -V ]\n'
# A Python as Debian has it: new enough, and its venv module is in a package of its own.
BARE_PYTHON = """#!/bin/sh
case "$*" in
    *ensurepip*) exit 1 ;;
    *) exec {python} "$@" ;;
esac
"""


@pytest.fixture
def clone(tmp_path):
    """A folder with what `./run` needs before it has a Python, and nothing else."""
    folder = tmp_path / "clone"
    (folder / "tools").mkdir(parents=True)
    for name in ("run", "tools/venv.sh", "requirements.txt"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture
def machine(tmp_path):
    """A PATH with only the tools named: returns a function that adds a program, and the folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in SHELL_TOOLS:
        (folder / name).symlink_to(shutil.which(name))

    def add(name: str, text: str) -> None:
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)

    add.path = str(folder)
    return add


def run(clone: Path, path: str) -> subprocess.CompletedProcess:
    return subprocess.run(["./run"], cwd=clone, env={"PATH": path}, capture_output=True, text=True, timeout=60)


def test_without_python_it_says_which_one_it_needs(clone, machine):
    done = run(clone, machine.path)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "apt-get install python3" in done.stderr


def test_an_old_python_is_refused_by_its_version(clone, machine):
    machine("python3", OLD_PYTHON)
    done = run(clone, machine.path)
    assert done.returncode == 1
    assert "python3 is Python 3.9.2, which is too old." in done.stderr


def test_another_python_that_is_new_enough_is_tried(clone, machine):
    machine("python3", OLD_PYTHON)
    machine("python3.12", BARE_PYTHON.format(python=sys.executable))
    machine("id", "#!/bin/sh\necho 1000\n")
    machine("apt-get", "#!/bin/sh\nexit 1\n")
    assert "Run this once, then repeat:" in run(clone, machine.path).stderr


def test_without_the_venv_module_and_without_root_it_prints_the_one_command(clone, machine):
    machine("python3", BARE_PYTHON.format(python=sys.executable))
    machine("id", "#!/bin/sh\necho 1000\n")
    machine("apt-get", "#!/bin/sh\nexit 1\n")
    done = run(clone, machine.path)
    assert done.returncode == 1
    assert "sudo apt-get install python3-venv" in done.stderr


def test_without_the_venv_module_and_without_apt_it_says_what_is_missing(clone, machine):
    machine("python3", BARE_PYTHON.format(python=sys.executable))
    machine("id", "#!/bin/sh\necho 0\n")
    done = run(clone, machine.path)
    assert done.returncode == 1
    assert "venv module is missing and there is no apt-get" in done.stderr


def test_as_root_the_venv_module_is_installed(clone, machine, tmp_path):
    machine("python3", BARE_PYTHON.format(python=sys.executable))
    machine("id", "#!/bin/sh\necho 0\n")
    machine("apt-get", f'#!/bin/sh\necho "$@" >> {tmp_path}/apt\n[ "$1" = update ]\n')
    done = run(clone, machine.path)
    assert done.returncode == 1
    assert "apt-get could not install python3-venv" in done.stderr
    assert "install -y -qq --no-install-recommends python3-venv" in (tmp_path / "apt").read_text()


@pytest.fixture
def installation(tmp_path):
    """The environment of an installation that has nothing yet."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    return environment | {"STARTED_AT": str(time.time())}


def up(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", "up", *arguments]


def test_a_port_that_is_taken_is_named_and_another_is_proposed(installation):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(up("--port", str(port)), cwd=ROOT, env=installation, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert f"./run --port {port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_an_empty_installation_is_served_and_stops_as_a_whole(installation, tmp_path):
    port = services.free_port()
    log = tmp_path / "log"
    with services.running(up("--no-demo"), log=log, cwd=ROOT, env=installation | {"PORT": str(port)}) as process:
        services.wait_until(lambda: "Ctrl-C" in log.read_text(), process, 60)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        text = log.read_text()
        assert f"Banfeng is at  http://127.0.0.1:{port}/" in text
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(
                urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": "elsewhere.example"})
            )
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert (tmp_path / "data/db.sqlite3").exists()
    deadline = time.monotonic() + 10
    while services.listens(port) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not services.listens(port)


@pytest.mark.long
def test_ctrl_c_in_a_terminal_which_every_process_hears_stops_it_at_once(installation, tmp_path):
    port = services.free_port()
    log = tmp_path / "log"
    command = up("--no-demo", "--port", str(port))
    with services.running(command, log=log, cwd=ROOT, env=installation) as process:
        services.wait_until(lambda: "Ctrl-C" in log.read_text(), process, 60)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(10) == 0
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("port", ["99999", "0", "-1"])
def test_a_port_there_is_not_is_refused_with_a_sentence(installation, port):
    done = subprocess.run(up(f"--port={port}"), cwd=ROOT, env=installation, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"There is no port {port}; choose one between 1 and 65535." in done.stderr
    assert "Traceback" not in done.stderr
