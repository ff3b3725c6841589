"""Headers of columns in three languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournament.forms.entries import EntryForm
from tournament.forms.registration import RegisterForm
from tournament.name_keys import fold_name
from tournament.roster.columns import columns_of, detect, guess, header_row

# Of the fields of our own forms, those that are a column of a roster under another name.
PARTNER = {"partner": "name2", "partner_romanised": "romanised2"}
NO_COLUMN = ("website", "namesake", "stand_in")


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


@pytest.mark.parametrize("language", ["zh-hant", "zh-hans", "en"])
@pytest.mark.parametrize("form", [EntryForm, RegisterForm])
def test_what_our_own_forms_call_a_field_is_a_header(form, language):
    with translation.override(language):
        labels = {name: str(field.label) for name, field in form.base_fields.items() if name not in NO_COLUMN}
    assert {name: detect([label], pairs=True)[0] for name, label in labels.items()} == {
        name: PARTNER.get(name, name) for name in labels
    }


def test_short_headers_of_clubs_are_known():
    assert detect(["姓名", "搭檔", "社", "會員", "搭檔會員編號"], pairs=True) == (
        "name", "name2", "club", "external_id", "external_id2",
    )  # fmt: skip
    assert detect(["姓名", "搭档", "会员号", "队"], pairs=True) == ("name", "name2", "external_id", "team")
    assert detect(["Player 1", "Player 2", "Partner’s club"], pairs=True) == ("name", "name2", "club2")


def test_the_headers_may_stand_below_a_title():
    names = ["姓名", "社團"]
    assert header_row([["秋季賽 名單"], ["2026"], names, ["甲", "龍會"]], pairs=False) == 2
    assert header_row([["選手"], names, ["甲", "龍會"]], pairs=False) == 1
    assert header_row([names, ["甲", "龍會"]], pairs=False) == 0
    assert header_row([["社團", "?"], ["龍會", "甲"]], pairs=False) == 0
    assert header_row([["甲", "龍會"]] * 20 + [names], pairs=False) is None
