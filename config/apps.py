"""The wiring as an app, so that its management commands are found."""

from __future__ import annotations

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Holds commands of the installation itself; no models."""

    name = "config"
    verbose_name = "Installation"
