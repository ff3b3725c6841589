"""`./test`: runs every check of the project in turn, with services of its own, and says what could not run."""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools import services

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
BIN = Path(PYTHON).parent

PURE_TESTS = ("tests/engine", "tests/adjudication/rules")
DATABASE_TESTS = ("tests/tournament", "tests/adjudication", "tests/config")
WORKER_TESTS = ("tests/celery_worker", "tests/tools")
CJK_FONTS = Path("/usr/share/fonts/opentype/noto")
NO_TESTS_COLLECTED = 5
NOT_QUICK = "browser, PostgreSQL, coverage, long and fuzz tests, most cases of tests that have many"


@dataclass(frozen=True)
class Need:
    """Something the checks use that pip cannot install: how to see that it is there, and its Debian package."""

    what: str
    package: str
    quick: bool

    def is_there(self) -> bool:
        """Whether it is installed."""
        if self.what == "postgresql":
            return services.postgresql_programs() is not None
        if self.what == "fonts":
            return any(CJK_FONTS.glob("NotoSansCJK*"))
        if self.what.endswith(".so.0"):
            return has_library(self.what)
        if self.what == "chromium":
            return shutil.which(os.environ.get("CHROMIUM", "chromium")) is not None
        return shutil.which(self.what) is not None


NEEDS = (
    Need("redis-server", "redis-server", quick=True),
    Need("xgettext", "gettext", quick=True),
    Need("postgresql", "postgresql", quick=False),
    Need("chromium", "chromium", quick=False),
    Need("fonts", "fonts-noto-cjk", quick=True),
    Need("libpango-1.0.so.0", "libpango-1.0-0", quick=True),
    Need("libpangoft2-1.0.so.0", "libpangoft2-1.0-0", quick=True),
    Need("libharfbuzz-subset.so.0", "libharfbuzz-subset0", quick=True),
)
# Looks at PDFs alone, which no database changes.
ONLY_PAPER = ("tests/tournament/printing/test_pdf.py",)
# What makes a PDF with Chinese characters.
PDF_NEEDS = {"fonts", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"}


def has_library(name: str) -> bool:
    """Whether the system's loader finds a shared library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


@dataclass
class Report:
    """What ran, how it ended and what did not run."""

    lines: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)


def shout(text: str) -> None:
    """Print a heading that is seen in a long log."""
    print(f"\n=== {text}", flush=True)


class Checks:
    """The stages, run one after the other; a failed one does not stop those after it."""

    def __init__(self, *, quick: bool, folder: Path) -> None:
        self.quick, self.folder, self.report = quick, folder, Report()
        # Which tests of a part run: what is long or has many cases waits for a full run, which does the random runs by
        # themselves.
        self.short = "not fuzz and not long" if quick else "not fuzz"
        self.few = ("--few", "2") if quick else ()
        self.environment = {
            **os.environ,
            "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
            "DATA_DIR": str(folder / "data"),
            "HYPOTHESIS_PROFILE": os.environ.get("HYPOTHESIS_PROFILE", "quick" if quick else "ci"),
        }
        # Many tests start processes of their own: compiling the project anew in each takes longer than some of them.
        for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE"):
            self.environment.pop(name, None)

    def stage(self, name: str, *command: str, **environment: str) -> bool:
        """Run one command; note how it ended."""
        shout(name)
        started = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, env=self.environment | environment).returncode
        return self._note(name, code, started)

    def pytest(self, name: str, *arguments: str, **environment: str) -> bool:
        """Run pytest; its last lines are kept to be shown again at the end."""
        shout(name)
        started = time.monotonic()
        command = [PYTHON, "-m", "pytest", "-q", "--durations=10", "--color=no", *arguments]
        kept: list[str] = []
        with subprocess.Popen(
            command, cwd=ROOT, env=self.environment | environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                for line in process.stdout:
                    self._show(line, kept)
            except BaseException:
                services.stop(process, signal.SIGINT, 60)  # pytest then ends what its tests have started
                raise
            code = process.wait()
        if code == NO_TESTS_COLLECTED:
            self.report.lines.append(f"empty    {name}: no tests there yet")
            return True
        self.report.summaries += [f"-- {name}", *kept]
        return self._note(name, code, started)

    def _show(self, line: str, kept: list[str]) -> None:
        print(line, end="", flush=True)
        if re.match(r"(FAILED|ERROR) |=* ?(\d+ \w+.*|no tests ran) in [\d.]+s", line):
            kept.append(line.rstrip())

    def leave_out(self, name: str, why: str) -> None:
        """Note loudly that a part cannot run here."""
        shout(f"NOT RUN: {name} ({why})")
        self.report.left_out.append(name)
        self.report.lines.append(f"NOT RUN  {name}: {why}")

    def _note(self, name: str, code: int, started: float) -> bool:
        seconds = time.monotonic() - started
        self.report.lines.append(f"{'ok      ' if code == 0 else 'FAILED  '} {name}  {seconds:.1f} s")
        if code:
            self.report.failed.append(name)
        return code == 0

    def run(self) -> None:
        """Run everything that can run here."""
        have = {need.what for need in install_needs(self.quick)}
        self._still()
        self._sqlite(have)
        self._celery("Tasks on a real worker and a real Redis", have)
        if self.quick:
            return
        with ExitStack() as stack:
            self._postgresql(have, stack)
        self._browser(have)

    def _still(self) -> None:
        """Checks that read the code and start nothing."""
        manage = (PYTHON, "manage.py")
        self.stage("Style (ruff check)", "ruff", "check", ".")
        self.stage("Format (ruff format)", "ruff", "format", "--check", ".")
        self.stage("Imports point one way (lint-imports)", "lint-imports", "--no-logo")
        self.stage("Types of the pure rooms (mypy)", "mypy")
        self.stage("Migrations are complete", *manage, "makemigrations", "--check", "--dry-run")
        self.stage("Settings of this machine", *manage, "check", "--fail-level", "WARNING")
        deployed = {"HTTPS": "1", "ALLOWED_HOSTS": "example.org", "SECURE_HSTS_PRELOAD": "1"}
        self.stage(
            "Settings of a server",
            *manage,
            "check",
            "--deploy",
            "--fail-level",
            "WARNING",
            "--tag",
            "security",
            **deployed,
        )
        self.stage("Reference pages are current", *manage, "reference", "--check")
        schema = ("spectacular", "--file", str(self.folder / "schema.yml"), "--validate", "--fail-on-warn")
        self.stage("API description", *manage, *schema)

    def _sqlite(self, have: set[str]) -> None:
        pure = [path for path in PURE_TESTS if (ROOT / path).is_dir()]
        # Tracing makes searches several times slower: a quick run does without, and the long random runs always do.
        coverage = [] if self.quick else ["--cov", "--cov-report=term", "--cov-fail-under=95"]
        name = "Pure rooms" if self.quick else "Pure rooms and their coverage"
        self.pytest(name, *pure, "-n", "2", *self.few, *coverage, "-m", f"not celery and {self.short}")
        if not self.quick:
            self.pytest("Pure rooms, long random runs", *pure, "-n", "2", "-m", "fuzz")
        marks = "not celery and not browser and not postgresql"
        marks += f" and {self.short}" if self.quick else ""
        if "xgettext" not in have:
            self.leave_out("Translations are complete", "xgettext is not installed")
            marks += " and not gettext"
        if not have >= PDF_NEEDS:
            self.leave_out("Documents as PDF", "Pango or the Chinese fonts are not installed")
            marks += " and not pdf"
        others = [f"--ignore={path}" for path in (*pure, "tests/browser")]
        self.pytest("Everything else on SQLite", "tests", *others, "-n", "2", *self.few, "-m", marks)

    def _celery(self, name: str, have: set[str], **environment: str) -> None:
        if "redis-server" not in have:
            self.leave_out(name, "redis-server is not installed")
            return
        # Each process of tests starts a Redis and workers of its own.
        self.pytest(name, *WORKER_TESTS, "-n", "2", "-m", "celery", **environment)

    def _postgresql(self, have: set[str], stack: ExitStack) -> None:
        name = "What touches the database, on PostgreSQL"
        if "postgresql" not in have:
            self.leave_out(name, "PostgreSQL is not installed")
            return
        url = stack.enter_context(services.postgresql(self.folder / "postgresql", "banfeng"))
        paths = [path for path in DATABASE_TESTS if (ROOT / path).is_dir()]
        marks = "not celery and not browser and not gettext and not sqlite"
        if not have >= PDF_NEEDS:
            marks += " and not pdf"
        others = [f"--ignore={path}" for path in (*PURE_TESTS, *ONLY_PAPER)]
        self.pytest(name, *paths, *others, "-n", "2", "-m", marks, DATABASE_URL=url)
        self._celery("Tasks on PostgreSQL and Redis", have, DATABASE_URL=url)

    def _browser(self, have: set[str]) -> None:
        name = "Pages in a browser"
        if "chromium" not in have:
            self.leave_out(name, "Chromium is not installed")
        elif not (ROOT / "tests/browser").is_dir():
            self.report.lines.append(f"empty    {name}: no tests there yet")
        else:
            if "fonts" not in have:
                self.leave_out("Chinese glyphs in the browser", "fonts-noto-cjk is not installed")
            # The whole event alone is half of it: whoever is done takes over what waits.
            self.pytest(name, "tests/browser", "-n", "2", "--dist", "worksteal")


@contextmanager
def services_left_off(policy: Path = Path("/usr/sbin/policy-rc.d")) -> Iterator[None]:
    """Keep Debian's packages from starting the services they bring: the checks start their own."""
    try:
        with policy.open("x") as file:
            file.write("#!/bin/sh\nexit 101\n")
    except OSError:  # a policy of the machine's own stands, and where none can be written none is needed
        yield
        return
    policy.chmod(0o755)
    try:
        yield
    finally:
        policy.unlink()


def install_needs(quick: bool) -> list[Need]:
    """Install what is missing from the distribution's packages where that is possible; return what is there then."""
    wanted = [need for need in NEEDS if need.quick or not quick]
    missing = [need for need in wanted if not need.is_there()]
    if missing:
        packages = [need.package for need in missing]
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        if os.geteuid() == 0 and shutil.which("apt-get"):
            shout(f"Installing {' '.join(packages)}")
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            with services_left_off():
                subprocess.run(["apt-get", "update", "-qq"], env=environment)
                subprocess.run(install, env=environment, stdout=subprocess.DEVNULL)
        elif shutil.which("apt-get"):
            shout(f"Missing, and only root may install it. Run once:  sudo apt-get install {' '.join(packages)}")
        else:
            shout(f"Missing, and there is no apt-get here to install it:  {' '.join(packages)}")
    return [need for need in wanted if need.is_there()]


def conclude(checks: Checks) -> int:
    """Print what happened, pytest's own lines last; return the exit status."""
    report, demanding = checks.report, os.environ.get("CI") == "true"
    shout("Summary")
    print("\n".join(report.lines))
    if checks.quick:
        print(f"left out: {NOT_QUICK} (./test runs them)")
    since = "from a clean clone" if os.environ.get("CLEAN_START") else "with the packages already installed"
    print(f"Test run finished after {time.time() - float(os.environ['STARTED_AT']):.0f} s {since}.")
    if report.left_out:
        print(f"NOT RUN HERE: {', '.join(report.left_out)}{' - which fails, as CI=true' if demanding else ''}")
    print(f"FAILED: {', '.join(report.failed)}" if report.failed else "Every check that ran passed.")
    print("\n".join(report.summaries), flush=True)
    return 1 if report.failed or (demanding and report.left_out) else 0


def main() -> int:
    """Run the checks in a folder of their own and clean up after them."""
    parser = argparse.ArgumentParser(prog="./test", description="Run every check of Banfeng.")
    parser.add_argument("scope", nargs="?", choices=["quick"], help=f"leave out {NOT_QUICK}")
    arguments = parser.parse_args()
    os.environ.setdefault("STARTED_AT", str(time.time()))
    # A terminated run leaves through the same doors as a finished one, so its services stop.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="banfeng-test-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user and must reach its part
    try:
        checks = Checks(quick=arguments.scope == "quick", folder=folder)
        checks.run()
        return conclude(checks)
    except KeyboardInterrupt:
        print("Stopped.")
        return 130
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
