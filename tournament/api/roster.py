"""Importing a roster: upload, preview with questions, answers, confirmation of the very preview that was seen."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import RuleError, noop
from tournament.access import require
from tournament.api.base import View, endpoint
from tournament.errors import Refused, as_data
from tournament.models import RosterImport
from tournament.roster.codecs import Candidate
from tournament.roster.matching import Question
from tournament.roster.reading import rows_of_text
from tournament.selectors.roster import Preview, get_import, preview_of
from tournament.services import roster as services

SAMPLE_ROWS = 4
REFUSALS = (400, 401, 403, 404, 409)


class RosterIn(serializers.Serializer):
    """A roster: a table as text, or a file (CSV in any codec, XLSX) in base64."""

    filename = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    text = serializers.CharField(required=False, trim_whitespace=False)
    file = serializers.CharField(required=False)
    take_over = serializers.BooleanField(required=False, default=False)


class RosterAnswers(serializers.Serializer):
    """How it is read and who is who: `who` by the keys of the questions, `take` by lines."""

    codec = serializers.CharField(max_length=16, required=False)
    header = serializers.BooleanField(required=False)
    columns = serializers.ListField(child=serializers.CharField(allow_blank=True, max_length=20), required=False)
    who = serializers.DictField(child=serializers.CharField(max_length=24), required=False)
    take = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)


class RosterConfirmIn(serializers.Serializer):
    """The mark of the preview that is confirmed; numbers of missing entries to be withdrawn."""

    expected = serializers.CharField(max_length=64)
    withdraw = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False, default=list)
    leave_out = serializers.BooleanField(required=False, default=False)


def as_answer(preview: Preview) -> dict[str, Any]:
    """Return a preview as the API answers it."""
    return {
        "id": preview.roster.pk,
        "status": preview.roster.status,
        "filename": preview.roster.filename,
        "codec": preview.codec,
        "candidates": [_candidate(way) for way in preview.candidates],
        "header": preview.header,
        "header_line": preview.rows[0].line if preview.rows and preview.header else None,
        "unread": [index for index, _head in preview.unread],
        "problem": as_data(preview.problem) if preview.problem else None,
        "same": [{"line": record.line, "first": line} for record, line in preview.matching.same],
        "questions": [_question(question) for question in preview.matching.questions],
        "ready": preview.ready,
        "mark": preview.mark,
        **preview.as_data(),
        "problems": [{"line": problem.line, **as_data(problem.error)} for problem in preview.problems],
    }


def _candidate(way: Candidate) -> dict[str, Any]:
    try:
        rows = rows_of_text(way.text)[:SAMPLE_ROWS]
    except RuleError:
        rows = ()
    return {"codec": way.codec, "name": way.name, "sample": [list(row.cells) for row in rows]}


def _question(question: Question) -> dict[str, Any]:
    choices = []
    for choice in question.choices:
        known: dict[str, Any] = {}
        if choice.entry is not None:
            entry = choice.entry
            known = {"number": entry.number, "name": entry.name, **entry.members[0].fields}
            if entry.imported_names:
                known["imported_names"] = list(entry.imported_names)
        elif choice.person is not None:
            known = {**choice.person.fields, "events": choice.person.events}
        choices.append({"value": choice.value, **known})
    return {
        "key": question.key,
        "line": question.record.line,
        "name": question.name,
        "twice": question.twice,
        "answer": question.answer,
        "choices": choices,
    }


class Rosters(View):
    """Uploaded rosters."""

    @endpoint("Upload a roster to be looked at; nothing is imported yet", body=RosterIn, status=201, refusals=REFUSALS)
    def post(self, request: Request, slug: str) -> Response:
        """Keep it and show what it would do."""
        given = self.read(RosterIn)
        if ("text" in given) == ("file" in given):
            raise Refused("roster_both", noop("Send either a text or a file."), path="file")
        content = given["text"].encode() if "text" in given else _bytes(given["file"])
        made = services.start_import(
            actor=self.actor,
            event=self.event(),
            filename=given["filename"],
            content=content,
            take_over=given["take_over"],
        )
        return Response(as_answer(preview_of(made)), status=201)


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("base64_unreadable", noop("This is no file in base64."), path="file") from error


class RosterDetail(View):
    """One uploaded roster."""

    def _roster(self, pk: int) -> RosterImport:
        event = self.event()
        require(self.actor, "enter", event)
        return get_import(event, pk)

    @endpoint("What importing a roster would do now")
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Show it."""
        return Response(as_answer(preview_of(self._roster(pk))))

    @endpoint("Say how a roster is read and who is who", body=RosterAnswers, refusals=REFUSALS)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Keep the answers and show what follows from them."""
        answers = self.read(RosterAnswers)
        changed = services.answer_import(actor=self.actor, roster=self._roster(pk), **answers)
        return Response(as_answer(preview_of(changed)))

    @endpoint("Put a roster away; its file is deleted", answer=None, status=204)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Put it away."""
        services.cancel_import(actor=self.actor, roster=self._roster(pk))
        return Response(status=204)


class RosterConfirm(View):
    """The confirmation of a roster."""

    @endpoint(
        "Import a roster as its preview `expected` (its mark) showed; a retry gets the first answer",
        body=RosterConfirmIn,
        refusals=REFUSALS,
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Import all of it, or nothing."""
        event = self.event()
        require(self.actor, "enter", event)
        given = self.read(RosterConfirmIn)
        return Response(services.confirm_import(actor=self.actor, roster=get_import(event, pk), **given))
