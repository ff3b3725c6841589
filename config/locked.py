"""What a name that rests after too many wrong passwords answers: a page, and below the API the shape of refusals."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from engine.errors import noop
from tournament.errors import TooMany, as_data, status_of


def locked(request: HttpRequest, answer: HttpResponse | None = None, credentials: Any = None) -> HttpResponse:
    """Answer 429."""
    error = TooMany(
        "login_locked",
        noop(
            "The password was wrong too often, so this user name rests for a quarter of an hour here. Wait, or have an "
            "organiser make you a reset link."
        ),
    )
    if request.path_info.startswith("/api/"):
        return JsonResponse(as_data(error), status=status_of(error))
    return render(request, "accounts/locked.html", status=status_of(error))
