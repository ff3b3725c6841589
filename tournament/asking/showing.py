"""Controls of engine fields as their templates draw them, with what was typed and what was refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from engine.fields import Field
from engine.tiles import TileSet
from tournament.asking.parts import (
    ASKED_BY_LIABILITY,
    LONG_LIST,
    MOST_PAIRS,
    TILE_PARTS,
    WAYS,
    Answers,
    Around,
    Control,
    Option,
    asked,
    group_count,
    ways_of,
)
from tournament.wording import in_words, place_name


def controls(
    fields: Sequence[Field],
    around: Around,
    given: Answers,
    prefix: str = "",
    *,
    errors: Mapping[str, str] | None = None,
    questions: bool = False,
) -> tuple[Control, ...]:
    """Return the controls of fields with what was typed; `questions` asks flags as yes or no."""
    shown = asked(fields, around)
    ways = ways_of(shown)
    drawn: list[Control] = []
    for item in shown:
        control = _control(item, around, given, prefix, errors or {}, questions)
        if item.code in ways:
            if item.code == ways[0]:
                drawn.append(_way(ways, shown, given, prefix))
            control = replace(control, when=json.dumps({f"{prefix}way": [item.code]}))
        drawn.append(_opened(control))
    return tuple(drawn)


def _opened(control: Control) -> Control:
    """What was answered is never folded away."""
    inside = [part for row in (*control.rows, control.parts) for part in row]
    if control.folded and any(_answered(part) for part in (control, *inside)):
        return replace(control, folded=False)
    return control


def _answered(control: Control) -> bool:
    return bool(control.value) or any(option.chosen and option.value for option in control.options)


def _way(ways: Sequence[str], fields: Sequence[Field], given: Answers, prefix: str) -> Control:
    name = f"{prefix}way"
    chosen = given.one(name) or ways[0]
    labels = {item.code: in_words(item.label) for item in fields}
    return Control(
        kind="choice",
        name=name,
        label=gettext("Value given by"),
        options=tuple(Option(way, labels[way], way == chosen) for way in ways),
        required=True,
    )


def _control(
    item: Field, around: Around, given: Answers, prefix: str, errors: Mapping[str, str], questions: bool
) -> Control:
    name = f"{prefix}{item.code}"
    base = Control(
        kind=item.widget,
        name=name,
        label=in_words(item.label),
        value=given.one(name),
        help=in_words(item.help) if item.help else "",
        required=item.required,
        minimum=item.minimum,
        maximum=item.maximum,
        when=_conditions(item.when, prefix),
        needed=_conditions(item.needed, prefix) if item.needed != item.when else "",
        unlike=f"{prefix}{item.unlike}" if item.unlike else "",
        error=errors.get(name, ""),
        folded=_may_fold(item, questions) and name not in errors,
    )
    match item.widget:
        case "seat":
            optional = not _always_needed(item)
            chosen = given.all(name) or ([] if item.is_needed(_answered_to(item.needed, given, prefix)) else [""])
            return replace(base, kind="choice", options=_seat_options(around, chosen) + _nobody(item, chosen, optional))
        case "seats":
            return replace(base, kind="choices", options=_seat_options(around, given.all(name)))
        case "choice":
            options = _choices(item, given.all(name))
            if not item.required:
                options = (Option("", _left_out(item, around, prefix), not given.one(name)), *options)
            return replace(base, kind="select" if len(options) > LONG_LIST else "choice", options=options)
        case "choices" | "flags":
            options = _choices(item, given.all(name))
            if item.code == "tiles_of":
                options = tuple(
                    Option(one["id"], in_liability(one, around), one["id"] in given.all(name))
                    for one in around.liabilities
                    if "tile" in one["asks"]
                )
            return replace(base, kind="choices", options=options)
        case "flag" if questions:
            words = (("yes", gettext("yes")), ("no", gettext("no")))
            return replace(base, kind="choice", options=tuple(Option(v, w, given.one(name) == v) for v, w in words))
        case "items":
            return replace(base, options=_item_options(around, given, name))
        case "tiles":
            parts = _marked(_tile_parts(around.tiles, given, name), errors)
            return replace(base, parts=parts, options=_void_options(item, given, name), tiles=around.tiles)
        case "since":
            return replace(base, parts=_marked(_since_parts(item, around, given, name), errors))
        case "pairs":
            return replace(base, rows=_pair_rows(item, around, given, name))
        case "group":
            return _group_control(base, item, around, given, errors, questions)
        case "tile" | "melds" | "cards" | "person":
            return replace(base, kind="text")
        case _:
            return base


def _marked(parts: tuple[Control, ...], errors: Mapping[str, str]) -> tuple[Control, ...]:
    return tuple(replace(part, error=errors.get(part.name, "")) for part in parts)


def _may_fold(item: Field, questions: bool) -> bool:
    """What most hands leave out is folded away: circumstances, and rare facts."""
    rare = item.widget in ("flags", "pairs", "group") or (item.widget == "number" and item.code not in WAYS)
    return rare and not (questions or item.required or item.hidden or item.unfolded)


def _always_needed(item: Field) -> bool:
    """Tell whether a field may not be left out wherever it is asked."""
    return item.required or (bool(item.needed) and item.needed == item.when)


def _answered_to(needed: Iterable[str], given: Answers, prefix: str) -> dict[str, Any]:
    return {code: given.all(f"{prefix}{code}") for code in needed}


def _conditions(wanted: Mapping[str, Sequence[object]], prefix: str) -> str:
    if not wanted:
        return ""
    return json.dumps({f"{prefix}{code}": [_as_typed(value) for value in values] for code, values in wanted.items()})


def _as_typed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _seat_options(around: Around, chosen: Sequence[str]) -> tuple[Option, ...]:
    return tuple(
        Option(place, place_name(place), place in chosen, note=around.seats[place] or "")
        for place in around.seats
        if around.seats[place]
    )


def _nobody(item: Field, chosen: Sequence[str], optional: bool) -> tuple[Option, ...]:
    """Return the option that leaves a place out, named by what that means."""
    words = in_words(item.absent) if item.absent else gettext("nobody")
    return (Option("", words, "" in chosen),) if optional else ()


def _left_out(item: Field, around: Around, prefix: str) -> str:
    """Say what an answer that is left out means: where the table expects one, that one."""
    value = "" if prefix else around.expected.get(item.code, "")
    expected = next((in_words(one.label) for one in item.choices if one.code == value), "")
    return gettext("as expected: {value}").format(value=expected) if expected else gettext("not given")


def _choices(item: Field, chosen: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(one.code, in_words(one.label), one.code in chosen) for one in item.choices)


def _item_options(around: Around, given: Answers, name: str) -> tuple[Option, ...]:
    return tuple(
        Option(
            value=str(spec.value),
            label=in_words(spec.name),
            chosen=bool(given.one(f"{name}.{spec.code}")),
            name=f"{name}.{spec.code}",
            note=given.one(f"{name}.{spec.code}"),
            many=spec.most if spec.most > 1 else 0,
        )
        for spec in around.patterns
        if spec.value > 0
    )


def _void_options(item: Field, given: Answers, name: str) -> tuple[Option, ...]:
    """Return the suits one of which the winner does without, in a game that has them as choices of the tiles."""
    chosen = given.all(f"{name}.void")
    return (Option("", gettext("not given"), not chosen), *_choices(item, chosen)) if item.choices else ()


def _tile_parts(tiles: TileSet, given: Answers, name: str) -> tuple[Control, ...]:
    """Return the fields of notation, with examples that the game could have; flowers only where it has them."""
    labels = {
        "concealed": gettext("Concealed tiles"),
        "melds": gettext("Melds"),
        "flowers": gettext("Flowers"),
        "win": gettext("Winning tile"),
    }
    examples = {
        "concealed": "123m55z" if tiles.honours else "123m55p",
        "melds": "chi:123m pon:555p" if tiles.chows else "pon:555p kan:8888s",
        "flowers": "f1f5",
        "win": "8s",
    }
    return tuple(
        Control("text", f"{name}.{part}", labels[part], given.one(f"{name}.{part}"), help=examples[part])
        for part in TILE_PARTS
        if part != "flowers" or tiles.flowers
    )


def _since_parts(item: Field, around: Around, given: Answers, name: str) -> tuple[Control, ...]:
    if item.code not in ASKED_BY_LIABILITY:
        return tuple(
            Control(
                "number", f"{name}.{place}", f"{place_name(place)} {seated}", given.one(f"{name}.{place}"), minimum=0
            )
            for place, seated in around.seats.items()
            if seated
        )
    return tuple(
        Control(
            "number",
            f"{name}.{one['id']}",
            in_liability(one, around),
            given.one(f"{name}.{one['id']}"),
            help=gettext("Tiles drawn since then, the winning tile included."),
            required=True,
            minimum=1,
        )
        for one in around.liabilities
        if "since" in one["asks"]
    )


def in_liability(item: Mapping[str, Any], around: Around) -> str:
    """Say who answers for what others pay."""
    name = around.seats.get(item["payer"]) or ""
    return gettext("{place} {name} answers for payments").format(place=place_name(item["payer"]), name=name)


def _pair_rows(item: Field, around: Around, given: Answers, name: str) -> tuple[tuple[Control, ...], ...]:
    labels = [in_words(part.label) for part in item.fields] or [gettext("First"), gettext("Second")]
    second = item.fields[1].widget if len(item.fields) == 2 else "seat"
    rows = []
    for row in range(MOST_PAIRS):
        first = f"{name}.{row}.0"
        other = f"{name}.{row}.1"
        left = Control("select", first, labels[0], options=_blank(_seat_options(around, given.all(first))))
        if second == "number":
            right = Control("number", other, labels[1], given.one(other), minimum=0)
        else:
            right = Control("select", other, labels[1], options=_blank(_seat_options(around, given.all(other))))
        rows.append((left, right))
    return tuple(rows)


def _blank(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return (Option("", "–", not any(option.chosen for option in options)), *options)


def _group_control(
    base: Control, item: Field, around: Around, given: Answers, errors: Mapping[str, str], questions: bool
) -> Control:
    if not item.many:
        parts = controls(item.fields, around, given, f"{base.name}.", errors=errors, questions=questions)
        return replace(base, parts=parts)
    count = group_count(given, base.name)
    rows = tuple(
        controls(item.fields, around, given, f"{base.name}.{index}.", errors=errors, questions=questions)
        for index in range(count)
    )
    return replace(base, kind="groups", rows=rows, value=str(count), another=count < 3)
