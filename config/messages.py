"""The interface's messages: extracted from code and templates, merged into the catalogues, checked for completeness."""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import polib
from django.core.management import call_command
from django.core.management.commands import makemessages

SOURCES = ("engine", "adjudication", "tournament", "config", "templates")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)[^{}]*\}")


class Extractor(makemessages.Command):
    """Django's extraction, which also knows the mark of the pure rooms, `noop`, and writes no catalogue."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=noop"]
    settings_available = False  # the copy that is searched has a locale folder of its own

    def __init__(self) -> None:
        super().__init__()
        self.template: polib.POFile = polib.POFile()

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Keep what was found, instead of merging it."""
        self.template = polib.pofile(Path(potfile).read_text(encoding="utf-8"))


def extract(root: Path) -> tuple[polib.POEntry, ...]:
    """Return every message of the project at `root`, sorted; works on a copy, as it writes beside templates."""
    extractor = Extractor()
    with tempfile.TemporaryDirectory() as folder:
        for name in SOURCES:
            if (root / name).is_dir():
                shutil.copytree(root / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))
        Path(folder, "locale").mkdir()
        with contextlib.chdir(folder):
            call_command(extractor, locale=["zh_Hant"], no_location=True, no_wrap=True, verbosity=0)
    return tuple(sorted(extractor.template, key=identity))


def identity(entry: polib.POEntry) -> tuple[str, str]:
    """Return what makes two entries the same message."""
    return (entry.msgid, entry.msgctxt or "")


def merge(catalogue: polib.POFile, found: Iterable[polib.POEntry]) -> polib.POFile:
    """Return the catalogue with exactly the messages found, translations kept; no date, so that it merges quietly."""
    known = {identity(entry): entry for entry in catalogue if not entry.obsolete}
    merged = polib.POFile(wrapwidth=0)
    merged.metadata = {
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    for entry in found:
        old = known.get(identity(entry))
        new = polib.POEntry(msgid=entry.msgid, msgctxt=entry.msgctxt, comment=entry.comment)
        if entry.msgid_plural:
            new.msgid_plural = entry.msgid_plural
            new.msgstr_plural = {0: old.msgstr_plural.get(0, "") if old else ""}
        else:
            new.msgstr = old.msgstr if old else ""
        if old and old.fuzzy:
            new.flags = ["fuzzy"]
        merged.append(new)
    return merged


def complaints(catalogue: polib.POFile, found: Sequence[polib.POEntry]) -> tuple[str, ...]:
    """Say what is wrong with a catalogue: messages missing, unused, untranslated, fuzzy, or with other placeholders."""
    known = {identity(entry): entry for entry in catalogue if not entry.obsolete}
    wanted = {identity(entry) for entry in found}
    said = [f"not in the catalogue: {msgid}" for msgid, context in sorted(wanted - known.keys())]
    said += [f"used nowhere: {msgid}" for msgid, context in sorted(known.keys() - wanted)]
    for entry in known.values():
        translations = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if not all(translations):
            said.append(f"not translated: {entry.msgid}")
        elif entry.fuzzy:
            said.append(f"fuzzy: {entry.msgid}")
        else:
            allowed = _placeholders(entry.msgid) | _placeholders(entry.msgid_plural or "")
            said += [
                f"other placeholders: {entry.msgid} -> {text}"
                for text in translations
                if not _placeholders(text) <= allowed or (not entry.msgid_plural and _placeholders(text) != allowed)
            ]
    return tuple(said)


def _placeholders(text: str) -> set[str]:
    return {percent or brace for percent, brace in PLACEHOLDER.findall(text)}
