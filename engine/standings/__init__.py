"""Totals, places, tie-breaks and their explanations."""

from __future__ import annotations

from engine.standings.compute import carry_over, compute
from engine.standings.cut import Cut, cut
from engine.standings.data import Carried, Data, Entry, Penalty, Result, Round
from engine.standings.formulas import FORMULAS
from engine.standings.policy import Carry, Groups, Policy, Score, TieBreak, check_policy, parse_policy, penalty_value
from engine.standings.presets import StandingsPreset, parse_preset
from engine.standings.snapshot import Cell, Criterion, Row, Standings, Sums, Why, from_json, show, to_json
from engine.standings.tiebreaks import TIE_BREAKS

__all__ = [
    "FORMULAS",
    "TIE_BREAKS",
    "Carried",
    "Carry",
    "Cell",
    "Criterion",
    "Cut",
    "Data",
    "Entry",
    "Groups",
    "Penalty",
    "Policy",
    "Result",
    "Round",
    "Row",
    "Score",
    "Standings",
    "StandingsPreset",
    "Sums",
    "TieBreak",
    "Why",
    "carry_over",
    "check_policy",
    "compute",
    "cut",
    "from_json",
    "parse_policy",
    "parse_preset",
    "penalty_value",
    "show",
    "to_json",
]
