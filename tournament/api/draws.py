"""Everything around a draw: background jobs, changes by hand, replay and explanation, wishes, the hall, cuts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from engine.decoding import plain
from engine.seating.bounds import feasible
from tournament.access import require
from tournament.api import serializers as shapes
from tournament.api.base import View, endpoint
from tournament.api.rounds import LOCKED
from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import ApartPair, Draw, DrawJob, Event, Schedule
from tournament.seating.methods import METHODS
from tournament.selectors.cuts import cut_today
from tournament.selectors.entries import get_entry
from tournament.selectors.events import get_stage
from tournament.selectors.explaining import explained_draw
from tournament.selectors.seating import meetings_of
from tournament.selectors.visibility import kept_back_from, visible_cut, visible_record
from tournament.services import areas, cuts, draw_edits, draw_jobs, wishes
from tournament.services.absent import call_absent, undecided
from tournament.services.draws import replay


class Methods(View):
    """The ways of drawing."""

    @endpoint("List the ways of drawing with their rules, in the order in which they count")
    def get(self, request: Request) -> Response:
        """List them."""
        return Response(
            [
                {
                    "code": found.code,
                    "name": plain(found.name),
                    "rules": [plain(rule) for rule in found.rules],
                    "per_area": found.per_area,
                }
                for found in METHODS.values()
            ]
        )


class Bounds(View):
    """What can be known before an event."""

    @endpoint(
        "How many rounds can be free of repeats, and what more rounds force",
        parameters=[OpenApiParameter("players", int, required=True), OpenApiParameter("rounds", int, required=True)],
    )
    def get(self, request: Request) -> Response:
        """Count."""
        serializer = shapes.BoundsIn(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        found = feasible(**serializer.validated_data)
        return Response(
            {
                "counting_rounds": found.counting_rounds,
                "known_rounds": found.known_rounds,
                "forced_repeats": found.forced_repeats,
                "tables": found.tables,
                "resting": found.resting,
            }
        )


class DrawView(View):
    """An endpoint about the draw of a round that the actor may see."""

    def draw(self) -> Draw:
        """Return it, or say that there is none."""
        found = visible_record(self.actor, self.round())
        if found is None:
            raise not_found("draw")
        return Draw.objects.select_related("round__event", "schedule").get(pk=found.pk)


class DrawReplay(DrawView):
    """A draw made again."""

    @endpoint("Draw again from what is stored: the seating, and whether it is the same to the byte")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Replay it."""
        draw = self.draw()
        again, same = replay(draw)
        return Response(
            {"same": same, "bytes": again.decode(), "seed": draw.seed, "algorithm": draw.algorithm},
        )


class DrawExplained(DrawView):
    """How a round was drawn."""

    @endpoint("How a round was drawn, in words of three languages and in numbers")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Explain it."""
        return Response(explained_draw(self.draw()))


class DrawEdit(View):
    """A change by hand between draw and release."""

    @endpoint(
        "Change a draft by hand, or only show what that would do (`preview`)", body=shapes.EditIn, refusals=LOCKED
    )
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Change it."""
        given = self.read(shapes.EditIn)
        if given.pop("preview"):
            given.pop("reason")
            return Response(draw_edits.preview_edit(actor=self.actor, round_=self.round(), **given))
        return Response(draw_edits.edit_draft(actor=self.actor, round_=self.round(), **given))


class DrawCall(View):
    """Those who have not checked in when a round is drawn."""

    @endpoint("List those not checked in about whom nothing was decided for this round")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """List them."""
        round_ = self.round("draw")
        return Response([{"number": entry.number, "name": entry.name} for entry in undecided(round_)])

    @endpoint("Call those not checked in", refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Call them."""
        called = call_absent(actor=self.actor, round_=self.round())
        return Response({"called": [entry.number for entry in called]})


class DrawJobs(View):
    """A draw that is made in the background."""

    @endpoint("How far the newest draw in the background is")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Show it to those who draw."""
        job = DrawJob.objects.select_related("round").filter(round=self.round("draw")).first()
        if job is None:
            raise not_found("job")
        return Response(draw_jobs.job_data(job))

    @endpoint(
        "Draw a round in the background; the open job is answered where there is one", body=shapes.DrawIn, status=202
    )
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Ask for it."""
        job = draw_jobs.start_job(actor=self.actor, round_=self.round(), wish=plain(self.read(shapes.DrawIn)))
        job.refresh_from_db()
        return Response(draw_jobs.job_data(job), status=202)

    @endpoint("Cancel it; nothing of it is kept")
    def delete(self, request: Request, slug: str, round_number: int) -> Response:
        """Cancel it."""
        return Response(draw_jobs.job_data(draw_jobs.cancel_job(actor=self.actor, round_=self.round())))


class Apart(View):
    """Pairs who must not share a table."""

    @endpoint(
        "List the pairs; with `first` and `second`, where these two have met",
        parameters=[OpenApiParameter("first", int), OpenApiParameter("second", int)],
        name="apart_list",
    )
    def get(self, request: Request, slug: str) -> Response:
        """List them to those who draw."""
        event = self.event("draw")
        if "first" in request.query_params:
            serializer = shapes.PairIn(data=request.query_params)
            serializer.is_valid(raise_exception=True)
            given = serializer.validated_data
            return Response({"met": meetings_of(event, given["first"], given["second"])})
        pairs = ApartPair.objects.filter(event=event).select_related("first", "second")
        return Response(
            [{"first": pair.first.number, "second": pair.second.number, "reason": pair.reason} for pair in pairs]
        )

    @endpoint("Keep two entries apart; once a round was released only the chief referee does, with a reason",
              body=shapes.PairIn, status=201, refusals=LOCKED)  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Keep them apart."""
        return Response(wishes.keep_apart(actor=self.actor, **self._pair(self.event())), status=201)

    @endpoint("Let them meet again", body=shapes.PairIn, answer=None, status=204, refusals=LOCKED)
    def delete(self, request: Request, slug: str) -> Response:
        """Let them."""
        wishes.let_meet(actor=self.actor, **self._pair(self.event()))
        return Response(status=204)

    def _pair(self, event: Event) -> dict[str, Any]:
        given = self.read(shapes.PairIn)
        both = {key: get_entry(event, given[key]) for key in ("first", "second")}
        return {"event": event, **both, "reason": given["reason"]}


class FixedTable(View):
    """The table an entry keeps."""

    @endpoint("Let an entry keep a table in every round (null: none)", body=shapes.FixedTableIn, refusals=LOCKED)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Keep it."""
        entry = get_entry(self.event(), number)
        fixed = wishes.fix_table(actor=self.actor, entry=entry, **self.read(shapes.FixedTableIn))
        return Response({"number": fixed.number, "table": fixed.fixed_table})


class Hall(View):
    """The tables of the hall."""

    @endpoint("How many tables there are, and which are out of use")
    def get(self, request: Request, slug: str) -> Response:
        """Show them."""
        settings = settings_of(self.event())
        return Response({"tables": settings.tables, "out": list(settings.tables_out)})

    @endpoint("Say how many tables there are, and which are out of use", body=shapes.HallIn, refusals=LOCKED)
    def put(self, request: Request, slug: str) -> Response:
        """Say it."""
        settings = settings_of(wishes.set_hall(actor=self.actor, event=self.event(), **self.read(shapes.HallIn)))
        return Response({"tables": settings.tables, "out": list(settings.tables_out)})


class Areas(View):
    """The venues of an event, each drawn for itself."""

    @endpoint("The venues with their tables; none: one hall")
    def get(self, request: Request, slug: str) -> Response:
        """Show them."""
        return Response({"areas": plain(settings_of(self.event()).areas)})

    @endpoint("Say which venues there are, each with its first and last table", body=shapes.AreasIn, refusals=LOCKED)
    def put(self, request: Request, slug: str) -> Response:
        """Say it."""
        event = areas.set_areas(actor=self.actor, event=self.event(), **self.read(shapes.AreasIn))
        return Response({"areas": plain(settings_of(event).areas)})


class AreaEntries(View):
    """Who plays in a venue."""

    @endpoint(
        "Let entries play in a venue from the next draw on",
        body=shapes.AreaEntriesIn, answer=shapes.EntryPublic(many=True), refusals=LOCKED,
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Let them."""
        given = areas.assign_area(actor=self.actor, event=self.event(), **self.read(shapes.AreaEntriesIn))
        return Response(shapes.EntryPublic(given, many=True).data)


class StageCut(View):
    """Who goes on to a stage."""

    @endpoint("Who was let through, and who would be by the standings of today")
    def get(self, request: Request, slug: str, order: int) -> Response:
        """Show it."""
        event = self.event()
        stage = get_stage(event, order)
        told = kept_back_from(self.actor, event) is None
        today = cut_today(stage) if stage.cut is not None and told else None
        return Response({"cut": visible_cut(self.actor, event, stage), "today": today})

    @endpoint("Let the first of the stage before through", body=shapes.CutIn, status=201, refusals=LOCKED)
    def post(self, request: Request, slug: str, order: int) -> Response:
        """Cut."""
        stage = get_stage(self.event(), order)
        made = cuts.cut_stage(actor=self.actor, stage=stage, **self.read(shapes.CutIn))
        return Response(plain(made), status=201)

    @endpoint("Let everybody play in a stage again", answer=None, status=204, refusals=LOCKED)
    def delete(self, request: Request, slug: str, order: int) -> Response:
        """Take the cut back."""
        cuts.uncut_stage(actor=self.actor, stage=get_stage(self.event(), order))
        return Response(status=204)


class StageSchedule(View):
    """The schedule of a stage."""

    @endpoint("The newest schedule of a stage, with its report; for those who draw")
    def get(self, request: Request, slug: str, order: int) -> Response:
        """Show it."""
        event = self.event()
        require(self.actor, "see_unreleased", event)
        found = Schedule.objects.filter(stage=get_stage(event, order)).select_related("first_round").first()
        if found is None:
            raise not_found("schedule")
        return Response(
            {
                "first_round": found.first_round.number,
                "attempt": found.attempt,
                "seed_hash": found.seed_hash,
                "seed": found.seed,
                "algorithm": found.algorithm,
                "inputs": found.inputs,
                "report": found.report,
                "rounds": found.result["rounds"],
            }
        )
