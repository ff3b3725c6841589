"""What names are found by. All names are invented."""

from __future__ import annotations

import pytest

from tournament.han_forms import fold_forms
from tournament.name_keys import MOST_READINGS, START, fold_name, name_keys, order_key, pinyin_keys


@pytest.mark.parametrize(
    "forms", ["單单", "樂乐楽", "澤泽沢", "廣广広", "邊边辺", "曾曽", "鍾鐘钟锺", "爲為为", "羣群", "裏裡里"]
)
def test_all_forms_of_a_character_fold_to_one(forms):
    assert len(set(fold_forms(forms))) == 1


def test_surnames_that_are_two_stay_two():
    assert fold_forms("沈") != fold_forms("申")
    assert fold_forms("葉") == fold_forms("叶") != fold_forms("夜")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("欧阳　娜娜", "歐陽娜娜"),
        ("José Núñez", "jose nunez"),
        ("ﾏｰｼﾞｬﾝ", "まーじゃん"),
        ("ＷＡＮＧ", "wang"),
        ("王·小明", "王 小明"),
        ("Ёлка", "елка"),
        ("Straße", "STRASSE"),
    ],
)
def test_width_case_accents_blanks_and_kana_do_not_part_a_name(one, other):
    assert fold_name(one) == fold_name(other)


def test_voicing_marks_of_kana_are_letters():
    assert fold_name("かき") != fold_name("がぎ")


def test_every_reading_of_every_character_is_a_key():
    keys = pinyin_keys(["單曾樂"]).split(START)
    assert {"shanzengle", "danzengyue", "chancengle", "szl", "dzy", "zengle", "zl", "yue", "y"} <= set(keys)


def test_the_rounded_u_is_found_in_three_spellings():
    keys = pinyin_keys(["呂布"]).split(START)
    assert {"lvbu", "lubu", "lyubu", "lb", "bu"} <= set(keys)


def test_digits_stay_whole_in_initials():
    assert START + "xs01" in pinyin_keys(["選手 01"])


def test_a_name_without_han_characters_has_no_pinyin():
    assert pinyin_keys(["Anna", "まい", ""]) == ""


def test_a_name_of_several_words_is_found_by_its_initials():
    assert pinyin_keys(["Zhang Wei"]).split(START)[1:] == ["zw"]
    assert pinyin_keys(["Élise van der Berg 2"]).split(START)[1:] == ["evdb2", "vdb2", "db2", "b2"]


def test_many_readings_do_not_blow_up_and_each_single_one_stays():
    name = "單樂查重解單樂查重解單樂"
    keys = pinyin_keys([name]).split(START)[1:]
    assert len(keys) < 2 * MOST_READINGS * len(name)
    assert any(key.startswith("shanle") for key in keys)
    assert any(key.startswith("danyue") for key in keys)


def test_names_are_kept_once_and_on_lines_of_their_own():
    assert name_keys(["單 小", "单小", "", "Shan Xiao"]) == "单小\nshanxiao"


def test_names_stand_in_the_order_of_their_pinyin_with_letters_among_them():
    names = ["王偉", "連戰某", "李四", "Ánna Berg", "陳小美", "曾一", "berg, Zoe", "选手 02", "選手 10"]
    assert sorted(names, key=order_key) == [
        "Ánna Berg", "berg, Zoe", "陳小美", "李四", "連戰某", "王偉", "选手 02", "選手 10", "曾一",
    ]  # fmt: skip
