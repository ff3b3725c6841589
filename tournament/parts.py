"""What the drawings of the design system show, prepared for their templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from engine.tiles import COPIES, Meld, format_tile, parse_tiles
from tournament import drawing, wording

SPRITE = "banfeng/tiles.svg"

POSITIONS = ("bottom", "right", "top", "left")
_SIDES = {
    "bottom": "0,100 100,100 66,66 34,66",
    "right": "100,0 100,100 66,66 66,34",
    "top": "0,0 100,0 66,34 34,34",
    "left": "0,0 0,100 34,66 34,34",
}
_QUARTER = {
    place: f'<polygon class="on" points="{corners}"/>'
    for place, corners in (
        ("E", "6,56 54,56 41,41 19,41"),
        ("S", "56,6 56,54 41,41 41,19"),
        ("W", "6,4 54,4 41,19 19,19"),
        ("N", "4,6 4,54 19,41 19,19"),
    )
}
_TODO = '<li><span class="todo__no{}">{}{}</span><div><b>{}</b>{}</div>{}</li>'
_MINI = (
    '<li><a class="mini{}" href="{}"><svg viewBox="0 0 60 60" aria-hidden="true">'
    '<rect class="mini__rim" x="2" y="2" width="56" height="56" rx="6"/>{}<path class="mini__fold" '
    'd="M3 3 57 57M57 3 3 57"/><rect class="mini__mid" x="18" y="18" width="24" height="24" rx="3"/>'
    '<text class="mini__no{}" x="30" y="36">{}</text></svg><span class="hidden">{}</span><span>{}</span></a></li>'
)
_DEALER_SIDES = {
    "bottom": "6,334 334,334 170,170",
    "right": "334,6 334,334 170,170",
    "top": "6,6 334,6 170,170",
    "left": "6,6 6,334 170,170",
}
# Above so many characters a score is set smaller, so that it stays whole on a phone.
LONG_SCORE = 6
LONGEST_SCORE = 8
_NAME_COLUMNS = 13


def rack(groups: object, **options: Any) -> dict[str, Any]:
    """Return the context of a rack: sets of tile codes; a concealed kong shows its outer tiles face down."""
    sets: Iterable[Any] = groups.split() if isinstance(groups, str) else groups or ()
    return {"groups": [_codes(one) for one in sets], **options}


def _codes(group: object) -> list[str]:
    if isinstance(group, Meld):
        codes = [format_tile(kind) for kind in group.tiles]
        return ["back", *codes[1:-1], "back"] if group.kind == "ankan" else codes
    if isinstance(group, str):
        return [format_tile(kind) for kind in parse_tiles(group)]
    return list(group)


def card(code: str) -> tuple[str, str, str, str]:
    """Return (class, name, rank, suit sign) of a card; hearts, diamonds and the big joker are red."""
    red = " card--red" if code[0] in "HD" or code == "RJ" else ""
    if code in wording.JOKERS:
        return red, wording.in_words(wording.JOKERS[code]), "", "★"
    suit, rank = code[0], code[1:].replace("T", "10")
    return red, wording.in_words(wording.CARD_SUITS[suit].fill(rank=rank)), rank, wording.CARD_SIGNS[suit]


def keys(name: str, *, left: Mapping[str, int], suits: str, chosen: str, submit: bool) -> dict[str, Any]:
    """Return the context of a tile keyboard."""
    labels = {
        "m": pgettext("suit of tiles", "Chars"),
        "p": pgettext("suit of tiles", "Dots"),
        "s": pgettext("suit of tiles", "Bams"),
        "z": pgettext("suit of tiles", "Honours"),
        "f": pgettext("suit of tiles", "Flowers"),
    }
    return {
        "name": name,
        "type": "submit" if submit else "button",
        "sprite": static(SPRITE),
        "suits": [
            {
                "code": suit,
                "label": labels[suit],
                "chosen": suit == chosen,
                "keys": [_key(code, left) for code in _suit_codes(suit)],
            }
            for suit in suits
        ],
    }


def _suit_codes(suit: str) -> list[str]:
    if suit == "f":
        return [f"f{number}" for number in range(1, 9)]
    return [f"{number}{suit}" for number in range(1, 8 if suit == "z" else 10)]


def _key(code: str, left: Mapping[str, int]) -> dict[str, Any]:
    most = 1 if code.startswith("f") else COPIES
    count = left.get(code, most)
    label = gettext("{tile}, {count} left").format(tile=wording.tile_name(code), count=count)
    return {"code": code, "left": count, "label": label, "dots": [index < count for index in range(most)]}


def square(
    sides: Sequence[Mapping[str, Any]], *, label: str, middle: object, middle_note: object, wind: str
) -> dict[str, Any]:
    """Return the context of the square; of several tints what is dead beats the winner beats the dealer."""
    drawn = []
    where = _positions(sides)
    for side in sorted(sides, key=lambda side: POSITIONS.index(where[side["place"]])):
        value = side.get("score")
        tint = "dead" if side.get("dead") else "winner" if side.get("winner") or side.get("me") else ""
        drawn.append(
            {
                **side,
                "name": side.get("name") or gettext("empty"),
                "score": value,
                "long": value is not None and len(f"{value:+,}") > LONG_SCORE,
                "tint": tint or ("dealer" if side.get("dealer") else ""),
                "polygon": _SIDES[where[side["place"]]],
                "position": where[side["place"]],
                # Readers of no Chinese are told the wind in words; the seal tells the others.
                "wind": "" if _reads_chinese() else wording.place_name(side["place"]),
            }
        )
    return {
        "sides": drawn,
        "label": label,
        "middle": wording.GLYPHS[wind] if wind else middle,
        "middle_is_wind": bool(wind),
        "middle_note": middle_note,
    }


def payments(
    lines: Sequence[Mapping[str, Any]], sides: Sequence[Mapping[str, Any]], *, penalty: bool, dealer: str
) -> dict[str, Any]:
    """Return the context of a drawing of payments; equal pairs are one arrow, in the order of their first line."""
    sums: dict[tuple[str, str], int] = {}
    for line in lines:
        if "house" not in (line["payer"], line["receiver"]) and isinstance(line["points"], int):
            pair = (line["payer"], line["receiver"])
            sums[pair] = sums.get(pair, 0) + line["points"]
    names, where = {side["place"]: side.get("name") or "" for side in sides}, _positions(sides)
    payers = {start for start, _ in sums} if penalty else set()
    told = [
        gettext("{payer} pays {receiver} {points}").format(
            payer=wording.place_name(start), receiver=wording.place_name(end), points=points
        )
        for (start, end), points in sums.items()
    ]
    return {
        "arrows": drawing.arrows([(where[start], where[end], points) for (start, end), points in sums.items()]),
        "label": wording.listed(told),
        "penalty": penalty,
        "dealer_polygon": _DEALER_SIDES.get(where.get(dealer, "")),
        "seals": [_seal(place, where[place], names.get(place, ""), dealer, payers) for place in "ESWN"],
        "reasons": any(line.get("reason") for line in lines),
        "lines": [
            {
                "payer": _who(line["payer"], names),
                "receiver": _who(line["receiver"], names),
                "points": line["points"],
                "reason": line.get("reason", ""),
                "article": line.get("article", ""),
            }
            for line in lines
        ],
    }


def _positions(sides: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return where each place is drawn: as its side says, else East below, South right, West above, North left."""
    usual = dict(zip("ESWN", POSITIONS, strict=True))
    return usual | {side["place"]: side["position"] for side in sides if "position" in side}


def _seal(place: str, position: str, name: str, dealer: str, payers: set[str]) -> dict[str, Any]:
    x, y = drawing.SEALS[position]
    return {
        "kind": "dealer" if place == dealer else "from" if place in payers else "",
        "x": x - 20,
        "y": y - 20,
        "text_x": x,
        "text_y": y + 8,
        "name_y": 24 if position == "top" else 326 if position == "bottom" else y + 38,
        "glyph": wording.GLYPHS[place],
        "name": drawing.shortened(name, _NAME_COLUMNS),
    }


def _who(place: str, names: Mapping[str, str]) -> dict[str, str]:
    return {"place": wording.place_name(place), "name": names.get(place, "")}


def hall(tables: Iterable[Mapping[str, Any]], *, columns: int, legend: bool) -> dict[str, Any]:
    """Return the context of the hall: its tables as HTML, a quarter of each for every wind that has confirmed.

    Written in Python: a template takes many times as long for 200 tables.
    """
    label = escape(wording.labelled(gettext("Table %(number)s"), ""))
    html = "".join(
        _MINI.format(
            " mini--stop" if table.get("stop") else "",
            escape(table["url"]),
            "".join(_QUARTER[place] for place in "ESWN" if place in table.get("confirmed", ())),
            " mini__no--long" if len(str(table["number"])) > 2 else "",
            table["number"],
            label % {"number": table["number"]},
            escape(str(table["state"])),
        )
        for table in tables
    )
    return {"tables": mark_safe(html), "columns": columns, "legend": legend}  # noqa: S308 - every word is escaped


def todo_lines(items: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return what is to be done as HTML, a line each. Written in Python, as the hall is."""

    def line(item: Mapping[str, Any]) -> str:
        stop, label, detail = item.get("stop"), item.get("number_label"), item.get("detail")
        return _TODO.format(
            " todo__no--stop" if stop else "",
            f'<span class="hidden">{escape(str(label))} </span>' if label else "",
            escape(str(item["number"])),
            escape(str(item["title"])),
            f"<small>{escape(str(detail))}</small>" if detail else "",
            f'<a class="btn" href="{escape(item["url"])}">{escape(str(item["act"]))}</a>' if item.get("url") else "",
        )

    return mark_safe("".join(map(line, items)))  # noqa: S308 - every word is escaped


def bars(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return lines of a fairness report with the widths of their bars: the bound stands at a quarter, or at zero."""
    drawn = []
    for line in lines:
        value, bound = line["value"], line["bound"]
        width = value * 75 // bound if bound else value * 25
        drawn.append({**line, "width": max(3, min(300, width)), "bound_x": 75 if bound else 0})
    return drawn


def step_state(index: int, now: int) -> str:
    """Return whether a step is done, now or (nothing) yet to come."""
    return "done" if index < now else "now" if index == now else ""


def _reads_chinese() -> bool:
    return (get_language() or "en").startswith("zh")
