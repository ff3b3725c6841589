"""Infractions are found by either script, by pinyin and by everyday words, in every game."""

from __future__ import annotations

import pytest

from adjudication.rules import rulings_of
from adjudication.search_words import fold_words, search_words
from tournament.han_forms import other_forms


def found(game: str, query: str) -> set[str]:
    words = fold_words(query).split()
    return {item.code for item in rulings_of(game).infractions.values() if search_words(item).hold(words)}


@pytest.mark.parametrize("query", ["詐胡", "诈胡", "zhahu", "ZhaHu", "zh", "false win", "Fake", "ｆａｌｓｅ　ｗｉｎ"])
def test_a_false_win_is_found_however_it_is_written(query: str) -> None:
    assert "A15" in found("taiwan", query)
    assert "D10" in found("dinghai", query)


FALSE_WINS = [("taiwan", "A15"), ("dinghai", "D10"), ("sichuan", "P04"), ("sichuan", "SBR/25"), ("zungjung", "B-51")]
PHONES = [("zungjung", "B-75"), ("sichuan", "SBR/27")]
FALSE_KONGS = [("sichuan", "P07"), ("sichuan", "SBR/15"), ("dinghai", "D12")]
SHORT_HANDS = [("sichuan", "P13"), ("sichuan", "SBR/9"), ("dinghai", "D11")]
PEEKS = [("taiwan", "A14"), ("zungjung", "B-20"), ("zungjung", "B-77"), ("sichuan", "P10"), ("sichuan", "SBR/28")]
REVOKES = [("shengji", code) for code in ("F01", "F02", "F04", "F05", "F06")]


@pytest.mark.parametrize(
    ("queries", "meant"),
    [
        (("詐胡", "诈胡", "zhahu", "fake"), FALSE_WINS),
        (("手機", "手机", "shouji", "phone", "cell phone"), PHONES),
        (("詐槓", "诈杠", "zhagang", "false kong", "fake kong"), FALSE_KONGS),
        (("小相公", "xiaoxianggong", "too few tiles"), SHORT_HANDS),
        (("偷看", "toukan", "peek"), PEEKS),
        (("漏跟", "沒跟牌", "没跟牌", "lougen", "revoke"), REVOKES),
    ],
)
def test_everyday_words_of_three_languages_are_known_wherever_there_is_such_an_infraction(queries, meant) -> None:
    for query in queries:
        for game, code in meant:
            assert code in found(game, query), (game, query)


@pytest.mark.parametrize(
    ("game", "query", "code"),
    [
        ("taiwan", "peek", "A14"),
        ("taiwan", "too many tiles", "A13"),
        ("dinghai", "too many tiles", "D11"),
        ("sichuan", "too few tiles", "P13"),
        ("zungjung", "too many tiles", "B-61"),
        ("zungjung", "phone", "B-75"),
        ("shengji", "revoke", "F01"),
        ("shengji", "chaoshi", "F10"),
    ],
)
def test_common_words_lead_to_the_infraction_they_mean(game: str, query: str, code: str) -> None:
    assert code in found(game, query)


@pytest.mark.parametrize("query", ["手機", "手机", "phone", "花豬", "flower pig"])
def test_what_the_rules_do_not_cover_leads_to_no_other_infraction(query: str) -> None:
    assert not found("dinghai", query)


def test_pinyin_is_found_from_the_beginning_of_a_syllable_only() -> None:
    assert "A15" not in found("taiwan", "hahu")


def test_the_page_folds_what_is_typed_as_the_server_does() -> None:
    pairs = other_forms(fold_words("詐胡"))
    table = dict(zip(pairs[::2], pairs[1::2], strict=True))
    assert table["詐"] == "诈"
    assert "".join(table.get(one, one) for one in "詐胡") == fold_words("诈胡")
