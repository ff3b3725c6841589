"""What a column of a roster may hold, and by which headers it is known in three languages.

Headers are compared as `fold_name` folds them, so that traditional and simplified forms are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Text
from tournament.name_keys import fold_name

SECOND = "2"
FIRST_ROWS = 10  # among which that with the headers is looked for


@dataclass(frozen=True)
class Column:
    """A field of a roster: its header as we write it, and other headers that mean the same."""

    key: str
    label: Text
    also: tuple[str, ...] = ()
    imported: bool = True


_PERSON = (
    Column(
        "name",
        Text("姓名", "姓名", "Name"),
        (
            "名字",
            "選手",
            "選手姓名",
            "參賽者",
            "參賽者姓名",
            "會員姓名",
            "氏名",
            "名前",
            "full name",
            "player",
            "player name",
            "participant",
        ),
    ),
    Column(
        "romanised",
        Text("拉丁字母姓名", "拉丁字母姓名", "Name in Latin letters"),
        (
            "英文",
            "英文名",
            "英文姓名",
            "拉丁字母",
            "羅馬字",
            "羅馬字姓名",
            "拼音",
            "羅馬拼音",
            "romanised",
            "romanized",
            "romanised name",
            "romanized name",
            "romaji",
            "pinyin",
            "latin",
            "latin name",
            "english name",
            "ローマ字",
        ),
    ),
    Column(
        "sort_name",
        Text("排序用姓名", "排序用姓名", "Name to sort by"),
        ("讀音", "注音", "假名", "ふりがな", "よみ", "かな", "reading", "kana", "sort name"),
    ),
    Column(
        "club",
        Text("社團", "俱乐部", "Club"),
        (
            "社",
            "會",
            "社名",
            "會名",
            "協會",
            "俱樂部",
            "所屬",
            "所屬單位",
            "所屬社團",
            "所屬協會",
            "所屬俱樂部",
            "單位",
            "社團名稱",
            "協會名稱",
            "俱樂部名稱",
            "クラブ",
            "club name",
            "association",
            "affiliation",
            "organisation",
            "organization",
        ),
    ),
    Column(
        "birth_year",
        Text("出生年", "出生年份", "Year of birth"),
        (
            "生年",
            "出生年度",
            "出生",
            "出生日",
            "出生日期",
            "出生年月日",
            "生日",
            "birth year",
            "born",
            "birth",
            "date of birth",
            "birthday",
        ),
    ),
    Column(
        "external_id",
        Text("會員編號", "会员编号", "Member number"),
        (
            "會員",
            "會號",
            "會籍",
            "會籍號",
            "會員號",
            "會員號碼",
            "會員證號",
            "会員番号",
            "member",
            "member id",
            "member no",
            "membership",
            "membership number",
            "membership no",
            "licence",
            "licence number",
            "license",
            "license number",
            "id",
        ),
    ),
)
_PARTNER = {
    "name": Text("搭檔姓名", "搭档姓名", "Partner"),
    "romanised": Text("搭檔拉丁字母姓名", "搭档拉丁字母姓名", "Partner: name in Latin letters"),
    "sort_name": Text("搭檔排序用姓名", "搭档排序用姓名", "Partner: name to sort by"),
    "club": Text("搭檔社團", "搭档俱乐部", "Partner: club"),
    "birth_year": Text("搭檔出生年", "搭档出生年份", "Partner: year of birth"),
    "external_id": Text("搭檔會員編號", "搭档会员编号", "Partner: member number"),
}
# How a column says that it is about the second of a pair: before the field, or behind it.
_PARTNER_BEFORE = ("搭檔", "搭檔的", "隊友", "partner ", "partner’s ", "パートナー")
_PARTNER_ALONE = ("搭檔", "隊友", "拍檔", "夥伴", "パートナー", "name of the partner")
CHECK_IN = "check_in"
AREA = "area"
_ENTRY = (
    Column("team", Text("隊伍", "队伍", "Team"), ("隊", "隊名", "隊別", "團隊", "チーム", "team name")),
    Column(
        "email",
        Text("電子郵件", "电子邮箱", "E-mail"),
        ("郵箱", "信箱", "電郵", "郵件", "电子邮件", "メール", "mail", "email address"),
    ),
    Column(
        AREA, Text("會場", "会场", "Venue"), ("場地", "场地", "場館", "场馆", "賽場", "赛场", "区域", "area", "hall")
    ),
    Column("ranked", Text("列名次", "列名次", "Takes a rank"), ("ranked",)),
    Column("status", Text("狀態", "状态", "State"), ("status",)),
    Column(CHECK_IN, Text("報到", "签到", "Check-in"), imported=False),
)
NUMBER = Column(
    "number",
    Text("編號", "编号", "Number"),
    ("號", "號碼", "番號", "序號", "選手編號", "參賽號", "參賽編號", "no", "nr", "player number", "entry"),
)
PERSON_KEYS = tuple(column.key for column in _PERSON)
ENTRY_KEYS = ("club", "team", "email", AREA, "ranked", "status")


def columns_of(*, pairs: bool) -> tuple[Column, ...]:
    """Return the columns of a roster in the order in which it is exported; of pairs those of both members."""
    partner = tuple(
        Column(
            column.key + SECOND,
            _PARTNER[column.key],
            _of_partner(column),
        )
        for column in _PERSON
    )
    return (NUMBER, *_PERSON, *(partner if pairs else ()), *_ENTRY)


def _of_partner(column: Column) -> tuple[str, ...]:
    """Return the headers by which a field of the second of a pair is known."""
    names = (*_texts(column.label), *column.also, column.key)
    before = (f"{said}{name}" for said in _PARTNER_BEFORE for name in names)
    alone = _PARTNER_ALONE if column.key == "name" else ()
    return (*(f"{name} 2" for name in names), *before, *alone)


def label_of(key: str) -> Text:
    """Return the header of a column."""
    return next(column.label for column in columns_of(pairs=True) if column.key == key)


def detect(cells: Sequence[str], *, pairs: bool) -> tuple[str, ...]:
    """Return the field of each header, "" where it is not known; a field is given to its first header only."""
    known: dict[str, str] = {}
    for column in columns_of(pairs=pairs):
        names = (*_texts(column.label), *column.also)
        own = (*(f"{name} 1" for name in names),) if pairs and column.key in PERSON_KEYS else ()
        for name in (*names, *own, column.key):
            known.setdefault(fold_name(name), column.key)
    found: list[str] = []
    for cell in cells:
        key = known.get(fold_name(cell), "")
        found.append("" if key in found else key)
    return tuple(found)


def header_row(rows: Sequence[Sequence[str]], *, pairs: bool) -> int | None:
    """Return which of the first rows has the headers: that in which a name and most else is known, or the very first.

    A title, a date or the like may stand above it. None where no header is known.
    """
    found = [detect(cells, pairs=pairs) for cells in rows[:FIRST_ROWS]]
    known = [sum(bool(key) for key in keys) for keys in found]
    named = [index for index, keys in enumerate(found) if "name" in keys]
    if named:
        return max(named, key=lambda index: (known[index], -index))
    return 0 if known and known[0] else None


def guess(width: int, *, pairs: bool) -> tuple[str, ...]:
    """Return what columns without headers are taken for: names first; the rest is for a person to say."""
    first = ("name", "name2") if pairs and width > 1 else ("name",)
    return (*first, *("" for _ in range(width - len(first))))


def _texts(label: Text) -> tuple[str, str, str]:
    return label.zh_hant, label.zh_hans, label.en
