"""What stands around a ruling: its hand's row, the preview, lists of players, and refusals of who came second."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.models import Case
from adjudication.services.appeals import appeal_case
from adjudication.services.cases import overturn_case
from tests.adjudication.steps import ANSWERED, propose, ruled
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, field, text_of
from tournament.models import Event
from tournament.table_page import TablePage

pytestmark = pytest.mark.usefixtures("running")


def results(table) -> dict[int, str]:
    table.refresh_from_db()
    return {hand["number"]: hand["result"] for hand in TablePage(table).hands()}


def test_the_row_of_a_hand_names_the_ruling_that_moved_its_points(table, referee, organiser, chief):
    paid = ruled(referee, table)
    setting.record(table, organiser, setting.win("N", "W"))
    assert results(table)[1] == "South: Slip; North off West"
    warned = ruled(referee, table, "E", facts={"stage": "attempt"})
    setting.record(table, organiser, setting.win("N", "W"))
    for case in (paid, warned):
        overturn_case(actor=chief, case=case, expected_seq=None, reason="no slip")
    assert results(table) == {
        3: "in play; South: Slip (hand 1) overturned, paid back in this hand; East: Slip (hand 2) overturned",
        2: "North off West",
        1: "South: Slip; North off West",
    }


def test_a_ruling_paid_back_in_its_own_hand_is_told_as_overturned(table, referee, chief):
    overturn_case(actor=chief, case=ruled(referee, table), expected_seq=None, reason="no slip")
    assert results(table)[1] == "South: Slip (hand 1) overturned"


def test_who_confirms_second_is_told_by_whom_the_case_was_issued(event, table, referee, url):
    case = propose(referee, table)
    second = client_of(setting.member(event, "referee", "Second"))
    where = reverse("case", args=[event.slug, case.number])
    pages = {client: client.get(where) for client in (client_of(referee), second)}
    answers = []
    for client, page in pages.items():
        sent = {name: field(page, name) for name in ("mark", "seq", "key")} | {"act": "issue"}
        answers.append(client.post(reverse("case_act", args=[event.slug, case.number]), sent))
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, where)] * 2
    words = text_of(second.get(where))
    case.refresh_from_db()
    assert "Case 1 was issued meanwhile" in words and f"by {case.issued_by.get_username()}" in words
    assert "nothing is left to be done" in words
    withdrawn = second.post(reverse("case_act", args=[event.slug, case.number]), {"act": "withdraw"})
    assert withdrawn.url == where
    assert "Meanwhile case 1 has become “Issued”" in text_of(second.get(where))
    assert Case.objects.get().status == Case.Status.ISSUED


def test_a_case_on_the_same_infraction_with_another_outcome_is_not_said_to_propose_the_same(table, referee, url):
    propose(referee, table, facts={"stage": "attempt"})
    words = text_of(client_of(referee).get(url, ANSWERED))
    assert "Case 1 is on the same infraction of the same player, with another outcome." in words
    assert "proposes the same" not in words


def test_an_amendment_counts_the_ruling_it_takes_the_place_of(table, referee, chief, url):
    case = ruled(referee, table)
    words = text_of(client_of(chief).get(url, ANSWERED | {"amend": case.number, "fact.tai": "3"}))
    assert "none but case 1, which this one takes the place of" in words
    assert "no ruling against this player" not in words
    other = text_of(client_of(chief).get(url, ANSWERED | {"amend": case.number, "offender": "N"}))
    assert "no ruling against this player" in other


def test_who_has_appealed_is_not_told_that_he_may_still_appeal(event, table, referee, player):
    case = ruled(referee, table)
    own, where = client_of(player("S")), reverse("case", args=[event.slug, case.number])
    assert "you may still appeal" in text_of(own.get(where))
    appeal_case(actor=player("S"), case=case, text="Look again.")
    words = text_of(own.get(where))
    assert "Taking note is not agreeing." in words and "you may still appeal" not in words


def test_the_preview_shows_the_points_of_the_player_before_and_after(table, referee, organiser, url):
    setting.record(table, organiser, setting.win("S", "W"))
    page = client_of(referee).get(url, ANSWERED)
    (own,) = page.context["own"]
    assert own["table"]["after"] == own["table"]["before"] - 9
    assert f"at this table +{own['table']['before']} → −{-own['table']['after']}" in text_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_reads_on_whom_each_ruling_is(table, referee, player, language):
    ruled(referee, table, "S")
    ruled(referee, table, "N")
    own, other = player("S"), player("N")
    words = text_of(client_of(own, language).get(reverse("player_rulings", args=[own.entry.link_token])))
    assert {"en": "Slip: you", "zh-hant": "失手：你", "zh-hans": "失手：你"}[language] in words
    assert other.entry.name in words


def test_a_question_sent_without_an_answer_says_so(organiser):
    """A14 asks for the tai once the hand has seen a first offence."""
    made = setting.event(organiser, game="taiwan", preset="club_day", slug="taiwan", players=4)
    Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
    table = setting.running_table(made, organiser)
    referee = setting.member(made, "referee")
    ruled(referee, table, "S", infraction="A14", facts={"ready": True, "violation": True})
    client, where = client_of(referee), reverse("rule", args=[made.slug, 1, 1])
    given = {"infraction": "A14", "offender": "S", "fact.ready": "yes", "fact.violation": "yes"}
    asked = client.get(where, given)
    assert asked.context["question"].name == "fact.tai" and asked.status_code == 200
    assert "required" in asked.content.decode().split('name="fact.tai"')[1].split(">")[0]
    empty = client.get(where, given | {"fact.tai": ""})
    assert empty.status_code == 400
    assert "Answer this question to go on." in text_of(empty)


def test_the_finder_does_not_repeat_a_name_among_the_words_for_it(organiser):
    made = setting.event(organiser, game="sichuan", preset="competition", slug="sbr", players=4)
    table = setting.running_table(made, organiser)
    where = reverse("rule", args=[made.slug, table.round.number, table.number])
    for language in LANGUAGES:
        for one in client_of(setting.member(made, "referee", f"r-{language}"), language).get(where).context["found"]:
            assert one["name"].casefold() != one["keywords"].casefold()
            assert one["name"] not in one["keywords"].split()
