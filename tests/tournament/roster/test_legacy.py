"""Names for old programs. All names are invented."""

from __future__ import annotations

import pytest

from tournament.roster.legacy import CODEC, MOST, legacy_names, names_in


@pytest.mark.parametrize(
    ("name", "romanised", "latin", "notes"),
    [
        ("單曉樂", "Shan Hsiao-le", "Shan Hsiao-le", ()),
        ("José Núñez", "", "José Núñez", ()),
        ("Łukasz Őze", "", "Lukasz Oze", ()),
        ("O’Hara", "", "O'Hara", ()),
        ("單曉樂", "", "Dan Xiaole", ("pinyin",)),
        ("山田 まい", "", "No. 7", ("number",)),
        ("Ёлка", "", "No. 7", ("number",)),
        ("X" * 31, "", "X" * 30, ("shortened",)),
        ("甲", "Wolfeschlegelsteinhausenberger Max", "Wolfeschlegelsteinhausenberger", ("shortened",)),
        ("甲一 / 乙二", "", "Jiayi / Yier", ("pinyin",)),
    ],
)
def test_a_name_is_written_in_latin_letters_or_says_what_was_done(name, romanised, latin, notes):
    [found] = legacy_names([(7, name, romanised)])
    assert (found.latin, found.notes) == (latin, notes)
    assert len(found.latin) <= MOST and "?" not in found.latin
    found.latin.encode(CODEC)


def test_an_old_codec_of_chinese_keeps_names_and_never_has_a_question_mark():
    names = legacy_names([(1, "陳小美", ""), (2, "単さくら", "Hitoe Sakura"), (3, "쿠키", "")])
    assert names_in("gb18030", names) == [(1, "陳小美"), (2, "単さくら"), (3, "쿠키")]
    assert names_in("cp950", names) == [(1, "陳小美"), (2, "Hitoe Sakura"), (3, "No. 3")]
