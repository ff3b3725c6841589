"""What an address that there is not answers: a page, and below the API the shape of every refusal there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import page_not_found

from tournament.errors import as_data, not_found


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    if request.path_info.startswith("/api/"):
        return JsonResponse(as_data(not_found("address")), status=404)
    return page_not_found(request, exception)
