"""A page's list as a file: `?as=csv`, `xlsx` or `json` of the very address of the page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from tournament.errors import not_found
from tournament.listing import FORMATS, Listing, to_csv, to_json, to_xlsx


def file_of(request: HttpRequest, listing: Callable[[], Listing]) -> HttpResponse | None:
    """Return the page's list as the file that is asked for, or None where the page itself is.

    CSV begins with a byte order mark where `?bom=1` says so, and without a word where the page is Chinese.
    """
    wanted = request.GET.get("as", "")
    return as_file(request, listing, wanted) if wanted else None


def as_file(request: HttpRequest, listing: Callable[[], Listing], wanted: str) -> HttpResponse:
    """Return a list in the format wanted (`csv`, `xlsx` or `json`); 404 for any other."""
    if wanted not in FORMATS:
        raise not_found("format")
    made = listing()
    if wanted == "csv":
        body = to_csv(made, bom=with_bom(request))
    else:
        body = to_xlsx(made) if wanted == "xlsx" else to_json(made)
    headers = {"Content-Disposition": f'attachment; filename="{made.name}.{wanted}"'}
    return HttpResponse(body, content_type=FORMATS[wanted], headers=headers)


def with_bom(request: HttpRequest) -> bool:
    """Tell whether CSV begins with a byte order mark: as asked, else where the page is Chinese."""
    chinese = (get_language() or "en").startswith("zh")
    return request.GET.get("bom", "1" if chinese else "0") == "1"
