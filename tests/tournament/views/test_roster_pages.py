"""Pages of importing a roster. All names are invented."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.services.test_areas import TWO
from tests.tournament.views.browsing import LANGUAGES, client_of, field, text_of
from tournament.access import Role
from tournament.models import Entry, RosterImport
from tournament.selectors.entries import get_entry
from tournament.selectors.roster import preview_of
from tournament.services.areas import set_areas
from tournament.services.entries import add_entry, rename_person, update_entry
from tournament.services.roster import answer_import, confirm_import, start_import

ROSTER = "姓名,社團,出生年\n單曉樂,龍會,1985\n選手 01,,1990\n壞,,x\n"


def upload(client, event, text: str, codec: str = "utf-8", **more):
    """Upload a roster; return the page that follows."""
    file = SimpleUploadedFile("roster.csv", text.encode(codec))
    return client.post(reverse("roster", args=[event.slug]), {"file": file, **more}, follow=True)


def page_url(event) -> str:
    return reverse("roster_preview", args=[event.slug, RosterImport.objects.get(status="open").pk])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_roster_is_uploaded_asked_about_and_confirmed(event, organiser, language):
    client = client_of(organiser, language)
    response = upload(client, event, ROSTER)
    assert response.status_code == 200
    assert "單曉樂" in text_of(response) and Entry.objects.filter(event=event).count() == 8
    url = page_url(event)
    client.post(url, {"act": "who", "who-3": "e1"})
    response = client.get(url)
    assert "1990" in text_of(response)
    expected = field(response, "expected")
    refused = client.post(url, {"act": "confirm", "expected": expected})
    assert refused.status_code == 422
    response = client.post(url, {"act": "confirm", "expected": expected, "leave_out": "on"}, follow=True)
    assert response.redirect_chain[-1][0] == reverse("entries", args=[event.slug])
    assert get_entry(event, 9).name == "單曉樂"
    assert get_entry(event, 1).members.get().birth_year == 1990


def test_a_pasted_table_is_read_like_a_file(event, organiser):
    client = client_of(organiser)
    response = client.post(reverse("roster", args=[event.slug]), {"text": "Name\tClub\n甲\t龍會\n"}, follow=True)
    assert "龍會" in text_of(response)
    response = client.post(reverse("roster", args=[event.slug]), {"text": " "})
    assert (response.status_code, RosterImport.objects.filter(status="open").count()) == (422, 1)


def test_what_a_file_holds_is_text_and_no_markup(event, organiser):
    client = client_of(organiser)
    markup = "<img src=x onerror=alert(1)>"
    text = f"Name\tClub\n{markup}\t{markup}\n"
    page = client.post(reverse("roster", args=[event.slug]), {"text": text}, follow=True).content.decode()
    assert "<img src=x" not in page and page.count("&lt;img src=x") >= 3


def test_an_ambiguous_file_shows_its_readings_with_samples(event, organiser):
    client = client_of(organiser)
    response = upload(client, event, "張偉,1\n", "gb18030")
    words = text_of(response)
    assert "張偉" in words and "処ぇ" in words and "GB18030" in words and "Shift-JIS" in words
    assert "checked" not in response.content.decode()
    url = page_url(event)
    assert client.post(url, {"act": "codec"}).status_code == 422
    response = client.post(url, {"act": "codec", "codec": "gb18030"}, follow=True)
    assert "処ぇ" not in text_of(response).split("Columns")[0]
    assert Entry.objects.filter(event=event).count() == 8


def test_columns_are_changed_and_two_of_one_field_are_refused(event, organiser):
    client = client_of(organiser)
    upload(client, event, "龍會,甲\n虎會,乙\n")
    url = page_url(event)
    response = client.post(url, {"act": "columns", "column-0": "name", "column-1": "name"})
    assert response.status_code == 422 and "Two columns cannot be the same field." in text_of(response)
    client.post(url, {"act": "columns", "column-0": "club", "column-1": "name"})
    assert RosterImport.objects.get().columns["fields"] == ["club", "name"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_that_are_not_read_are_named_beside_the_counts(event, organiser, language):
    client = client_of(organiser, language)
    response = upload(client, event, "編號,姓名,圈子,空的,出生年\n21,單曉樂,龍會,,1985\n")
    page = response.content.decode()
    note = page[page.index('class="note"') :].split("</div></div>")[0].split("<a ")[0]
    assert "圈子" in note and "空的" not in note, "an empty column has nothing that could be missed"
    assert re.search(r'<details class="sheet" open[^>]* id="columns"', page)
    fields = dict(enumerate(("number", "name", "club", "", "birth_year")))
    client.post(page_url(event), {"act": "columns", "header": "on"} | {f"column-{i}": k for i, k in fields.items()})
    page = client.get(page_url(event)).content.decode()
    assert 'class="note"' not in page and '<details class="sheet" id="columns"' in page


def test_a_column_left_out_by_hand_stays_named_and_the_columns_stay_shut(event, organiser):
    client = client_of(organiser)
    upload(client, event, "姓名,圈子\n單曉樂,龍會\n")
    client.post(page_url(event), {"act": "columns", "header": "on", "column-0": "name", "column-1": ""})
    response = client.get(page_url(event))
    assert "Not read: column “圈子”." in text_of(response)
    assert '<details class="sheet" id="columns"' in response.content.decode()


def test_many_columns_that_are_not_read_are_summed_up(event, organiser):
    heads = ",".join(f"h{index}" for index in range(12))
    words = text_of(upload(client_of(organiser), event, f"name,{heads}\nA,{heads}\n"))
    assert "column “h7”, and 4 more." in words and "column “h8”, " not in words


def test_where_no_header_is_known_the_first_row_is_shown_as_an_entry(event, organiser):
    client = client_of(organiser)
    response = upload(client, event, "foo,bar,baz\n1,2,3\n")
    words, page = text_of(response), response.content.decode()
    assert "No header of a column is known here" in words and "Line 1 is taken for an entry: foo · bar · baz." in words
    assert "Not read: column 2, column 3." in words
    assert '<details class="sheet" open id="columns"' in page
    client.post(page_url(event), {"act": "columns", "column-0": "name", "column-1": "club", "column-2": ""})
    words = text_of(client.get(page_url(event)))
    assert "No header of a column is known here" not in words and "Not read: column 3." in words
    client.post(page_url(event), {"act": "columns", "header": "on", "column-0": "name", "column-1": "club"})
    assert "Not read: column “baz”." not in text_of(client.get(page_url(event)))
    assert "Say which column has the names." in text_of(client.get(page_url(event)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_says_what_the_entry_was_imported_as_and_whose_number_it_is(event, organiser, language):
    client = client_of(organiser, language)
    first = start_import(actor=organiser, event=event, filename="", content="編號,姓名,出生年\n31,貝二,1971\n".encode())
    confirm_import(actor=organiser, roster=first, expected=preview_of(first).mark)
    rename_person(actor=organiser, entry=get_entry(event, 31), position=0, changes={"name": "貝小二"})
    for again in ("編號,姓名,出生年\n31,貝二,1980\n", "編號,姓名\n31,某某\n"):
        page = upload(client, event, again).content.decode()
        asked = page[page.index('id="who"') : page.index('id="confirm"')]
        assert (
            'value="e31"' in asked
            and asked.count("貝小二") == 2
            and asked.count("貝二") == (2 if "1980" in again else 1)
        )


def test_when_the_roster_moved_on_the_answer_is_409_with_the_new_preview(event, organiser):
    client = client_of(organiser)
    expected = field(upload(client, event, "name\n新人\n"), "expected")
    add_entry(actor=organiser, event=event, people=[{"name": "in between"}])
    url = page_url(event)
    response = client.post(url, {"act": "confirm", "expected": expected})
    assert response.status_code == 409
    assert "The roster has changed since this preview was made" in text_of(response)
    assert field(response, "expected") != expected
    client.post(url, {"act": "confirm", "expected": field(response, "expected")})
    assert get_entry(event, 10).name == "新人"


def test_a_confirmation_sent_twice_imports_once(event, organiser):
    client = client_of(organiser)
    expected = field(upload(client, event, "name\n新人\n"), "expected")
    url = page_url(event)
    for _ in range(2):
        assert client.post(url, {"act": "confirm", "expected": expected}).status_code == 302
    assert Entry.objects.filter(event=event).count() == 9


def test_missing_entries_are_withdrawn_only_where_ticked_and_edits_are_kept(event, organiser):
    client = client_of(organiser)
    text = "number,name,club\n1,選手 01,龍會\n"
    expected = field(upload(client, event, text), "expected")
    client.post(page_url(event), {"act": "confirm", "expected": expected, "withdraw": ["8"]})
    assert [get_entry(event, number).status for number in (7, 8)] == ["registered", "withdrawn"]
    update_entry(actor=organiser, entry=get_entry(event, 1), changes={"club": "虎會"})
    response = upload(client, event, text)
    assert "stays 虎會; the file says 龍會" in text_of(response)
    client.post(page_url(event), {"act": "take", "take": ["2"]})
    response = client.get(page_url(event))
    client.post(page_url(event), {"act": "confirm", "expected": field(response, "expected")})
    assert get_entry(event, 1).club == "龍會"


def test_a_second_organiser_reads_who_is_importing(event, organiser):
    upload(client_of(organiser), event, "name\nA\n")
    second = client_of(setting.member(event, Role.ORGANISER, "second"))
    assert "founder began to import a roster" in text_of(second.get(reverse("roster", args=[event.slug])))
    response = upload(second, event, "name\nB\n")
    assert response.status_code == 422 and "founder is importing a roster" in text_of(response)
    upload(second, event, "name\nB\n", take_over="1")
    assert RosterImport.objects.get(status="open").made_by.username == "second"


def test_an_unreadable_file_says_why(event, organiser):
    client = client_of(organiser)
    response = client.post(
        reverse("roster", args=[event.slug]),
        {"file": SimpleUploadedFile("x.xlsx", b"PK\x03\x04nothing")},
        follow=True,
    )
    assert "no XLSX workbook" in text_of(response)


def test_a_roster_is_put_away(event, organiser):
    client = client_of(organiser)
    upload(client, event, "name\nA\n")
    url = page_url(event)
    assert client.get(url + "put-away/").status_code == 200
    client.post(url + "put-away/")
    assert client.get(url).status_code == 302
    assert RosterImport.objects.get().status == "put_away"


@pytest.mark.parametrize("role", [Role.SCORER, Role.CHIEF_REFEREE])
def test_nobody_but_organisers_opens_these_pages(event, organiser, role):
    upload(client_of(organiser), event, "name\nA\n")
    other = client_of(setting.member(event, role))
    for url in (reverse("roster", args=[event.slug]), page_url(event), page_url(event) + "put-away/"):
        assert other.get(url).status_code == 403
        assert other.post(url, {"act": "confirm"}).status_code == 403


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_our_own_export_is_imported_again_without_loss(event, organiser, language, kind):
    set_areas(actor=organiser, event=event, areas=TWO)
    add_entry(
        actor=organiser,
        event=event,
        people=[
            {"name": "=單·曉樂", "romanised": "-Shan", "sort_name": "ㄕㄢ", "birth_year": 1985, "external_id": "007"}
        ],
        number=77,
        team="隊, “A”",
        club="@會",
        email="a@example.org",
        area="乙館",
        ranked=False,
    )
    update_entry(actor=organiser, entry=get_entry(event, 8), changes={"status": "withdrawn"})
    client = client_of(organiser, language)
    url = reverse("roster_export", args=[event.slug])
    assert client.get(url).status_code == 200
    response = client.get(url, {"as": kind})
    assert response.content.startswith(b"\xef\xbb\xbf") == (kind == "csv" and language != "en")
    roster = start_import(actor=organiser, event=event, filename="own", content=response.content)
    preview = preview_of(roster)
    assert (preview.problems, preview.matching.questions, preview.diff.missing) == ((), (), ())
    assert [line.kind for line in preview.diff.lines] == ["unchanged"] * 9
    assert not any(line.changes for line in preview.diff.lines)
    other = setting.event(organiser, players=0, slug="other")
    set_areas(actor=organiser, event=other, areas=TWO)
    copied = start_import(actor=organiser, event=other, filename="own", content=response.content)
    open_ = preview_of(copied).matching.open
    copied = answer_import(actor=organiser, roster=copied, who={q.key: q.choices[0].value for q in open_})
    confirm_import(actor=organiser, roster=copied, expected=preview_of(copied).mark)
    kept = ("number", "name", "romanised", "sort_name", "team", "club", "email", "area", "ranked", "status")
    assert list(Entry.objects.filter(event=other).values(*kept)) == list(
        Entry.objects.filter(event=event).values(*kept)
    )


def test_names_for_old_programs_warn_and_have_no_question_marks(event, organiser):
    add_entry(actor=organiser, event=event, people=[{"name": "單曉樂", "romanised": "W" * 40}])
    client, url = client_of(organiser), reverse("roster_export", args=[event.slug])
    words = text_of(client.get(url))
    assert "shortened" in words and "made of pinyin" in words
    body = client.get(url, {"as": "legacy"}).content.decode("iso-8859-15")
    assert "9," + "W" * 30 in body and "?" not in body and "1,Xuanshou 01" in body


def test_the_roster_is_exported_to_the_staff_only(event):
    url = reverse("roster_export", args=[event.slug])
    assert client_of(setting.member(event, Role.SCORER)).get(url, {"as": "csv"}).status_code == 200
    assert client_of().get(url, {"as": "csv"}).status_code != 200


def test_a_refused_file_is_said_beside_the_field_and_not_offered_again(event, organiser):
    client, url = client_of(organiser), reverse("roster", args=[event.slug])
    response = client.post(url, {"file": SimpleUploadedFile("bomb.xlsx", b"PK\x03\x04 junk")})
    assert response.status_code == 422 and "Taken are XLSX workbooks" in text_of(response)
    assert "You have begun with one" not in text_of(response)
    # One that an earlier release kept.
    RosterImport.objects.create(event=event, made_by=organiser.user, filename="bomb.xlsx", content=b"PK\x03\x04 junk")
    assert "bomb.xlsx" not in text_of(client.get(url))


def test_the_row_of_the_headers_is_named_where_it_is_not_the_first(event, organiser):
    words = text_of(upload(client_of(organiser), event, "名單 2026\n\n姓名,社團\n單曉樂,龍會\n"))
    assert "Line 3 is taken for the names of the columns" in words
    assert "Line 3 has the names of the columns" in words


def test_many_who_may_be_known_from_elsewhere_are_chosen_together(event, organiser):
    other = setting.event(organiser, players=0, slug="other")
    client, names = client_of(organiser), [f"選手{number:02}" for number in range(1, 9)]
    response = upload(client, other, "姓名\n" + "\n".join(names) + "\n")
    assert "8 questions" in text_of(response) and "for all 8" in text_of(response)
    url = page_url(other)
    page = client.post(url, {"act": "who", "choose": "new", "who-2": "skip"})
    assert page.context["who"].initial == {f"who-{line}": "new" for line in range(2, 10)}
    assert len(preview_of(RosterImport.objects.get(event=other)).matching.open) == 8, "nothing is answered by choosing"
    page = client.post(url, {"act": "who", "choose": "same"})
    page = client.post(url, {"act": "who", **page.context["who"].initial}, follow=True)
    client.post(url, {"act": "confirm", "expected": field(page, "expected")})
    assert [get_entry(other, n).members.get() for n in (1, 8)] == [get_entry(event, n).members.get() for n in (1, 8)]


def test_a_pair_on_two_lines_is_entered_once_and_both_lines_are_named(pairs, organiser):
    words = text_of(upload(client_of(organiser), pairs, "姓名,搭檔\n單曉樂,曾大文\n曾大文,單曉樂\n"))
    assert "This pair stands on line 2 too; it is entered once." in words
    assert "question" not in words


@pytest.mark.parametrize(
    ("language", "name", "codec"), [("zh-hant", "Big5", "cp950"), ("zh-hans", "GB18030", "gb18030")]
)
def test_names_for_old_programs_come_in_the_codec_of_the_language(event, organiser, language, name, codec):
    client, url = client_of(organiser, language), reverse("roster_export", args=[event.slug])
    assert f"CSV ({name})" in text_of(client.get(url))
    body = client.get(url, {"as": "legacy", "codec": name.lower()}).content.decode(codec)
    assert "選手 01" in body and "姓名" in body and "?" not in body
