"""What is told to everybody: announcements, and the screens of the hall."""

from __future__ import annotations

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import may
from tournament.api.base import KEY, View, endpoint
from tournament.api.rounds import LOCKED
from tournament.models import Announcement, Display
from tournament.selectors.announcements import get_announcement, shown_now, state_of
from tournament.selectors.displays import displays_of, get_display
from tournament.services import announcements, displays
from tournament.services.announcements import LONGEST, TEXTS


class AnnouncementOut(serializers.ModelSerializer):
    """An announcement in the languages it was written in; `state` is shown, staged, expired or withdrawn."""

    state = serializers.SerializerMethodField()

    class Meta:
        model = Announcement
        fields = ["id", *TEXTS, "pinned", "publish_at", "expires_at", "state"]

    def get_state(self, row: Announcement) -> str:
        """Return how it stands now."""
        return state_of(row, timezone.now())


def _text() -> serializers.CharField:
    return serializers.CharField(max_length=LONGEST, required=False, allow_blank=True)


class AnnouncementIn(serializers.Serializer):
    """An announcement in one language at least; without `publish_at` it is shown at once."""

    zh_hant = _text()
    zh_hans = _text()
    en = _text()
    pinned = serializers.BooleanField(required=False)
    publish_at = serializers.DateTimeField(required=False, allow_null=True)
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class DisplayOut(serializers.ModelSerializer):
    """A screen of the hall, what it shows, and when it last asked."""

    class Meta:
        model = Display
        fields = ["name", "shows", "message", "seen_at"]


class DisplayIn(serializers.Serializer):
    """A new screen; its name is a part of its address."""

    name = serializers.CharField(max_length=40)
    shows = serializers.ChoiceField(Display.Shows.choices, required=False)


class SwitchIn(serializers.Serializer):
    """What a screen is to show; a message needs its words."""

    shows = serializers.ChoiceField(Display.Shows.choices)
    message = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class Announcements(View):
    """The announcements of an event."""

    @endpoint(
        "List what is announced now, pinned ones first; the staff sees what is staged, expired and withdrawn as well",
        answer=AnnouncementOut(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        event = self.event()
        staff = may(self.actor, "see_staff_pages", event)
        found = Announcement.objects.filter(event=event) if staff else shown_now(event, timezone.now())
        return Response(AnnouncementOut(found, many=True).data)

    @endpoint("Announce something, at once or later", body=AnnouncementIn, answer=AnnouncementOut, status=201,
              parameters=[KEY], refusals=LOCKED)  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Announce it."""
        given = self.read(AnnouncementIn)
        texts = {name: given.pop(name) for name in TEXTS if name in given}
        row = announcements.announce(actor=self.actor, event=self.event(), texts=texts, key=self.key, **given)
        return Response(AnnouncementOut(row).data, status=201)


class AnnouncementDetail(View):
    """One announcement."""

    @endpoint("Change an announcement", body=AnnouncementIn, answer=AnnouncementOut, refusals=LOCKED)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Change it."""
        row = get_announcement(self.event("announce"), pk)
        changes = self.read(AnnouncementIn)
        changed = announcements.change_announcement(actor=self.actor, announcement=row, changes=changes)
        return Response(AnnouncementOut(changed).data)


class AnnouncementWithdrawn(View):
    """The end of an announcement."""

    @endpoint("Take an announcement off every page; it stays in the staff's list", answer=AnnouncementOut,
              refusals=LOCKED)  # fmt: skip
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Withdraw it."""
        row = get_announcement(self.event("announce"), pk)
        announcements.withdraw_announcement(actor=self.actor, announcement=row)
        row.refresh_from_db()
        return Response(AnnouncementOut(row).data)


class Displays(View):
    """The screens of the hall."""

    @endpoint("List the screens by name", answer=DisplayOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them to those who run the event."""
        return Response(DisplayOut(displays_of(self.event("run")), many=True).data)

    @endpoint("Register a screen", body=DisplayIn, answer=DisplayOut, status=201, refusals=LOCKED)
    def post(self, request: Request, slug: str) -> Response:
        """Register it."""
        made = displays.add_display(actor=self.actor, event=self.event(), **self.read(DisplayIn))
        return Response(DisplayOut(made).data, status=201)


class DisplayDetail(View):
    """One screen."""

    def _display(self, name: str) -> Display:
        event = self.event("run")
        found = get_display(event, name)
        found.event = event
        return found

    @endpoint("Switch what a screen shows; it follows within five seconds", body=SwitchIn, answer=DisplayOut,
              refusals=LOCKED)  # fmt: skip
    def put(self, request: Request, slug: str, name: str) -> Response:
        """Switch it."""
        screen = self._display(name)
        switched = displays.switch_display(actor=self.actor, display=screen, **self.read(SwitchIn))
        return Response(DisplayOut(switched).data)

    @endpoint("Forget a screen", answer=None, status=204)
    def delete(self, request: Request, slug: str, name: str) -> Response:
        """Forget it."""
        displays.remove_display(actor=self.actor, display=self._display(name))
        return Response(status=204)
