"""Compiles translation catalogues, so that no binary is committed and no gettext is needed to run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import polib


def compile_stale(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Write the .mo beside every .po below `folders` that is newer than it; return what was written."""
    written = []
    for folder in folders:
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            # Several processes may start at once: each writes its own file and moves it into place whole.
            draft = target.with_suffix(f".{os.getpid()}")
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(target)
            written.append(target)
    return tuple(written)
