"""The app of calls, cases, rulings and appeals."""

from __future__ import annotations

from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    """Registers the app."""

    name = "adjudication"
