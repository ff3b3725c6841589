"""Template tags of the site."""

from __future__ import annotations
