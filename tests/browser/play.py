"""A running event of the toy game and the people at it, as browser tests of play use them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client

from tests.tournament import setting
from tests.toy.finding import toy_found
from tournament.access import Role
from tournament.actors import Actor
from tournament.models import Entry, Event, Table
from tournament.services.standings import publish

LANGUAGES = ("zh-hant", "zh-hans", "en")
SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1440, "height": 900}}
# A whole event is played in two combinations of size and language; all its pages are then looked at in the other four.
PLAYED = {
    ("phone", "zh-hant"): (("phone", "en"), ("desk", "zh-hans")),
    ("desk", "en"): (("phone", "zh-hans"), ("desk", "zh-hant")),
}


class Play:
    """An event in its first round, with a scorer, a chief referee and eight players."""

    def __init__(self) -> None:
        self.organiser = setting.organiser()
        self.event = setting.event(self.organiser)
        self.scorer = setting.member(self.event, Role.SCORER)
        self.chief = setting.member(self.event, Role.CHIEF_REFEREE)
        self.table = setting.running_table(self.event, self.organiser)
        Event.objects.filter(pk=self.event.pk).update(status=Event.Status.RUNNING)
        publish(self.event.pk)

    def record(self, *events: dict[str, Any]) -> None:
        """Record at table 1 as it stands."""
        table = Table.objects.select_related("event", "round__stage", "draw").get(pk=self.table.pk)
        setting.record(table, self.organiser, *events)

    def scores(self) -> dict[str, int]:
        """Return the totals of table 1."""
        return Table.objects.get(pk=self.table.pk).state["scores"]

    def player(self, place: str) -> Entry:
        """Return whoever sits at a place of table 1."""
        seats = Table.objects.get(pk=self.table.pk).state["seats"]
        return Entry.objects.get(event=self.event, number=int(seats[place]))


@contextmanager
def playing() -> Iterator[Play]:
    """Have the toy game among the games, and an event of it in play."""
    with toy_found():
        yield Play()


class Browser:
    """Pages of one browser context: who is logged in, which language, and everything the console said."""

    def __init__(self, browser, base: str) -> None:
        self.browser = browser
        self.base = base
        self.said: list[str] = []
        self.contexts: list[Any] = []

    def page(self, actor: Actor | None = None, language: str = "en", size: str = "phone", **options: Any):
        """Return a page in a context of its own."""
        context = self.browser.new_context(viewport=SIZES[size], base_url=self.base, **options)
        self.contexts.append(context)
        cookies = [{"name": "language", "value": language, "url": self.base}]
        if actor is not None and actor.user is not None:
            client = Client()
            client.force_login(actor.user, backend="django.contrib.auth.backends.ModelBackend")
            cookies.append({"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.base})
        context.add_cookies(cookies)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        return page

    def _hear(self, message: Any) -> None:
        # A refusal is an answer, a lost line a state of the page, and a page may be left while it asks; browser and
        # htmx report all three themselves.
        known = ("Failed to load resource", "htmx:afterRequest", "htmx:sendError", "htmx:sendAbort")
        if message.type in ("error", "warning") and not any(words in message.text for words in known):
            self.said.append(message.text)

    def close(self) -> None:
        """Close every context."""
        for context in self.contexts:
            context.close()


def pick(page, name: str, value: str) -> None:
    """Choose one answer of a row of buttons."""
    page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()
