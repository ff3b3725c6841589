"""One search for all pages: by characters, pinyin, initials, romanised names, kana, numbers. Names are invented."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournament.models import Entry, Person
from tournament.selectors.entries import find_entries, get_entry
from tournament.services.entries import add_entries, add_entry, add_substitute, rename_person, update_entry


@pytest.fixture
def people(event, organiser):
    """Numbers 9 to 13."""
    add_entry(actor=organiser, event=event, people=[{"name": "單曉樂", "romanised": "Shan Hsiao-Le"}], club="廣島會")
    add_entry(actor=organiser, event=event, people=[{"name": "单晓乐"}], team="Ölberg")
    add_entry(actor=organiser, event=event, people=[{"name": "曾大文", "romanised": "Tsang Tai Man"}])
    add_entry(actor=organiser, event=event, people=[{"name": "沢田 舞", "sort_name": "サワダ マイ"}])
    add_entry(actor=organiser, event=event, people=[{"name": "Renée O’Hara"}])
    return event


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("單", [9, 10]),
        ("单晓", [9, 10]),
        ("shan", [9, 10]),
        ("danxiaole", [9, 10]),
        ("SXL", [9, 10]),
        ("dxy", [9, 10]),
        ("曉樂", [9, 10]),
        ("zeng", [11]),
        ("ceng da wen", [11]),
        ("zdw", [11]),
        ("tai man tsang", [11]),
        ("澤田", [12]),
        ("さわだ", [12]),
        ("ﾏｲ", [12]),
        ("renee", [13]),
        ("o'hara", [13]),
        ("广岛", [9]),
        ("olberg", [10]),
        ("１２", [12]),
        ("12", [12]),
        ("hangzhou", []),
        ("  ", []),
        ("·", []),
        ("%", []),
        ("_", []),
        ("99999999999999999999", []),
    ],
)
def test_a_player_is_found_by_whatever_one_knows(people, text, numbers):
    found = find_entries(people, text).filter(number__gt=8)
    assert [entry.number for entry in found] == numbers


def test_pinyin_is_found_from_the_beginning_of_a_syllable_only(people):
    assert not find_entries(people, "ang").filter(number=9)
    assert find_entries(people, "xiao").filter(number=9)


def test_a_change_of_name_team_or_club_is_found_at_once(people, organiser):
    entry = get_entry(people, 9)
    rename_person(actor=organiser, entry=entry, position=0, changes={"name": "查理"})
    update_entry(actor=organiser, entry=entry, changes={"club": "樂山"})
    assert [found.number for found in find_entries(people, "zhali")] == [9]
    assert [found.number for found in find_entries(people, "乐山")] == [9]
    assert not find_entries(people, "danxiao").filter(number=9)


def test_a_pair_is_found_by_each_member_and_its_substitute(pairs, organiser):
    [entry] = add_entries(actor=organiser, event=pairs, names=["單一 / 曾二"])
    add_substitute(actor=organiser, entry=entry, person={"name": "樂三"})
    for text in ("shanyi", "ce", "ys", "曾"):
        assert entry.number in [found.number for found in find_entries(pairs, text)], text
    assert not find_entries(pairs, "yizeng")


@pytest.mark.parametrize("text", ["shan", "tai man tsang"])
def test_a_search_is_as_many_queries_for_one_as_for_many(people, text):
    with CaptureQueriesContext(
        connection,
    ) as caught:
        list(find_entries(people, text))
    assert len(caught) == 2


def test_the_migration_fills_what_was_there_before(people):
    before = list(Entry.objects.values_list("search_names", "search_pinyin").order_by("pk"))
    keys = list(Person.objects.values_list("name_key", flat=True).order_by("pk"))
    Entry.objects.update(search_names="", search_pinyin="")
    Person.objects.update(name_key="")
    importlib.import_module("tournament.migrations.0009_fill_search_keys").fill(apps, None)
    assert list(Entry.objects.values_list("search_names", "search_pinyin").order_by("pk")) == before
    assert list(Person.objects.values_list("name_key", flat=True).order_by("pk")) == keys
