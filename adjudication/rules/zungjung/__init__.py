"""Zung Jung 中庸麻雀: rulings of the decision tables B1 to B8 in the order of B9."""

from __future__ import annotations

from pathlib import Path

from adjudication.rules.zungjung import conduct, deal, play, wins
from adjudication.rules.zungjung.common import asked_who_raised_it, plain, playable, staged, with_complaint
from engine.rulings import Rulings, load_rulings

_DECIDERS = {
    "plain": plain,
    "staged": staged,
    "playable": playable,
    **deal.DECIDERS,
    **play.DECIDERS,
    **wins.DECIDERS,
    **conduct.DECIDERS,
}
_LOADED = load_rulings(Path(__file__).parent, {name: with_complaint(decide) for name, decide in _DECIDERS.items()})

RULINGS = Rulings(
    {code: asked_who_raised_it(infraction) for code, infraction in _LOADED.infractions.items()}, _LOADED.deciders
)
