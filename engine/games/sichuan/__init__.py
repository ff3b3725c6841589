"""四川血戰麻將 Sichuan."""

from __future__ import annotations

from engine.games.sichuan.game import Sichuan

GAME = Sichuan()
