"""`manage.py score` and `settle`: the given cases through the door that other programs use."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

DATA = Path(__file__).parents[1] / "data" / "taiwan"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def run(monkeypatch: pytest.MonkeyPatch, command: str, *given: Any) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in given)))
    out = io.StringIO()
    call_command(command, "taiwan", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_given_hand_keeps_its_id_and_has_its_total(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = lines("hands.jsonl")
    answers = run(monkeypatch, "score", *(case["in"] for case in cases))
    assert [(answer["id"], answer["total"]) for answer in answers] == [
        (case["in"]["id"], case["total"]) for case in cases
    ]


def test_what_stands_and_what_does_not_win_keep_their_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = {"concealed": "123456m78955p23467s", "win": None}
    ready, dead, bad = run(
        monkeypatch,
        "score",
        {"id": "r", **hand},
        {"id": "d", **hand, "win": "1z", "by": "self"},
        {"id": "b", **hand, "win": "8x"},
    )
    assert (ready["id"], ready["ready"]) == ("r", True)
    assert (dead["id"], dead["valid"]) == ("d", False)
    assert (bad["id"], bad["error"]["path"]) == ("b", "win")


def test_every_given_settlement_keeps_its_id_and_has_its_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = lines("settle.jsonl")
    answers = run(monkeypatch, "settle", *(case["in"] for case in cases))
    for case, answer in zip(cases, answers, strict=True):
        assert answer["id"] == case["in"]["id"]
        assert {place: answer["scores"][place] for place in "ESWN"} == case["want"]["scores"]
