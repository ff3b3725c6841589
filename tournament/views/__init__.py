"""Pages for people: thin, they read through selectors and write through services."""

from __future__ import annotations
