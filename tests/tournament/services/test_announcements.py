"""Announcements: in the language there is, staged, pinned, expiring, withdrawn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament import setting
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry
from tournament.selectors.announcements import notices, state_of
from tournament.services.announcements import announce, change_announcement, withdraw_announcement


def texts(event, language="en", at=None):
    return [notice.text for notice in notices(event, language, at or timezone.now())[0]]


def test_everybody_reads_it_in_the_own_language_or_the_one_there_is(event, organiser):
    announce(actor=organiser, event=event, texts={"zh_hant": "午休", "en": "Lunch"})
    assert [texts(event, language) for language in ("zh-hant", "zh-hans", "en")] == [["午休"], ["午休"], ["Lunch"]]
    assert notices(event, "zh-hans", timezone.now())[0][0].lang == "zh-Hant"


@pytest.mark.parametrize("written", ["zh_hant", "zh_hans", "en"])
@pytest.mark.parametrize("read", ["zh-hant", "zh-hans", "en"])
def test_one_language_is_enough_for_every_reader(event, organiser, written, read):
    announce(actor=organiser, event=event, texts={written: "午休 Lunch"})
    assert texts(event, read) == ["午休 Lunch"]


def test_it_is_shown_from_its_hour_until_it_expires(event, organiser):
    now = timezone.now()
    row = announce(
        actor=organiser,
        event=event,
        texts={"en": "Soon"},
        publish_at=now + timedelta(minutes=5),
        expires_at=now + timedelta(minutes=10),
    )
    moments = {"staged": 0, "shown": 6, "expired": 10}
    for state, minutes in moments.items():
        at = now + timedelta(minutes=minutes)
        assert state_of(row, at) == state
        assert texts(event, at=at) == (["Soon"] if state == "shown" else [])


def test_what_is_pinned_stands_on_top_then_the_newest(event, organiser):
    now = timezone.now()
    for number, pinned in enumerate([True, False, False]):
        announce(
            actor=organiser,
            event=event,
            texts={"en": str(number)},
            pinned=pinned,
            publish_at=now + timedelta(seconds=number - 9),
        )
    assert texts(event) == ["0", "2", "1"]


def test_the_mark_changes_with_every_change_and_only_then(event, organiser):
    now = timezone.now()
    marks = [notices(event, "en", now)[1]]
    row = announce(actor=organiser, event=event, texts={"en": "One"})
    later = timezone.now()
    marks.append(notices(event, "en", later)[1])
    assert notices(event, "en", later)[1] == marks[-1]
    withdraw_announcement(actor=organiser, announcement=row)
    marks.append(notices(event, "en", timezone.now())[1])
    assert marks[0] == marks[2] != marks[1]


def test_it_is_changed_and_withdrawn_and_each_is_audited(event, organiser):
    row = announce(actor=organiser, event=event, texts={"en": "One"})
    change_announcement(actor=organiser, announcement=row, changes={"en": " Two ", "pinned": True})
    assert texts(event) == ["Two"]
    withdraw_announcement(actor=organiser, announcement=row)
    assert texts(event) == []
    for act in (
        lambda: withdraw_announcement(actor=organiser, announcement=row),
        lambda: change_announcement(actor=organiser, announcement=row, changes={"en": "x"}),
    ):
        with pytest.raises(Conflict, match="announcement_withdrawn"):
            act()
    assert AuditEntry.objects.filter(action__startswith="announcement.").count() == 3


def test_it_needs_words_a_sensible_end_and_the_right(event, organiser):
    with pytest.raises(Refused, match="text_missing"):
        announce(actor=organiser, event=event, texts={"en": "  "})
    past = timezone.now() - timedelta(hours=1)
    with pytest.raises(Refused, match="times_order_shown"):
        announce(actor=organiser, event=event, texts={"en": "x"}, expires_at=past)
    with pytest.raises(NotAllowed):
        announce(actor=setting.member(event, Role.SCORER), event=event, texts={"en": "x"})
    assert announce(actor=setting.chief(event), event=event, texts={"en": "x"}).pk
