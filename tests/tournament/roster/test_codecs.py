"""Bytes read as text: certain where only one codec fits, else every reading for people to choose from."""

from __future__ import annotations

import pytest

from tournament.roster.codecs import candidates, decode

NAMES = "編號,姓名\n1,單曉樂\n2,曾大文\n"


def codecs_of(data: bytes) -> list[str]:
    return [candidate.codec for candidate in candidates(data)]


@pytest.mark.parametrize(
    ("python", "codec"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
    ],
)
def test_unicode_is_certain(python, codec):
    [found] = candidates(NAMES.encode(python))
    assert (found.codec, found.text) == (codec, NAMES)


@pytest.mark.parametrize(("python", "codec"), [("gb18030", "gb18030"), ("big5", "big5")])
def test_the_codecs_of_chinese_offer_the_right_reading_among_theirs(python, codec):
    assert decode(NAMES.encode(python), codec) == NAMES


@pytest.mark.parametrize("name", ["張偉", "王伟", "欧阳", "山田", "単"])
@pytest.mark.parametrize("python", ["gb18030", "cp932"])
def test_the_right_reading_of_one_name_is_always_offered(name, python):
    try:
        data = f"{name}\n".encode(python)
    except UnicodeEncodeError:
        return
    assert f"{name}\n" in [candidate.text for candidate in candidates(data)]


def test_a_file_of_traditional_names_saved_as_gbk_shows_other_readings_where_they_are_clean():
    found = candidates("張偉\n".encode("gb18030"))
    assert {candidate.text for candidate in found} == {"張偉\n", "処ぇ\n"}


def test_what_speaks_for_a_reading_puts_it_first_and_drops_none():
    data = "張偉\n".encode("gb18030")
    first = candidates(data, lambda text: int("処" in text))
    assert [candidate.codec for candidate in first] == ["shift_jis", "gb18030"]


def test_ascii_is_the_same_everywhere():
    assert codecs_of(b"name\nAnna\n") == ["utf-8"]


def test_accents_in_unicode_are_certain_and_in_latin_9_are_offered():
    assert codecs_of("Müller,José\n".encode()) == ["utf-8"]
    assert "Müller\n" in [candidate.text for candidate in candidates("Müller\n".encode("iso-8859-15"))]


def test_two_byte_letters_that_chinese_would_read_too_are_asked_about():
    assert codecs_of("Ёлка\n".encode())[:1] != [] and len(codecs_of("Ёлка\n".encode())) >= 2


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\xd8", b"\x81", b"\x00\x01\x02", b"\xef\xbb\xbf\xff"])
def test_what_is_no_text_has_no_reading(data):
    assert candidates(data) == ()
