"""The language switch keeps the page, remembers the choice and leads nowhere else."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_a_language_is_remembered_and_the_page_kept(client, language):
    answer = client.get(f"/language/{language}", {"next": "/healthz?a=1"})
    assert answer.status_code == 302
    assert answer.url == "/healthz?a=1"
    assert answer.cookies["language"].value == language


@pytest.mark.parametrize("target", ["https://example.org/", "//example.org/", "javascript:alert(1)", "", "x"])
def test_it_leads_nowhere_else(client, target):
    assert client.get("/language/en", {"next": target}).url == "/"


def test_an_unknown_language_is_not_found(client):
    assert client.get("/language/xx").status_code == 404
