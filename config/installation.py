"""Brings an installation up to date: translation catalogues, database schema, a demonstration where it is empty."""

from __future__ import annotations

import io
import os

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.catalogs import compile_stale

LOGINS_FILE = "demo_logins.txt"


def bring_up_to_date() -> None:
    """Compile stale catalogues and apply migrations that are missing; quick when there is nothing to do."""
    compile_stale(settings.LOCALE_PATHS)
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def is_empty() -> bool:
    """Whether nobody has an account yet, so that nothing can be in the way of a demonstration."""
    return not get_user_model().objects.exists()


def demonstrate() -> bool:
    """Start the demonstration event and keep the logins it prints; False where this installation has none."""
    if "demo" not in get_commands():
        return False
    out = io.StringIO()
    call_command("demo", "--in-progress", stdout=out)
    path = settings.DATA_DIR / LOGINS_FILE
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(out.getvalue())
    return True


def demo_logins() -> str:
    """Return the lines with the demonstration's logins, or nothing where there is no demonstration."""
    path = settings.DATA_DIR / LOGINS_FILE
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""
