"""Writing down, from the data itself, what a game's events, patterns and options are."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

from engine.fields import Field, fields_of
from engine.game import Game
from engine.rulesets import OptionSpec, Ruleset


def describe_events(game: Game) -> str:
    """Return the section of `docs/events.md` for one game: each event with its fields, in Markdown."""
    parts = [f"## {game.ruleset.name.en} {game.ruleset.name.zh_hant} (`{game.code}`)", ""]
    for kind, struct in sorted(game.events.items()):
        parts += [
            f"### `{kind}` {struct.title.en} {struct.title.zh_hant}",
            "",
            inspect.cleandoc(struct.__doc__ or ""),
            "",
        ]
        parts += ["```json", json.dumps(struct.example, ensure_ascii=False), "```", ""] if struct.example else []
        rows = list(_field_rows(fields_of(struct)))
        if rows:
            parts += ["| field | asked as | when | what |", "|---|---|---|---|", *rows, ""]
    return "\n".join(parts)


def _field_rows(fields: tuple[Field, ...], prefix: str = "") -> Iterator[str]:
    for field in fields:
        name = f"{prefix}{field.code}"
        when = "; ".join(f"{code} = {' or '.join(map(str, values))}" for code, values in field.when.items())
        needed = "" if field.required else " (optional)"
        what = f"{field.label.en} {field.label.zh_hant}"
        if field.choices:
            what += ": " + ", ".join(f"`{choice.code}` {choice.label.en}" for choice in field.choices)
        yield f"| `{name}`{needed} | {field.widget} | {when} | {what} |"
        yield from _field_rows(field.fields, f"{name}[].")


def describe_patterns(ruleset: Ruleset) -> str:
    """Return the section of `docs/patterns.md` for one game: codes, names, values, articles, exclusions."""
    head = [f"## {ruleset.name.en} {ruleset.name.zh_hant} (`{ruleset.code}`)", ""]
    head += ["| code | name | value | article | not beside |", "|---|---|---|---|---|"]
    rows = [
        f"| `{item.code}` | {item.name.zh_hant} {item.name.en} | {item.value} | {item.article} | "
        f"{', '.join(f'`{code}`' for code in item.excludes)} |"
        for item in ruleset.patterns
    ]
    return "\n".join([*head, *rows, ""])


def describe_options(ruleset: Ruleset) -> str:
    """Return the section of `docs/options.md` for one game: options with defaults and choices, points without any."""
    head = [f"## {ruleset.name.en} {ruleset.name.zh_hant} (`{ruleset.code}`)", ""]
    head += ["| option | what | default | may be | article |", "|---|---|---|---|---|"]
    rows = [
        f"| `{code}` | {option.name.en} {option.name.zh_hant} | `{_short(option.default)}` | {_may_be(option)} | "
        f"{', '.join(option.cites)} |"
        for code, option in ruleset.options.items()
    ]
    return "\n".join([*head, *rows, "", *_settled(ruleset)])


def _settled(ruleset: Ruleset) -> list[str]:
    """Return the table of the ambiguous points that no option decides, or nothing."""
    rows = [
        f"| {row} | {point.says} | {point.why}{_presets(point.standings)} |" for row, point in ruleset.settled.items()
    ]
    head = ["Ambiguous points of the rulebook that no option decides:", "", "| point | what it says | why |"]
    return [*head, "|---|---|---|", *rows, ""] if rows else []


def _presets(standings: tuple[str, ...]) -> str:
    return f" Standings preset: {', '.join(f'`{code}`' for code in standings)}." if standings else ""


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _may_be(option: OptionSpec) -> str:
    choices = ", ".join(f"`{_short(choice.value)}`" for choice in option.choices)
    bounds = ""
    if option.kind in ("integer", "integers"):
        low = "" if option.minimum is None else str(option.minimum)
        high = "" if option.maximum is None else str(option.maximum)
        bounds = f"{option.kind} {low}…{high}"
    own = choices or bounds or option.kind
    return f"{own}, null" if option.nullable else own
