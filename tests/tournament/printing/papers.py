"""A PDF read back: its fonts, its glyphs, its words, and whether what was drawn stays on the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader
from pypdf.generic import ArrayObject, ByteStringObject, ContentStream, TextStringObject


@dataclass(frozen=True)
class Paper:
    """What a file says of itself; `glyphs` are the numbers of all glyphs shown, 0 would be .notdef."""

    pages: int
    sizes: tuple[tuple[int, int], ...]
    fonts: tuple[str, ...]
    embedded: bool
    glyphs: frozenset[int]
    text: str


def read_paper(path: Path) -> Paper:
    """Read a PDF by an independent library."""
    reader = PdfReader(BytesIO(path.read_bytes()))
    fonts: dict[str, bool] = {}
    glyphs: set[int] = set()
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"].get_object()
            fonts[str(inner["/BaseFont"])] = any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3"))
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"Tj", b"TJ"):
                parts = operands[0] if isinstance(operands[0], ArrayObject) else operands
                for part in parts:
                    if isinstance(part, ByteStringObject | TextStringObject):
                        data = part.original_bytes
                        glyphs |= {int.from_bytes(data[at : at + 2]) for at in range(0, len(data), 2)}
    sizes = tuple(
        (round(page.mediabox.width / 72 * 25.4), round(page.mediabox.height / 72 * 25.4)) for page in reader.pages
    )
    text = re.sub(r"\s+", "", "".join(page.extract_text() for page in reader.pages))
    return Paper(len(reader.pages), sizes, tuple(sorted(fonts)), all(fonts.values()), frozenset(glyphs), text)
