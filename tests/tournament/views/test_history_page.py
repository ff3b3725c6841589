"""Taking acts back on the page: what everybody has seen is asked about, and who was checked in is said."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import Round
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import check_in
from tournament.services.rounds import start_round
from tournament.services.undoing import acts, next_to_undo


def url_of(event) -> str:
    return reverse("event_history", args=[event.slug])


def newest(event) -> str:
    return str(next_to_undo(acts(event)).version)


def forms(page) -> tuple[str, str]:
    """What of the page takes an act back at once, and what asks first."""
    section = page.content.decode().partition('<ol class="audit">')[2].partition("</ol>")[0]
    before, dialog, rest = section.partition("<dialog")
    return before + rest.partition("</dialog>")[2], rest.partition("</dialog>")[0] if dialog else ""


def release(event, organiser) -> None:
    draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=get_round(event, 1))


def start(event, organiser) -> None:
    release(event, organiser)
    start_round(actor=organiser, round_=get_round(event, 1))


def close(event, organiser) -> None:
    start(event, organiser)
    setting.play_round(get_round(event, 1), organiser)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("done", "becomes"), [(release, "drawn"), (start, "released"), (close, "running")])
def test_what_everybody_has_seen_is_asked_about_before_it_is_taken_back(event, organiser, language, done, becomes):
    done(event, organiser)
    client, url, version = client_of(organiser, language), url_of(event), newest(event)
    at_once, dialog = forms(client.get(url))
    assert "<form" not in at_once and f'name="version" value="{version}"' in dialog
    page = client.get(url, {"take": version})
    assert page.status_code == 200 and f'name="version" value="{version}"' in page.content.decode()
    assert page.context["text"] in text_of(page)
    assert client.post(f"{url}?take={version}", {"version": version}).status_code == 302
    assert Round.objects.get(event=event, number=1).status == becomes


def test_an_act_of_the_staff_is_taken_back_at_once(event, organiser):
    client, url = client_of(organiser), url_of(event)
    check_in(actor=organiser, event=event, numbers=[1, 2, 3], state="absent")
    at_once, dialog = forms(client.get(url))
    assert "<form" in at_once and not dialog
    # A page about an act that is not asked about, or no more, is the list.
    assert client.get(url, {"take": newest(event)}).templates[0].name == "organiser/history.html"
    assert client.get(url, {"take": "0"}).status_code == 200


def test_who_was_checked_in_is_said_by_number(event, organiser):
    client, url = client_of(organiser), url_of(event)
    assert "checked players in: 1, 2, 3, 4, 5, and 3 more players" in text_of(client.get(url))
    check_in(actor=organiser, event=event, numbers=[7, 2], state="absent")
    check_in(actor=organiser, event=event, numbers=[2], state="expected")
    check_in(actor=organiser, event=event, numbers=[1, 2, 3, 4, 5, 6], state="expected")
    page = text_of(client.get(url))
    assert "marked players absent: 2, 7" in page
    assert "let players be expected again: 2 " in page
    assert "let players be expected again: 1, 3, 4, 5, 6 " in page
    audit = client.get(reverse("event_audit", args=[event.slug]))
    assert "checked players in: 1, 2, 3, 4, 5, and 3 more players" in text_of(audit)
