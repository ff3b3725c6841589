"""Everybody opens and tries to write at every address: who may not see a thing meets it nowhere.

A new address is found by itself: it fails here until `walk/expectations.py` says whose it is (and
`walk/parameters.py` what its blanks are filled with).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction

from tests.adjudication.pictures import picture
from tests.tournament.walk.addresses import blanks, filled, readable, routes
from tests.tournament.walk.expectations import BODIES, EVERYBODY, FILES, NEVER_SHOWN, NOBODY, READERS, WRITERS
from tests.tournament.walk.parameters import values_of
from tests.tournament.walk.world import ANONYMOUS, ORGANISER, PLAYER, ROLES, SUPERUSER, World, build
from tournament.models import Event

REFUSED = {401, 403, 404, 405}
ANSWERS = {200, 204, 286, 302, 304, 400, 415, *REFUSED}
API_METHODS = ("post", "put", "patch", "delete")
# Who may see what is decided by what the database has answered: on PostgreSQL the widest view, a player's and the
# public's meet every query, the others would only ask them again.
_EVERYWHERE = frozenset({ANONYMOUS, PLAYER, SUPERUSER})
# What is kept beside the records: logins, sessions, tries of passwords.
_ASIDE = ("sessions", "axes", "admin", "contenttypes")


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """One world for all of them: what each does to it is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


def roles(*without: str) -> list[Any]:
    """Return everybody, those who would only ask PostgreSQL again marked for SQLite."""
    return [
        role if role in _EVERYWHERE else pytest.param(role, marks=pytest.mark.sqlite)
        for role in ROLES
        if role not in without
    ]


def refused(response) -> bool:
    """Tell whether somebody was turned away: also by being led to the login, or to the page an address belongs to."""
    return response.status_code in REFUSED or response.status_code == 302


def test_every_address_is_somebodys_and_can_be_filled_in(world):
    found = set(routes())
    assert found - set(READERS) - set(WRITERS) - {"language/<slug:language>"} == set(), "say in expectations.py whose"
    assert (set(READERS) | set(WRITERS)) - found == set(), "gone: take it out of expectations.py"
    unknown = {blank for route in found for blank in blanks(route)} - set(values_of(world, ANONYMOUS))
    assert unknown == set(), "say in parameters.py what to fill in"


@pytest.mark.long
@pytest.mark.parametrize("role", roles())
def test_nobody_meets_what_he_may_not_see(world, role):
    browser = world.browser(role)
    hidden = {what: marker for what, (marker, who) in world.markers.items() if role not in who}
    for_him = {what: marker for what, (marker, who) in world.markers.items() if role in who}
    met: set[str] = set()
    values = values_of(world, role)
    problems = []
    for route in routes():
        answers = []
        for url in filled(route, values):
            for head in ({}, {"HTTP_HX_REQUEST": "true"}) if not url.startswith("/api/") else ({},):
                response = browser.get(url, {"v": "0"} if head else {}, **head)
                answers.append(response)
                text = readable(response)
                problems += [f"{url}: {what}" for what, marker in hidden.items() if marker in text]
                met |= {what for what, marker in for_him.items() if marker in text}
                if response.status_code not in ANSWERS:
                    problems.append(f"{url}: {response.status_code}")
        seen = any(answer.status_code in (200, 204) for answer in answers)
        if route not in NEVER_SHOWN:
            led = any(answer.status_code == 302 and "/login/" not in answer["Location"] for answer in answers)
            if seen and role not in READERS.get(route, NOBODY):
                problems.append(f"{route}: shown")
            if not (seen or led) and role in READERS.get(route, NOBODY):
                problems.append(f"{route}: not shown")
    if role == SUPERUSER:  # else a marker that is nowhere would prove nothing
        problems += [f"nowhere: {what}" for what in set(for_him) - met]
    assert problems == [], "\n".join(problems)


@pytest.mark.long
@pytest.mark.parametrize("role", roles(SUPERUSER))
def test_an_event_in_preparation_is_nowhere(world, role):
    browser = world.browser(role)
    known = {blank: found[:1] for blank, found in values_of(world, role).items()}
    known |= {"e/slug": ("preparing",), "events/slug": ("preparing",)}
    for route in routes():
        if "<slug:slug>" not in route:
            continue
        for url in filled(route, known):
            response = browser.get(url)
            led = response.status_code == 302 and route not in READERS
            assert response.status_code in (404, 405) or led, (url, response.status_code)
            assert "SecretlyPrepared" not in readable(response), url


def _rows() -> dict[str, int]:
    """Count every kind of record, and the writes of the event."""
    tables = [model._meta.db_table for model in apps.get_models() if model._meta.app_label not in _ASIDE]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'(SELECT count(*) FROM {name})' for name in tables)}")  # noqa: S608
        counts = dict(zip(tables, cursor.fetchone(), strict=True))
    return counts | {"version": Event.objects.values_list("version", flat=True).get(slug="evening")}


@pytest.mark.long
@pytest.mark.parametrize("role", roles(SUPERUSER))
def test_who_may_not_write_is_refused_and_changes_nothing(world, role):
    browser = world.browser(role)
    values = {blank: found[:1] for blank, found in values_of(world, role).items()}
    before = _rows()
    problems = []
    for route in routes():
        if role in WRITERS.get(route, NOBODY):
            continue
        for url in filled(route, values):
            for method in API_METHODS if url.startswith("/api/") else ("post",):
                if not url.startswith("/api/"):
                    response = browser.post(url, BODIES.get(route, {}))
                elif route in FILES:
                    response = browser.post(url, {"photo": SimpleUploadedFile("p.jpg", picture())})
                else:
                    response = getattr(browser, method)(url, BODIES.get(route, {}), content_type="application/json")
                login = response.status_code == 302 and "/login/" in response["Location"]
                if response.status_code not in REFUSED and not login:
                    problems.append(f"{method} {url}: {response.status_code}")
                after = _rows()
                if after != before:
                    problems.append(f"{method} {url}: wrote {set(after.items()) - set(before.items())}")
                    before = after
    assert problems == [], "\n".join(problems)


@pytest.mark.long
def test_what_one_was_shown_is_not_handed_to_the_next(world):
    """The pages of one person in one language never come out of a cache for another."""
    first, then, again = world.browser(ORGANISER, "zh-hant"), world.browser(ANONYMOUS), world.browser(PLAYER, "zh-hans")
    hidden = {what: marker for what, (marker, who) in world.markers.items() if not who & {ANONYMOUS, PLAYER}}
    values = values_of(world, ANONYMOUS)
    for route in (route for route, who in READERS.items() if who == EVERYBODY and route not in NEVER_SHOWN):
        for url in filled(route, {blank: found[:1] for blank, found in values.items()}):
            first.get(url)
            for browser, language in ((then, "en"), (again, "zh-hans")):
                response = browser.get(url)
                text = readable(response)
                assert [what for what, marker in hidden.items() if marker in text] == [], url
                kept = response.get("Cache-Control", "")
                assert "public" not in kept or "max-age=0" in kept, (url, kept)
                page = "text/html" in response.get("Content-Type", "") and "/api/" not in url
                if page and response.status_code == 200:
                    assert response["Content-Language"] == language, url
                    assert f'lang="{ {"en": "en", "zh-hans": "zh-Hans"}[language] }"' in text, url
