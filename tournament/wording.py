"""Names of places, tiles and cards in the three languages, for pages, labels and paper."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language, gettext, ngettext, pgettext

from engine.text import Text, text

# The glyph on a seal and a tile is traditional in every language; the name beside it is not.
GLYPHS = {"E": "東", "S": "南", "W": "西", "N": "北"}
PLACE_NAMES = {
    "E": text("東", "东", "East"),
    "S": text("南", "南", "South"),
    "W": text("西", "西", "West"),
    "N": text("北", "北", "North"),
    "house": text("主辦單位", "主办方", "the organiser"),
}
# What may be said of a hand while it is played, by the flags that rulings and games set on a place.
FLAG_NAMES = {
    "dead": text("相公", "相公", "dead hand"),
    "short": text("小相公（少牌）", "小相公（少牌）", "too few tiles"),
    "long": text("大相公（多牌）", "大相公（多牌）", "too many tiles"),
    "out": text("退出本盤", "退出本盘", "out of the hand"),
    "won": text("已胡", "已和", "has won"),
    "eye": text("誰胡都付一台", "谁和都付一台", "pays one to any winner"),
    "ready": text("已報聽", "已报听", "declared ready"),
    "no_win": text("停和陪打", "停和陪打", "plays on, may not win"),
    "locked": text("暫不得胡", "暂不得和", "may not win for now"),
}

_NUMBERS = "一二三四五六七八九"
_SUITS = {
    "m": text("{n}萬", "{n}万", "{i} of characters"),
    "p": text("{n}筒", "{n}筒", "{i} of dots"),
    "s": text("{n}條", "{n}条", "{i} of bamboo"),
}
_SINGLE = {
    "1z": text("東", "东", "East wind"),
    "2z": text("南", "南", "South wind"),
    "3z": text("西", "西", "West wind"),
    "4z": text("北", "北", "North wind"),
    "5z": text("中", "中", "Red dragon"),
    "6z": text("發", "发", "Green dragon"),
    "7z": text("白", "白", "White dragon"),
    "f1": text("春", "春", "Spring"),
    "f2": text("夏", "夏", "Summer"),
    "f3": text("秋", "秋", "Autumn"),
    "f4": text("冬", "冬", "Winter"),
    "f5": text("梅", "梅", "Plum blossom"),
    "f6": text("蘭", "兰", "Orchid"),
    "f7": text("竹", "竹", "Bamboo plant"),
    "f8": text("菊", "菊", "Chrysanthemum"),
    "back": text("蓋著的牌", "扣着的牌", "A tile face down"),
}
TILE_NAMES = {
    f"{i}{suit}": name.fill(n=_NUMBERS[i - 1], i=i) for suit, name in _SUITS.items() for i in range(1, 10)
} | _SINGLE

CARD_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD_SUITS = {
    "S": text("黑桃{rank}", "黑桃{rank}", "{rank} of spades"),
    "H": text("紅心{rank}", "红桃{rank}", "{rank} of hearts"),
    "D": text("方塊{rank}", "方块{rank}", "{rank} of diamonds"),
    "C": text("梅花{rank}", "梅花{rank}", "{rank} of clubs"),
}
JOKERS = {"RJ": text("大王", "大王", "Big joker"), "BJ": text("小王", "小王", "Small joker")}

# How the totals of a score sheet are written down: as a ruling of no article, which is none to the reader.
SHEET = {
    "article": "",
    "title": {"zh-hant": "成績單", "zh-hans": "成绩单", "en": "Score sheet"},
    "remedy": {
        "zh-hant": "依成績單登記各家總分。",
        "zh-hans": "按成绩单登记各家总分。",
        "en": "The totals of the score sheet were recorded.",
    },
}


def listed(items: Iterable[object]) -> str:
    """Return items one after the other, with the sign the language of the page puts between them."""
    return between_items().join(map(str, items))


def between_items() -> str:
    """Return the sign the language of the page puts between the items of a list."""
    return pgettext("between items of a list", ", ")


def one_after_another(events: Iterable[object]) -> str:
    """Return what happened one after the other, with the sign the language of the page puts between statements."""
    return pgettext("between statements", "; ").join(map(str, events))


def labelled(label: object, what: object) -> str:
    """Return a label and what it says, with the sign the language of the page puts between them."""
    sign = pgettext("after a label", ": ")
    return f"{label}{sign}{what}"


def field_in_words(count: int, *, pairs: bool) -> str:
    """Say how many take part: players, or pairs where two persons are one entry."""
    if pairs:
        return ngettext("{count} pair", "{count} pairs", count).format(count=count)
    return ngettext("{count} player", "{count} players", count).format(count=count)


def seat_words(area: str, table: int, places: Iterable[str]) -> str:
    """Say where somebody sits: the venue where there are several, the table, his places."""
    said = gettext("table {number}").format(number=table)
    return listed([*([area] if area else []), said, *(place_name(place) for place in places)])


def in_words(words: Text) -> str:
    """Return `words` in the language of the page."""
    return words.in_language(get_language() or "en")


def place_name(place: str) -> str:
    """Name a place (E, S, W, N) or the house in the language of the page."""
    return in_words(PLACE_NAMES[place])


def place_reached(place: int, *, shared: bool = False) -> str:
    """Word the place reached at a table; where several are equal it is the best of the places they share."""
    if shared:
        return pgettext("place shared at a table", "shared {place}").format(place=place)
    words = {
        1: pgettext("place at a table", "1st"),
        2: pgettext("place at a table", "2nd"),
        3: pgettext("place at a table", "3rd"),
        4: pgettext("place at a table", "4th"),
    }
    return words.get(place, str(place))


def tile_name(tile: str) -> str:
    """Name a tile such as `3m`, `5z`, `f4` or `back` in the language of the page."""
    return in_words(TILE_NAMES[tile])


def anchor(article: str) -> str:
    """Return the id an article has on the page of its rules."""
    return f"a-{article.replace(' ', '_')}"
