"""What coming late is worth is decided on the settings page, and proposed where somebody comes late."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament.views.browsing import client_of, text_of
from tournament.event_settings import settings_of
from tournament.models import AuditEntry, Event
from tournament.services.events import update_event
from tournament.services.waiting import late_points


def given_by(client, event) -> dict[str, str]:
    """What the page's form sends back when nobody changed anything."""
    form = client.get(reverse("event_settings", args=[event.slug])).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, "", False)}


def saved(client, event, **more):
    return client.post(reverse("event_settings", args=[event.slug]), given_by(client, event) | more)


def steps(event) -> list[tuple[int, int]]:
    return [(step.minutes, step.points) for step in settings_of(Event.objects.get(pk=event.pk)).late]


@pytest.mark.parametrize("written", ["5: 100, 10: 200", "10=200\n5=100", "１０：２００、５：１００，"])
def test_steps_are_written_as_people_write_them(event, organiser, written):
    client = client_of(organiser)
    assert saved(client, event, late=written).status_code == 302
    assert steps(event) == [(5, 100), (10, 200)]
    event.refresh_from_db()
    assert [late_points(event, minutes) for minutes in (4, 5, 9, 10, 60)] == [0, 100, 100, 200, 200]
    assert 'value="5: 100, 10: 200"' in client.get(reverse("event_settings", args=[event.slug])).content.decode()


def test_saving_the_page_keeps_the_steps_and_emptying_the_field_takes_them_away(event, organiser):
    client = client_of(organiser)
    late = [{"minutes": 5, "points": 100}]
    update_event(actor=organiser, event=event, changes={"settings": {"late": late}})
    assert saved(client, event, place="Hall 2").status_code == 302
    assert steps(event) == [(5, 100)]
    assert saved(client, event, late="").status_code == 302
    assert steps(event) == []
    assert AuditEntry.objects.filter(event=event, action="event.updated").exists()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("5 minutes", "Write steps like"),
        ("5: 100, 5: 200", "each number of minutes once"),
        ("-5: 100", "Write steps like"),
        ("5: 1.5", "Write steps like"),
        ("2000: 5", "At most 1440 minutes"),
        ("5: 9999999", "1000000 points"),
    ],
)
def test_what_is_no_step_is_refused_beside_the_field_and_kept(event, organiser, written, said):
    answer = saved(client_of(organiser), event, late=written)
    assert answer.status_code == 422 and said in text_of(answer)
    assert f'value="{written}"' in answer.content.decode()
    assert steps(event) == []
