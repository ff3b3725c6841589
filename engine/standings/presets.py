"""Standings presets: a named policy, as a game keeps it under `standings_presets` in its `ruleset.toml`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engine.decoding import decode
from engine.errors import join_path
from engine.standings.policy import Policy, parse_policy
from engine.text import Text


class StandingsPreset(msgspec.Struct, frozen=True):
    """A policy with its name."""

    name: Text
    policy: Policy


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Text
    policy: dict[str, Any]


def parse_preset(data: object, *, path: str = "", measures: Collection[str] | None = None) -> StandingsPreset:
    """Read `{name: {zh-hant, zh-hans, en}, policy: {…}}`; refusals name the path below `path`."""
    written = decode(_Written, data, path)
    return StandingsPreset(
        written.name, parse_policy(written.policy, path=join_path(path, "policy"), measures=measures)
    )
