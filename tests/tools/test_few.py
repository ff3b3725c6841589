"""A quick run takes the first cases of a test and its last, and every test that has one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools.check import ROOT

MANY, ONE = "::test_a_second_round_repeats", "::test_among_equals"


@pytest.mark.parametrize(("few", "cases"), [(1, 1), (2, 2), (9, 4)])
def test_a_few_cases_of_a_test_are_its_first_and_its_last(few, cases):
    command = [sys.executable, "-m", "pytest", "-p", "no:randomly", "--collect-only", "-q", "--few", str(few)]
    told = subprocess.check_output([*command, "tests/engine/seating/test_partitions.py"], cwd=ROOT, text=True)
    found = [line for line in told.splitlines() if MANY in line]
    assert len(found) == cases, told
    assert "[13-2]" in found[-1]
    assert ONE in told
