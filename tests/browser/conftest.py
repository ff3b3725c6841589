"""Fixtures of browser tests: an event in play, and browsers whose console stays silent."""

from __future__ import annotations

import pytest

from tests.browser.play import Browser, playing


@pytest.fixture
def play():
    with playing() as found:
        yield found


@pytest.fixture
def open_as(browser, live_server):
    """Open pages; in the end nobody's console has said anything."""
    made = Browser(browser, live_server.url)
    yield made.page
    made.close()
    assert made.said == []
