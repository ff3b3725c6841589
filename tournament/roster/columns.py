"""What a column of a roster may hold, and by which headers it is known in three languages.

Headers are compared as `fold_name` folds them, so that traditional and simplified forms are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Text
from tournament.name_keys import fold_name

SECOND = "2"


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
        ("名字", "選手", "選手姓名", "參賽者", "參賽者姓名", "氏名", "名前", "full name", "player", "player name"),
    ),
    Column(
        "romanised",
        Text("拉丁字母姓名", "拉丁字母姓名", "Name in Latin letters"),
        (
            "英文名",
            "英文姓名",
            "拼音",
            "羅馬拼音",
            "romanised",
            "romanized",
            "romaji",
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
            "會",
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
        ("會員號", "会员号", "会員番号", "member id", "membership number", "licence", "license", "id"),
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
CHECK_IN = "check_in"
AREA = "area"
_ENTRY = (
    Column("team", Text("隊伍", "队伍", "Team"), ("隊名", "團隊", "チーム", "team name")),
    Column(
        "email", Text("電子郵件", "电子邮箱", "E-mail"), ("郵箱", "信箱", "电子邮件", "メール", "mail", "email address")
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
            (*(f"{name} 2" for name in (*_texts(column.label), *column.also)), f"{column.key} 2"),
        )
        for column in _PERSON
    )
    return (NUMBER, *_PERSON, *(partner if pairs else ()), *_ENTRY)


def label_of(key: str) -> Text:
    """Return the header of a column."""
    return next(column.label for column in columns_of(pairs=True) if column.key == key)


def detect(cells: Sequence[str], *, pairs: bool) -> tuple[str, ...]:
    """Return the field of each header, "" where it is not known; a field is given to its first header only."""
    known: dict[str, str] = {}
    for column in columns_of(pairs=pairs):
        own = (*(f"{name} 1" for name in _texts(column.label)),) if pairs and column.key in PERSON_KEYS else ()
        for name in (*_texts(column.label), *column.also, *own, column.key):
            known.setdefault(fold_name(name), column.key)
    found: list[str] = []
    for cell in cells:
        key = known.get(fold_name(cell), "")
        found.append("" if key in found else key)
    return tuple(found)


def guess(width: int, *, pairs: bool) -> tuple[str, ...]:
    """Return what columns without headers are taken for: names first; the rest is for a person to say."""
    first = ("name", "name2") if pairs and width > 1 else ("name",)
    return (*first, *("" for _ in range(width - len(first))))


def _texts(label: Text) -> tuple[str, str, str]:
    return label.zh_hant, label.zh_hans, label.en
