"""`manage.py seat`: the document of the fixed interface, the same bytes in every process, refusals by name."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.seating.audit import audit

ROOT = Path(__file__).parents[2]


def seat(*arguments: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, without a usable database."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "DATABASE_URL": "sqlite:////nonexistent/no.sqlite3"}
    return subprocess.run(
        [sys.executable, "manage.py", "seat", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
    )


def drawn(*arguments: str) -> dict[str, Any]:
    """The document of a successful run."""
    done = seat(*arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_document_has_sorted_keys_and_passes_the_audit() -> None:
    done = seat("--players", "24", "--rounds", "7", "--seed", "公開 seed")
    data = json.loads(done.stdout)
    assert list(data) == sorted(data) == [
        "algorithm", "method", "plan_sha256", "report", "rounds", "seed_sha256",
    ]  # fmt: skip
    assert list(data["report"]) == sorted(
        [
            "repeats",
            "max_meetings",
            "repeat_lower_bound",
            "proven",
            "wind_spread",
            "wind_error",
            "club_meetings",
            "table_revisits",
        ]
    )
    assert data["seed_sha256"] == hashlib.sha256("公開 seed".encode()).hexdigest()
    assert audit(data, range(1, 25), seed="公開 seed").faults == ()
    assert "seconds: " in done.stderr


def test_the_same_arguments_give_the_same_bytes() -> None:
    arguments = ("--players", "30", "--rounds", "6", "--seed", "same")
    assert seat(*arguments).stdout == seat(*arguments, hash_seed="991").stdout


def test_files_are_read_and_more_rounds_warned_about(tmp_path: Path) -> None:
    (tmp_path / "clubs").write_text("[[1, 2, 3], [4, 5, 6, 7, 8]]")
    (tmp_path / "apart").write_text("[[9, 10]]")
    first = seat("--players", "16", "--rounds", "4", "--seed", "a", "--clubs", str(tmp_path / "clubs"))
    assert "warning: A club has 5 of 16 players" in first.stderr
    (tmp_path / "history").write_text(first.stdout)
    done = drawn(
        "--players", "16", "--rounds", "1", "--seed", "b",
        "--apart", str(tmp_path / "apart"), "--history", str(tmp_path / "history"),
    )  # fmt: skip
    assert audit(done, range(1, 17), apart=[(9, 10)], history=json.loads(first.stdout)["rounds"]).faults == ()
    crowded = seat("--players", "16", "--rounds", "6", "--seed", "c")
    assert "the least number of repeats in 6 rounds is 24." in crowded.stderr
    assert json.loads(crowded.stdout)["report"]["repeats"] == 24


def test_a_ranked_round_is_drawn_from_standings(tmp_path: Path) -> None:
    (tmp_path / "ranked").write_text(json.dumps([[player, 100 - player] for player in range(1, 14)]))
    data = drawn("--players", "13", "--rounds", "1", "--seed", "a", "--ranked", str(tmp_path / "ranked"))
    assert [sorted(table) for table in data["rounds"][0]["tables"]] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert data["rounds"][0]["out"] == [13]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("clubs", "[[1, 77]]", "seating_unknown_player"),
        ("clubs", '{"a": 1}', "seating_list"),
        ("apart", "[[1]]", "seating_pair"),
        ("apart", "[[1, 1]]", "seating_apart_pair"),
        ("history", '{"rounds": [7]}', "seating_history_shape"),
        ("history", '{"rounds": [{"tables": [[1, 2, 3]]}]}', "seating_history_round"),
        ("ranked", "[[1, 5], [2]]", "seating_ranked_row"),
        ("ranked", "[[1, 5], [2, 5], [3, 4], [4, 1]]", "seating_ranked_field"),
        ("clubs", "not json", None),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, text: str, code: str | None) -> None:
    (tmp_path / name).write_text(text)
    done = seat("--players", "8", "--rounds", "2", "--seed", "a", f"--{name}", str(tmp_path / name))
    assert done.returncode == 2
    if code:
        assert json.loads(done.stdout)["error"]["code"] == code
    else:
        assert not done.stdout


def test_a_field_too_small_is_refused() -> None:
    done = seat("--players", "3", "--rounds", "2", "--seed", "a")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "seating_too_few"
