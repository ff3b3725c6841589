"""The rulings of four-deck Shengji: withdrawals, reminders, fouls, the clock, and deals without a call."""

from __future__ import annotations

from pathlib import Path

from adjudication.rules.shengji import conduct, fouls, withdrawals
from adjudication.rules.shengji.wording import with_discretion
from engine.rulings import load_rulings

RULINGS = load_rulings(
    Path(__file__).parent,
    {
        name: with_discretion(decide)
        for module in (conduct, fouls, withdrawals)
        for name, decide in module.DECIDERS.items()
    },
)
