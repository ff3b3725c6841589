"""Every pair of colours that meets on a page is told apart: WCAG 2 contrast, computed from the tokens themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static/banfeng/tokens.css").read_text(encoding="utf-8")
TEXT, SHAPE = 4.5, 3.0
PAIRS = {
    "ink": (TEXT, "paper sheet well felt gold-soft jade-soft vermilion-soft"),
    "ink-2": (TEXT, "paper sheet well felt gold-soft jade-soft vermilion-soft"),
    "ink-3": (TEXT, "paper sheet well felt"),
    "jade": (TEXT, "paper sheet well jade-soft"),
    "on-jade": (TEXT, "jade jade-deep"),
    "vermilion": (TEXT, "paper sheet well vermilion-soft felt"),
    "on-vermilion": (TEXT, "vermilion"),
    "gold-ink": (TEXT, "paper sheet gold-soft"),
    "on-gold": (TEXT, "gold"),
    "paper": (TEXT, "ink"),
    "edge": (SHAPE, "paper sheet well"),
    "focus": (SHAPE, "paper sheet felt jade-soft"),
    "tile-ink": (TEXT, "tile"),
    "tile-red": (TEXT, "tile"),
    "tile-green": (TEXT, "tile"),
}


def colours(selector: str) -> dict[str, str]:
    """Return the colours a block of the tokens sets."""
    block = re.search(re.escape(selector) + r" \{(.*?)\n\s*\}", TOKENS, re.DOTALL).group(1)
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", block))


THEMES = {
    "light": colours(':root, [data-theme="light"]'),
    "dark": colours('[data-theme="dark"]'),
    "dark by the system": colours(":root:not([data-theme])"),
}


def luminance(colour: str) -> float:
    """Return WCAG's relative luminance of `#rrggbb`."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return WCAG's contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("token", PAIRS)
def test_a_colour_stands_out_from_its_grounds(theme, token):
    least, grounds = PAIRS[token]
    values = THEMES[theme]
    for ground in grounds.split():
        found = contrast(values[token], values[ground])
        assert found >= least, f"{token} on {ground}: {found:.2f}"


def test_contrast_is_computed_as_wcag_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_both_ways_into_the_dark_give_the_same_colours():
    assert THEMES["dark"] == THEMES["dark by the system"]
    assert THEMES["dark"].keys() == THEMES["light"].keys()


def test_styles_name_no_colour_beside_the_tokens():
    for style in ("components", "drawings"):
        text = (Path(__file__).parents[2] / f"static/banfeng/{style}.css").read_text(encoding="utf-8")
        assert re.findall(r"#[0-9a-f]{3,8}\b|rgb\(|hsl\(|gradient\(", text) == []
