"""What README and docs/ point at exists: links, files, targets of the Makefile, commands of manage.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request) -> Path:
    return request.param


def test_every_link_leads_to_a_file(page):
    for link in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert link.startswith("https://") or (page.parent / link).exists(), link


def test_every_command_exists(page):
    text = page.read_text()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for target in re.findall(r"`make ([a-z]+)", text):
        assert target in targets, target
    commands = get_commands()
    for command in re.findall(r"manage\.py ([a-z]+)", text):
        assert command in commands, command
    for program in re.findall(r"`\./(\w+)", text):
        assert (ROOT / program).exists(), program


def test_the_readme_leads_to_every_page():
    linked = set(re.findall(r"\]\(docs/([^)#]+)", (ROOT / "README.md").read_text()))
    assert linked == {page.name for page in PAGES[1:]}


def test_the_page_of_operations_names_every_task_and_how_often_it_runs():
    text = (ROOT / "docs" / "operations.md").read_text()
    own = {name for name in current_app.tasks if name.startswith(("tournament.", "adjudication."))}
    periodic = {str(found["task"]): found["schedule"] for found in settings.CELERY_BEAT_SCHEDULE.values()}
    assert set(re.findall(r"^\| `(\w+\.\w+)` \|", text, re.MULTILINE)) == own
    every = {name: float(seconds) for name, seconds in re.findall(r"^\| `(\S+)` \| (\d+) s \|", text, re.MULTILINE)}
    assert every == periodic
