"""`make bench`: one line a benchmark; arguments choose some by their module or by a part of their name.

A module of this package joins by a function `benchmarks()` that prepares its data and returns `Benchmark` objects. It
may use the database: an empty one, in a file, with the settings that ship.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django

from tests import bench
from tests.bench.harness import Benchmark, line


def collect(chosen: list[str]) -> Iterator[Benchmark]:
    """Yield a module's benchmarks after the other's: of the modules named, else those whose name holds a word."""
    modules = sorted({module.name for module in pkgutil.iter_modules(bench.__path__)} - {"__main__", "harness"})
    if named := set(chosen) & set(modules):
        modules, chosen = sorted(named), []
    for module in modules:
        for benchmark in importlib.import_module(f"{bench.__name__}.{module}").benchmarks():
            if not chosen or any(word in benchmark.name for word in chosen):
                yield benchmark


def main(chosen: list[str]) -> int:
    """Run the benchmarks; 1 when one misses what it must reach."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    from config.celery import app

    slow = []
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    setup_test_environment(debug=False)
    with tempfile.TemporaryDirectory() as folder:
        name = connection.settings_dict["NAME"]
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder, "bench.sqlite3"))
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            for benchmark in collect(chosen):
                text, reached = line(benchmark)
                print(text, flush=True)
                if not reached:
                    slow.append(benchmark.name)
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
            teardown_test_environment()
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
