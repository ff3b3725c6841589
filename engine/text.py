"""Words of the field in the three languages of the product."""

from __future__ import annotations

import msgspec


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wording in Traditional Chinese, Simplified Chinese and English, each written for itself."""

    zh_hant: str = msgspec.field(name="zh-hant")
    zh_hans: str = msgspec.field(name="zh-hans")
    en: str

    def in_language(self, language: str) -> str:
        """Return the wording for a language code such as `zh-hant`, `zh-hans` or `en` (any other: English)."""
        return {"zh-hant": self.zh_hant, "zh-hans": self.zh_hans}.get(language.lower(), self.en)

    def fill(self, **values: object) -> Text:
        """Return the wording with `{name}` places filled in all three languages, a `Text` by its own language."""
        hant, hans, en = (
            {name: value.in_language(language) if isinstance(value, Text) else value for name, value in values.items()}
            for language in ("zh-hant", "zh-hans", "en")
        )
        return Text(self.zh_hant.format(**hant), self.zh_hans.format(**hans), self.en.format(**en))


def text(zh_hant: str, zh_hans: str, en: str) -> Text:
    """Build a `Text` from its three wordings."""
    return Text(zh_hant, zh_hans, en)
