"""Forms made of engine fields: controls to show, the answers read back, refusals laid beside their control.

What a game's events (or an infraction's questions) declare is asked here without knowing the game. Names of controls
are paths with dots (`wins.0.seat`); the engine's `events[0].wins[0].seat` leads back to them.
"""

from __future__ import annotations

from tournament.asking.parts import ASKED_BY_LIABILITY, Answers, Around, Control, Option, group_count
from tournament.asking.reading import Problem, read, whole_number
from tournament.asking.showing import controls, in_liability
from tournament.asking.stored import beside, control_of, named, shown_way, typed, ways_typed

__all__ = [
    "ASKED_BY_LIABILITY",
    "Answers",
    "Around",
    "Control",
    "Option",
    "Problem",
    "beside",
    "control_of",
    "controls",
    "group_count",
    "in_liability",
    "named",
    "read",
    "shown_way",
    "typed",
    "ways_typed",
    "whole_number",
]
