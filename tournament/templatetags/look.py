"""The design system as template tags and filters; `docs/design-system.md` lists them with their parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.conf import settings
from django.http import QueryDict
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from engine.registry import games
from engine.rulesets import Ruleset
from engine.text import Text
from tournament import drawing, parts, standings_rows, wording
from tournament.errors import kept_sentence
from tournament.listing import Amount
from tournament.models import StandingsProblem
from tournament.standings_page import exact, listing_cell
from tournament.telling import points_of

register = template.Library()

TAGS = {"zh-hant": "zh-Hant", "zh-hans": "zh-Hans", "en": "en"}
SHORT = {"zh-hant": "繁", "zh-hans": "简", "en": "EN"}
_NOTES = {
    # Django's message levels and the kinds of a note: (tone, icon)
    "success": ("go", "check"),
    "go": ("go", "check"),
    "error": ("stop", "alert"),
    "stop": ("stop", "alert"),
    "warning": ("stop", "alert"),
    "offline": ("", "offline"),
}


# ── Page ────────────────────────────────────────────────────


@register.simple_tag
def html_lang() -> str:
    """Return the language of the page as an HTML language tag; it also picks the right Chinese glyphs."""
    return TAGS.get(get_language() or "en", "en")


@register.simple_tag
def comma() -> str:
    """Return the sign between items of a list."""
    return wording.listed(("", ""))


@register.simple_tag
def colon() -> str:
    """Return the sign after a label."""
    return wording.labelled("", "")


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon of `icons.svg`; words beside it say what it means."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#i-{}"/></svg>',
        static("banfeng/icons.svg"),
        name,
    )


@register.inclusion_tag("components/nav.html")
def nav_bar(links: list[dict]) -> dict:
    """Draw the main navigation: dicts of url, label, current (bool) and, where something waits, count."""
    return {"links": links}


@register.inclusion_tag("components/preferences.html", takes_context=True)
def preferences(context: template.Context) -> dict:
    """Draw the menu for language and appearance; choosing a language keeps the page."""
    request = context.get("request")
    here = request.get_full_path() if request else "/"
    current = get_language() or "en"
    return {
        "current_tag": TAGS.get(current, "en"),
        "current_short": SHORT.get(current, "EN"),
        "languages": [
            {
                "name": name,
                "tag": TAGS[code],
                "current": code == current,
                "url": f"{reverse('language', args=[code])}?{urlencode({'next': here})}",
            }
            for code, name in settings.LANGUAGES
        ],
    }


@register.inclusion_tag("components/note.html")
def note(
    text: object = "", *, title: object = "", kind: str = "", icon: str = "", action: object = "", action_url: str = ""
) -> dict:
    """Draw something to read before going on; kind is go, stop, offline, plain or a level of Django's messages."""
    tone, default = _NOTES.get(kind, ("", "info"))
    return {
        "text": text,
        "title": title,
        "tone": tone,
        "icon_name": icon or default,
        "action": action,
        "action_url": action_url,
    }


# ── Words and numbers ───────────────────────────────────────


@register.filter
def edition(ruleset: Ruleset) -> str:
    """Name the edition of a ruleset; one stored before editions had names has that of the game as it is now."""
    now = games().get(ruleset.code)
    named = now is not None and now.ruleset.edition == ruleset.edition
    name = ruleset.edition_name or (now.ruleset.edition_name if now is not None and named else None)
    return wording.in_words(name) if name else ruleset.edition


@register.filter
def words(value: object) -> object:
    """Return a `Text` of the engine in the language of the page; anything else as it is."""
    return wording.in_words(value) if isinstance(value, Text) else value


@register.filter
def place(value: str) -> str:
    """Name a place: `E` is 東, 东 or East."""
    return wording.place_name(value)


@register.filter
def number(value: int | Amount | None) -> str:
    """Write a number with a true minus and grouped thousands, an amount with the decimals it has; nothing for None."""
    if isinstance(value, Amount):
        return exact(value.value, value.scale)
    return "" if value is None else f"{value:,}".replace("-", "\u2212")


@register.filter
def points(value: int | Amount | None) -> str:
    """Write points won or lost with their sign: `+12`, `−30`, `−2.5`, `0`; nothing for None."""
    if isinstance(value, Amount):
        return exact(value.value, value.scale, signed=True)
    return "" if value is None else f"{value:+,}".replace("-", "\u2212") if value else "0"


@register.filter
def carried(what: Mapping[str, Any]) -> str:
    """Say what a ruling carried to a later round: what becomes of hands, and points."""
    said = [in_account(what["points"], what["account"])] if what["points"] else []
    return wording.listed([*what["flags"], *said])


@register.filter
def in_account(value: int, account: str) -> str:
    """Write points with the name of the unit their account is counted in: `−20 points`, `0.5 placing points`."""
    said = gettext("%(points)s placing points") if account == "placing" else gettext("%(points)s points")
    return said % {"points": number(points_of(value, account))}


@register.filter
def rack_of(notation: str) -> SafeString:
    """Draw tiles written as notation; a space begins a new set: `123m 55z`."""
    return render_to_string("components/rack.html", parts.rack(notation))


@register.filter
def tile_name(tile: str) -> str:
    """Name a tile, as its label."""
    return wording.tile_name(tile)


# ── Drawings ────────────────────────────────────────────────


@register.simple_tag
def tile(code: str, size: str = "") -> SafeString:
    """Draw one tile (`3m`, `5z`, `f4`, `back`); size is l (36 px), s (22 px) or nothing (28 px)."""
    return format_html(
        '<svg class="tile{}" viewBox="0 0 30 42" role="img" aria-label="{}"><use href="{}#t-{}"/></svg>',
        f" tile--{size}" if size else "",
        wording.tile_name(code),
        static(parts.SPRITE),
        code,
    )


@register.inclusion_tag("components/rack.html")
def rack(
    groups: object, *, win: str = "", size: str = "", hand: bool = False, index: bool = False, label: str = ""
) -> dict:
    """Draw tiles in sets: notation with spaces between sets, or a list of notations and `Meld`s; win stands last.

    `hand` marks the one rack of a page that shows a whole hand; `index` adds numbers for readers of no Chinese.
    """
    return parts.rack(groups, win=win, size=size, hand=hand, index=index, label=label)


@register.simple_tag
def cards(codes: str) -> SafeString:
    """Draw playing cards: suit S H D C and rank, `SA H10 DK`, or the jokers `RJ` and `BJ`, with spaces between."""
    return format_html(
        '<span class="cards">{}</span>',
        format_html_join(
            "",
            '<span class="card{}" role="img" aria-label="{}"><b>{}</b><i>{}</i></span>',
            (parts.card(code) for code in codes.split()),
        ),
    )


@register.inclusion_tag("components/keys.html")
def tile_keys(
    name: str = "tile",
    *,
    left: dict[str, int] | None = None,
    suits: str = "mpszf",
    chosen: str = "m",
    submit: bool = True,
) -> dict:
    """Draw the tile keyboard; a press sends name=tile (or `erase`), and bubbles as a click on `[data-tile]`.

    `left` says how many of a tile are left (else 4, a flower 1); `submit=False` makes buttons that send nothing.
    """
    return parts.keys(name, left=left or {}, suits=suits, chosen=chosen, submit=submit)


@register.inclusion_tag("components/seal.html")
def seal(value: str, *, dealer: bool = False, big: bool = False) -> dict:
    """Draw the seal of a place; the dealer's is gold everywhere."""
    return {"glyph": wording.GLYPHS[value], "name": wording.place_name(value), "dealer": dealer, "big": big}


@register.inclusion_tag("components/dealer.html")
def dealer(streak: int = 0) -> dict:
    """Say who deals, how often in a row besides the first, and show it as a die up to six."""
    return {"streak": streak, "pips": drawing.PIPS.get(streak)}


@register.inclusion_tag("components/square.html")
def square(sides: list[dict], *, label: str, middle: object = "", middle_note: object = "", wind: str = "") -> dict:
    """Draw one table: East below, South right, West above, North left, unless the sides say where they are.

    A side is a dict of place, name and, where known, position (bottom, right, top, left), url, score, note, standing,
    dealer, streak, winner, me, dead. The middle shows `wind` (E, S, W, N: the round wind) or any other short `middle`,
    and under it `middle_note`.
    """
    return parts.square(sides, label=label, middle=middle, middle_note=middle_note, wind=wind)


@register.inclusion_tag("components/payments.html")
def payments(lines: list[dict], sides: list[dict], *, penalty: bool = False, dealer: str = "") -> dict:
    """Draw who pays whom as arrows, and the same lines as a table.

    A line is a dict of payer, receiver (E, S, W, N or house), points and, where known, reason and article; a side of
    place and name. More than six arrows, and what the house pays or gets, stand in the table alone.
    """
    return parts.payments(lines, sides, penalty=penalty, dealer=dealer)


@register.inclusion_tag("components/hall.html")
def hall(tables: list[dict], *, columns: int = 0, legend: bool = True) -> dict:
    """Draw the room: dicts of number, url, state (two or three words), confirmed (places) and stop (bool)."""
    return parts.hall(tables, columns=columns, legend=legend)


@register.inclusion_tag("components/chart.html")
def chart(values: list[int], *, label: str) -> dict:
    """Draw whole numbers after each round as a line; the label says them in words."""
    return {"chart": drawing.chart(values), "label": label}


@register.inclusion_tag("components/chart.html")
def rank_chart(ranks: list[int], *, label: str) -> dict:
    """Draw the rank after each round as a line, the first on top; the label says it in words."""
    return {"chart": drawing.rank_chart(ranks), "label": label}


@register.inclusion_tag("components/pips.html")
def pips(gone: int, total: int) -> dict:
    """Show how many tiles of an open liability's window have passed."""
    return {"gone": gone, "left": total - gone, "pips": [index < gone for index in range(total)]}


@register.simple_tag
def qr(text: str, label: str = "") -> SafeString:
    """Draw a QR code of a link, dark on light in every theme."""
    code = drawing.qr(text)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}">'
        '<rect class="qr__ground" fill="none" width="{0}" height="{0}"/>'
        '<path class="qr__dark" stroke="#000" fill="none" d="{2}"/></svg>',
        code.side,
        label or text,
        code.path,
    )


@register.simple_tag
def kept_refusal(problem: StandingsProblem) -> str:
    """Say a refusal that was stored (`code`, `template`, `params`) in the language of the page."""
    return kept_sentence(problem.code, problem.template, problem.params)


# ── Lists and states ────────────────────────────────────────


@register.inclusion_tag("components/score.html")
def score(
    total: int,
    unit: object,
    *,
    counted: list[dict] = (),
    not_counted: list[dict] = (),
    who: object = "",
    receives: int | None = None,
    limit: dict | None = None,
    added: list[dict] = (),
) -> dict:
    """Show a score with its reasons; counted: name, value, count, note, article; not counted: name, value, because.

    `limit` (text, article) says what cut the sum; `added` (name, sum, count, note) the payments add to it.
    """
    return {
        "total": total,
        "unit": unit,
        "counted": [{**line, "sum": line["value"] * line.get("count", 1)} for line in counted],
        "not_counted": not_counted,
        "who": who,
        "receives": receives,
        "limit": limit,
        "added": added,
    }


@register.inclusion_tag("components/ranks.html")
def ranks(rows: list[dict], *, columns: list[object] = (), points_label: object, who: object = "") -> dict:
    """List standings whose reasons open without a script; at most three columns, of which phones show the last.

    A row is a dict of key, rank, move (places gained, None where new), name, detail, members (their names, of a team),
    cells (formatted, one a column), points (formatted), why (see `why`), url, me, podium, open. `who` heads the names
    where they are no players. Where a name is long, phones set the column of numbers under the points.
    """
    widest = max((len(str(row["points"])) for row in rows), default=0)
    long = widest > parts.LONG_SCORE
    html = standings_rows.rows(rows, long=long, chevron=icon("down"))
    return {
        "rows": html,
        "columns": columns,
        "points_label": points_label,
        "long": long,
        "longest": widest > parts.LONGEST_SCORE,
        "roomy": standings_rows.roomy(rows),
        "who": who,
    }


@register.simple_tag
def flat_ranks(rows: list[dict]) -> SafeString:
    """List one column of a projector's standings: dicts of rank, move, name, points (formatted), podium."""
    return format_html('<ol class="ranks ranks--flat">{}</ol>', standings_rows.flat_rows(rows))


@register.inclusion_tag("components/page_marks.html")
def page_marks(now: int, total: int) -> dict:
    """Show which page of a view that turns by itself is up; `now` counts from 1."""
    return {"now": now, "total": total, "marks": [number == now for number in range(1, total + 1)]}


@register.inclusion_tag("components/downloads.html", takes_context=True)
def downloads(context: template.Context) -> dict:
    """Offer the list of this page as CSV, XLSX and JSON: the same address and query, with `as`."""
    request = context.get("request")
    query = request.GET.copy() if request else QueryDict(mutable=True)
    for name in ("as", "bom", "v"):
        query.pop(name, None)
    chinese = (get_language() or "en").startswith("zh")

    def address(**more: str) -> str:
        own = query.copy()
        own.update(more)
        return f"?{own.urlencode()}"

    return {
        "csv": address(**{"as": "csv"}),
        "other": address(**{"as": "csv", "bom": "0" if chinese else "1"}),
        "chinese": chinese,
        "xlsx": address(**{"as": "xlsx"}),
        "json": address(**{"as": "json"}),
    }


@register.simple_tag
def cell(value: object, zone: str = "UTC") -> str:
    """Write a cell of a `Listing` as a page does."""
    return listing_cell(value, zone)


@register.simple_tag
def movement(move: int | None) -> SafeString:
    """Show places gained (jade, upwards) or lost (ink)."""
    return standings_rows.movement(move)


@register.simple_tag
def why(reason: dict) -> SafeString:
    """Say why a rank is what it is: a dict of title, theirs, ours (names), criteria and text.

    A criterion is a dict of name, theirs, ours, decides (the first that differs) and after (not reached any more).
    """
    return standings_rows.why(reason)


@register.inclusion_tag("components/todo.html")
def todo(items: list[dict], shown: int | None = None, key: str = "todo-rest") -> dict:
    """List what is to be done: dicts of number, number_label (read aloud), title, detail, act, url, stop (blocks).

    Past `shown` the rest is folded away, with a count; `key` is the id of the fold, once a page.
    """
    rest = items[shown:] if shown else []
    return {"items": parts.todo_lines(items[:shown]), "rest": parts.todo_lines(rest), "count": len(rest), "key": key}


@register.inclusion_tag("components/fresh.html")
def fresh(text: object, *, updating: object = "", time: object = "", state: str = "fresh", limit: int = 15) -> dict:
    """Say how true the page is, in one line of fixed height; `live.js` marks it stale after `limit` seconds' silence.

    `state` is fresh, updating (the snapshot is older than the event, `updating` says both versions) or stale.
    """
    return {"text": text, "updating": updating, "time": time, "state": state, "limit": limit}


@register.inclusion_tag("components/empty_state.html")
def empty_state(title: object, *, text: object = "", act: object = "", url: str = "") -> dict:
    """Say that there is nothing yet, and what to do about it."""
    return {"title": title, "text": text, "act": act, "url": url, "sprite": static(parts.SPRITE)}


@register.inclusion_tag("components/fair.html")
def fair(lines: list[dict]) -> dict:
    """Show measured values as bars with their bound: dicts of name, value, value_text, bound, text (what it means)."""
    return {"lines": parts.bars(lines)}


@register.inclusion_tag("components/clock.html")
def clock(time: str, *, gone: int, total: int, text: object = "", ends: str = "", now: str = "") -> dict:
    """Show the time left and how much of it has gone (seconds); `ends`, an ISO time, lets `live.js` count down.

    `now` is the server's time of the page, by which `live.js` knows how far the device's clock is off.
    """
    width = 300 * min(gone, total) // max(total, 1)
    return {"time": time, "width": width, "text": text, "ends": ends, "now": now}


@register.inclusion_tag("components/steps.html")
def steps(names: list[object], *, now: int, label: object) -> dict:
    """Show the steps of a round by name; `now` counts from 0."""
    return {
        "steps": [{"name": name, "state": parts.step_state(i, now)} for i, name in enumerate(names)],
        "label": label,
    }


@register.inclusion_tag("components/stepper.html")
def stepper(now: int, total: int, text: object = "") -> dict:
    """Show the step of a question put in parts; `now` counts from 1."""
    return {"now": now, "total": total, "text": text, "states": [parts.step_state(i, now - 1) for i in range(total)]}


@register.inclusion_tag("components/dialog.html", takes_context=True)
def confirm(
    context: template.Context,
    key: str,
    label: object,
    *,
    url: str,
    title: object,
    act: object,
    text: object = "",
    tone: str = "stop",
    fields: dict[str, str] | None = None,
    links: Sequence[tuple[str, str]] = (),
    reason: bool = False,
) -> dict:
    """Draw a button that asks before it posts to `url`; without a script a GET of it shows `confirm.html`.

    `key` is the id of the dialog, once a page; `fields` are hidden values, `links` lead to what the text
    speaks of. With `reason` it asks why.
    """
    return {
        "csrf_token": context.get("csrf_token"),
        "key": key,
        "label": label,
        "url": url,
        "title": title,
        "act": act,
        "text": text,
        "tone": tone,
        "fields": fields or {},
        "links": links,
        "reason": reason,
    }


@register.inclusion_tag("components/pagination.html", takes_context=True)
def pagination(context: template.Context, page: object) -> dict:
    """Link to the pages before and after; other parts of the query stay."""
    return {"page": page, "request": context.get("request")}


@register.simple_tag(takes_context=True)
def page_query(context: template.Context, number: int) -> str:
    """Return the query of this page with another page number."""
    request = context.get("request")
    query = request.GET.copy() if request else QueryDict(mutable=True)
    query["page"] = number
    return f"?{query.urlencode()}"
