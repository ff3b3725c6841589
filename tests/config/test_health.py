"""The health check."""

from __future__ import annotations

import pytest
from django.conf import settings

from config.celery import app


@pytest.mark.django_db
def test_the_health_check_answers_while_the_database_does_and_says_what_was_never_done(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    never = {"work": "periodic", "count": 2, "since": None}
    assert response.json() == {"status": "ok", "database": True, "waiting": [never]}


@pytest.mark.django_db
def test_nothing_waits_once_the_periodic_tasks_have_run(client):
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        app.tasks[entry["task"]].delay()
    assert client.get("/healthz").json()["waiting"] == []
