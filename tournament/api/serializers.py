"""Shapes of requests and answers; they check form only, what is legal is decided by services."""

from __future__ import annotations

from rest_framework import serializers

from engine.amounts import MOST_POINTS
from tournament.models import (
    PLACE_CHOICES,
    AuditEntry,
    Entry,
    EntryMember,
    Event,
    Invitation,
    Message,
    Round,
    StaffRole,
    Stage,
)
from tournament.seating.methods import METHODS


class EventOut(serializers.ModelSerializer):
    """An event."""

    class Meta:
        model = Event
        fields = [
            "slug", "name", "zone", "starts_on", "ends_on", "place", "game", "preset", "status", "version", "settings",
        ]  # fmt: skip


class EventIn(serializers.Serializer):
    """A new event."""

    name = serializers.CharField(max_length=200)
    slug = serializers.SlugField(max_length=60)
    zone = serializers.CharField(max_length=64)
    game = serializers.CharField(max_length=32)
    preset = serializers.CharField(max_length=64)
    rounds = serializers.IntegerField(min_value=0, max_value=200, required=False)
    length = serializers.DictField(required=False)
    options = serializers.DictField(required=False)
    settings = serializers.DictField(required=False)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    place = serializers.CharField(max_length=200, required=False, allow_blank=True)


class EventChange(serializers.Serializer):
    """Changes to an event."""

    name = serializers.CharField(max_length=200, required=False)
    zone = serializers.CharField(max_length=64, required=False)
    settings = serializers.DictField(required=False)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    place = serializers.CharField(max_length=200, required=False, allow_blank=True)


class OptionsIn(serializers.Serializer):
    """Options of the ruleset to be decided anew."""

    options = serializers.DictField()


class StatusIn(serializers.Serializer):
    """A step of an event's life."""

    status = serializers.ChoiceField(Event.Status.choices)
    reason = serializers.CharField(required=False, allow_blank=True, default="")


class DiscardIn(serializers.Serializer):
    """The name of the draft that is discarded."""

    name = serializers.CharField()


class RoleOut(serializers.ModelSerializer):
    """A member of the staff."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")

    class Meta:
        model = StaffRole
        fields = ["id", "username", "name", "role", "area"]


class InvitationIn(serializers.Serializer):
    """An invitation to the staff."""

    role = serializers.ChoiceField(StaffRole.Role.choices)
    email = serializers.EmailField(required=False, allow_blank=True, default="")
    area = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class InvitationOut(serializers.ModelSerializer):
    """An open invitation; its token is only shown when it is made."""

    class Meta:
        model = Invitation
        fields = ["id", "role", "area", "email", "created_at", "expires_at"]


class AcceptIn(serializers.Serializer):
    """Accept an invitation: with the account of the request, or with a new one."""

    token = serializers.CharField(max_length=100)
    username = serializers.CharField(max_length=150, required=False)
    password = serializers.CharField(max_length=200, required=False)
    email = serializers.EmailField(required=False, allow_blank=True, default="")


class AccountIn(serializers.Serializer):
    """User name and password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    email = serializers.EmailField(required=False, allow_blank=True, default="")


class ResetIn(serializers.Serializer):
    """Whose password is to be set anew."""

    email = serializers.EmailField()


class ResetConfirm(serializers.Serializer):
    """The two parts of a reset link, and the new password."""

    uid = serializers.CharField(max_length=40)
    token = serializers.CharField(max_length=100)
    password = serializers.CharField(max_length=200, trim_whitespace=False)


class MeChange(serializers.Serializer):
    """The shown name and the address of one's own account."""

    name = serializers.CharField(max_length=150, allow_blank=True)
    email = serializers.EmailField(allow_blank=True)


class PasswordChange(serializers.Serializer):
    """The password until now and the new one."""

    old = serializers.CharField(max_length=200, trim_whitespace=False)
    password = serializers.CharField(max_length=200, trim_whitespace=False)


class GrantIn(serializers.Serializer):
    """A role for an account that exists."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(StaffRole.Role.choices)
    area = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class MemberOut(serializers.ModelSerializer):
    """A person of an entry."""

    name = serializers.CharField(source="person.name")
    sort_name = serializers.CharField(source="person.sort_name")
    romanised = serializers.CharField(source="person.romanised")
    club = serializers.CharField(source="person.club")
    birth_year = serializers.IntegerField(source="person.birth_year", allow_null=True)
    external_id = serializers.CharField(source="person.external_id")

    class Meta:
        model = EntryMember
        fields = ["position", "name", "sort_name", "romanised", "club", "birth_year", "external_id"]


class EntryPublic(serializers.ModelSerializer):
    """An entry as everybody sees it."""

    class Meta:
        model = Entry
        fields = ["number", "name", "romanised", "team", "club", "status", "check_in", "ranked", "area", "fixed_table"]


class EntryOut(EntryPublic):
    """An entry as the staff sees it."""

    members = MemberOut(source="memberships", many=True)

    class Meta(EntryPublic.Meta):
        fields = [*EntryPublic.Meta.fields, "sort_name", "email", "members"]


class PersonIn(serializers.Serializer):
    """A person."""

    name = serializers.CharField(max_length=120)
    sort_name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    romanised = serializers.CharField(max_length=120, required=False, allow_blank=True)
    club = serializers.CharField(max_length=120, required=False, allow_blank=True)
    birth_year = serializers.IntegerField(min_value=1900, max_value=2100, required=False, allow_null=True)
    external_id = serializers.CharField(max_length=64, required=False, allow_blank=True)


class EntryIn(serializers.Serializer):
    """A registration: one person, or two as a pair."""

    people = PersonIn(many=True, allow_empty=False)
    number = serializers.IntegerField(min_value=1, max_value=1_000_000, required=False)
    team = serializers.CharField(max_length=120, required=False, allow_blank=True)
    club = serializers.CharField(max_length=120, required=False, allow_blank=True)
    email = serializers.EmailField(required=False, allow_blank=True)
    ranked = serializers.BooleanField(required=False, default=True)
    area = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class EntryChange(serializers.Serializer):
    """Changes to an entry."""

    team = serializers.CharField(max_length=120, required=False, allow_blank=True)
    club = serializers.CharField(max_length=120, required=False, allow_blank=True)
    email = serializers.EmailField(required=False, allow_blank=True)
    area = serializers.CharField(max_length=60, required=False, allow_blank=True)
    status = serializers.ChoiceField(Entry.Status.choices, required=False)
    ranked = serializers.BooleanField(required=False)


class NamesIn(serializers.Serializer):
    """Names of single persons to be registered together."""

    names = serializers.ListField(child=serializers.CharField(max_length=120), allow_empty=False, max_length=5000)


class UntilIn(serializers.Serializer):
    """An hour, or null for none."""

    until = serializers.DateTimeField(allow_null=True)


class CheckInIn(serializers.Serializer):
    """Who is here, or is not."""

    numbers = serializers.ListField(child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=5000)
    state = serializers.ChoiceField(Entry.CheckIn.choices)


class CountIn(serializers.Serializer):
    """A number of things."""

    count = serializers.IntegerField(min_value=1, max_value=500)


class StageOut(serializers.ModelSerializer):
    """A stage."""

    class Meta:
        model = Stage
        fields = ["order", "name", "seating", "length", "policy", "drawing", "cut"]


class StageIn(serializers.Serializer):
    """A new stage; `policy` is a preset's code or the policy itself."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    seating = serializers.ChoiceField(Stage.Seating.choices)
    length = serializers.DictField()
    policy = serializers.JSONField()
    rounds = serializers.IntegerField(min_value=0, max_value=200)
    drawing = serializers.DictField(required=False)


class StageChange(serializers.Serializer):
    """Changes to a stage."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    seating = serializers.ChoiceField(Stage.Seating.choices, required=False)
    length = serializers.DictField(required=False)
    policy = serializers.JSONField(required=False)
    drawing = serializers.DictField(required=False)
    confirm_stage = serializers.IntegerField(required=False, allow_null=True)


class RoundOut(serializers.Serializer):
    """A round as the actor may know it."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    status = serializers.ChoiceField(Round.Status.choices)
    seed_hash = serializers.CharField()
    clock = serializers.DictField()


class TableIn(serializers.Serializer):
    """One table of a seating made by hand: numbers of entries at East, South, West, North."""

    number = serializers.IntegerField(min_value=1, max_value=100_000, required=False)
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=1, allow_null=True), min_length=4, max_length=4
    )


class AdvanceIn(serializers.Serializer):
    """Who keeps a place in a later stage that others would have by a change: a decision of the chief referee."""

    choice = serializers.ChoiceField(["keep", "change"], default="keep")
    reason = serializers.CharField(max_length=2000)


class DrawIn(serializers.Serializer):
    """How a round is to be drawn; without a method, the way its stage is drawn."""

    method = serializers.ChoiceField(sorted(METHODS), required=False)
    tables = TableIn(many=True, required=False)
    out = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)
    absent = serializers.ChoiceField(["exclude", "drop"], required=False)
    dice = serializers.ListField(child=serializers.IntegerField(), required=False, max_length=24)
    tiles = serializers.CharField(max_length=60, required=False, allow_blank=True)
    renew = serializers.BooleanField(required=False)
    override = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    # Where hands were recorded: tables that stay as they are, tables whose hands are given up, and the seq each had.
    keep = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)
    void = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)
    seen = serializers.DictField(child=serializers.IntegerField(min_value=0), required=False)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class EditIn(serializers.Serializer):
    """A change of a draft: two players, two tables, or a table out of use."""

    edit = serializers.DictField()
    preview = serializers.BooleanField(required=False, default=False)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class PairIn(serializers.Serializer):
    """Two entries by number."""

    first = serializers.IntegerField(min_value=1)
    second = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class FixedTableIn(serializers.Serializer):
    """The table an entry keeps."""

    table = serializers.IntegerField(min_value=1, max_value=100_000, allow_null=True)


class AreaIn(serializers.Serializer):
    """A venue: its name and its tables; `was` is the name it had, where it gets another."""

    name = serializers.CharField(max_length=60)
    first = serializers.IntegerField(min_value=1, max_value=100_000)
    last = serializers.IntegerField(min_value=1, max_value=100_000)
    was = serializers.CharField(max_length=60, required=False)


class AreasIn(serializers.Serializer):
    """The venues of an event, in order; none: one hall."""

    areas = AreaIn(many=True, allow_empty=True)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class AreaEntriesIn(serializers.Serializer):
    """Who is to play in a venue; an empty name is none."""

    numbers = serializers.ListField(child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=5000)
    area = serializers.CharField(max_length=60, allow_blank=True)


class HallIn(serializers.Serializer):
    """The tables of the hall."""

    tables = serializers.IntegerField(min_value=1, max_value=100_000, required=False, allow_null=True, default=None)
    out = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=100_000), required=False, default=list, max_length=5000
    )
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class CutIn(serializers.Serializer):
    """How many go on, and what becomes of a rank shared across the line."""

    size = serializers.IntegerField(min_value=1, max_value=100_000)
    ties = serializers.ChoiceField(["all", "none", "lot", "decide"], required=False, default="decide")


class BoundsIn(serializers.Serializer):
    """A number of players and of rounds."""

    players = serializers.IntegerField(min_value=1, max_value=100_000)
    rounds = serializers.IntegerField(min_value=1, max_value=200)


class DeleteDrawIn(serializers.Serializer):
    """Names the round as a confirmation."""

    confirm_round = serializers.IntegerField(required=False, allow_null=True, default=None)
    reason = serializers.CharField(required=False, allow_blank=True, default="")
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class RestoreDrawIn(serializers.Serializer):
    """Which draw of a round comes back."""

    attempt = serializers.IntegerField(min_value=1)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class ReasonIn(serializers.Serializer):
    """Why."""

    reason = serializers.CharField(max_length=2000)


class ClockIn(serializers.Serializer):
    """The clock of a round."""

    minutes = serializers.IntegerField(required=False)
    running = serializers.BooleanField(required=False)
    starts_at = serializers.DateTimeField(required=False)


class NamedRoundIn(serializers.Serializer):
    """What a change at a table of a closed round says besides: the number of the round, as a confirmation."""

    confirm_round = serializers.IntegerField(required=False, allow_null=True, default=None)


class ClosedRoundIn(NamedRoundIn):
    """What a correction of a closed round says besides; in an older one what it is for (`counts`), and why."""

    counts = serializers.BooleanField(required=False, allow_null=True, default=None)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class EventsIn(ClosedRoundIn):
    """Events to be recorded; `expected_seq` is how many the client has seen.

    In an older round `counts` says, with a `reason`, whether the standings take them or they are for the record only.
    """

    expected_seq = serializers.IntegerField(min_value=0)
    events = serializers.ListField(child=serializers.DictField(), allow_empty=False, max_length=50)


class PreviewIn(serializers.Serializer):
    """Events to be tried."""

    events = serializers.ListField(child=serializers.DictField(), allow_empty=False, max_length=50)


class SeqIn(ClosedRoundIn):
    """How many events the client has seen."""

    expected_seq = serializers.IntegerField(min_value=0)


class WindsIn(ClosedRoundIn):
    """搬風 and 定莊: what was thrown and drawn at the table; what is left out is thrown by the system."""

    expected_seq = serializers.IntegerField(min_value=0)
    thrower = serializers.ChoiceField(PLACE_CHOICES, default="E")
    dice = serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3, required=False)
    tiles = serializers.ListField(child=serializers.CharField(max_length=2), min_length=4, max_length=4, required=False)
    dealer_dice = serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3, required=False)
    first_dealer = serializers.ChoiceField(PLACE_CHOICES, required=False)


class WallIn(serializers.Serializer):
    """開門: the dealer's three dice as they fell; left out, the system throws."""

    expected_seq = serializers.IntegerField(min_value=0)
    dice = serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3, required=False)


class CorrectIn(ClosedRoundIn):
    """A correction: `with` replaces the event, without it the event is taken out.

    In an older round `counts` says, with a `reason`, whether the standings take it or it is for the record only.
    """

    expected_seq = serializers.IntegerField(min_value=0)
    seq = serializers.IntegerField(min_value=0)
    later = serializers.ChoiceField(["as_played", "expected"], required=False)

    def get_fields(self) -> dict[str, serializers.Field]:
        """Add the field whose name is a word of Python."""
        return {**super().get_fields(), "with": serializers.DictField(required=False, allow_null=True)}


class CountsIn(serializers.Serializer):
    """Why what was corrected for the record is to count, and who keeps a place in a later stage."""

    reason = serializers.CharField(max_length=2000)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class ConfirmIn(serializers.Serializer):
    """A confirmation of a table as it stands."""

    expected_seq = serializers.IntegerField(min_value=0)
    place = serializers.ChoiceField(["E", "S", "W", "N", ""], required=False, default="")


class VoidIn(NamedRoundIn):
    """Why a table does not count, or counts again, and who keeps a place in a later stage."""

    reason = serializers.CharField(max_length=2000)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class MinutesIn(NamedRoundIn):
    """More time, or less."""

    minutes = serializers.IntegerField(min_value=-600, max_value=600)
    reason = serializers.CharField(required=False, allow_blank=True, default="")


class HandsIn(NamedRoundIn):
    """More hands, or fewer."""

    hands = serializers.IntegerField(min_value=-20, max_value=20)
    reason = serializers.CharField(required=False, allow_blank=True, default="")


class NumberIn(serializers.Serializer):
    """A table's new number."""

    number = serializers.IntegerField(min_value=1, max_value=100_000)


class RulingIn(serializers.Serializer):
    """A ruling without a table: points (> 0) taken from an entry, or (< 0) given to it."""

    entry = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1)
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    account = serializers.ChoiceField(["event", "placing"], default="event")
    article = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class NoteIn(serializers.Serializer):
    """A remark."""

    note = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class AuditOut(serializers.ModelSerializer):
    """A line of the audit."""

    by = serializers.SerializerMethodField()

    class Meta:
        model = AuditEntry
        fields = ["id", "at", "by", "event_version", "action", "subject", "before", "after", "reason"]

    def get_by(self, entry: AuditEntry) -> str:
        """Return who it was."""
        if entry.actor is not None:
            return entry.actor.get_username()
        return f"#{entry.actor_entry.number}" if entry.actor_entry is not None else ""


class MessageOut(serializers.ModelSerializer):
    """A message, sent or to be handed over."""

    class Meta:
        model = Message
        fields = ["id", "kind", "to", "subject", "body", "created_at", "sent_at", "handed_over_at"]
