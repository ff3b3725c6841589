"""The report of rulings on paper: public texts, the fate of every ruling, in each language."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.adjudication.steps import propose, ruled
from tests.tournament.printing.papers import read_paper
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import Entry
from tournament.printing.documents import Order, find_document
from tournament.printing.pdf import write_pdf
from tournament.printing.reading import read_contents, spoken

WORDS = {"zh-hant": ("裁定報告", "第1輪"), "zh-hans": ("裁定报告", "第1轮"), "en": ("Reportofrulings", "Round1")}


@pytest.mark.pdf
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_a_document_in_every_language(table, chief, language, tmp_path):
    name = "𠮷野家 骉"
    ruled(chief, table)
    Entry.objects.filter(event=table.event, number=int(table.state["seats"]["S"])).update(name=name)
    propose(chief, table, "W")
    with spoken(table.event, language):
        contents = read_contents(find_document("rulings"), Order(chief, table.event, {}, "a4", "https://cup.org"))
        made = write_pdf(contents, paper="a4", target=tmp_path / "rulings.pdf")
    assert contents.total == 1, "a proposal is not public"
    paper = read_paper(tmp_path / "rulings.pdf")
    assert paper.embedded and 0 not in paper.glyphs and not made.missing
    for word in (*WORDS[language], "T1", name.replace(" ", "")):
        assert word in paper.text, word


def test_page_and_document_list_the_same_and_lead_to_each_other(table, chief):
    ruled(chief, table)
    slug = table.event.slug
    staff = client_of(chief)
    page = staff.get(reverse("rulings_report", args=[slug]))
    assert reverse("print_document", args=[slug, "rulings"]) in page.content.decode()
    printed = staff.get(reverse("print_page", args=[slug, "rulings"]))
    offender = Entry.objects.get(event=table.event, number=int(table.state["seats"]["S"])).name
    assert offender in text_of(page) and offender in text_of(printed)
