"""Browsers of people, as tests of pages use them."""

from __future__ import annotations

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournament.actors import Actor

LANGUAGES = ("zh-hant", "zh-hans", "en")


def client_of(actor: Actor | None = None, language: str = "en") -> Client:
    """Return a browser: of an account, of a player who opened his personal link, or of the public."""
    client = Client()
    client.cookies["language"] = language
    if actor is not None and actor.user is not None:
        client.force_login(actor.user, backend="django.contrib.auth.backends.ModelBackend")
    if actor is not None and actor.entry is not None:
        client.get(f"/p/{actor.entry.link_token}/")
    return client


def text_of(response) -> str:
    """Return the words of a page, without markup."""
    html = re.sub(r"<(script|style|template).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def field(response, name: str) -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', response.content.decode())
    assert found, name
    return found.group(1)


def queries(client: Client, url: str) -> int:
    """Return how many queries a page takes once caches are warm."""
    client.get(url)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url).status_code == 200, url
    return len(caught)
