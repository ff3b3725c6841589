"""What the staff decides about registrations: approval, the waiting list, payments."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import require
from tournament.api.base import View, endpoint
from tournament.models import Entry
from tournament.selectors.registration import registrations
from tournament.services import registration as services
from tournament.services.registration import Outcome


class RegistrationOut(serializers.ModelSerializer):
    """A registration as the staff sees it, with the answers to the organiser's questions."""

    class Meta:
        model = Entry
        fields = [
            "number", "name", "romanised", "club", "area", "email", "status", "payment", "payment_note",
            "registered_at", "answers",
        ]  # fmt: skip


class RegistrationQuery(serializers.Serializer):
    """Which registrations are listed."""

    status = serializers.ChoiceField(Entry.Status.choices, required=False)
    payment = serializers.ChoiceField(Entry.Payment.choices, required=False)


class NumbersIn(serializers.Serializer):
    """Entries by their numbers."""

    numbers = serializers.ListField(child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=2000)


class DeclineIn(NumbersIn):
    """Entries that are refused, and what they are told."""

    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True)


class PaymentIn(NumbersIn):
    """What entries have paid; `note` is the amount in words."""

    payment = serializers.ChoiceField(Entry.Payment.choices)
    note = serializers.CharField(max_length=120, required=False, allow_blank=True)


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """Return whom it was done to, who waits since the event is full, and whom it skipped why."""
    skipped = [{"number": number, "reason": reason} for number, reason in outcome.skipped]
    return {"done": list(outcome.done), "waiting": list(outcome.waiting), "skipped": skipped}


class Registrations(View):
    """Who registered."""

    @endpoint(
        "List registrations in the order they came, with answers and payments",
        answer=RegistrationOut(many=True),
        parameters=[
            OpenApiParameter("status", str, enum=Entry.Status.values),
            OpenApiParameter("payment", str, enum=Entry.Payment.values),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List them to the staff."""
        event = self.event()
        require(self.actor, "see_private", event)
        asked = RegistrationQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return Response(RegistrationOut(registrations(event, **asked.validated_data), many=True).data)


class Approval(View):
    """Letting those in who registered."""

    @endpoint("Let registrations in; beyond the capacity they wait. Each that is refused is named with the reason",
              body=NumbersIn)  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Let them in."""
        given = self.read(NumbersIn)
        return Response(outcome_data(services.approve(actor=self.actor, event=self.event(), **given)))


class Refusal(View):
    """Refusing those who registered."""

    @endpoint("Decline registrations and tell them; approving takes it back", body=DeclineIn)
    def post(self, request: Request, slug: str) -> Response:
        """Decline them."""
        given = self.read(DeclineIn)
        return Response(outcome_data(services.decline(actor=self.actor, event=self.event(), **given)))


class Payments(View):
    """What was paid."""

    @endpoint("Mark entries as paid, unpaid, waived or paid back", body=PaymentIn)
    def post(self, request: Request, slug: str) -> Response:
        """Mark them."""
        given = self.read(PaymentIn)
        return Response(outcome_data(services.set_payment(actor=self.actor, event=self.event(), **given)))
