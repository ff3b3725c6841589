"""Standings presets: a named policy, as a game keeps it under `standings_presets` in its `ruleset.toml`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from engine.errors import RuleError, join_path, noop
from engine.standings.policy import Policy, parse_policy
from engine.text import Text


class StandingsPreset(msgspec.Struct, frozen=True):
    """A policy with its name."""

    name: Text
    policy: Policy


def parse_preset(
    data: Mapping[str, Any], *, path: str = "", measures: Collection[str] | None = None
) -> StandingsPreset:
    """Read `{name: {zh-hant, zh-hans, en}, policy: {…}}`; refusals name the path below `path`."""
    unknown = sorted(set(data) - {"name", "policy"})
    if unknown:
        raise RuleError(
            "field_unknown", noop("“{field}” is not known here."), path=join_path(path, unknown[0]), field=unknown[0]
        )
    try:
        name = msgspec.convert(data.get("name"), Text)
    except msgspec.ValidationError as error:
        raise RuleError(
            "name_unreadable", noop("a name needs its three wordings"), path=join_path(path, "name")
        ) from error
    return StandingsPreset(
        name, parse_policy(data.get("policy", {}), path=join_path(path, "policy"), measures=measures)
    )
