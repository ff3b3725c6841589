"""Fixtures of the app's tests: an organiser, and an event of the toy game with people at its tables."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.toy.finding import toy_found


@pytest.fixture(scope="session", autouse=True)
def toy_is_found():
    with toy_found():
        yield


@pytest.fixture
def organiser(db):
    return setting.organiser()


@pytest.fixture
def event(organiser):
    """Eight players, checked in; two rounds of three hands."""
    return setting.event(organiser)


@pytest.fixture
def pairs(organiser):
    """Four pairs, checked in; two rounds of two hands."""
    return setting.pairs_event(organiser)


@pytest.fixture
def table(event, organiser):
    """Table 1 of round 1, running."""
    return setting.running_table(event, organiser)
