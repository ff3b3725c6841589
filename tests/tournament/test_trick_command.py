"""`manage.py trick`: one answer a line, errors on their own line, options of the line and of the command."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

TRICK = {"level": "T", "trump": "H", "plays": [["SA"] * 2 + ["SK"] * 2, ["S6"] * 4, ["H5"] * 2 + ["H6"] * 2]}
TRICK["plays"].append(["S3", "S4", "S7", "S8"])


def trick(monkeypatch: pytest.MonkeyPatch, *lines: str, **arguments: str) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    out = io.StringIO()
    call_command("trick", stdout=out, **arguments)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_has_its_answer_and_bad_ones_do_not_stop_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"id": "a", **TRICK}, {"id": "b", **TRICK, "level": "2"}, {"id": "c", **TRICK}]
    answers = trick(monkeypatch, json.dumps(lines[0]), "{", *map(json.dumps, lines[1:]))
    assert [answer["id"] for answer in answers] == ["a", None, "b", "c"]
    assert (answers[0]["winner"], answers[0]["points"]) == (1, 30)
    assert answers[1]["error"]["code"] == "unreadable"
    assert (answers[2]["error"]["code"], answers[2]["error"]["path"]) == ("level_unknown", "level")
    assert answers[3]["winner"] == 1


def test_options_come_from_the_command_and_then_from_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"options": {"kind_before_trump": True}}
    answers = trick(
        monkeypatch, json.dumps(TRICK), json.dumps(TRICK | own), options=json.dumps({"kind_before_trump": False})
    )
    assert [answer["winner"] for answer in answers] == [2, 1]
    preset = trick(monkeypatch, json.dumps(TRICK | {"preset": "trump_first"}))
    assert preset[0]["winner"] == 2
    unknown = trick(monkeypatch, json.dumps(TRICK | {"options": {"colour": 1}}))
    assert unknown[0]["error"]["code"] == "option_unknown"


def test_a_wrong_command_line_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError) as refused:
        trick(monkeypatch, json.dumps(TRICK), options="[]")
    assert refused.value.returncode == 2
