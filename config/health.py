"""The health check that a load balancer or a script asks."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.selectors.standstill import standstills

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while the database answers, else 503; `waiting` names work in the background that stands still.

    Pages can be served all the same then, so that alone takes no server out of use.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        found = standstills(timezone.now())
    except DatabaseError:
        logger.exception("health check: the database does not answer")
        return JsonResponse({"status": "failing", "database": False}, status=503)
    waiting = [{"work": one.kind, "count": one.count, "since": one.since} for one in found]
    return JsonResponse({"status": "ok", "database": True, "waiting": waiting})
