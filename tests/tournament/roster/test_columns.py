"""Headers of columns in three languages."""

from __future__ import annotations

import pytest

from tournament.name_keys import fold_name
from tournament.roster.columns import columns_of, detect, guess


@pytest.mark.parametrize("pairs", [False, True])
@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
def test_our_own_headers_are_known_in_every_language(pairs, language):
    columns = columns_of(pairs=pairs)
    assert detect([column.label.in_language(language) for column in columns], pairs=pairs) == tuple(
        column.key for column in columns
    )


def test_other_headers_are_known_however_they_are_written():
    found = detect(["NAME", " 选手姓名", "俱樂部", "E-Mail", "生年", "ﾁｰﾑ", "shoe size"], pairs=False)
    assert found == ("name", "", "club", "email", "birth_year", "team", "")


@pytest.mark.parametrize("header", ["會", "会", "協會", "协会", "俱樂部", "俱乐部", "社团", "所属单位", "Club name"])
def test_a_club_is_known_by_many_headers(header):
    assert detect(["姓名", header], pairs=False) == ("name", "club")


@pytest.mark.parametrize("pairs", [False, True])
def test_no_header_means_two_fields(pairs):
    fields: dict[str, set[str]] = {}
    for column in columns_of(pairs=pairs):
        for name in (column.label.zh_hant, column.label.zh_hans, column.label.en, *column.also, column.key):
            fields.setdefault(fold_name(name), set()).add(column.key)
    assert "" not in fields
    assert [found for found in fields.items() if len(found[1]) > 1] == []


def test_pairs_may_count_their_columns():
    assert detect(["姓名 1", "姓名 2", "Club 2"], pairs=True) == ("name", "name2", "club2")


def test_without_headers_the_first_columns_are_names():
    assert guess(3, pairs=False) == ("name", "", "")
    assert guess(3, pairs=True) == ("name", "name2", "")
