"""An event whose people have the names that break documents, with a round played and another released."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tournament.models import Entry
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.standings import publish

LONG_NAME = "歐陽" * 30
LONG_TEAM = "臺北市麻將協會聯合代表" * 9 + "隊"
LATIN = "Wolfeschlegelsteinhausenbergerdorff-Maximiliana-Alexandria"
NAMES = ("𠮷野家 骉", "喆 骨直令", "Ёлка Ильинична", "한글 이름", LONG_NAME, LATIN, "王伟", "王偉")


@pytest.fixture
def people(organiser, settings, tmp_path):
    """Eight people; round 1 is closed and round 2 released."""
    settings.PRINT_ROOT = tmp_path / "print"
    name, slug = "第三十屆亞洲城市友誼麻將公開賽", "autumn"
    event = create_event(
        actor=organiser, name=name, slug=slug, zone="Asia/Taipei", game="toy", preset="evening", rounds=3
    )
    add_entries(actor=organiser, event=event, names=list(NAMES))
    Entry.objects.filter(event=event, number__in=(5, 6)).update(team=LONG_TEAM)
    check_in(actor=organiser, event=event, numbers=list(range(1, 9)), state="present")
    setting.play_round(setting.running_round(event, organiser), organiser)
    setting.running_round(event, organiser, 2)
    publish(event.pk)
    event.refresh_from_db()
    return event
