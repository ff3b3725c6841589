"""What a phone reads from the codes of seat cards and slips, by a reader that is not ours, opens the right page."""

from __future__ import annotations

import re

import pytest
import zxingcpp

from tests.tournament.printing.test_documents import SITE, contents_of, html_of
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import Entry, Event, Table

PIXELS = 4  # a module of the code, as coarse as a phone at arm's length sees it
_CODE = re.compile(r'<svg class="qr" viewBox="0 0 (\d+) \1".*?d="([^"]*)"', re.DOTALL)
_RUN = re.compile(r"M(\d+) (\d+)\.5h(\d+)")


def read(side: int, path: str) -> str:
    """Draw the lines of a code on white and read it."""
    width = side * PIXELS
    image = bytearray(b"\xff" * width * width)
    for x, y, length in (map(int, found) for found in _RUN.findall(path)):
        for line in range(y * PIXELS, (y + 1) * PIXELS):
            start = line * width + x * PIXELS
            image[start : start + length * PIXELS] = bytes(length * PIXELS)
    [found] = zxingcpp.read_barcodes(memoryview(image).cast("B", (width, width)))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return found.text


def codes(html: str) -> list[str]:
    return [read(int(side), path) for side, path in _CODE.findall(html)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_of_a_seat_card_opens_the_players_own_page(people, organiser, language):
    contents = contents_of(people, organiser, "cards", language)
    found = codes(html_of(contents, language, people))
    entries = {entry.number: entry for entry in Entry.objects.filter(event=people)}
    numbers = [card["number"] for card in contents.sections[0].items]
    assert found == [f"{SITE}/p/{entries[number].link_token}/" for number in numbers] and len(found) == 8
    answer = client_of(None, language).get(found[0].removeprefix(SITE))
    assert answer.status_code == 200 and entries[numbers[0]].name in text_of(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_of_a_slip_opens_the_page_of_its_table(people, organiser, language):
    contents = contents_of(people, organiser, "slips", language)
    found = codes(html_of(contents, language, people))
    tables = Table.objects.filter(round__event=people, round__number=2).order_by("number")
    assert len(found) == len(tables) == 2
    Event.objects.filter(pk=people.pk).update(status=Event.Status.OPEN)
    for link, table in zip(found, tables, strict=True):
        assert link == f"{SITE}/e/{people.slug}/round/2/table/{table.number}/"
        assert client_of(None, language).get(link.removeprefix(SITE)).status_code == 200


def test_a_code_survives_a_fold_in_the_paper(people, organiser):
    """A strip of a tenth of the code is white; what is read is still the whole link."""
    html = html_of(contents_of(people, organiser, "cards"), "en", people)
    side, path = _CODE.findall(html)[0]
    fold = int(side) * 6 // 10
    kept = "".join(
        f"M{x} {y}.5h{length}" for x, y, length in _RUN.findall(path) if not fold <= int(y) < fold + int(side) // 20
    )
    assert kept != path
    assert read(int(side), kept) == read(int(side), path)
