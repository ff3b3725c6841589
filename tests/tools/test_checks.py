"""Every check of `tests/data/checks.toml` is shown by tests that exist."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHECKS = tomllib.loads((ROOT / "tests/data/checks.toml").read_text())["check"]


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the test functions of a file, which is not imported."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.is_file() else ast.Module([], [])
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_check_is_shown_by_tests_that_exist():
    missing = [
        name
        for check in CHECKS
        for name in check["tests"]
        if name.partition("::")[2] not in functions_of(name.split("::")[0])
    ]
    assert missing == []
    assert [check["says"] for check in CHECKS if not check["tests"]] == []


def test_every_check_says_something_of_its_own_in_a_known_section():
    sections = list(dict.fromkeys(check["section"] for check in CHECKS))
    assert len(sections) == 8
    assert [check["section"] for check in CHECKS] == sorted((check["section"] for check in CHECKS), key=sections.index)
    says = [check["says"] for check in CHECKS]
    assert len(set(says)) == len(says)
