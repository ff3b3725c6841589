"""Fixtures of the pages of referees."""

from __future__ import annotations

import pytest
from django.urls import reverse


@pytest.fixture
def url(event, table):
    """Where a ruling at table 1 is made, step by step."""
    return reverse("rule", args=[event.slug, 1, 1])
