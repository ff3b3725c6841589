"""A list of names as it is pasted: what stands before the names is no part of them."""

from __future__ import annotations

import pytest

from tournament.forms.entries import PasteForm


def names_of(text: str) -> list[str]:
    form = PasteForm({"names": text})
    assert form.is_valid(), form.errors
    return [name for (name,) in form.cleaned_data["names"]]


@pytest.mark.parametrize(
    "line",
    [
        "1. 甲",
        "2) 甲",
        "3、甲",
        "4．甲",
        "10: 甲",
        "5\t甲",
        "(5) 甲",
        "（6）甲",
        "6）甲",
        "07- 甲",
        "#8 甲",
        "9,甲",
        "9，甲",
    ],
)
def test_a_number_with_a_sign_is_left_out(line):
    assert names_of(line) == ["甲"]


@pytest.mark.parametrize("text", ["1 甲\n2 乙", "1　甲\n\n２　乙", "1 甲\n2. 乙", "#1 甲\n#2 乙"])
def test_a_number_and_a_space_are_left_out_where_every_line_has_one(text):
    assert names_of(text) == ["甲", "乙"]


def test_a_name_that_begins_with_a_number_stays():
    assert names_of("7 Cats\nOwls") == ["7 Cats", "Owls"]
    assert names_of("7 Cats") == ["7 Cats"]
    assert names_of("選手 01\n選手 02") == ["選手 01", "選手 02"]


def test_a_number_and_a_space_are_left_out_before_han_characters_and_where_most_lines_have_one():
    assert names_of("1. 甲\n6 李四\n乙\n8　黃五") == ["甲", "李四", "乙", "黃五"]
    assert names_of("1 Ann\n2 Bob\nCid") == ["Ann", "Bob", "Cid"]
    assert names_of("7 Cats\nOwls\nFoxes") == ["7 Cats", "Owls", "Foxes"]
