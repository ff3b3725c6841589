"""A ruling whose answers do not fit: the step comes back with the refusal, and all that was answered."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.urls import reverse

from adjudication.models import Case
from adjudication.rules import rulings_of
from adjudication.views.finding import FACT, Inquiry
from engine.fields import Field
from engine.places import PLACES
from engine.registry import games
from tests.adjudication.steps import ruled
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import Event, Table
from tournament.table_page import TablePage

ODD = 2


def table_of(actor, game: str) -> Table:
    """The first table of a running round of a game."""
    if game == "shengji":
        made = setting.pairs_event(actor)
    else:
        made = setting.event(actor, game=game, preset=games()[game].ruleset.event_presets[0].code)
    table = setting.running_table(made, actor)
    Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
    return table


def answer(question: Field, nth: int) -> list[str]:
    """An answer of a question, the `nth` kind of it; the last kind does not fit."""
    match question.widget:
        case "choice" | "choices":
            return ["nonsense" if nth == ODD else question.choices[nth % len(question.choices)].code]
        case "flag":
            return ["yes" if nth else "no"]
        case "number":
            return [("1", "-7", "many")[nth]]
        case "seat":
            return [("E", "S", "nobody")[nth]]
        case "seats":
            return [["E"], ["S", "W"], ["nobody"]][nth]
        case _:
            return [("1m", "5p 5p", "nonsense")[nth]]


def walk(table: Table, view: TablePage, infraction: str, offender: str, nth: int) -> Inquiry:
    """Answer what is asked until it is decided or refused."""
    given = QueryDict(mutable=True)
    given["infraction"] = infraction
    given["offender"] = offender
    for _ in range(12):
        inquiry = Inquiry(table.event, given, table=table, seats=view.seated)
        open_ = inquiry.decide()
        if inquiry.error or not isinstance(open_, tuple):
            return inquiry
        # Beside the open question, what may be left out is answered as well.
        for question in (*open_[:1], *(item for item in inquiry.infraction.questions if not item.required)):
            given.setlistdefault(f"{FACT}{question.code}", answer(question, nth))
    raise AssertionError(f"{infraction} asks without end")


def stays_in_the_event(page, slug: str) -> bool:
    """Tell whether a page is a step of a ruling in the frame of its event."""
    return page.context["nav"] and "rulings/head.html" in {item.name for item in page.templates}


@pytest.mark.long
@pytest.mark.parametrize("game", [code for code in games() if code != "toy"])
def test_whatever_is_answered_no_ruling_ends_on_a_bare_page(game, organiser):
    table = table_of(organiser, game)
    view, client = TablePage(table), client_of(organiser)
    url = reverse("rule", args=[table.event.slug, 1, 1])
    refused: dict[tuple[str, str], Inquiry] = {}
    for infraction in rulings_of(game).infractions.values():
        for nth in (0, 1, ODD):
            for place in PLACES:
                inquiry = walk(table, view, infraction.code, place, nth)
                assert inquiry.error or inquiry.infraction, infraction.code
                if inquiry.error:
                    refused.setdefault((infraction.code, inquiry.wrong), inquiry)
    assert refused
    for named, inquiry in refused.items():
        page = client.get(url, inquiry.given)
        assert page.status_code == 400, named
        assert stays_in_the_event(page, table.event.slug), named
        assert inquiry.error in text_of(page), named


def flower(**more: str) -> dict[str, Any]:
    return {"infraction": "A5", "offender": "S", "fact.cause": "late_door", **more}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_cannot_have_done_it_is_asked_again_with_the_answers_kept(organiser, language):
    table = table_of(organiser, "taiwan")
    client, url = client_of(organiser, language), reverse("rule", args=[table.event.slug, 1, 1])
    page = client.get(url, flower())
    assert page.status_code == 400
    assert stays_in_the_event(page, table.event.slug)
    assert page.context["error"] in text_of(page)
    assert 'name="offender" value="S" checked' in page.content.decode()
    assert ("fact.cause", "late_door") in page.context["inquiry"].fields()
    (kept,) = page.context["answered"]
    changed = client.get(url + kept["change"])
    assert changed.context["question"].name == "fact.cause"
    assert client.get(url, flower(offender="E")).status_code == 200


def test_an_answer_that_is_no_victim_is_asked_again_beside_its_question(organiser):
    table = table_of(organiser, "zungjung")
    client, url = client_of(organiser), reverse("rule", args=[table.event.slug, 1, 1])
    given = {"infraction": "B-42", "offender": "E", "fact.raised": "harm", "fact.victim": "E", "fact.redeal": "no"}
    page = client.get(url, given)
    assert page.status_code == 400
    assert page.context["question"].name == "fact.victim"
    assert "The victim is another player." in text_of(page)
    assert [row["value"] for row in page.context["answered"]][-1] == "no"
    assert len(page.context["answered"]) == 3
    assert client.get(url, given | {"fact.victim": "S"}).status_code == 200
    posted = client.post(url, given | {"act": "propose"})
    assert posted.status_code == 400
    assert posted.context["question"].name == "fact.victim"
    assert not Case.objects.exists()


def test_an_answer_is_refused_in_the_words_it_was_given_in(organiser):
    table = table_of(organiser, "taiwan")
    url = reverse("rule", args=[table.event.slug, 1, 1])
    page = client_of(organiser).get(url, flower() | {"fact.cause": "nonsense"})
    assert page.context["question"].name == "fact.cause"
    assert page.context["inquiry"].error in text_of(page)


SLIP = {"infraction": "T9", "offender": "S", "fact.stage": "completed", "fact.tai": "2"}


@pytest.mark.usefixtures("table")
@pytest.mark.usefixtures("running")
class TestWhatIsNoQuestion:
    """Refusals that are about the step as a whole."""

    def test_a_hand_that_was_not_played_is_told_on_top_of_the_step(self, event, referee):
        client, url = client_of(referee), reverse("rule", args=[event.slug, 1, 1])
        page = client.get(url, SLIP | {"hand": "7"})
        assert page.status_code == 400
        assert stays_in_the_event(page, event.slug)
        assert "Hand 7 has not been played." in text_of(page)
        assert len(page.context["answered"]) == 3
        assert client.get(url + page.context["inquiry"].in_play).status_code == 200

    def test_several_unreadable_answers_are_asked_again(self, event, referee):
        url = reverse("rule", args=[event.slug, 1, 1])
        page = client_of(referee).get(url, SLIP | {"fact.stage": "nonsense", "fact.tai": "many"})
        assert page.status_code == 400
        assert stays_in_the_event(page, event.slug)

    def test_an_infraction_nobody_knows_is_looked_for_again(self, event, referee):
        page = client_of(referee).get(reverse("rule", args=[event.slug, 1, 1]), {"infraction": "T99"})
        assert page.status_code == 400
        assert page.context["found"]
        assert "There is no infraction “T99” in this game." in text_of(page)

    def test_a_round_nobody_knows_is_the_round_of_the_table(self, event, referee):
        page = client_of(referee).get(reverse("rule", args=[event.slug, 1, 1]), SLIP | {"round": "77"})
        assert page.context["counted_in"].number == 1

    def test_an_empty_place_and_two_offenders_are_asked_who_again(self, event, referee):
        page = client_of(referee).get(reverse("rule", args=[event.slug, 1, 1]), SLIP | {"offender": ["S", "W"]})
        assert page.status_code == 400
        assert "This infraction has one offender." in text_of(page)
        assert page.templates[0].name == "rulings/who.html"

    def test_what_concerns_a_hand_is_not_ruled_without_a_table(self, event, referee):
        client, url = client_of(referee), reverse("rule_entry", args=[event.slug])
        page = client.get(url, {**SLIP, "entry": "1", "round": "1"})
        assert page.status_code == 400
        assert "This ruling concerns a hand: name the table." in text_of(page)
        assert [row["value"] for row in page.context["answered"]] == ["Completed", "2"]
        assert f'href="{reverse("tables", args=[event.slug])}"' in page.content.decode()

    def test_a_case_that_is_amended_comes_back_too(self, event, table, chief, referee):
        case = ruled(referee, table)
        url = reverse("rule", args=[event.slug, 1, 1])
        page = client_of(chief).get(url, {**SLIP, "amend": case.number, "offender": ["S", "W"]})
        assert page.status_code == 400
        assert page.templates[0].name == "rulings/who.html"
        assert ("amend", str(case.number)) in page.context["inquiry"].fields()
