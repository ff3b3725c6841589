"""Results kept back for the end, and told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.base import View, endpoint
from tournament.api.rounds import LOCKED
from tournament.models import Event
from tournament.reveal import reveal_of
from tournament.selectors.rounds import get_round
from tournament.services import reveal


class KeepBackIn(serializers.Serializer):
    """From which round on."""

    round = serializers.IntegerField(min_value=1)


class TellIn(serializers.Serializer):
    """How many ranks, or all; how many steps the caller has seen."""

    ranks = serializers.IntegerField(min_value=1, max_value=1000, required=False, default=1)
    all = serializers.BooleanField(required=False, default=False)
    seen = serializers.IntegerField(min_value=0, required=False, allow_null=True, default=None)


class RevealView(View):
    """An endpoint that answers with what is kept back."""

    def state(self, event: Event) -> Response:
        """Return what everybody may know of it."""
        kept = reveal_of(event)
        steps = len(event.reveal["steps"]) if event.reveal else 0
        found: dict[str, Any] = {"kept_back": kept is not None, "from_round": None, "told": None, "steps": steps}
        if kept is not None:
            found |= {"from_round": kept.from_round, "told": kept.told}
        return Response(found)


class RevealState(RevealView):
    """What is kept back."""

    @endpoint("From which round on results are kept back, and the best rank told")
    def get(self, request: Request, slug: str) -> Response:
        """Show it."""
        return self.state(self.event())

    @endpoint("Keep back results from a round on", body=KeepBackIn, status=201, refusals=LOCKED)
    def post(self, request: Request, slug: str) -> Response:
        """Keep them back."""
        event = self.event("manage")
        from_round = get_round(event, self.read(KeepBackIn)["round"])
        response = self.state(reveal.keep_back(actor=self.actor, event=event, from_round=from_round))
        response.status_code = 201
        return response


class RevealTell(RevealView):
    """The next ranks."""

    @endpoint("Tell the next ranks from the last one upwards, or all", body=TellIn, refusals=LOCKED)
    def post(self, request: Request, slug: str) -> Response:
        """Tell them."""
        event, given = self.event("manage"), self.read(TellIn)
        if given.pop("all"):
            return self.state(reveal.tell_all(actor=self.actor, event=event, seen=given["seen"]))
        return self.state(reveal.tell_next(actor=self.actor, event=event, **given))

    @endpoint("Take the last step back; before the first one, keep nothing back any more", refusals=LOCKED)
    def delete(self, request: Request, slug: str) -> Response:
        """Take it back."""
        return self.state(reveal.take_back(actor=self.actor, event=self.event("manage")))
