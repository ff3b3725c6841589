"""The translation catalogues and the tool that keeps them complete."""

from __future__ import annotations

import ast
import gettext
import os
import re

import polib
import pytest
from django.conf import settings
from django.core.management import call_command

from config import messages
from config.catalogs import compile_stale


def catalogue(*entries: polib.POEntry) -> polib.POFile:
    result = polib.POFile()
    result.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    result.extend(entries)
    return result


@pytest.mark.gettext
def test_every_message_is_translated_into_both_scripts_and_none_is_unused():
    call_command("messages", "--check")


@pytest.mark.gettext
def test_messages_of_code_templates_and_pure_rooms_are_found(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/errors.py").write_text('RuleError("x", noop("Seat {seat} is empty"), seat="E")\n')
    (tmp_path / "tournament").mkdir()
    (tmp_path / "tournament/views.py").write_text('_ = gettext("Round")\nngettext("%(n)d hand", "%(n)d hands", n)\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/page.html").write_text('{% load i18n %}<h1>{% translate "Standings" %}</h1>')
    found = messages.extract(tmp_path)
    assert [entry.msgid for entry in found] == ["%(n)d hand", "Round", "Seat {seat} is empty", "Standings"]
    assert sorted(path.name for path in (tmp_path / "templates").iterdir()) == ["page.html"]


@pytest.mark.parametrize("room", messages.SOURCES)
def test_no_message_hides_in_an_f_string_where_the_extraction_does_not_look(room):
    marks = {"_", "gettext", "ngettext", "pgettext", "noop"}
    found = [
        f"{path}:{call.lineno}"
        for path in (settings.BASE_DIR / room).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in marks
    ]
    assert found == []


@pytest.mark.parametrize("room", messages.SOURCES)
def test_code_marks_messages_by_names_that_the_extraction_knows(room):
    known = re.compile(r"import \w*(?:gettext\w*|noop) as (?!_$)\w+", re.MULTILINE)
    found = [path for path in (settings.BASE_DIR / room).rglob("*.py") if known.search(path.read_text("utf-8"))]
    assert found == []


def test_merging_keeps_translations_drops_unused_ones_and_adds_new_ones_untranslated():
    old = catalogue(polib.POEntry(msgid="Round", msgstr="輪次"), polib.POEntry(msgid="Gone", msgstr="沒了"))
    found = [polib.POEntry(msgid="Round"), polib.POEntry(msgid="Table")]
    merged = messages.merge(old, found)
    assert [(entry.msgid, entry.msgstr) for entry in merged] == [("Round", "輪次"), ("Table", "")]
    assert messages.complaints(merged, found) == ("not translated: Table",)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (polib.POEntry(msgid="Seat {seat}", msgstr="{seat} 位"), ()),
        (polib.POEntry(msgid="Seat {seat}", msgstr="{set} 位"), ("other placeholders: Seat {seat} -> {set} 位",)),
        (polib.POEntry(msgid="Seat {seat}", msgstr="位"), ("other placeholders: Seat {seat} -> 位",)),
        (polib.POEntry(msgid="Seat {seat}", msgstr="{seat} 位", flags=["fuzzy"]), ("fuzzy: Seat {seat}",)),
        (polib.POEntry(msgid="Other", msgstr="別的"), ("not in the catalogue: Seat {seat}", "used nowhere: Other")),
    ],
)
def test_a_catalogue_is_complained_about(entry, complaint):
    assert messages.complaints(catalogue(entry), [polib.POEntry(msgid="Seat {seat}")]) == complaint


def test_catalogues_are_compiled_when_they_are_newer_and_only_then(tmp_path):
    source = tmp_path / "zh_Hant/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    catalogue(polib.POEntry(msgid="Round", msgstr="輪次")).save(str(source))
    assert compile_stale([tmp_path]) == (source.with_suffix(".mo"),)
    assert compile_stale([tmp_path]) == ()
    with source.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Round") == "輪次"
    later = source.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert compile_stale([tmp_path]) == (source.with_suffix(".mo"),)
