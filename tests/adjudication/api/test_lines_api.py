"""The API answers `score`, `settle`, `trick` and `rule` with exactly what the commands print."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

DATA = Path(__file__).parents[2] / "data"
WRONG = [{"id": "wrong", "nonsense": 1}, {}, "no line"]


def cases(file: str, key: str = "in") -> list[dict[str, Any]]:
    read = map(json.loads, (DATA / file).read_text("utf-8").splitlines())
    return [case[key] for case in read if case.get("game", file.split("/")[0]) == file.split("/")[0]]


def by_command(monkeypatch: pytest.MonkeyPatch, command: str, game: str, lines: list[Any]) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in lines)))
    out = io.StringIO()
    call_command(*([command] if command == "trick" else [command, game]), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "game", "file", "key"),
    [
        ("score", "taiwan", "taiwan/hands.jsonl", "in"),
        ("score", "zungjung", "zungjung/hands.jsonl", "in"),
        ("settle", "taiwan", "taiwan/settle.jsonl", "in"),
        ("settle", "sichuan", "sichuan/settle.jsonl", "in"),
        ("settle", "dinghai", "dinghai/settle.jsonl", "in"),
        ("trick", "shengji", "shengji/trick.jsonl", "in"),
        ("rule", "taiwan", "taiwan/rule.jsonl", "rule"),
        ("rule", "sichuan", "sichuan/rule.jsonl", "rule"),
    ],
)
def test_the_api_gives_what_the_command_gives(monkeypatch, command, game, file, key):
    lines = [*cases(file, key)[:400], *WRONG]
    client = APIClient(HTTP_ACCEPT_LANGUAGE="zh-hant")
    printed = by_command(monkeypatch, command, game, lines)
    many = client.post(f"/api/v1/games/{game}/{command}/", lines, format="json")
    assert many.status_code == 200
    assert many.json() == printed
    assert printed[-1]["error"]["code"] == "unreadable"
    one = client.post(f"/api/v1/games/{game}/{command}/", lines[0], format="json")
    assert one.json() == printed[0]


@pytest.mark.django_db
def test_infractions_are_listed_as_the_command_lists_them():
    out = io.StringIO()
    call_command("rule", "shengji", "--list", stdout=out)
    listed = APIClient().get("/api/v1/games/shengji/rule/")
    assert listed.json() == [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.django_db
def test_what_is_no_line_is_refused():
    client = APIClient()
    assert client.post("/api/v1/games/none/score/", {}, format="json").json()["code"] == "game_unknown"
    assert client.post("/api/v1/games/taiwan/trick/", {}, format="json").json()["error"]["code"] == "no_tricks"
    assert client.post("/api/v1/games/taiwan/score/", [{}] * 501, format="json").json()["code"] == "lines_many"
