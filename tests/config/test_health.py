"""The health check."""

from __future__ import annotations

import pytest


@pytest.mark.django_db
def test_the_health_check_answers_while_the_database_does(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": True}
