"""Importing a roster: previewed as a diff, asked where unsure, confirmed whole or not at all. Names are invented."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.errors import RuleError
from tests.tournament import setting
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Entry, Event, Person, RosterImport
from tournament.selectors.entries import get_entry
from tournament.selectors.roster import get_import, preview_of
from tournament.services.areas import set_areas
from tournament.services.check_in import close_check_in
from tournament.services.entries import add_entry, rename_person, update_entry
from tournament.services.roster import answer_import, cancel_import, confirm_import, start_import
from tournament.tasks import sweep

ROSTER = "姓名,社團,出生年\n單曉樂,龍會,1985\n曾 大文,鳳會,\nAnna-Maria van der Berg,,1990\n"


def begin(actor, event, text: str | bytes, **more) -> RosterImport:
    content = text.encode() if isinstance(text, str) else text
    return start_import(actor=actor, event=event, filename="roster.csv", content=content, **more)


def bring(actor, event, text: str | bytes, **more) -> dict:
    """Import a roster that asks nothing."""
    roster = begin(actor, event, text)
    return confirm_import(actor=actor, roster=roster, expected=preview_of(roster).mark, **more)


@pytest.fixture
def bare(organiser):
    """An event without entries."""
    return setting.event(organiser, players=0)


def test_nothing_is_written_before_it_is_confirmed(bare, organiser):
    version = bare.version
    roster = begin(organiser, bare, ROSTER)
    preview = preview_of(roster)
    assert [line.record.name for line in preview.diff.of("added")] == ["單曉樂", "曾 大文", "Anna-Maria van der Berg"]
    assert (Entry.objects.count(), Person.objects.count()) == (0, 0)
    bare.refresh_from_db()
    assert bare.version == version
    result = confirm_import(actor=organiser, roster=roster, expected=preview.mark)
    assert result["added"] == [1, 2, 3]
    entry = get_entry(bare, 1)
    person = entry.members.get()
    assert (entry.name, entry.club, person.club, person.birth_year) == ("單曉樂", "龍會", "龍會", 1985)
    assert get_entry(bare, 1).check_in == "expected"
    audit = AuditEntry.objects.get(action="roster.imported")
    assert audit.after["file"] == "roster.csv" and audit.after["added"] == [1, 2, 3]
    bare.refresh_from_db()
    assert bare.version == version + 1


def test_confirming_twice_gives_the_first_answer_and_enters_nobody_again(bare, organiser):
    roster = begin(organiser, bare, ROSTER)
    mark = preview_of(roster).mark
    first = confirm_import(actor=organiser, roster=roster, expected=mark)
    assert confirm_import(actor=organiser, roster=roster, expected=mark) == first
    assert Entry.objects.filter(event=bare).count() == 3
    assert bytes(RosterImport.objects.get().content) == b""


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "big5"])
def test_every_codec_gives_the_same_preview(bare, organiser, codec):
    plain = preview_of(begin(organiser, bare, ROSTER)).as_data()
    roster = begin(organiser, bare, ROSTER.encode(codec))
    if codec in ("gb18030", "big5"):
        answer_import(actor=organiser, roster=roster, codec=codec)
        roster.refresh_from_db()
    assert preview_of(roster).as_data() == plain


def test_shift_jis_gives_the_same_preview_for_names_it_can_write(bare, organiser):
    text = "氏名,社團\n山田 花子,龍會\n沢田 舞,\n"
    plain = preview_of(begin(organiser, bare, text)).as_data()
    roster = begin(organiser, bare, text.encode("cp932"))
    answer_import(actor=organiser, roster=roster, codec="shift_jis")
    roster.refresh_from_db()
    assert preview_of(roster).as_data() == plain


def test_an_ambiguous_file_is_asked_about_and_cannot_be_confirmed(bare, organiser):
    roster = begin(organiser, bare, "張偉\n".encode("gb18030"))
    preview = preview_of(roster)
    assert len(preview.candidates) >= 2 and not preview.read
    assert "張偉\n" in [candidate.text for candidate in preview.candidates]
    with pytest.raises(Refused, match="codec_open"):
        confirm_import(actor=organiser, roster=roster, expected=preview.mark)
    answer_import(actor=organiser, roster=roster, codec="gb18030")
    roster.refresh_from_db()
    confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert [entry.name for entry in Entry.objects.filter(event=bare)] == ["張偉"]


def test_a_roster_says_who_plays_in_which_venue_and_one_that_there_is_not_is_a_problem_of_its_line(bare, organiser):
    set_areas(actor=organiser, event=bare, areas=[{"name": "甲館", "first": 1, "last": 9}])
    roster = begin(organiser, bare, "姓名,場地\n甲,甲館\n乙,乙館\n丙,\n")
    preview = preview_of(roster)
    assert preview.columns == ("name", "area")
    assert [(problem.line, problem.error.code) for problem in preview.problems] == [(3, "area_unknown")]
    confirm_import(actor=organiser, roster=roster, expected=preview.mark, leave_out=True)
    assert dict(Entry.objects.values_list("name", "area")) == {"甲": "甲館", "丙": ""}
    bring(organiser, bare, "編號,姓名,會場\n2,丙,甲館\n")
    assert get_entry(bare, 2).area == "甲館"


def test_names_of_any_shape_are_imported(bare, organiser):
    names = ["李", "王·小明", "欧阳　娜娜", "Jean-Luc O’Brien Smith", "𠮷野 骉", "한 글", "ＡＮＮＡ"]
    bring(organiser, bare, "Name\n" + "\n".join(names))
    expected = ["李", "王·小明", "欧阳 娜娜", "Jean-Luc O’Brien Smith", "𠮷野 骉", "한 글", "ANNA"]
    assert [entry.name for entry in Entry.objects.filter(event=bare)] == expected


def test_a_second_import_shows_what_changes_field_by_field(bare, organiser):
    bring(organiser, bare, ROSTER)
    roster = begin(organiser, bare, "編號,姓名,社團,出生年\n1,單曉樂,虎會,1985\n2,曾 大文,鳳會,1970\n,新人,,\n")
    diff = preview_of(roster).diff
    assert [(c.key, c.before, c.after) for c in diff.lines[0].changes] == [("club", "龍會", "虎會")]
    assert [(c.key, c.before, c.after) for c in diff.lines[1].changes] == [("birth_year", None, 1970)]
    assert [line.kind for line in diff.lines] == ["changed", "changed", "added"]
    assert [entry.number for entry in diff.missing] == [3]
    result = confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert result["changed"] == [1, 2] and result["withdrawn"] == []
    assert get_entry(bare, 3).status == "registered"
    assert get_entry(bare, 1).members.get().club == get_entry(bare, 1).club == "虎會"


def test_the_missing_are_withdrawn_only_where_each_is_ticked(bare, organiser):
    bring(organiser, bare, "name\nA\nB\nC\n")
    result = bring(organiser, bare, "name\nA\n", withdraw=[2])
    assert result["withdrawn"] == [2]
    assert [get_entry(bare, number).status for number in (1, 2, 3)] == ["registered", "withdrawn", "registered"]
    roster = begin(organiser, bare, "name\nA\n")
    with pytest.raises(Refused, match="not_missing"):
        confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark, withdraw=[1])


def test_what_was_edited_here_survives_another_import_and_is_shown_as_kept(bare, organiser):
    bring(organiser, bare, "編號,姓名,社團,電子郵件\n1,甲,龍會,a@example.org\n")
    update_entry(actor=organiser, entry=get_entry(bare, 1), changes={"club": "虎會"})
    rename_person(actor=organiser, entry=get_entry(bare, 1), position=0, changes={"birth_year": 1980})
    again = "編號,姓名,社團,電子郵件,出生年\n1,甲,鳳會,b@example.org,1981\n"
    roster = begin(organiser, bare, again)
    line = preview_of(roster).diff.lines[0]
    assert [(c.key, c.before, c.after) for c in line.kept] == [("birth_year", 1980, 1981), ("club", "虎會", "鳳會")]
    assert [c.key for c in line.taken] == ["email"]
    confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    entry = get_entry(bare, 1)
    assert (entry.club, entry.email, entry.members.get().birth_year) == ("虎會", "b@example.org", 1980)
    roster = begin(organiser, bare, again)
    answer_import(actor=organiser, roster=roster, take=[2])
    roster.refresh_from_db()
    confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert get_entry(bare, 1).club == "鳳會"


def test_whoever_was_renamed_here_is_not_entered_again_by_the_same_file(bare, organiser):
    text = "編號,姓名,社團,出生年\n1,貝一,龍會,1970\n2,貝二,龍會,1971\n3,貝三,鳳會,1972\n"
    bring(organiser, bare, text)
    for number, name in ((2, "貝小二"), (3, "貝三三")):
        rename_person(actor=organiser, entry=get_entry(bare, number), position=0, changes={"name": name})
    roster = begin(organiser, bare, text)
    preview = preview_of(roster)
    assert (preview.matching.questions, preview.diff.missing) == ((), ())
    assert [(line.number, line.kind) for line in preview.diff.lines] == [(n, "unchanged") for n in (1, 2, 3)]
    assert [[(c.before, c.after) for c in line.kept] for line in preview.diff.kept] == [
        [("貝小二", "貝二")], [("貝三三", "貝三")]
    ]  # fmt: skip
    confirm_import(actor=organiser, roster=roster, expected=preview.mark)
    assert [entry.name for entry in Entry.objects.filter(event=bare).order_by("number")] == ["貝一", "貝小二", "貝三三"]
    assert preview_of(begin(organiser, bare, text)).matching.questions == (), "and so at the next import"


def test_a_name_corrected_in_the_file_is_asked_about_by_its_number_and_taken(bare, organiser):
    bring(organiser, bare, "編號,姓名\n1,貝一\n2,貝二\n")
    roster = begin(organiser, bare, "編號,姓名\n1,貝一\n2,貝小二\n3,貝三\n")
    [question] = preview_of(roster).matching.open
    assert (question.name, [choice.value for choice in question.choices]) == ("貝小二", ["e2", "new", "skip"])
    answer_import(actor=organiser, roster=roster, who={"3": "e2"})
    roster.refresh_from_db()
    result = confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert (result["changed"], result["added"], get_entry(bare, 2).name) == ([2], [3], "貝小二")


def test_a_pair_renamed_here_is_known_in_either_order_and_by_one_of_its_names(organiser):
    pairs = setting.pairs_event(organiser, pairs=0)
    bring(organiser, pairs, "姓名,搭檔姓名,搭檔出生年\n甲,乙,1980\n丙,丁,1981\n")
    rename_person(actor=organiser, entry=get_entry(pairs, 1), position=1, changes={"name": "乙乙"})
    for part, name in enumerate(("丙丙", "丁丁")):
        rename_person(actor=organiser, entry=get_entry(pairs, 2), position=part, changes={"name": name})
    preview = preview_of(begin(organiser, pairs, "姓名,出生年,搭檔姓名\n乙,1980,甲\n丁,1981,丙\n"))
    assert (preview.matching.questions, preview.diff.missing) == ((), ())
    assert [[(c.key, c.before, c.after) for c in line.kept] for line in preview.diff.kept] == [
        [("name2", "乙乙", "乙")],
        [("name", "丙丙", "丙"), ("name2", "丁丁", "丁")],
    ]
    preview = preview_of(begin(organiser, pairs, "姓名,搭檔姓名\n甲,乙\n丙,戊\n"))
    [question] = preview.matching.open
    assert [choice.value for choice in question.choices] == ["e2", "new", "skip"]


def test_an_empty_cell_changes_nothing(bare, organiser):
    bring(organiser, bare, ROSTER)
    roster = begin(organiser, bare, "編號,姓名,社團,出生年\n1,單曉樂,,\n")
    assert preview_of(roster).diff.lines[0].kind == "unchanged"


def test_namesakes_are_asked_about_with_what_is_known_of_them(bare, organiser):
    other = setting.event(organiser, players=0, slug="other")
    add_entry(actor=organiser, event=other, people=[{"name": "王伟", "club": "龍會", "birth_year": 1980}])
    known = Person.objects.get()
    roster = begin(organiser, bare, "name,club\n王伟,龍會\n王伟,虎會\n")
    preview = preview_of(roster)
    [first, second] = preview.matching.questions
    assert [choice.value for choice in first.choices] == [f"p{known.pk}", "new", "skip"]
    assert (first.choices[0].person.fields["birth_year"], first.choices[0].person.events) == (1980, 1)
    assert second.twice
    with pytest.raises(Refused, match="questions_open"):
        confirm_import(actor=organiser, roster=roster, expected=preview.mark)
    answer_import(actor=organiser, roster=roster, who={"2": f"p{known.pk}", "3": f"p{known.pk}"})
    roster.refresh_from_db()
    assert [question.key for question in preview_of(roster).matching.open] == ["3"]
    answer_import(actor=organiser, roster=roster, who={"3": "new"})
    roster.refresh_from_db()
    confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert get_entry(bare, 1).members.get() == known
    assert get_entry(bare, 2).members.get() != known


@pytest.mark.parametrize("spelling", ["单晓乐", "單 曉樂", "單·曉樂"])
def test_another_spelling_is_a_suggestion_and_no_more(bare, organiser, spelling):
    bring(organiser, bare, ROSTER)
    roster = begin(organiser, bare, f"姓名,社團\n{spelling},龍會\n")
    preview = preview_of(roster)
    [question] = preview.matching.open
    assert [choice.value for choice in question.choices] == ["e1", "new", "skip"]
    assert 1 not in [entry.number for entry in preview.diff.missing]
    answer_import(actor=organiser, roster=roster, who={"2": "e1"})
    roster.refresh_from_db()
    assert [c.key for c in preview_of(roster).diff.lines[0].taken] == ["name"]


@pytest.mark.parametrize(("one", "other"), [("José Núñez", "JOSE NUNEZ"), ("ﾔﾏﾀﾞ", "ヤマダ")])
def test_accents_case_and_width_suggest_the_same_person(bare, organiser, one, other):
    bring(organiser, bare, f"name\n{one}\n")
    roster = begin(organiser, bare, f"name\n{other}\n")
    preview = preview_of(roster)
    suggested = {choice.value for question in preview.matching.questions for choice in question.choices}
    assert "e1" in suggested or preview.diff.lines[0].entry.number == 1


def test_two_of_one_name_in_the_event_are_told_apart_by_club(bare, organiser):
    for club in ("龍會", "虎會"):
        add_entry(actor=organiser, event=bare, people=[{"name": "王伟"}], club=club)
    preview = preview_of(begin(organiser, bare, "name,club,email\n王伟,虎會,b@example.org\n王伟,龍會,a@example.org\n"))
    assert [(line.number, line.kind) for line in preview.diff.lines] == [(2, "changed"), (1, "changed")]
    preview = preview_of(begin(organiser, bare, "name\n王伟\n"))
    assert [choice.value for choice in preview.matching.open[0].choices] == ["e1", "e2", "new", "skip"]


def test_bad_lines_are_named_and_nothing_is_imported_without_being_told_to_leave_them_out(bare, organiser):
    text = "number,name,birth year,email\n1,A,1985,\n1,B,,\n2,,,\n3,C,85,\n4,D,,nowhere\n5,E,,,x\nx,F,,\n"
    roster = begin(organiser, bare, text)
    preview = preview_of(roster)
    assert [(problem.line, problem.error.code) for problem in preview.problems] == [
        (3, "number_twice"), (4, "name_missing"), (5, "year_unreadable"), (6, "email_unreadable"),
        (8, "number_unreadable"),
    ]  # fmt: skip
    with pytest.raises(Refused, match="lines_wrong"):
        confirm_import(actor=organiser, roster=roster, expected=preview.mark)
    result = confirm_import(actor=organiser, roster=roster, expected=preview.mark, leave_out=True)
    assert result["left_out"] == [3, 4, 5, 6, 8]
    assert list(Entry.objects.filter(event=bare).values_list("number", "name")) == [(1, "A"), (5, "E")]


def test_a_number_that_is_taken_is_replaced_by_the_next_one(event, organiser):
    roster = begin(organiser, event, "number,name\n1,New\n12,Other\n")
    changes = preview_of(roster).diff.lines[0].changes
    assert [(change.key, change.after, change.kept) for change in changes] == [("number", 1, True)]
    result = confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert result["added"] == [12, 13]
    assert [get_entry(event, number).name for number in (12, 13)] == ["Other", "New"]


def test_when_the_roster_moved_on_the_preview_is_renewed_instead(bare, organiser):
    roster = begin(organiser, bare, ROSTER)
    seen = preview_of(roster).mark
    add_entry(actor=organiser, event=bare, people=[{"name": "somebody else"}])
    with pytest.raises(Conflict, match="roster_moved") as refusal:
        confirm_import(actor=organiser, roster=roster, expected=seen)
    assert Entry.objects.filter(event=bare).count() == 1
    confirm_import(actor=organiser, roster=roster, expected=refusal.value.facts["mark"])
    assert Entry.objects.filter(event=bare).count() == 4


def test_another_organiser_is_told_who_is_importing(bare, organiser):
    second = setting.member(bare, Role.ORGANISER, "second")
    first = begin(organiser, bare, ROSTER)
    with pytest.raises(Conflict, match="roster_open") as refusal:
        begin(second, bare, ROSTER)
    assert refusal.value.params["name"] == "founder"
    with pytest.raises(Conflict, match="roster_open"):
        answer_import(actor=second, roster=first, header=False)
    begin(second, bare, ROSTER, take_over=True)
    with pytest.raises(Conflict, match="roster_over"):
        confirm_import(actor=organiser, roster=first, expected="")
    RosterImport.objects.update(touched_at=timezone.now() - timedelta(minutes=20))
    assert begin(organiser, bare, ROSTER).status == "open"


def test_only_organisers_import(bare, organiser):
    scorer = setting.member(bare, Role.SCORER)
    with pytest.raises(NotAllowed):
        begin(scorer, bare, ROSTER)
    roster = begin(organiser, bare, ROSTER)
    for act in (
        lambda: answer_import(actor=scorer, roster=roster, header=True),
        lambda: confirm_import(actor=scorer, roster=roster, expected=""),
        lambda: cancel_import(actor=scorer, roster=roster),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_after_check_in_closed_the_imported_are_absent_and_the_preview_says_so(event, organiser):
    assert not preview_of(begin(organiser, event, "name\nA\n")).absent
    bring(organiser, event, "name\nearly\n")
    early = get_entry(event, 9)
    assert (early.check_in, early.status) == ("expected", "registered")
    close_check_in(actor=organiser, event=event)
    assert preview_of(begin(organiser, event, "name\nA\n")).absent
    bring(organiser, event, "name\nA\n")
    entry = get_entry(event, 10)
    assert (entry.check_in, entry.status) == ("absent", "registered")


def test_beyond_the_capacity_the_imported_wait_and_the_preview_says_how_many(bare, organiser):
    Event.objects.filter(pk=bare.pk).update(settings={"capacity": 4})
    bare.refresh_from_db()
    text = "name\n" + "\n".join(f"N{index}" for index in range(6))
    assert preview_of(begin(organiser, bare, text)).waiting == 2
    assert bring(organiser, bare, text)["waiting"] == [5, 6]


def test_pairs_are_imported_with_both_members_in_either_order(organiser):
    pairs = setting.pairs_event(organiser, pairs=0)
    bring(organiser, pairs, "姓名,社團,搭檔姓名,搭檔出生年\n甲,龍會,乙,1980\n丙 / 丁,,,\n")
    assert [entry.name for entry in Entry.objects.filter(event=pairs)] == ["甲 / 乙", "丙 / 丁"]
    assert get_entry(pairs, 1).memberships.get(position=1).person.birth_year == 1980
    roster = begin(organiser, pairs, "姓名,搭檔姓名,搭檔會員編號\n乙,甲,77\n丙,戊,\n")
    preview = preview_of(roster)
    [line] = preview.diff.lines
    assert (line.number, [(c.key, c.after) for c in line.taken]) == (1, [("external_id", "77")])
    [question] = preview.matching.open
    assert [choice.value for choice in question.choices] == ["e2", "new", "skip"]
    answer_import(actor=organiser, roster=roster, who={"3": "e2"})
    roster.refresh_from_db()
    confirm_import(actor=organiser, roster=roster, expected=preview_of(roster).mark)
    assert get_entry(pairs, 2).name == "丙 / 戊"
    assert get_entry(pairs, 1).memberships.get(position=0).person.external_id == "77"


def test_columns_without_a_known_header_are_named_by_hand(bare, organiser):
    roster = begin(organiser, bare, "龍會;王小明\n虎會;李四\n")
    preview = preview_of(roster)
    assert (preview.header, preview.columns) == (False, ("name", ""))
    answer_import(actor=organiser, roster=roster, columns=["club", "name"])
    roster.refresh_from_db()
    assert [line.record.name for line in preview_of(roster).diff.lines] == ["王小明", "李四"]
    answer_import(actor=organiser, roster=roster, header=True, columns=["club", "name"])
    roster.refresh_from_db()
    assert [line.record.name for line in preview_of(roster).diff.lines] == ["李四"]
    with pytest.raises(Refused, match="column_twice"):
        answer_import(actor=organiser, roster=roster, columns=["name", "name"])


def test_a_preview_asks_as_many_queries_for_one_row_as_for_many(event, organiser):
    counts = []
    for rows in (1, 40):
        text = "name,club\n" + "\n".join(f"選手 {index:02},x" for index in range(rows))
        roster = get_import(event, begin(organiser, event, text).pk)
        with CaptureQueriesContext(connection) as caught:
            preview_of(roster)
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 9


def test_the_sweep_deletes_what_nobody_came_back_to(bare, organiser):
    begin(organiser, bare, ROSTER)
    sweep()
    assert RosterImport.objects.count() == 1
    RosterImport.objects.update(touched_at=timezone.now() - timedelta(hours=25))
    sweep()
    assert not RosterImport.objects.exists()


def test_a_cancelled_import_keeps_no_file(bare, organiser):
    roster = begin(organiser, bare, ROSTER)
    cancel_import(actor=organiser, roster=roster)
    roster.refresh_from_db()
    assert (roster.status, bytes(roster.content)) == ("put_away", b"")


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "file_empty"), (b" \n", "file_empty"), (b"x" * 1_000_001, "file_large")]
)
def test_files_that_are_empty_or_too_large_are_refused(bare, organiser, content, code):
    with pytest.raises(Refused, match=code):
        begin(organiser, bare, content)


def test_a_workbook_of_the_old_kind_is_named_as_one(bare, organiser):
    with pytest.raises(RuleError, match="workbook_old"):
        bring(organiser, bare, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))


@pytest.mark.parametrize(
    ("filename", "content", "code"),
    [
        ("people.xlsx", b"hello", "file_kind"),
        ("people.pdf", b"%PDF-1.4 junk", "file_kind"),
        ("people.csv", b"\xef\xbb\xbf%PDF-1.4 junk", "file_kind"),
        ("people.png", b"\x89PNG\r\n\x1a\n....", "file_kind"),
        ("people.csv", b"\xff\xd8\xff\xe0 junk", "file_kind"),
        ("people.html", b"\n<!DOCTYPE html><p>hello", "file_kind"),
        ("bomb.xlsx", b"PK\x03\x04 junk", "workbook_unreadable"),
        ("people.zip", b"PK\x03\x04 junk", "workbook_unreadable"),
    ],
)
def test_a_file_that_is_no_roster_is_refused_and_not_kept(bare, organiser, filename, content, code):
    with pytest.raises(RuleError) as refused:
        start_import(actor=organiser, event=bare, filename=filename, content=content)
    assert refused.value.code == code and "Taken are XLSX" in str(refused.value.template)
    assert not RosterImport.objects.exists()


def test_a_file_that_is_no_roster_puts_no_other_away(bare, organiser):
    begun = begin(organiser, bare, ROSTER)
    with pytest.raises(RuleError):
        start_import(actor=organiser, event=bare, filename="people.xlsx", content=b"hello")
    begun.refresh_from_db()
    assert begun.status == RosterImport.Status.OPEN


def test_a_title_and_an_empty_row_above_the_headers_are_left_out(bare, organiser):
    roster = begin(organiser, bare, "秋季賽 報名表,,\n,,\n姓名,社團,出生年\n單曉樂,龍會,1985\n")
    preview = preview_of(roster)
    assert (preview.header, preview.above, preview.rows[0].line, preview.problems) == (True, 1, 3, ())
    assert [line.record.name for line in preview.diff.of("added")] == ["單曉樂"]
    unticked = preview_of(answer_import(actor=organiser, roster=roster, header=False))
    assert (unticked.header, unticked.above, len(unticked.records)) == (False, 0, 3)


def test_a_member_number_of_two_people_is_a_problem_with_its_line(bare, organiser):
    preview = preview_of(begin(organiser, bare, "姓名,會員\n單曉樂,17\n曾大文,17\n單曉樂,17\n"))
    assert [(problem.line, problem.error.code) for problem in preview.problems] == [(3, "member_number_twice")]
    assert [question.twice for question in preview.matching.open] == [True]
