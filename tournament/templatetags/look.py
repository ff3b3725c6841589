"""The design system as template tags and filters; `docs/design-system.md` lists them with their parameters."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine.text import Text
from tournament import wording

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
def words(value: object) -> object:
    """Return a `Text` of the engine in the language of the page; anything else as it is."""
    return wording.in_words(value) if isinstance(value, Text) else value


@register.filter
def place(value: str) -> str:
    """Name a place: `E` is 東, 东 or East."""
    return wording.place_name(value)


@register.filter
def number(value: int | None) -> str:
    """Write a whole number with a true minus and grouped thousands; nothing for None."""
    return "" if value is None else f"{value:,}".replace("-", "\u2212")


@register.filter
def points(value: int | None) -> str:
    """Write points won or lost with their sign: `+12`, `−30`, `0`; nothing for None."""
    return "" if value is None else f"{value:+,}".replace("-", "\u2212") if value else "0"
