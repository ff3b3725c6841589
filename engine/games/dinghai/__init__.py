"""定海麻將 Dinghai."""

from __future__ import annotations

from engine.games.dinghai.game import Dinghai

GAME = Dinghai()
