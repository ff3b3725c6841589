"""Headers of columns in three languages."""

from __future__ import annotations

import pytest

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


def test_pairs_may_count_their_columns():
    assert detect(["姓名 1", "姓名 2", "Club 2"], pairs=True) == ("name", "name2", "club2")


def test_without_headers_the_first_columns_are_names():
    assert guess(3, pairs=False) == ("name", "", "")
    assert guess(3, pairs=True) == ("name", "name2", "")
