"""JSON lines: one that cannot be read is an error on its own line, and the rest goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lines import answer_lines

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "bad",
    [r'{"id": "\ud800"}', r'{"\uDFFF": 1}', '{"id": "\udcff"}', "[" * 200_000 + "]" * 200_000, "{", "1" * 5000],
)
def test_a_bad_line_is_an_error_and_the_next_is_answered(bad: str) -> None:
    lines = list(answer_lines([bad, "", '{"id": 2}'], lambda data: {"good": True}))
    first, second = (json.loads(line.encode()) for line in lines)
    assert (first["id"], first["error"]["code"]) == (None, "unreadable")
    assert second == {"id": 2, "good": True}


def test_an_answer_that_recurses_too_deeply_is_an_error() -> None:
    def endless(data: dict[str, object]) -> dict[str, object]:
        return endless(data)

    (line,) = answer_lines(['{"id": 1}'], endless)
    assert json.loads(line)["error"]["message"] == "This is nested too deeply."


def test_nobody_who_reads_on_is_no_error() -> None:
    command = [sys.executable, "manage.py", "rule", "taiwan", "--list"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
