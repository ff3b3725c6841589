"""The kinds of documents there are. An app adds its own with `add_document`; pages, tasks and forms find them here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.actors import Actor
from tournament.errors import not_found
from tournament.models import Event

# How each paper is called, and the language each document may be in.
PAPERS = {"a4": _("A4"), "a5": _("A5"), "letter": _("Letter")}
LANGUAGES = dict(settings.LANGUAGES)


@dataclass(frozen=True)
class Order:
    """What somebody wants printed: options by name as plain data; `site` begins the links on paper."""

    actor: Actor
    event: Event
    options: Mapping[str, Any]
    paper: str
    site: str


@dataclass(frozen=True)
class Section:
    """A run of equal items, each drawn by the same template: cards, slips, rows of a list.

    `per_page` items fill one page; 0 is for rows that flow from page to page. `batch` items are laid out at a time.
    The template gets `items` as (index, item) pairs, or for fixed pages `pages` of them, and `first`, whether these
    are the first of the section.
    """

    template: str
    items: Sequence[Any]
    context: Mapping[str, Any] = field(default_factory=dict)
    per_page: int = 0
    batch: int = 100

    def given(self, start: int, stop: int) -> dict[str, Any]:
        """Return what the template gets for the items from `start` up to `stop`."""
        numbered = list(enumerate(self.items))[start:stop]
        size = self.per_page or len(numbered) or 1
        pages = [numbered[at : at + size] for at in range(0, len(numbered), size)]
        return {**self.context, "items": numbered, "pages": pages, "first": start == 0}


@dataclass(frozen=True)
class Contents:
    """Everything a document shows, read at one moment.

    `shows` marks what each table's slip says; `confidential`: it shows what is kept back from others of the staff.
    """

    title: str
    sections: tuple[Section, ...]
    version: int
    at: datetime
    wide: bool = False
    foot: bool = True
    confidential: bool = False
    shows: Mapping[str, str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many items there are in all sections together."""
        return sum(len(section.items) for section in self.sections)


@dataclass(frozen=True)
class Document:
    """One kind: who may print it (a permission on the event), the options its form asks, and how it is read."""

    kind: str
    title: Any
    text: Any
    permission: str
    options: tuple[str, ...]
    load: Callable[[Order], Contents]


_documents: dict[str, Document] = {}


def add_document(document: Document) -> None:
    """Add a kind of document."""
    _documents[document.kind] = document


def documents() -> tuple[Document, ...]:
    """Return all kinds, in the order they were added."""
    return tuple(_documents.values())


def find_document(kind: str) -> Document:
    """Return a kind of document by its code."""
    if kind not in _documents:
        raise not_found("document")
    return _documents[kind]
