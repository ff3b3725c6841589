"""What only a real browser can prove."""

from __future__ import annotations
