"""Pages of a roster: upload it, say how it is read and who is who, look at what would happen, confirm; take it away."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from engine.errors import RuleError
from tournament.errors import Conflict, sentence, status_of
from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.roster import CodecForm, ColumnsForm, ConfirmForm, TakeForm, UploadForm, WhoForm
from tournament.listing import Column as ListingColumn
from tournament.listing import Listing
from tournament.models import Entry, Event, RosterImport
from tournament.numbers import whole
from tournament.roster.codecs import NAMES
from tournament.roster.columns import AREA, CHECK_IN, columns_of, label_of
from tournament.roster.diff import Change, Line, value_of
from tournament.roster.legacy import CHINESE, CODEC, MOST, legacy_names, names_in, writes
from tournament.roster.reading import FORMULA, rows_of_text
from tournament.selectors.persons import in_pairs
from tournament.selectors.roster import Preview, file_problem, get_import, known_entries, open_import, preview_of
from tournament.services import roster as services
from tournament.views.base import actor_of, shown
from tournament.views.files import file_of, with_bom
from tournament.views.organising import REFUSED, Question, asked, done, event_page
from tournament.wording import listed

SAMPLE_ROWS = 4
LEGACY_NOTES = {
    "shortened": gettext_lazy("shortened"),
    "pinyin": gettext_lazy("made of pinyin"),
    "number": gettext_lazy("number only"),
}
MOST_SHOWN = 200
MOST_NAMED = 8
CONFLICT = 409
CHOSEN = ("new", "same")


@event_page("enter")
def roster(request: HttpRequest, event: Event) -> HttpResponse:
    """Take a file, or a pasted table."""
    actor = actor_of(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        filename, content = form.content
        made: list[RosterImport] = []
        take_over = "take_over" in request.POST
        if carried_out(
            form,
            lambda: made.append(
                services.start_import(actor=actor, event=event, filename=filename, content=content, take_over=take_over)
            ),
        ):
            return redirect("roster_preview", event.slug, made[0].pk)
    found = open_import(event)
    if found is not None and file_problem(found) is not None:
        found = None
    context = {"form": form, "found": found, "mine": found is not None and found.made_by == actor.user}
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/roster.html", context, event=event, current="entries", status=status)


@event_page("enter")
def roster_preview(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Show what importing a roster would do; take answers; import it."""
    found = get_import(event, pk)
    if found.status != RosterImport.Status.OPEN:
        return _over(request, event, found)
    if request.method == "POST":
        return _posted(request, event, found)
    return _page(request, event, preview_of(found))


def _over(request: HttpRequest, event: Event, found: RosterImport) -> HttpResponse:
    if found.status == RosterImport.Status.DONE:
        messages.success(request, done_words(found.result or {}))
    else:
        messages.info(request, _("This roster was put away; nothing of it was imported."))
    return redirect("entries", event.slug)


def _posted(request: HttpRequest, event: Event, found: RosterImport) -> HttpResponse:
    act = request.POST.get("act", "")
    if act == "confirm":
        return _confirmed(request, event, found)
    preview = preview_of(found)
    forms: dict[str, Any] = {"codec": CodecForm, "columns": ColumnsForm, "who": WhoForm, "take": TakeForm}
    if act not in forms:
        return redirect("roster_preview", event.slug, found.pk)
    if act == "who" and request.POST.get("choose") in CHOSEN:
        form = WhoForm(preview)
        given = {name: request.POST[name] for name in form.fields if request.POST.get(name)}
        form.initial = given | form.chosen(request.POST["choose"])
        return _page(request, event, preview, who=form)
    form = forms[act](preview, request.POST)
    if form.is_valid() and carried_out(form, lambda: _answer(request, found, act, preview, form)):
        return redirect(reverse("roster_preview", args=[event.slug, found.pk]) + f"#{act}")
    return _page(request, event, preview, **{act: form}, status=REFUSED)


def _answer(request: HttpRequest, found: RosterImport, act: str, preview: Preview, form: Any) -> None:
    if act == "codec":
        answers: dict[str, Any] = {"codec": form.cleaned_data["codec"]}
    elif act == "columns":
        header = form.cleaned_data["header"]
        # Where only the headers were ticked or unticked, the columns are found anew.
        same = form.columns == list(preview.columns)
        answers = {"header": header} | ({} if same and header != preview.header else {"columns": form.columns})
    elif act == "who":
        answers = {"who": form.who}
    else:
        answers = {"take": [int(line) for line in form.cleaned_data["take"]]}
    services.answer_import(actor=actor_of(request), roster=found, **answers)


def _confirmed(request: HttpRequest, event: Event, found: RosterImport) -> HttpResponse:
    given = request.POST
    try:
        result = services.confirm_import(
            actor=actor_of(request),
            roster=found,
            expected=given.get("expected", ""),
            withdraw=[whole(number, 0) for number in given.getlist("withdraw") if number.isdecimal()],
            leave_out="leave_out" in given,
        )
    except RuleError as error:
        if status_of(error) in (403, 404):
            raise
        status = CONFLICT if isinstance(error, Conflict) else REFUSED
        renewed = get_import(event, found.pk)
        if renewed.status != RosterImport.Status.OPEN:
            return _over(request, event, renewed)
        return _page(request, event, preview_of(renewed), refusal=sentence(error), status=status)
    messages.success(request, done_words(result))
    return redirect("entries", event.slug)


def done_words(result: dict[str, Any]) -> str:
    """Say what an import did."""
    added, changed = len(result.get("added", ())), len(result.get("changed", ()))
    words = [
        ngettext("%(count)s entered", "%(count)s entered", added) % {"count": added},
        ngettext("%(count)s changed", "%(count)s changed", changed) % {"count": changed},
    ]
    if result.get("waiting"):
        count = len(result["waiting"])
        words.append(ngettext("%(count)s waits", "%(count)s wait", count) % {"count": count})
    if result.get("withdrawn"):
        count = len(result["withdrawn"])
        words.append(ngettext("%(count)s withdrawn", "%(count)s withdrawn", count) % {"count": count})
    return _("The roster is imported: %(what)s.") % {"what": listed(words)}


def _page(
    request: HttpRequest, event: Event, preview: Preview, *, refusal: str = "", status: int = 200, **forms: Any
) -> HttpResponse:
    diff = preview.diff
    added = diff.of("added")
    context: dict[str, Any] = {
        "preview": preview,
        "roster": preview.roster,
        "refusal": refusal,
        "problem": sentence(preview.problem) if preview.problem else "",
        "codec_name": NAMES.get(preview.codec, preview.codec.upper()),
        "put_away": _put_away_question(event, preview.roster),
        "samples": _samples(preview) if len(preview.candidates) > 1 else [],
    }
    if len(preview.candidates) > 1:
        context["codec"] = forms.get("codec") or CodecForm(preview, initial={"codec": preview.codec})
    if preview.read:
        context["columns"] = forms.get("columns") or ColumnsForm(preview)
    if preview.named:
        unknown = [not preview.columns[index] for index, _header in preview.unread]
        context |= {
            "unread": _unread(preview),
            "unsaid": preview.unheaded or (not preview.roster.columns and any(unknown)),
            "first": " · ".join(cell for cell in preview.rows[0].cells if cell)[:80],
            "problems": [
                {"line": p.line, "text": sentence(p.error), "cells": " · ".join(cell for cell in p.cells if cell)[:120]}
                for p in preview.problems
            ],
            "who": forms.get("who") or WhoForm(preview),
            "open": len(preview.matching.open),
            "counts": [
                (_("New"), len(added)),
                (_("Changed"), len(diff.of("changed"))),
                (_("Unchanged"), len(diff.of("unchanged"))),
                (_("Missing in the file"), len(diff.missing)),
                (_("Left out"), len(preview.problems) + len(diff.of("skipped")) + len(preview.matching.same)),
            ],
            "same": [{"line": one.line, "name": one.name, "first": line} for one, line in preview.matching.same],
            "added": [_line(line) for line in added[:MOST_SHOWN]],
            "added_more": max(0, len(added) - MOST_SHOWN),
            "changed": [_line(line) for line in diff.of("changed")],
            "kept": [_line(line) for line in diff.kept],
            "take": preview.roster.answers.get("take", {}),
            "confirm": ConfirmForm(preview) if preview.ready else None,
        }
    return shown(request, "organiser/roster_preview.html", context, event=event, current="entries", status=status)


def _unread(preview: Preview) -> str:
    """Name the columns of which nothing is read, the first of them where they are many."""
    names = [
        _("column “{header}”").format(header=header[:40]) if header else _("column {number}").format(number=index + 1)
        for index, header in preview.unread
    ]
    more = len(names) - MOST_NAMED
    if more > 0:
        names[MOST_NAMED:] = [_("and {count} more").format(count=more)]
    return listed(names)


def _samples(preview: Preview) -> list[dict[str, Any]]:
    """Return the first rows with something beyond ASCII as each codec reads them."""
    found = []
    for way in preview.candidates:
        try:
            rows = rows_of_text(way.text)
        except RuleError:
            rows = ()
        telling = [row for row in rows if not all(cell.isascii() for cell in row.cells)] or list(rows)
        cells = [" · ".join(cell for cell in row.cells if cell)[:80] for row in telling[:SAMPLE_ROWS]]
        found.append({"name": way.name, "rows": cells})
    return found


def _line(line: Line) -> dict[str, Any]:
    """Return one row of the diff in words."""
    member = line.record.members[0]
    about = [line.record.entry.get("club"), member.get("birth_year"), member.get("external_id")]
    return {
        "line": line.record.line,
        "number": line.number,
        "name": line.entry.name if line.entry is not None else line.record.name,
        "about": listed(str(part) for part in about if part),
        "known": any(person is not None for person in line.persons) and line.entry is None,
        "changes": [_change(change) for change in line.taken],
        "kept": [_change(change) for change in line.kept],
    }


def _change(change: Change) -> dict[str, str]:
    label = label_of(change.key).in_language(get_language() or "en")
    return {"label": label, "before": _shown(change.key, change.before), "after": _shown(change.key, change.after)}


def _shown(key: str, value: Any) -> str:
    if key == "status" and value:
        return str(Entry.Status(value).label)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "–" if value in ("", None) else str(value)


def _put_away_question(event: Event, found: RosterImport) -> Question:
    return Question(
        "put-away",
        reverse("roster_put_away", args=[event.slug, found.pk]),
        _("Put away"),
        _("Put this roster away?"),
        _("Put it away"),
        _("Nothing of it is imported, and the file is deleted here."),
    )


@event_page("enter")
def roster_put_away(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Put an uploaded roster away."""
    found = get_import(event, pk)
    back = reverse("roster", args=[event.slug])
    if request.method == "POST":
        said = _("The roster is put away; nothing of it was imported.")
        return done(request, lambda: services.cancel_import(actor=actor_of(request), roster=found), said, back)
    return asked(request, _put_away_question(event, found), lambda: None, "", back)


@event_page("see_private")
def roster_export(request: HttpRequest, event: Event) -> HttpResponse:
    """Give the roster as CSV or XLSX that can be imported again, or as names that old programs can read."""
    legacy = legacy_names(
        Entry.objects.filter(event=event).order_by("number").values_list("number", "name", "romanised")
    )
    own = CHINESE.get(get_language() or "")
    if request.GET.get("as") == "legacy":
        wanted = request.GET.get("codec", "")
        chosen = next((python for name, python in CHINESE.values() if name.lower() == wanted.lower()), "")
        return _legacy_file(
            event, names_in(chosen, legacy) if chosen else [(n.number, n.latin) for n in legacy], chosen
        )
    file = file_of(request, lambda: _listing(event))
    if file is not None:
        return file
    noted = [{"row": row, "notes": [LEGACY_NOTES[note] for note in row.notes]} for row in legacy if row.notes]
    context: dict[str, Any] = {"noted": noted, "most": MOST, "chinese": with_bom(request)}
    if own is not None:
        name, python = own
        context |= {"codec": name, "strange": sum(not writes(row.name, python) for row in legacy)}
    return shown(request, "organiser/roster_export.html", context, event=event, current="entries")


def _legacy_file(event: Event, names: Iterable[tuple[int, str]], codec: str) -> HttpResponse:
    out = io.StringIO()
    writer = csv.writer(out)
    language = (get_language() or "en") if codec else "en"
    heads = [label_of(key).in_language(language) for key in ("number", "name")]
    codec = codec or CODEC
    writer.writerow([head if writes(head, codec) else key for head, key in zip(heads, ("Number", "Name"), strict=True)])
    writer.writerows([number, f"'{name}" if name.startswith(FORMULA) else name] for number, name in names)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-names.csv"'}
    return HttpResponse(out.getvalue().encode(codec), content_type=f"text/csv; charset={codec}", headers=headers)


def _listing(event: Event) -> Listing:
    """Return the roster with the headers and words by which an import knows them again."""
    areas = settings_of(event).areas
    columns = [column for column in columns_of(pairs=in_pairs(event)) if column.key != AREA or areas]
    language = get_language() or "en"
    check_in = dict(Entry.objects.filter(event=event).values_list("number", "check_in"))
    rows = [
        [
            entry.number if column.key == "number"
            else str(Entry.CheckIn(check_in[entry.number]).label) if column.key == CHECK_IN
            else _cell(column.key, value_of(entry, column.key))
            for column in columns
        ]
        for entry in known_entries(event)
    ]  # fmt: skip
    heads = [ListingColumn(column.key, column.label.in_language(language)) for column in columns]
    return Listing(f"{event.slug}-roster", _("Roster"), heads, rows, zone=event.zone)


def _cell(key: str, value: Any) -> str | int | None:
    if value in ("", None):
        return None
    return value if isinstance(value, int) and not isinstance(value, bool) else _shown(key, value)
