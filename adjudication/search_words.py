"""What an infraction is found by: its names, article and words in one form of Han characters, and their pinyin."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.rulings import Infraction
from tournament.han_forms import fold_forms
from tournament.name_keys import START

_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


@dataclass(frozen=True)
class SearchWords:
    """Folded words of the name and of the rest; `spoken` are pinyin and initials, each key behind `START`."""

    name: str
    more: str
    spoken: str

    def hold(self, words: Iterable[str]) -> bool:
        """Tell whether every (folded) word is found anywhere."""
        return all(word in self.name or word in self.more or START + word in self.spoken for word in words)

    def named(self, words: Iterable[str]) -> bool:
        """Tell whether the name itself has every word."""
        return all(word in self.name for word in words)


def fold_words(text: str) -> str:
    """Return a text without case and width, in one form of Han characters; blanks stay."""
    return fold_forms(unicodedata.normalize("NFKC", text).casefold())


def search_words(infraction: Infraction) -> SearchWords:
    """Return what an infraction is found by."""
    keys = infraction.keywords
    return _made(
        (infraction.name.zh_hant, infraction.name.zh_hans, infraction.name.en, infraction.code, infraction.article),
        (keys.zh_hant, keys.zh_hans, keys.en) if keys else (),
    )


@lru_cache(maxsize=1024)
def _made(names: tuple[str, ...], more: tuple[str, ...]) -> SearchWords:
    spoken = dict.fromkeys(key for text in (*names, *more) for run in _HAN_RUN.findall(text) for key in _spoken(run))
    return SearchWords(fold_words(" ".join(names)), fold_words(" ".join(more)), "".join(START + key for key in spoken))


def _spoken(run: str) -> Iterable[str]:
    # Imported where infractions are looked for, not by every process: the tables take 60 MB.
    from pypinyin import lazy_pinyin

    syllables = lazy_pinyin(run)
    for start in range(len(syllables)):
        yield "".join(syllables[start:])
        yield "".join(syllable[0] for syllable in syllables[start:])
