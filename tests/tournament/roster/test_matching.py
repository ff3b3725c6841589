"""Who a row is about where people were renamed after an import. All names are invented."""

from __future__ import annotations

import pytest

from tournament.roster.matching import KnownEntry, KnownPerson, Matching, match_rows
from tournament.roster.records import Record

BLANK = {"club": "", "birth_year": None, "external_id": ""}


def known(number: int, name: str, was: str | None = "", **facts) -> KnownEntry:
    """Return an entry of this name, imported as `was` ("" as it is, None by nobody) with these facts."""
    fields = BLANK | {"name": name} | facts
    imported = {} if was is None else {"name": was or name, **facts}
    return KnownEntry(number, (KnownPerson(number, fields, number),), {"club": fields["club"]}, imported)


def row(line: int, number: int | None, name: str, **facts) -> Record:
    entry = {"club": facts["club"]} if "club" in facts else {}
    return Record(line, number, ({"name": name, **facts},), entry)


def matched(matching: Matching) -> dict[int, int | None]:
    """Return the number of the entry of each line that is decided; None for a new one."""
    return {match.record.line: match.entry.number if match.entry else None for match in matching.matches}


def asked(matching: Matching) -> dict[int, list[str]]:
    """Return the choices of each line that is asked about."""
    return {question.record.line: [choice.value for choice in question.choices] for question in matching.open}


def match(records: list[Record], entries: list[KnownEntry]) -> Matching:
    return match_rows(records, entries, [], {})


@pytest.mark.parametrize(
    "said",
    [
        row(1, 2, "貝二", club="龍會", birth_year=1971),
        row(1, 2, "貝二"),
        row(1, None, "貝二", club="龍會"),
        row(1, None, "貝二", birth_year=1971),
        row(1, 7, "貝二", birth_year=1971),
        row(1, None, "貝二"),
    ],
)
def test_the_name_of_the_last_import_tells_who_was_renamed(said):
    matching = match([said], [known(1, "貝一"), known(2, "貝小二", "貝二", club="龍會", birth_year=1971)])
    assert (matched(matching), matching.questions) == ({1: 2}, ())


@pytest.mark.parametrize(
    "said",
    [
        row(1, 2, "貝二", birth_year=1980),
        row(1, 2, "貝二", club="虎會", birth_year=1971),
        row(1, None, "貝二", club="虎會"),
        row(1, 7, "貝二"),
        row(1, 2, "貝 二"),
        row(1, 2, "某某"),
        row(1, 2, "某某", club="虎會"),
    ],
)
def test_where_something_speaks_against_it_or_the_number_alone_fits_it_is_asked(said):
    matching = match([said], [known(1, "貝一"), known(2, "貝小二", "貝二", club="龍會", birth_year=1971)])
    assert (matched(matching), asked(matching)) == ({}, {1: ["e2", "new", "skip"]})


def test_ordinary_new_people_are_not_asked_about():
    entries = [known(1, "貝一"), known(2, "貝二", None, club="龍會"), known(3, "貝三", None), known(4, "丁", "貝四")]
    rows = [
        row(1, 1, "貝一"),  # so that number 1 is meant by its own row
        row(2, None, "某甲"),
        row(3, 9, "某乙", club="龍會"),
        row(4, 3, "某丙"),  # no import gave anybody here the number 3
        row(5, 2, "某丁", club="虎會"),
        row(6, None, "貝四"),
    ]
    matching = match(rows, entries)
    assert (matched(matching), matching.questions) == ({1: 1, 2: None, 3: None, 4: None, 5: None, 6: 4}, ())


def test_a_number_that_no_import_gave_is_asked_about_where_something_else_fits():
    matching = match([row(1, 2, "貝小二", club="龍會")], [known(2, "貝二", None, club="龍會")])
    assert asked(matching) == {1: ["e2", "new", "skip"]}


def test_whoever_is_renumbered_in_the_file_leaves_his_number_without_a_question():
    matching = match([row(1, 1, "貝二"), row(2, 2, "某甲")], [known(1, "貝一"), known(2, "貝二")])
    assert (matched(matching), matching.questions) == ({1: 2, 2: None}, ())


def test_two_whose_names_were_exchanged_stay_with_their_numbers():
    entries = [known(1, "乙", "甲"), known(2, "甲", "乙")]
    assert matched(match([row(1, 1, "甲"), row(2, 2, "乙")], entries)) == {1: 1, 2: 2}
    assert matched(match([row(1, 1, "乙"), row(2, 2, "甲")], entries)) == {1: 1, 2: 2}


def test_the_name_an_entry_has_goes_before_the_one_it_had():
    entries = [known(1, "乙", "甲", club="龍會")]
    for new, old in ((row(1, 1, "乙"), row(2, None, "甲", club="龍會")), (row(1, None, "乙"), row(2, None, "甲"))):
        matching = match([old, new], entries)
        assert (matched(matching), matching.questions) == ({1: 1, 2: None}, ())


def test_what_two_rows_claim_alike_is_asked_about():
    entries = [known(1, "乙", "甲", club="龍會")]
    matching = match([row(1, 1, "甲"), row(2, 8, "乙", club="龍會")], entries)
    assert asked(matching) == {1: ["e1", "new", "skip"], 2: ["e1", "new", "skip"]}


@pytest.mark.parametrize("order", [1, -1])
def test_a_name_twice_in_the_file_is_asked_about_though_one_has_the_number(order):
    rows = [row(1, 1, "甲", club="龍會"), row(2, 9, "甲", club="龍會")][::order]
    matching = match(rows, [known(1, "甲", club="龍會")])
    assert (matched(matching), asked(matching)) == ({1: 1}, {2: ["new", "skip"]})
    assert matching.open[0].twice


def test_one_who_had_the_name_and_one_who_has_it_are_told_apart_or_asked_about():
    entries = [known(1, "乙", "甲", club="龍會"), known(5, "甲", None, club="虎會")]
    assert matched(match([row(1, None, "甲", club="龍會")], entries)) == {1: 1}
    assert matched(match([row(1, None, "甲", club="虎會")], entries)) == {1: 5}
    assert asked(match([row(1, None, "甲")], entries)) == {1: ["e1", "e5", "new", "skip"]}


def test_who_is_certainly_known_from_elsewhere_is_not_asked_about_for_his_number():
    person = KnownPerson(70, BLANK | {"name": "某某", "external_id": "X7"}, events=3)
    matching = match_rows([row(1, 2, "某某", external_id="X7")], [known(2, "貝二")], [person], {})
    assert [found.persons for found in matching.matches] == [(person,)]


def pair(line: int, one: str, other: str, *, number: int | None = None, **facts) -> Record:
    return Record(line, number, ({"name": one, **facts}, {"name": other}), {"club": facts["club"]} if facts else {})


def known_pair(number: int, one: str, other: str, *, imported: bool = False) -> KnownEntry:
    people = tuple(
        KnownPerson(10 * number + at, BLANK | {"name": name}, number) for at, name in enumerate((one, other))
    )
    return KnownEntry(number, people, {"club": ""}, {"name": one, "name2": other} if imported else {})


def test_a_pair_in_the_other_order_is_the_same_entry():
    matching = match([pair(1, "乙", "甲")], [known_pair(4, "甲", "乙")])
    assert (matched(matching), matching.questions) == ({1: 4}, ())
    assert [member["name"] for member in matching.matches[0].record.members] == ["甲", "乙"]


def test_a_pair_twice_in_the_file_is_entered_once_whatever_its_order():
    matching = match([pair(1, "甲", "乙"), pair(2, "丙", "丁"), pair(3, "乙", "甲"), pair(4, "甲", "乙")], [])
    assert (matched(matching), matching.questions) == ({1: None, 2: None}, ())
    assert [(record.line, first) for record, first in matching.same] == [(3, 1), (4, 1)]


def test_a_pair_that_says_something_else_the_second_time_is_asked_about():
    for again in (pair(2, "乙", "甲", club="龍會"), pair(2, "乙", "甲", number=7)):
        matching = match([pair(1, "甲", "乙"), again], [])
        assert (matching.same, asked(matching)) == ((), {2: ["new", "skip"]})
