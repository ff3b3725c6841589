"""定海麻將: rulings D01–D15 of 2.C."""

from __future__ import annotations

from pathlib import Path

from adjudication.rules.dinghai.decisions import DECIDERS
from engine.rulings import load_rulings

RULINGS = load_rulings(Path(__file__).parent, DECIDERS)
