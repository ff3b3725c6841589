"""The page that shows every part of the design system in both themes, for those who build and check pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.text import Text, text
from tournament.widgets import Filters, Stepper
from tournament.wording import in_words


def t(zh_hant: str, zh_hans: str, en: str) -> str:
    """Return a sample wording in the language of the page."""
    return in_words(text(zh_hant, zh_hans, en))


def player(number: int) -> str:
    """Return the name of a sample player."""
    return t(f"選手 {number:02}", f"选手 {number:02}", f"Player {number:02}")


def _form(prefix: str) -> forms.Form:
    class Sample(forms.Form):
        name = forms.CharField(
            label=t("名字", "姓名", "Name"), help_text=t("如證件所載", "与证件一致", "As on the badge")
        )
        worth = forms.IntegerField(label=t("台數", "台数", "Tai"), min_value=0)
        way = forms.ChoiceField(
            label=t("結果", "结果", "Result"),
            choices=[
                ("self", t("自摸", "自摸", "Self-draw")),
                ("discard", t("胡銃", "点炮", "Off a discard")),
                ("exhausted", t("荒局", "荒牌", "Exhausted")),
            ],
            widget=Filters,
        )
        when = forms.ChoiceField(
            label=t("那張牌在哪裡", "那张牌在哪里", "Where is the tile"),
            choices=[
                ("kept", t("補進手裡，還沒打", "已补进手里，还没打", "Taken into the hand, nothing discarded")),
                ("gone", t("已經打出", "已经打出", "Already discarded")),
            ],
            widget=forms.RadioSelect,
        )
        count = forms.IntegerField(label=t("張數", "张数", "Tiles"), min_value=0, max_value=8, widget=Stepper)
        area = forms.ChoiceField(label=t("分區", "分区", "Area"), choices=[("a", "A"), ("b", "B")], required=False)
        note = forms.CharField(
            label=t("附註", "备注", "Note"), widget=forms.Textarea(attrs={"rows": 2}), required=False
        )
        agreed = forms.BooleanField(label=t("四家都同意", "四家都同意", "All four agree"), required=False)

    return Sample(
        {
            f"{prefix}-name": player(7),
            f"{prefix}-worth": "-2",
            f"{prefix}-way": "self",
            f"{prefix}-when": "kept",
            f"{prefix}-count": "4",
        },
        prefix=prefix,
    )


def _sides() -> list[dict[str, Any]]:
    return [
        {
            "place": "E",
            "name": player(7),
            "url": "#ranks",
            "score": -24,
            "note": t("本盤 −11", "本盘 −11", "this hand −11"),
        },
        {
            "place": "S",
            "name": player(23),
            "score": 27,
            "winner": True,
            "note": t("胡，8 台", "胡，8 台", "wins, 8 tai"),
        },
        {"place": "W", "name": player(41), "score": -37, "dead": True, "note": t("相公", "相公", "dead hand")},
        {"place": "N", "name": player(58), "url": "#ranks", "score": 34, "dealer": True, "streak": 1, "note": "−16"},
    ]


def _long_sides() -> list[dict[str, Any]]:
    return [
        {"place": "E", "name": "Wolfeschlegelsteinhausen Maximiliana", "score": -128400},
        {"place": "S", "name": t("歐陽司馬諸葛長名", "欧阳司马诸葛长名", "Ouyang Sima"), "score": 64200},
        {"place": "W", "name": "", "score": None},
        {"place": "N", "name": player(9), "score": 64200, "dealer": True, "streak": 7},
    ]


def _win() -> list[dict[str, Any]]:
    reason = t("自摸", "自摸", "self-draw")
    return [
        {"payer": "E", "receiver": "S", "points": 13, "reason": reason, "article": "A6"},
        {"payer": "W", "receiver": "S", "points": 13, "reason": reason, "article": "A6"},
        {"payer": "N", "receiver": "S", "points": 16, "reason": reason, "article": "A6"},
    ]


def _penalty() -> list[dict[str, Any]]:
    return [
        {"payer": "W", "receiver": "E", "points": 9},
        {"payer": "W", "receiver": "S", "points": 9},
        {"payer": "W", "receiver": "N", "points": 12},
        {"payer": "W", "receiver": "house", "points": 20},
    ]


def _six() -> list[dict[str, Any]]:
    pairs = [("E", "S"), ("S", "E"), ("W", "N"), ("N", "W"), ("E", "W"), ("N", "S")]
    return [{"payer": a, "receiver": b, "points": 100 * i + 8} for i, (a, b) in enumerate(pairs)]


def _hall() -> list[dict[str, Any]]:
    done, half = t("已確認", "已确认", "confirmed"), t("2 家確認", "2 家确认", "2 confirmed")
    return [
        {"number": 1, "url": "#1", "state": done, "confirmed": "ESWN"},
        {"number": 2, "url": "#2", "state": half, "confirmed": "ES"},
        {"number": 5, "url": "#5", "state": t("第 7 盤", "第 7 盘", "hand 7"), "confirmed": ""},
        {"number": 112, "url": "#112", "state": t("裁定", "裁定", "ruling"), "confirmed": "", "stop": True},
    ]


def _score() -> dict[str, Any]:
    return {
        "unit": text("台", "台", "tai"),
        "counted": [
            {
                "name": text("不求・自摸", "不求·自摸", "Concealed self-draw"),
                "value": 2,
                "note": text("門清自摸", "门清自摸", "nothing called"),
                "article": "",
            },
            {"name": text("三暗坎", "三暗坎", "Three concealed triplets"), "value": 2},
            {"name": text("花牌", "花牌", "Flower"), "value": 1, "count": 2},
        ],
        "not_counted": [
            {
                "name": text("自摸", "自摸", "Self-draw"),
                "value": 1,
                "because": text(
                    "已計「不求・自摸」，不再計", "已计“不求·自摸”，不再计", "Contained in “Concealed self-draw”"
                ),
            }
        ],
    }


def _ranks(theme: str) -> list[dict[str, Any]]:
    points, wins = text("總分", "总分", "Points"), text("胡牌盤數", "胡牌盘数", "Hands won")
    why = {
        "title": t("為什麼在選手 07 後面？", "为什么排在选手 07 后面？", "Why behind Player 07?"),
        "theirs": player(7),
        "ours": player(58),
        "criteria": [
            {"name": points, "theirs": "+187", "ours": "+187"},
            {"name": wins, "theirs": "17", "ours": "15", "decides": True},
            {"name": text("放銃", "点炮", "Deal-ins"), "theirs": "6", "ours": "4", "after": True},
        ],
    }
    highest = {"text": t("總分最高。", "总分最高。", "Highest points.")}
    rows = [
        {"rank": 1, "move": 2, "name": player(23), "cells": ["19", "+69"], "points": "+214", "podium": True},
        {"rank": 2, "move": -1, "name": player(7), "cells": ["17", "−37"], "points": "+187", "podium": True},
        {"rank": 3, "move": 3, "name": player(58), "cells": ["15", "+45"], "points": "+187", "podium": True},
        {
            "rank": 4,
            "move": 0,
            "name": "Wolfeschlegelsteinhausen Maximiliana",
            "cells": ["16", "+22"],
            "points": "+160",
        },
        {"rank": 104, "move": None, "name": player(104), "cells": ["2", "−1,284"], "points": "−12,840"},
    ]
    for row in rows:
        row |= {"key": f"{theme}-{row['rank']}", "why": highest}
    rows[2] |= {"me": True, "detail": t("你", "你", "You"), "why": why, "open": True, "url": "#results"}
    rows[4]["members"] = [player(104), player(105), "Wolfeschlegelsteinhausen Maximiliana", player(106)]
    return rows


def _todo() -> list[dict[str, Any]]:
    label = t("第", "第", "Table")
    return [
        {
            "number": 12,
            "number_label": label,
            "stop": True,
            "title": t("詐胡裁定待確認", "诈胡裁定待确认", "Ruling to be confirmed: false win"),
            "detail": t("西 選手 45，已擬未發布", "西 选手 45，已拟未发布", "West, Player 45; drafted, not issued"),
            "act": t("看裁定", "看裁定", "Open"),
            "url": "#ruling",
        },
        {
            "number": 9,
            "number_label": label,
            "stop": True,
            "title": t("北位空著", "北位空着", "No one sits North"),
            "detail": t("選手 36 未到，已過 8 分", "选手 36 未到，已过 8 分钟", "Player 36 is 8 minutes late"),
            "act": t("派替補", "派替补", "Send a substitute"),
            "url": "#substitute",
        },
    ]


def _fair() -> list[dict[str, Any]]:
    return [
        {
            "name": t("兩人重複同桌", "两人重复同桌", "Pairs meeting again"),
            "value": 0,
            "value_text": "0",
            "bound": 0,
            "text": t("沒有人會再遇見同一個人", "没有人会再遇到同一个人", "Nobody meets anybody twice"),
        },
        {
            "name": t("重回同一桌", "重回同一桌", "Back at the same table"),
            "value": 6,
            "value_text": "6",
            "bound": 4,
            "text": t("已知最佳；尚未證明是最佳", "已知最优；尚未证明是最优", "Best known; not proven best"),
        },
    ]


def _samples(theme: str) -> dict[str, Any]:
    """Return the sample data of one theme; keys and names differ between the two so that ids stay unique."""
    return {
        "theme": theme,
        "name": t("淺色", "浅色", "Light") if theme == "light" else t("深色", "深色", "Dark"),
        "form": _form(theme),
        "sides": _sides(),
        "long_sides": _long_sides(),
        "win": _win(),
        "penalty": _penalty(),
        "six": _six(),
        "hall": _hall(),
        "score": _score(),
        "ranks": _ranks(theme),
        "todo": _todo(),
        "fair": _fair(),
        "values": [42, 103, 85, -18, 187],
        "left": {"8m": 1, "9m": 2, "1s": 0, "f4": 0},
        "steps": [
            t("編排", "编排", "Draw"),
            t("發布", "发布", "Release"),
            t("進行中", "进行中", "Play"),
            t("結算", "结算", "Settle"),
            t("關閉", "关闭", "Close"),
        ],
    }


COLOURS = (
    "paper", "sheet", "well", "ink", "ink-2", "ink-3", "edge", "jade", "jade-soft", "vermilion", "vermilion-soft",
    "gold", "gold-soft", "felt", "focus",
)  # fmt: skip
SUITS = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m",
    "1p 2p 3p 4p 5p 6p 7p 8p 9p",
    "1s 2s 3s 4s 5s 6s 7s 8s 9s",
    "1z 2z 3z 4z 5z 6z 7z",
    "f1 f2 f3 f4 f5 f6 f7 f8",
)


@require_safe
def look(request: HttpRequest) -> HttpResponse:
    """Show the parts; to staff, and to everybody where DEBUG is on."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    columns: list[Text] = [text("胡牌盤數", "胡牌盘数", "Hands won"), text("本輪", "本轮", "Round")]
    return render(
        request,
        "look.html",
        {
            "event": {"name": t("秋季公開賽 2026", "秋季公开赛 2026", "Autumn Open 2026")},
            "nav": [
                {"url": "#colour", "label": t("元件", "组件", "Parts"), "current": True},
                {"url": "#table", "label": t("牌桌", "牌桌", "Table"), "count": 2},
                {"url": "#ranks", "label": t("排名", "排名", "Standings")},
            ],
            "themes": [_samples("light"), _samples("dark")],
            "colours": COLOURS,
            "suits": SUITS,
            "columns": columns,
            "page": Paginator(range(100), 20).page(2),
        },
    )
