"""Remedies in words: pieces from `remedies.toml`, joined in the order a decision names them."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.decoding import decode
from engine.text import Text, text

_FILE = Path(__file__).parent / "remedies.toml"
REMEDIES = decode(dict[str, Text], tomllib.loads(_FILE.read_text(encoding="utf-8")), path="taiwan/remedies.toml")


def remedy(*codes: str, **values: Text | int) -> Text:
    """Return the pieces as one text; `values` fill their `{name}` places, each language with its own wording."""
    whole = joined(*(REMEDIES[code] for code in codes))
    return Text(
        whole.zh_hant.format(**{name: _said(value, "zh-hant") for name, value in values.items()}),
        whole.zh_hans.format(**{name: _said(value, "zh-hans") for name, value in values.items()}),
        whole.en.format(**{name: _said(value, "en") for name, value in values.items()}),
    )


def joined(*pieces: Text) -> Text:
    """Return texts one after another."""
    return text(
        "".join(piece.zh_hant for piece in pieces),
        "".join(piece.zh_hans for piece in pieces),
        " ".join(piece.en for piece in pieces),
    )


def _said(value: Text | int, language: str) -> str:
    return value.in_language(language) if isinstance(value, Text) else str(value)
