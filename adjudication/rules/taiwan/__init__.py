"""The rulings of Taiwan mahjong: infractions as data, one small function a group of rows."""

from __future__ import annotations

from pathlib import Path

from adjudication.rules.taiwan.claims import called_no_pong, wrong_pong
from adjudication.rules.taiwan.conduct import dead_hand, flower_mishandled, full_liability, wrong_marker
from adjudication.rules.taiwan.discards import exposed_tile_discarded
from adjudication.rules.taiwan.discretion import with_discretion
from adjudication.rules.taiwan.kongs import wrong_added_kong, wrong_claimed_kong, wrong_concealed_kong
from adjudication.rules.taiwan.looking import looked
from adjudication.rules.taiwan.priority import claims_compared, priority_lost
from adjudication.rules.taiwan.wins import declaration_lost, false_win, flowers_too_early, won_after_passing
from engine.rulings import Decider, load_rulings

_DECIDERS: tuple[Decider, ...] = (
    called_no_pong,
    claims_compared,
    dead_hand,
    declaration_lost,
    exposed_tile_discarded,
    false_win,
    flower_mishandled,
    flowers_too_early,
    full_liability,
    looked,
    priority_lost,
    won_after_passing,
    wrong_added_kong,
    wrong_claimed_kong,
    wrong_concealed_kong,
    wrong_marker,
    wrong_pong,
)

RULINGS = load_rulings(Path(__file__).parent, {decide.__name__: with_discretion(decide) for decide in _DECIDERS})
