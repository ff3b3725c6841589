"""Fixtures of the app's tests: a running table of the toy game, its referees and its players."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.toy.finding import toy_found
from tournament.access import Role
from tournament.actors import Actor
from tournament.models import Entry, Event


@pytest.fixture(scope="session", autouse=True)
def toy_is_found():
    with toy_found():
        yield


@pytest.fixture
def organiser(db):
    return setting.organiser()


@pytest.fixture
def event(organiser):
    return setting.event(organiser)


@pytest.fixture
def running(event):
    """Have the event under way, so that everybody may know of it."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)


@pytest.fixture
def table(event, organiser):
    return setting.running_table(event, organiser)


@pytest.fixture
def chief(event):
    return setting.member(event, Role.CHIEF_REFEREE)


@pytest.fixture
def referee(event):
    return setting.member(event, Role.REFEREE)


@pytest.fixture
def floor(event):
    return setting.member(event, Role.FLOOR_REFEREE)


@pytest.fixture
def player(event, table):
    """Return the actor who sits at a place."""

    def at(place: str) -> Actor:
        return Actor(entry=Entry.objects.get(event=event, number=int(table.state["seats"][place])))

    return at
