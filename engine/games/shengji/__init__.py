"""Four-deck Shengji: cards, tricks, the end of a hand and the level ladder."""

from __future__ import annotations

from engine.games.shengji.game import Shengji

GAME = Shengji()
