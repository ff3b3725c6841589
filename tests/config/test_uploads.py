"""What is sent to a form is bounded by what it declares, whoever sends it."""

from __future__ import annotations

from io import BytesIO

import pytest

from config import uploads

pytestmark = pytest.mark.django_db


def test_files_without_end_are_refused_before_they_are_kept(client, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_BYTES", 1000)
    for length, status in ((10, 200), (1000, 400)):
        answer = client.post("/login/", {"username": "x", "file": BytesIO(b"x" * length)})
        assert answer.status_code == status
    assert "could not be read" in answer.content.decode()
