"""A ruling that is no longer in force says so: when, why, what became of its payments, what stands instead."""

from __future__ import annotations

import datetime as dt
import re
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from adjudication.models import Case
from adjudication.services.appeals import appeal_case, decide_appeal
from adjudication.services.cases import amend_case, overturn_case, withdraw_case
from tests.adjudication.steps import propose, ruled
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import AuditEntry
from tournament.services.reveal import keep_back


def page_of(case: Case, actor=None, language: str = "en"):
    return client_of(actor, language).get(reverse("case", args=[case.event.slug, case.number]))


def plate(page) -> str:
    """The class of the plate that says how a case stands."""
    return page.content.decode().split('</h1></div><span class="')[1].split('"')[0]


def test_a_ruling_in_force_says_until_when_it_may_be_appealed(table, referee):
    case = ruled(referee, table)
    page = page_of(case)
    assert "Appeal until" in text_of(page) and "is-over" not in page.content.decode()
    assert plate(page) == "chip chip--go"
    Case.objects.filter(pk=case.pk).update(issued_at=timezone.now() - dt.timedelta(days=1))
    assert "Appeal until" not in text_of(page_of(case))


def test_a_ruling_overturned_on_appeal_says_when_and_why_and_that_it_was_paid_back(table, referee, chief, player):
    case = ruled(referee, table)
    appeal_case(actor=player("S"), case=case, text="Look again.")
    decide_appeal(actor=chief, case=case, outcome="overturned", reason="The photo shows it.")
    page = page_of(case)
    words = text_of(page).split("The ruling")[1].split("Facts")[0]
    at = AuditEntry.objects.get(action="case.overturned").at.astimezone(ZoneInfo(case.event.zone))
    assert f"Overturned at {at:%Y-%m-%d %H:%M}" in words
    assert "The payments below were paid back." in words and "Reason: The photo shows it." in words
    assert "Appeal until" not in text_of(page) and "Counts in" not in text_of(page)
    assert plate(page) == "chip" and "pay--penalty" not in page.content.decode()
    assert "is-over" in page.content.decode()


def test_the_reason_of_the_staff_alone_is_for_the_staff(table, referee, chief):
    case = ruled(referee, table)
    overturn_case(actor=chief, case=case, expected_seq=None, reason="mixed up the tables")
    assert "Reason: mixed up the tables" in text_of(page_of(case, referee))
    words = text_of(page_of(case))
    assert "Overturned at" in words and "mixed up" not in words


def test_a_reason_for_the_staff_does_not_become_public_by_an_appeal_decided_before(table, referee, chief, player):
    case = ruled(referee, table)
    appeal_case(actor=player("S"), case=case, text="Look again.")
    decide_appeal(actor=chief, case=case, outcome="upheld", reason="Clear enough.")
    overturn_case(actor=chief, case=case, expected_seq=None, reason="mixed up the tables")
    assert "mixed up" not in text_of(page_of(case))


def test_a_ruling_that_moved_no_points_says_that_it_is_not_in_force(table, referee, chief):
    case = ruled(referee, table, facts={"stage": "attempt"})
    overturn_case(actor=chief, case=case, expected_seq=None, reason="no slip")
    words = text_of(page_of(case))
    assert "What stands below is not in force." in words and "paid back" not in words


def amended(case, chief, **more):
    facts = {"stage": "completed", "tai": 5}
    return amend_case(actor=chief, case=case, expected_seq=None, facts=facts, deliberate=False, reason="tai", **more)


def test_an_amended_ruling_leads_to_the_one_in_its_place_and_back(table, referee, chief):
    case = ruled(referee, table)
    later = amended(case, chief)
    page = page_of(case)
    assert "Case 2 stands in its place, and the payments below were paid back." in text_of(page)
    assert f'href="{reverse("case", args=[case.event.slug, later.number])}"' in page.content.decode()
    assert plate(page) == "chip"
    assert "Takes the place of case 1" in text_of(page_of(later))
    assert plate(page_of(later)) == "chip chip--go"


def test_a_ruling_of_a_round_that_is_kept_back_is_not_led_to(table, event, organiser, referee, chief):
    case = ruled(referee, table)
    amended(case, chief, counted_in=setting.get_round(event, 2))
    keep_back(actor=organiser, event=event, from_round=setting.get_round(event, 2))
    words = text_of(page_of(case))
    assert "Amended at" in words and "Case 2" not in words
    assert "Case 2 stands in its place" in text_of(page_of(case, chief))


def test_a_case_that_was_given_up_is_not_said_to_have_left_the_event(table, referee):
    case = propose(referee, table)
    withdraw_case(actor=referee, case=case, reason="a mistake")
    for language in ("zh-hant", "zh-hans"):
        source = page_of(case, referee, language).content.decode()
        assert re.findall(r'</h1></div><span class="chip">(.*?)</span>', source) == ["已撤回"], language


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans"])
def test_one_word_says_that_a_ruling_was_amended(table, referee, chief, language):
    case = ruled(referee, table)
    amended(case, chief)
    with translation.override(language):
        label = str(Case.Status.AMENDED.label)
    assert label == "已改判"
    assert label in text_of(page_of(case, chief, language))
    assert "修正" not in text_of(page_of(case, chief, language))
