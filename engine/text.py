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
        """Return the wording with `{name}` places filled in all three languages."""
        return Text(self.zh_hant.format(**values), self.zh_hans.format(**values), self.en.format(**values))


def text(zh_hant: str, zh_hans: str, en: str) -> Text:
    """Build a `Text` from its three wordings."""
    return Text(zh_hant, zh_hans, en)
