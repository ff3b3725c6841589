"""Rulesets as data: read from TOML, options decided in layers, stored whole with an event and read back."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from engine.decoding import decode, plain
from engine.errors import RuleError, noop
from engine.patterns import PatternSpec
from engine.places import Place
from engine.text import Text
from engine.tiles import TileSet

OptionKind = Literal["integer", "flag", "choice", "integers", "codes", "mapping", "text"]


class OptionChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value an option may take, with its wording."""

    value: str | int | bool
    name: Text


class OptionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One switch of a ruleset: its wording, default and what it may be; `article` is where the rulebook has it.

    `rows` are the ambiguous points of the rulebook that it decides beside its article; `parts` words the keys and codes
    of a mapping that are no patterns.
    """

    kind: OptionKind
    name: Text
    default: Any = None
    choices: tuple[OptionChoice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    nullable: bool = False
    article: str = ""
    rows: tuple[str, ...] = ()
    help: Text | None = None
    parts: dict[str, Text] = {}

    @property
    def cites(self) -> tuple[str, ...]:
        """The article, then the ambiguous points that the option decides."""
        return tuple(dict.fromkeys(cited for cited in (self.article, *self.rows) if cited))


class SettledPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An ambiguous point of the rulebook that no option decides: what it says, and why there is nothing to choose.

    `standings` are the presets that are its readings, the recommended one first, where the standings decide it.
    """

    says: str
    why: str
    standings: tuple[str, ...] = ()


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of option values."""

    code: str
    name: Text
    options: dict[str, Any] = {}


class EventPreset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an organiser starts from: a ruleset preset, the shape of the event and a standings preset."""

    code: str
    name: Text
    preset: str | None = None
    standings: str
    entry: Literal["person", "pair", "team"] = "person"
    seating: Literal["schedule", "table"] = "table"
    rounds: int = 4
    length: dict[str, Any] = {}
    options: dict[str, Any] = {}


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game as data. `edition_name` words an edition that is no number; `reasons` words the reason of every posting.

    `house_reasons` are those a house line may have, `tiles` what a game of tiles is played with, `partnerships` the
    places that play together in the games that have sides. `bottom` is the place that stands below where a table is
    drawn; the others follow in the order of play, counter-clockwise. `rungs` words every rung of a ladder and every
    other step a penalty may have. `moments` names moments of play that the game calls otherwise than games of tiles.
    `limits` name the option behind each limit of a score; `usual_total` is what a hand is seldom worth more than: entry
    asks whether a higher total is right; None where the game has a limit anyway. `settled` are the ambiguous points of
    the rulebook that no option decides.
    """

    code: str
    name: Text
    edition: str
    edition_name: Text | None = None
    summary: Text
    unit: Text
    tiles: TileSet = TileSet()
    limits: dict[str, str] = {}
    usual_total: int | None = None
    partnerships: tuple[tuple[Place, Place], ...] = ()
    bottom: Place = "E"
    patterns: tuple[PatternSpec, ...] = ()
    options: dict[str, OptionSpec] = {}
    presets: tuple[Preset, ...] = ()
    reasons: dict[str, Text] = {}
    house_reasons: tuple[str, ...] = ()
    event_presets: tuple[EventPreset, ...] = ()
    standings_presets: dict[str, dict[str, Any]] = {}
    ladders: dict[str, dict[str, Any]] = {}
    rungs: dict[str, Text] = {}
    moments: dict[str, Text] = {}
    formulas: dict[str, str] = {}
    articles: dict[str, Text] = {}
    settled: dict[str, SettledPoint] = {}


class Options(Mapping[str, Any]):
    """Decided option values, immutable all the way down; `options.base` and `options["base"]` are the same."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = MappingProxyType({key: _freeze(value) for key, value in values.items()})

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __getattr__(self, key: str) -> Any:
        try:
            return self._values[key]
        except KeyError:
            raise AttributeError(key) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class ResolvedRuleset:
    """A ruleset with every option decided. `cache` keeps what a game compiles from it (scoring tables and the like)."""

    __slots__ = ("cache", "options", "plain_options", "ruleset")

    def __init__(self, ruleset: Ruleset, options: dict[str, Any]) -> None:
        self.ruleset = ruleset
        self.plain_options = options
        self.options = Options(options)
        self.cache: dict[str, Any] = {}

    def dump(self) -> dict[str, Any]:
        """Return everything as plain data, to be stored with an event: editing a file never rewrites history."""
        return {"ruleset": plain(self.ruleset), "options": copy.deepcopy(self.plain_options)}


def load_ruleset(folder: Path) -> Ruleset:
    """Read `ruleset.toml`, `articles.toml` and, if there is one, `settled.toml` of a game's folder.

    An unknown field is refused by its path.
    """
    beside = {
        name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("ruleset", "articles", "settled")
        if name != "settled" or (folder / "settled.toml").exists()
    }
    ruleset = decode(Ruleset, beside.pop("ruleset") | beside, path=f"{folder.name}/ruleset.toml")
    for code, option in ruleset.options.items():
        check_option(code, option, option.default, option.default)
    for preset in ruleset.presets:
        resolve(ruleset, preset.code)
    return ruleset


def restore(data: dict[str, Any], now: Ruleset | None = None) -> ResolvedRuleset:
    """Read back what `ResolvedRuleset.dump` stored; options that `now` has gained since have their defaults."""
    ruleset, values = decode(Ruleset, data["ruleset"]), data["options"]
    gained = {code: option for code, option in (now.options if now else {}).items() if code not in values}
    if gained:
        ruleset = msgspec.structs.replace(ruleset, options={**ruleset.options, **gained})
        values = {**values, **{code: copy.deepcopy(option.default) for code, option in gained.items()}}
    return ResolvedRuleset(ruleset, values)


def resolve(ruleset: Ruleset, preset: str | None = None, *layers: Mapping[str, Any]) -> ResolvedRuleset:
    """Decide every option: defaults, then the preset, then each layer in turn; later wins.

    Raises `RuleError`: `preset_unknown`, `option_unknown`, `option_value` (path `options.<name>`).
    """
    values = {code: copy.deepcopy(option.default) for code, option in ruleset.options.items()}
    chosen: list[Mapping[str, Any]] = []
    if preset is not None:
        chosen.append(_preset(ruleset, preset).options)
    for layer in [*chosen, *layers]:
        for code, value in layer.items():
            option = ruleset.options.get(code)
            if option is None:
                raise RuleError(
                    "option_unknown", noop("There is no option “{option}”."), path=f"options.{code}", option=code
                )
            check_option(code, option, value, values[code])
            if option.kind == "mapping" and isinstance(value, Mapping):
                value = {**(values[code] or {}), **value}
            values[code] = copy.deepcopy(value)
    return ResolvedRuleset(ruleset, values)


def _preset(ruleset: Ruleset, code: str) -> Preset:
    for preset in ruleset.presets:
        if preset.code == code:
            return preset
    raise RuleError("preset_unknown", noop("There is no preset “{preset}”."), path="preset", preset=code)


def check_option(code: str, option: OptionSpec, value: Any, known: Any) -> None:
    """Refuse a value that `option` cannot take; `known` is the value so far (its keys are the keys of a mapping)."""
    if value is None and option.nullable:
        return
    if not _fits(option, value, known):
        raise not_a_value(code, value)


def not_a_value(option: str, value: Any) -> RuleError:
    """Return the refusal of a value that an option cannot take (path `options.<name>`)."""
    return RuleError(
        "option_value",
        noop("“{value}” is not a value of the option “{option}”."),
        path=f"options.{option}",
        option=option,
        value=value,
    )


def _fits(option: OptionSpec, value: Any, known: Any) -> bool:
    named = any(value == choice.value and type(value) is type(choice.value) for choice in option.choices)
    many = isinstance(value, list | tuple)
    match option.kind:
        case "integer":
            return named or _integer(value, option)
        case "flag":
            return isinstance(value, bool)
        case "choice":
            return named
        case "integers":
            return many and all(_integer(part, option) for part in value)
        case "codes":
            return many and all(part in [choice.value for choice in option.choices] for part in value)
        case "mapping":
            return isinstance(value, Mapping) and set(value) <= set(known or value) and _measured(value, option)
        case "text":
            return isinstance(value, str)


def _measured(value: Mapping[str, Any], option: OptionSpec) -> bool:
    """Tell whether a mapping with bounds holds integers within them; without bounds its game looks at it."""
    bounded = option.minimum is not None or option.maximum is not None
    return not bounded or all(_integer(part, option) for part in value.values())


def _integer(value: Any, option: OptionSpec) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    low = option.minimum is None or value >= option.minimum
    return low and (option.maximum is None or value <= option.maximum)


def _freeze(value: Any) -> Any:
    if isinstance(value, Mapping):
        return MappingProxyType({key: _freeze(part) for key, part in value.items()})
    if isinstance(value, list | tuple):
        return tuple(_freeze(part) for part in value)
    return value
