"""Lays a document out as PDF with WeasyPrint, batch by batch, and says what is missing where that cannot be done."""

from __future__ import annotations

import importlib
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from engine.errors import RuleError, noop
from tournament.printing.documents import Contents, Section

STYLES = ("tokens.css", "paper.css")
# Printed where no font has a character: what printers have always set in its place.
GETA = "〓"
_ROW = "row-"

Tell = Callable[[int], None]


@dataclass(frozen=True)
class Made:
    """A finished PDF: its pages, and the characters no font of this machine has."""

    pages: int
    missing: str


def missing_part() -> RuleError | None:
    """Return what keeps this process from making PDF, or None; the library is really loaded to know.

    What was missing is looked for again the next time: it may have been installed meanwhile.
    """
    importlib.invalidate_caches()
    try:
        import weasyprint  # noqa: F401 - half a second and the system's Pango, which may not be there
    except ImportError:
        return RuleError(
            "pdf_library", noop("PDF needs the Python package {package}, which is not installed."), package="weasyprint"
        )
    except OSError:
        return RuleError(
            "pdf_system",
            noop("PDF needs {packages} of the operating system, which are not installed."),
            packages="libpango-1.0-0, libpangoft2-1.0-0, libharfbuzz-subset0",
        )
    return None


def write_pdf(contents: Contents, *, paper: str, target: Path, tell: Tell = lambda done: None) -> Made:
    """Write a document; `tell` hears how many items are laid out. Call it in the document's language and zone.

    Where characters are in no font the document is made again with 〓 in their place.
    """
    with _unknown_characters() as unknown:
        pages = _write(contents, paper, target, tell, "")
    if not unknown:
        return Made(pages, "")
    missing = "".join(sorted(unknown))
    return Made(_write(contents, paper, target, tell, missing), missing)


def _write(contents: Contents, paper: str, target: Path, tell: Tell, missing: str) -> int:
    # Loading takes half a second and the system's Pango, which not every process needs or has.
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    folder = Path(settings.BASE_DIR) / "static/banfeng"
    styles = [CSS(filename=folder / name, font_config=fonts) for name in STYLES]
    geta = str.maketrans(dict.fromkeys(missing, GETA))
    pages: list[Any] = []
    before = 0
    document = None
    for section in contents.sections:
        start = 0
        size = section.batch
        while start < len(section.items):
            stop = min(start + size, len(section.items))
            html = _frame(contents, section, paper, start, stop).translate(geta)
            page = HTML(string=html, url_fetcher=_nothing_from_outside)
            # Every batch is laid out by itself: its pages are numbered on from those before.
            numbered = CSS(string=f"@page :first {{ counter-reset: page {len(pages) + 1} }}", font_config=fonts)
            document = page.render(font_config=fonts, stylesheets=[*styles, numbered])
            laid, start_next = _whole_pages(document.pages, section, stop)
            if start_next == start:
                size *= 2  # all of the batch is on one page that is not full
                continue
            pages += laid
            start = start_next
            tell(before + start)
        before += len(section.items)
    assert document is not None, "a document without items"
    document.copy(pages).write_pdf(target)
    return len(pages)


def _whole_pages(pages: list[Any], section: Section, stop: int) -> tuple[list[Any], int]:
    """Return the pages of a batch that are full, and the item the next batch begins with.

    Rows flow: those on the last page begin the next batch, unless they are the last of all.
    """
    if section.per_page or stop == len(section.items):
        return pages, stop
    rows = [int(name.removeprefix(_ROW)) for name in pages[-1].anchors if name.startswith(_ROW)]
    return pages[:-1], min(rows, default=stop)


def _frame(contents: Contents, section: Section, paper: str, start: int, stop: int) -> str:
    context = {"contents": contents, "section": section, "paper": paper}
    return render_to_string("print/document.html", context | {"given": section.given(start, stop)})


def _nothing_from_outside(url: str, *args: Any, **kwargs: Any) -> Any:
    raise ValueError(f"documents fetch nothing: {url}")


@contextmanager
def _unknown_characters() -> Iterator[set[str]]:
    """Collect the characters that WeasyPrint reports as being in no font while this thread works."""
    found: set[str] = set()
    thread = threading.get_ident()

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.thread == thread and "notdef" in str(record.msg) and isinstance(record.args, tuple):
                found.add(str(record.args[0]))

    listener = Listener(logging.WARNING)
    logger = logging.getLogger("weasyprint")
    logger.addHandler(listener)
    try:
        yield found
    finally:
        logger.removeHandler(listener)
