"""What is sent holds no NUL: no database text, file name or letter can, and PostgreSQL would fail over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import bad_request

from engine.errors import noop
from tournament.errors import Refused, as_data, status_of

_NUL = "\0"


class Readable:
    """Answers 400 where the address, the query or a form holds one; bodies in JSON are refused where they are read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Refuse before the view, after the token of the form has been checked."""
        sent = [value for fields in (request.GET, request.POST) for values in fields.lists() for value in values[1]]
        if _NUL not in request.path and not any(_NUL in value for value in sent):
            return None
        error = Refused("unreadable", noop("This holds a character that no text can have (NUL)."))
        if request.path_info.startswith("/api/"):
            return JsonResponse(as_data(error), status=status_of(error))
        return bad_request(request, error)
