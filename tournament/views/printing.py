"""Pages of what is printed: all documents, the browser's print page of one, PDFs with progress and download."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.access import may, require
from tournament.errors import not_found, sentence
from tournament.forms import carried_out
from tournament.forms.printing import PrintForm, chosen, usual
from tournament.models import Event, PrintJob
from tournament.printing.documents import LANGUAGES, PAPERS, Order, documents, find_document
from tournament.printing.handing import as_download, site_of
from tournament.printing.pdf import missing_part
from tournament.printing.reading import read_contents, spoken
from tournament.printing.tables import slips_to_reprint
from tournament.problems import told_problem
from tournament.selectors.console import console_tables
from tournament.selectors.printing import get_print, visible_prints
from tournament.selectors.rounds import get_round
from tournament.services import printing as services
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, done, event_page

NOTHING_NEW = 204


@event_page("see_staff_pages")
def print_all(request: HttpRequest, event: Event) -> HttpResponse:
    """Show every document there is for the reader, and the PDFs that were made."""
    actor = actor_of(request)
    first = usual(event)
    kinds = [document for document in documents() if may(actor, document.permission, event)]
    context = {
        "documents": [{"document": one, "form": PrintForm(one, event, initial=first)} for one in kinds],
        "jobs": [job_row(job) for job in visible_prints(actor, event)],
        "why_not": why_no_pdf(),
    }
    return shown(request, "print/all.html", context, event=event, current="manage")


def why_no_pdf() -> str:
    """Say what PDFs lack on this machine; nothing where they can be made."""
    lacking = missing_part()
    return "" if lacking is None else sentence(lacking)


@event_page("see_staff_pages")
def print_document(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Ask what one document shows; POST has its PDF made, or leads to the browser's print page where there is none."""
    actor, document = actor_of(request), find_document(kind)
    require(actor, document.permission, event)
    if request.method != "POST":
        form = chosen(document, event, request.GET)
        changed = _changed_slips(event, form)
        if changed and "tables" not in request.GET:
            form = PrintForm(document, event, initial={**_plain(form), "tables": changed})
        else:
            form = PrintForm(document, event, initial=_plain(form))
        return _asked(request, event, form, changed)
    form = chosen(document, event, request.POST)
    if not form.is_valid():
        return _asked(request, event, form, status=REFUSED)
    language, paper = form.cleaned_data["language"], form.cleaned_data["paper"]
    if missing_part() is not None:
        return redirect(page_address(event, kind, {**form.options, "language": language, "paper": paper}))
    wish = {"options": form.options, "language": language, "paper": paper, "site": site_of(request)}
    jobs: list[PrintJob] = []
    if carried_out(form, lambda: jobs.append(services.start_print(actor=actor, event=event, kind=kind, **wish))):
        return redirect("print_job", event.slug, jobs[0].pk)
    return _asked(request, event, form, status=REFUSED)


def _plain(form: PrintForm) -> dict[str, Any]:
    """Return what a form was filled with, to begin another from."""
    return {name: form.data.getlist(name) if name == "parts" else form.data.get(name, "") for name in form.fields}


def _changed_slips(event: Event, form: PrintForm) -> list[int]:
    """Return the tables whose printed slips are out of date, where the document is slips."""
    if form.document.kind != "slips" or not form.is_valid():
        return []
    round_ = get_round(event, form.cleaned_data["round"])
    return slips_to_reprint(round_, console_tables(round_))


def _asked(
    request: HttpRequest, event: Event, form: PrintForm, changed: list[int] | None = None, *, status: int = 200
) -> HttpResponse:
    context = {"document": form.document, "form": form, "changed": changed or [], "why_not": why_no_pdf()}
    return shown(request, "print/one.html", context, event=event, current="manage", status=status)


def page_address(event: Event, kind: str, options: dict[str, Any]) -> str:
    """Return the browser's print page of a document."""
    given = {name: _written(value) for name, value in options.items() if value not in (None, "", [])}
    return f"{reverse('print_page', args=[event.slug, kind])}?{urlencode(given, doseq=True)}"


def _written(value: Any) -> Any:
    """Numbers go with commas between, words as one value each."""
    return ",".join(map(str, value)) if isinstance(value, list) and isinstance(value[0], int) else value


@event_page("see_staff_pages")
def print_page(request: HttpRequest, event: Event, kind: str, number: int | None = None) -> HttpResponse:
    """Show a document as the browser prints it, in the language it is for; `number` is the round of some addresses."""
    actor, document = actor_of(request), find_document(kind)
    require(actor, document.permission, event)
    given = request.GET.copy()
    if number is not None:
        get_round(event, number)
        given["round"] = str(number)
    form = chosen(document, event, given)
    if not form.is_valid():
        return _asked(request, event, form, status=REFUSED)
    order = Order(actor, event, form.options, form.cleaned_data["paper"], site_of(request))
    with spoken(event, form.cleaned_data["language"]):
        contents = read_contents(document, order)
        context = {
            "contents": contents,
            "paper": order.paper,
            "why_not": why_no_pdf(),
            "empty": _("Release the draw first.") if "round" in form.options else "",
            "document_url": f"{reverse('print_document', args=[event.slug, kind])}?{given.urlencode()}",
        }
        return shown(request, "print/page.html", context, event=event, current="manage")


def job_row(job: PrintJob) -> dict[str, Any]:
    """Return a job as pages show it; `mark` changes whenever it has to be drawn anew."""
    document = find_document(job.kind)
    there = services.file_of(job) is not None
    is_open = job.status in services.OPEN
    return {
        "job": job,
        "document": document,
        "language": LANGUAGES.get(job.language, job.language),
        "paper": PAPERS.get(job.paper, job.paper),
        "open": is_open,
        "there": there,
        "gone": job.status == PrintJob.Status.DONE and not there,
        "problem": told_problem(job.problem),
        "missing": [(sign, f"U+{ord(sign):04X}") for sign in job.missing],
        "mark": f"{job.attempt}.{job.status}.{job.done}.{job.total}",
    }


@event_page("see_staff_pages")
def print_job(request: HttpRequest, event: Event, job_id: int) -> HttpResponse:
    """Say how far a PDF is; an open page polls with `?v=` and gets 204 while nothing changed."""
    job = get_print(actor_of(request), event, job_id)
    row = job_row(job)
    if request.GET.get("v") == row["mark"]:
        return HttpResponse(status=NOTHING_NEW)
    options = {**job.options, "language": job.language, "paper": job.paper}
    context = {
        "row": row,
        "event": event,
        "page_url": page_address(event, job.kind, options),
        "newer": job.version is not None and job.version < event.version,
    }
    if request.htmx and not request.htmx.boosted:
        return render(request, "print/job_live.html", context)
    return shown(request, "print/job.html", context, event=event, current="manage")


@event_page("see_staff_pages")
def print_again(request: HttpRequest, event: Event, job_id: int) -> HttpResponse:
    """Make a PDF again."""
    actor = actor_of(request)
    job = get_print(actor, event, job_id)
    back = reverse("print_job", args=[event.slug, job_id])
    if request.method != "POST":
        return redirect(back)
    return done(request, lambda: services.retry_print(actor=actor, job=job), "", back)


@event_page("see_staff_pages")
def print_file(request: HttpRequest, event: Event, job_id: int) -> HttpResponse | FileResponse:
    """Hand out a finished PDF to those who may print its kind now."""
    job = get_print(actor_of(request), event, job_id)
    path = services.file_of(job)
    if job.status != PrintJob.Status.DONE:
        raise not_found("file")
    if path is None:
        messages.error(request, _("The file is not kept any more. Make it again."))
        return redirect("print_job", event.slug, job_id)
    return as_download(job, path)
