"""四川血戰麻將: the house rulings P01–P16 and the tournament table (SBR), each with its own presets."""

from __future__ import annotations

from pathlib import Path

from adjudication.rules.sichuan import house
from adjudication.rules.sichuan.tournament import tournament
from engine.rulings import Decider, load_rulings

DECIDERS: dict[str, Decider] = {
    "pig": house.pig,
    "pig_discard": house.pig_discard,
    "false_win": house.false_win,
    "locked_win": house.locked_win,
    "false_pong": house.false_pong,
    "false_kong": house.false_kong,
    "empty_call": house.empty_call,
    "early_draw": house.early_draw,
    "touched": house.touched,
    "late_call": house.late_call,
    "thrown_kong": house.thrown_kong,
    "wrong_count": house.wrong_count,
    "unready_money": house.unready_money,
    "half": house.half,
    "collusion": house.collusion,
    "tournament": tournament,
}
RULINGS = load_rulings(Path(__file__).parent, DECIDERS)
