"""Events, their staff, stages and audit."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import require
from tournament.api import serializers as shapes
from tournament.api.base import View, endpoint
from tournament.errors import not_found
from tournament.models import Message, Stage, User
from tournament.selectors.events import get_stage, open_invitations, staff_of, visible_events
from tournament.selectors.rounds import what_is_open
from tournament.selectors.visibility import visible_audit, visible_cut
from tournament.services import events, messages, staff, stages
from tournament.services.discarding import discard_draft

SHOWN_AT_ONCE = 200


class Events(View):
    """All events one may know of."""

    @endpoint("List events", answer=shapes.EventOut(many=True))
    def get(self, request: Request) -> Response:
        """List them, newest first."""
        return Response(shapes.EventOut(visible_events(self.actor), many=True).data)

    @endpoint("Make an event from a preset", body=shapes.EventIn, answer=shapes.EventOut, status=201)
    def post(self, request: Request) -> Response:
        """Make one."""
        event = events.create_event(actor=self.actor, **self.read(shapes.EventIn))
        return Response(shapes.EventOut(event).data, status=201)


class EventDetail(View):
    """One event."""

    @endpoint("Show an event", answer=shapes.EventOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show it."""
        return Response(shapes.EventOut(self.event()).data)

    @endpoint("Change an event", body=shapes.EventChange, answer=shapes.EventOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Change it."""
        event = events.update_event(actor=self.actor, event=self.event(), changes=self.read(shapes.EventChange))
        return Response(shapes.EventOut(event).data)


class EventOptions(View):
    """Options of the event's ruleset."""

    @endpoint("Decide options anew, before anything was recorded", body=shapes.OptionsIn, answer=shapes.EventOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Decide them."""
        event = events.change_options(actor=self.actor, event=self.event(), **self.read(shapes.OptionsIn))
        return Response(shapes.EventOut(event).data)


class EventStatus(View):
    """An event's life."""

    @endpoint(
        "Take an event a step on; closing lists what is still open",
        body=shapes.StatusIn,
        answer=shapes.EventOut,
        refusals=(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take the step."""
        event = events.set_status(actor=self.actor, event=self.event(), **self.read(shapes.StatusIn))
        return Response(shapes.EventOut(event).data)


class EventDiscarded(View):
    """A draft that is given up."""

    @endpoint(
        "Discard a draft whose name is given; it is gone for everybody, and its audit stays",
        body=shapes.DiscardIn,
        answer=None,
        status=204,
        refusals=(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Discard it."""
        discard_draft(actor=self.actor, event=self.event(), **self.read(shapes.DiscardIn))
        return Response(status=204)


class EventOpen(View):
    """What is still open."""

    @endpoint("List rounds and tables that are still open")
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        return Response({"open": what_is_open(self.event("see_staff_pages"))})


class Staff(View):
    """The staff of an event."""

    @endpoint("List the staff", answer=shapes.RoleOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List it."""
        return Response(shapes.RoleOut(staff_of(self.event("see_staff_pages")), many=True).data)

    @endpoint("Give a role to an account", body=shapes.GrantIn, answer=shapes.RoleOut, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Give it."""
        event = self.event("manage")
        given = self.read(shapes.GrantIn)
        user = User.objects.filter(username=given.pop("username")).first()
        if user is None:
            raise not_found("account")
        role = staff.grant_role(actor=self.actor, event=event, user=user, **given)
        return Response(shapes.RoleOut(role).data, status=201)


class StaffMember(View):
    """One role of one member."""

    @endpoint("Take a role away", answer=None, status=204)
    def delete(self, request: Request, slug: str, role_id: int) -> Response:
        """Take it away."""
        staff.remove_role(actor=self.actor, event=self.event(), role_id=role_id)
        return Response(status=204)


class Invitations(View):
    """Open invitations."""

    @endpoint("List open invitations", answer=shapes.InvitationOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        return Response(shapes.InvitationOut(open_invitations(self.event("manage")), many=True).data)

    @endpoint("Invite somebody; the token is shown this once", body=shapes.InvitationIn, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Invite."""
        invitation, token = staff.invite_staff(actor=self.actor, event=self.event(), **self.read(shapes.InvitationIn))
        path = staff.invitation_path(token)
        return Response({**shapes.InvitationOut(invitation).data, "token": token, "path": path}, status=201)


class InvitationDetail(View):
    """One invitation."""

    @endpoint("Take an invitation back", answer=None, status=204)
    def delete(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Take it back."""
        staff.revoke_invitation(actor=self.actor, event=self.event(), invitation_id=invitation_id)
        return Response(status=204)


class Stages(View):
    """Stages of an event."""

    @endpoint("List stages", answer=shapes.StageOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        event = self.event()
        found = list(Stage.objects.filter(event=event))
        for stage in found:
            stage.cut = visible_cut(self.actor, event, stage)
        return Response(shapes.StageOut(found, many=True).data)

    @endpoint("Add a stage", body=shapes.StageIn, answer=shapes.StageOut, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Add one."""
        stage = stages.add_stage(actor=self.actor, event=self.event(), **self.read(shapes.StageIn))
        return Response(shapes.StageOut(stage).data, status=201)


class StageDetail(View):
    """One stage."""

    @endpoint(
        "Change a stage; another policy has to be confirmed once it has begun",
        body=shapes.StageChange,
        answer=shapes.StageOut,
        refusals=(400, 401, 403, 404, 409),
    )
    def patch(self, request: Request, slug: str, order: int) -> Response:
        """Change it."""
        stage = get_stage(self.event(), order)
        given = self.read(shapes.StageChange)
        confirmed = given.pop("confirm_stage", None)
        changed = stages.update_stage(actor=self.actor, stage=stage, changes=given, confirm_stage=confirmed)
        return Response(shapes.StageOut(changed).data)


class StageRounds(View):
    """The length of a stage in rounds."""

    @endpoint("Add rounds to a stage", body=shapes.CountIn, status=201)
    def post(self, request: Request, slug: str, order: int) -> Response:
        """Add them."""
        stage = get_stage(self.event(), order)
        added = stages.add_rounds(actor=self.actor, stage=stage, **self.read(shapes.CountIn))
        return Response({"rounds": [round_.number for round_ in added]}, status=201)


class Audit(View):
    """Who did what."""

    @endpoint("The newest lines of the audit", answer=shapes.AuditOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them, newest first."""
        event = self.event()
        require(self.actor, "see_private", event)
        lines = visible_audit(self.actor, event)
        return Response(shapes.AuditOut(lines[:SHOWN_AT_ONCE], many=True).data)


class Messages(View):
    """Messages that were sent or are to be handed over."""

    @endpoint("The newest messages", answer=shapes.MessageOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them, newest first."""
        found = Message.objects.filter(event=self.event("manage"))
        return Response(shapes.MessageOut(found[:SHOWN_AT_ONCE], many=True).data)


class MessageHandedOver(View):
    """A message that somebody took to its reader."""

    @endpoint("Note that a message was handed over", answer=None, status=204)
    def post(self, request: Request, slug: str, message_id: int) -> Response:
        """Note it."""
        messages.hand_over(actor=self.actor, event=self.event(), message_id=message_id)
        return Response(status=204)
