"""Whose address a request came from, behind as many proxies as the installation has."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """Return the client's address: the last one that a proxy of ours has seen itself."""
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    count = settings.PROXY_COUNT
    if count and len(hops) >= count:
        return hops[-count]
    return request.META.get("REMOTE_ADDR", "")
