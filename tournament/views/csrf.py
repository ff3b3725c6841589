"""The answer to a form whose token does not hold any more: what was typed stays and can be sent again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

FORBIDDEN = 403
_NEVER_KEPT = ("password", "csrfmiddlewaretoken")


def typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return names and values of a form that was sent, to be sent again; passwords and tokens are not shown."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if not any(word in name for word in _NEVER_KEPT)
        for value in values
    ]


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that nothing was saved; a form that came from this site itself can be sent again as it was filled in.

    What another site sent must not become a button of ours: where the origin is not this site's, nothing is kept.
    """
    own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    context = {"again": typed_fields(request) if own else []}
    return render(request, "403_csrf.html", context, status=FORBIDDEN)
