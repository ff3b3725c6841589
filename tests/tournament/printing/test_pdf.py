"""Every document as PDF: fonts embedded, no .notdef, the right glyphs by language, nothing beyond its box."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournament.printing.conftest import LONG_NAME, LONG_TEAM
from tests.tournament.printing.papers import read_paper
from tests.tournament.printing.test_documents import contents_of
from tests.tournament.views.browsing import LANGUAGES
from tournament.models import Entry
from tournament.printing import pdf
from tournament.printing.reading import spoken

ROOT = Path(__file__).resolve().parents[3]
KINDS = ("wall", "slips", "cards", "standings", "certificates")
RARE = ("骉", "喆", "한글", "Ё")
FONTS = {"zh-hant": "CJK-TC", "zh-hans": "CJK-SC", "en": "CJK-TC"}
pytestmark = pytest.mark.pdf


def made(event, actor, kind, folder, language="en", paper="a4", **more):
    """Make a document; return what the file and its maker say."""
    contents = contents_of(event, actor, kind, language, paper, **more)
    target = folder / f"{kind}.pdf"
    with spoken(event, language):
        found = pdf.write_pdf(contents, paper=paper, target=target)
    return read_paper(target), found


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_fonts_are_embedded_and_every_glyph_is_there(people, organiser, tmp_path, kind, language):
    paper, found = made(people, organiser, kind, tmp_path, language, ranks=list(range(1, 9)))
    assert paper.embedded and 0 not in paper.glyphs and found.missing == ""
    assert any(FONTS[language] in font for font in paper.fonts), paper.fonts
    other = {"CJK-TC", "CJK-SC", "CJK-JP"} - {FONTS[language]}
    assert not [font for font in paper.fonts if any(name in font for name in other)]
    for sign in (*RARE, "𠮷"):
        assert sign in paper.text, sign
    assert paper.pages == found.pages


@pytest.mark.long
@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("a5", (148, 210)), ("letter", (216, 279))])
@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_is_as_large_as_it_says(people, organiser, tmp_path, kind, paper, size):
    read, _ = made(people, organiser, kind, tmp_path, paper=paper)
    wide = (kind == "slips" and paper != "a5") or kind == "certificates"
    assert set(read.sizes) == {size[::-1] if wide else size}


def test_a_character_in_no_font_is_replaced_and_reported(people, organiser, tmp_path):
    unknown = "\U0003fffd"
    Entry.objects.filter(event=people, number=7).update(name=f"王{unknown}伟")
    paper, found = made(people, organiser, "cards", tmp_path)
    assert found.missing == unknown
    assert 0 not in paper.glyphs and "王〓伟" in paper.text


@pytest.mark.long
@pytest.mark.parametrize(("kind", "boxes"), [("cards", ["pcard"]), ("slips", ["pslip"]), ("certificates", ["award"])])
@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_the_longest_names_stay_in_their_boxes(people, organiser, tmp_path, monkeypatch, kind, boxes, paper):
    laid = []
    real = pdf._whole_pages
    monkeypatch.setattr(pdf, "_whole_pages", lambda pages, *more: (laid.extend(pages), real(pages, *more))[1])
    Entry.objects.filter(event=people).update(team=LONG_TEAM)
    Entry.objects.filter(event=people, number__in=(5, 6, 7, 8)).update(name=LONG_NAME)
    made(people, organiser, kind, tmp_path, paper=paper, ranks=list(range(1, 9)))
    found = [box for page in laid for box in page._page_box.descendants() if _class_of(box) in boxes]
    assert found
    for box in found:
        right, bottom = box.border_box_x() + box.border_width(), box.border_box_y() + box.border_height()
        for inner in box.descendants():
            if getattr(inner, "text", None):
                assert inner.position_x + inner.width <= right + 1, inner.text
                assert inner.position_y + inner.height <= bottom + 1, inner.text
    pages = len(laid)
    assert pages == -(
        -len(found) // {"cards": {"a5": 3}.get(paper, 10), "slips": 1 if paper == "a5" else 2}.get(kind, 1)
    )


def _class_of(box):
    return (
        (box.element.get("class") or "").split(" ")[-1]
        if box.element is not None and box.element_tag in ("li", "div")
        else ""
    )


@pytest.mark.long
def test_a_long_list_fills_its_pages_without_losing_or_repeating_a_row(people, organiser, tmp_path):
    contents = contents_of(people, organiser, "wall", parts=["draw"])
    [section] = contents.sections
    rows = [
        dict(section.items[0], person=str(number), name=f"選手{number}。" * (1 + number % 7))
        for number in range(1000, 1230)
    ]
    longer = type(contents)(
        **{**_fields(contents), "sections": (type(section)(**{**_fields(section), "items": rows}),)}
    )
    told = []
    with spoken(people, "en"):
        found = pdf.write_pdf(longer, paper="a4", target=tmp_path / "long.pdf", tell=told.append)
    text = read_paper(tmp_path / "long.pdf").text
    for number in range(1000, 1230):
        assert text.count(f"選手{number}。") == 1 + number % 7
    assert told == sorted(told) and told[-1] == 230 and len(told) > 2 and found.pages > 5


def _fields(thing):
    return {name: getattr(thing, name) for name in thing.__dataclass_fields__}


BLOCKED = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "weasyprint":
            raise {error}
sys.meta_path.insert(0, Missing())
import django
django.setup()
from django.core.management import call_command
call_command("check")
from tournament.printing.pdf import missing_part
print(missing_part())
"""


@pytest.mark.parametrize(
    ("error", "said"),
    [("ModuleNotFoundError(name)", "weasyprint, which is not installed"), ("OSError('libpango')", "libpango-1.0-0")],
)
def test_without_the_library_or_its_system_parts_the_site_starts_and_says_what_is_missing(error, said, tmp_path):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(tmp_path)}
    program = BLOCKED.format(error=error)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
