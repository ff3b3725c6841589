"""How `./test` counts what ran, what failed and what could not run."""

from __future__ import annotations

import contextlib
import os
import sys

import pytest

from tools import check


@pytest.fixture
def checks(tmp_path, monkeypatch):
    """The checks with nothing run yet, on a machine that is no test machine."""
    monkeypatch.setenv("STARTED_AT", "0")
    monkeypatch.delenv("CI", raising=False)
    return check.Checks(quick=True, folder=tmp_path)


def pytest_on(checks: check.Checks, folder, text: str) -> None:
    (folder / "test_it.py").write_text(text)
    alone = ("-p", "no:randomly", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder))
    checks.pytest("stage", str(folder), *alone)


def test_a_failed_stage_fails_the_run_but_not_the_stages_after_it(checks, capfd):
    checks.stage("bad", sys.executable, "-c", "raise SystemExit(2)")
    checks.stage("good", sys.executable, "-c", "pass")
    assert check.conclude(checks) == 1
    shown = capfd.readouterr().out
    assert "FAILED: bad\n" in shown
    assert "ok       good" in shown


def test_the_last_lines_are_those_of_pytest(checks, tmp_path, capfd):
    pytest_on(checks, tmp_path, "def test_good(): pass\ndef test_bad(): assert False\n")
    assert check.conclude(checks) == 1
    stage, failure, counts = capfd.readouterr().out.rstrip().splitlines()[-3:]
    assert stage == "-- stage"
    assert failure.startswith("FAILED ")
    assert counts.startswith("1 failed, 1 passed in ")


def test_a_stage_without_tests_is_named_and_does_not_fail(checks, tmp_path, capfd):
    pytest_on(checks, tmp_path, "")
    assert check.conclude(checks) == 0
    assert "empty    stage" in capfd.readouterr().out


def test_a_part_that_cannot_run_is_named_and_fails_where_everything_must_run(checks, monkeypatch, capfd):
    checks.leave_out("browser", "Chromium is not installed")
    assert check.conclude(checks) == 0
    assert "NOT RUN HERE: browser" in capfd.readouterr().out
    monkeypatch.setenv("CI", "true")
    assert check.conclude(checks) == 1


def test_what_is_missing_is_installed_by_root(monkeypatch, tmp_path, capfd):
    apt = tmp_path / "apt-get"
    apt.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr(check, "NEEDS", (check.Need("no-such-program", "no-such-package", quick=True),))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(check, "services_left_off", contextlib.nullcontext)
    assert check.install_needs(quick=True) == []
    assert "install -y -qq --no-install-recommends no-such-package" in (tmp_path / "asked").read_text()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert check.install_needs(quick=True) == []
    assert "sudo apt-get install no-such-package" in capfd.readouterr().out


def test_packages_are_kept_from_starting_their_services_only_while_they_are_installed(tmp_path):
    policy = tmp_path / "policy-rc.d"
    with check.services_left_off(policy):
        assert os.access(policy, os.X_OK)
    assert not policy.exists()
    policy.write_text("of the machine itself")
    with check.services_left_off(policy):
        assert policy.read_text() == "of the machine itself"
    assert policy.exists()


def test_a_shared_library_is_looked_for_where_the_system_looks():
    assert not check.Need("libno-such-thing.so.0", "no-such-package", quick=True).is_there()
    assert check.has_library("libc.so.6")


def test_what_a_pdf_needs_is_installed_before_the_tests():
    assert {need.what for need in check.NEEDS if need.quick} >= check.PDF_NEEDS


def test_all_that_needs_a_worker_lies_where_the_stages_of_the_worker_look():
    marked = [path for path in (check.ROOT / "tests").rglob("test_*.py") if "mark.celery" in path.read_text()]
    outside = [
        path for path in marked if not any(path.is_relative_to(check.ROOT / part) for part in check.WORKER_TESTS)
    ]
    assert marked and outside == []
