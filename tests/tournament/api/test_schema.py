"""The OpenAPI document."""

from __future__ import annotations

import pytest
from django.core.management import call_command


def test_the_document_is_valid_and_made_without_warnings(tmp_path):
    call_command("spectacular", "--file", str(tmp_path / "schema.yml"), "--validate", "--fail-on-warn")


@pytest.mark.django_db
def test_the_document_is_served(client):
    response = client.get("/api/v1/schema/")
    assert response.status_code == 200
    assert b"/api/v1/events/{slug}/rounds/{round_number}/tables/{table_number}/events/" in response.content
