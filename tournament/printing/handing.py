"""Handing out a PDF that was made, and how links on paper begin."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest

from tournament.models import PrintJob


def site_of(request: HttpRequest) -> str:
    """Return how links on paper begin: the site's own address, else the one this request came to."""
    return settings.SITE_URL or request.build_absolute_uri("/").rstrip("/")


def as_download(job: PrintJob, path: Path) -> FileResponse:
    """Return a finished PDF as an answer that no cache keeps."""
    round_ = f"-{job.options['round']}" if job.options.get("round") else ""
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=f"{job.event.slug}-{job.kind}{round_}.pdf",
        content_type="application/pdf",
        headers={"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"},
    )
