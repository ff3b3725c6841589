"""Documents as PDF: which there are, made in the background with progress, and handed out."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse, QueryDict
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import noop
from tournament.access import may, require
from tournament.api.base import View, endpoint
from tournament.errors import Refused, not_found
from tournament.forms.printing import chosen
from tournament.models import PrintJob
from tournament.printing.documents import LANGUAGES, PAPERS, documents, find_document
from tournament.printing.handing import as_download, site_of
from tournament.printing.pdf import missing_part
from tournament.problems import told_problem
from tournament.selectors.printing import get_print, visible_prints
from tournament.services import printing


class PrintIn(serializers.Serializer):
    """What is printed; options that are left out are what the page proposes."""

    kind = serializers.CharField(max_length=20)
    options = serializers.DictField(required=False, default=dict)
    language = serializers.ChoiceField(list(LANGUAGES), required=False)
    paper = serializers.ChoiceField(list(PAPERS), required=False)


def job_data(job: PrintJob) -> dict[str, Any]:
    """Return a job as it is shown: items done of all, what came of it, whether its file is there."""
    return {
        "id": job.pk,
        "kind": job.kind,
        "options": job.options,
        "language": job.language,
        "paper": job.paper,
        "status": job.status,
        "done": job.done,
        "total": job.total,
        "pages": job.pages,
        "version": job.version,
        "missing": job.missing,
        "problem": told_problem(job.problem),
        "file": job.status == PrintJob.Status.DONE and printing.file_of(job) is not None,
        "created_at": job.created_at,
        "finished_at": job.finished_at,
    }


def _as_form(given: dict[str, Any]) -> QueryDict:
    """Return options as the page's form sends them: numbers with commas between, words as one value each."""
    data = QueryDict(mutable=True)
    chosen_too = {name: given[name] for name in ("language", "paper") if name in given}
    for name, value in {**given["options"], **chosen_too}.items():
        items = value if isinstance(value, list) else [value]
        words = [str(item) for item in items]
        data.setlist(name, [",".join(words)] if all(isinstance(item, int) for item in items) else words)
    return data


class Documents(View):
    """The kinds of documents."""

    @endpoint("List what can be printed by whoever asks, with the options of each")
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        event = self.event("see_staff_pages")
        found = [one for one in documents() if may(self.actor, one.permission, event)]
        return Response([{"kind": one.kind, "title": str(one.title), "options": list(one.options)} for one in found])


class Prints(View):
    """PDFs that were asked for."""

    @endpoint("List the newest PDFs that whoever asks may see", name="prints_list")
    def get(self, request: Request, slug: str) -> Response:
        """List them, newest first."""
        return Response([job_data(job) for job in visible_prints(self.actor, self.event("see_staff_pages"))])

    @endpoint("Have a PDF made; the same one still in the making is answered instead", body=PrintIn, status=202,
              name="print_make")  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Ask for it."""
        event = self.event("see_staff_pages")
        given = self.read(PrintIn)
        document = find_document(given["kind"])
        require(self.actor, document.permission, event)
        unknown = next((name for name in given["options"] if name not in document.options), None)
        if unknown is not None:
            raise Refused(
                "field_unknown", noop("“{field}” is not known here."), path=f"options.{unknown}", field=unknown
            )
        form = chosen(document, event, _as_form(given))
        if not form.is_valid():
            raise serializers.ValidationError({"options": dict(form.errors)})
        if (lacking := missing_part()) is not None:
            raise lacking
        job = printing.start_print(
            actor=self.actor,
            event=event,
            kind=document.kind,
            options=form.options,
            language=form.cleaned_data["language"],
            paper=form.cleaned_data["paper"],
            site=site_of(request._request),
        )
        job.refresh_from_db()
        return Response(job_data(job), status=202)


class PrintDetail(View):
    """One PDF."""

    @endpoint("How far a PDF is", name="print_progress")
    def get(self, request: Request, slug: str, job_id: int) -> Response:
        """Show it."""
        return Response(job_data(get_print(self.actor, self.event("see_staff_pages"), job_id)))

    @endpoint("Make a PDF again that failed, is out of date, or whose file is gone", status=202, name="print_again")
    def post(self, request: Request, slug: str, job_id: int) -> Response:
        """Make it again."""
        job = get_print(self.actor, self.event("see_staff_pages"), job_id)
        printing.retry_print(actor=self.actor, job=job)
        job.refresh_from_db()
        return Response(job_data(job), status=202)


class PrintFile(View):
    """The file of a PDF."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whoever asks for a PDF by its type is not refused: only refusals are JSON here."""
        return super().perform_content_negotiation(request, force=True)

    @endpoint("A finished PDF; 404 once it is not kept any more", answer=OpenApiTypes.BINARY, media="application/pdf")
    def get(self, request: Request, slug: str, job_id: int) -> FileResponse:
        """Hand it out to those who may print its kind now."""
        job = get_print(self.actor, self.event("see_staff_pages"), job_id)
        path = printing.file_of(job)
        if job.status != PrintJob.Status.DONE or path is None:
            raise not_found("file")
        return as_download(job, path)
