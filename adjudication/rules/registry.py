"""Finding rulings: every package below `adjudication.rules` offers its game's rulings as `RULINGS`."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

import adjudication.rules
from adjudication.rules.seam import Decider, Infraction, Rulings
from engine.decoding import decode
from engine.errors import RuleError, noop


@cache
def all_rulings() -> dict[str, Rulings]:
    """Return the rulings of every game by its code."""
    return {
        module.name: importlib.import_module(f"adjudication.rules.{module.name}").RULINGS
        for module in sorted(pkgutil.iter_modules(adjudication.rules.__path__), key=lambda item: item.name)
        if module.ispkg
    }


def rulings_of(code: str) -> Rulings:
    """Return a game's rulings, or raise `RuleError` `game_unknown`."""
    try:
        return all_rulings()[code]
    except KeyError:
        raise RuleError("game_unknown", noop("There is no game “{game}”."), path="game", game=code) from None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    infraction: tuple[Infraction, ...]


def load_rulings(folder: Path, deciders: Mapping[str, Decider]) -> Rulings:
    """Read `infractions.toml` of a folder; refuses an unknown field, a code twice, or a decision without a function."""
    data = tomllib.loads((folder / "infractions.toml").read_text(encoding="utf-8"))
    found = decode(_File, data, path=f"{folder.name}/infractions.toml").infraction
    infractions = {infraction.code: infraction for infraction in found}
    if len(infractions) != len(found):
        raise ValueError(f"{folder.name}: an infraction code stands twice")
    missing = [infraction.code for infraction in found if infraction.decide not in deciders]
    if missing:
        raise ValueError(f"{folder.name}: no decision for {missing}")
    return Rulings(infractions, deciders)
