"""Shapes of requests; what is legal is decided by services and the game's rulings."""

from __future__ import annotations

from rest_framework import serializers

from tournament.api.serializers import AdvanceIn


class CallIn(serializers.Serializer):
    """A call for a referee, perhaps with facts already taken down."""

    text = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)
    facts = serializers.DictField(required=False, allow_null=True, default=None)
    hand = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    seen_seq = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)


class KeptCallIn(serializers.Serializer):
    """A call with facts taken down without a line.

    `hand` and `seen_seq` are the hand and the state of the table that were on the screen, `age` is how many seconds ago
    that was, `call` is the call it answers, `sender` the user name that took it down.
    """

    infraction = serializers.CharField(max_length=32)
    offender = serializers.ListField(child=serializers.CharField(max_length=12), required=False, default=list)
    facts = serializers.DictField(required=False, default=dict)
    deliberate = serializers.BooleanField(required=False, default=False)
    hand = serializers.IntegerField(min_value=1)
    seen_seq = serializers.IntegerField(min_value=0)
    age = serializers.IntegerField(required=False, default=0, min_value=0)
    text = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)
    call = serializers.IntegerField(required=False, allow_null=True, default=None)
    round = serializers.IntegerField(required=False, allow_null=True, default=None)
    sender = serializers.CharField(required=False, allow_blank=True, default="", max_length=150)


class KeptCallOut(serializers.Serializer):
    """What became of it: the call and the proposed case; without a case the questions that are still open."""

    call = serializers.IntegerField()
    case = serializers.IntegerField(allow_null=True)
    questions = serializers.ListField(child=serializers.DictField())


class CloseCallIn(serializers.Serializer):
    """The end of a call."""

    minutes = serializers.IntegerField(required=False, default=0, min_value=0, max_value=120)


class CaseIn(serializers.Serializer):
    """A described case; `round` and `table` are left out for a ruling without a table (then `offender` is an entry)."""

    infraction = serializers.CharField(max_length=32)
    offender = serializers.ListField(child=serializers.CharField(max_length=12), required=False, default=list)
    facts = serializers.DictField(required=False, default=dict)
    deliberate = serializers.BooleanField(required=False, default=False)
    table_round = serializers.IntegerField(required=False, allow_null=True, default=None)
    table = serializers.IntegerField(required=False, allow_null=True, default=None)
    hand = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    after = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=-1)
    round = serializers.IntegerField(required=False, allow_null=True, default=None)
    call = serializers.IntegerField(required=False, allow_null=True, default=None)
    incident = serializers.IntegerField(required=False, allow_null=True, default=None)
    private_notes = serializers.CharField(required=False, allow_blank=True, default="")


class IssueIn(serializers.Serializer):
    """The confirmation of a previewed ruling."""

    expected_seq = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    mark = serializers.CharField(max_length=64)
    round = serializers.IntegerField(required=False, allow_null=True, default=None)
    events = serializers.ListField(child=serializers.DictField(), required=False, default=list)
    public_text = serializers.CharField(required=False, allow_blank=True, default="")
    private_notes = serializers.CharField(required=False, allow_blank=True, allow_null=True, default=None)
    carry = serializers.BooleanField(required=False, default=False)
    confirm_round = serializers.IntegerField(required=False, allow_null=True, default=None)
    advance = AdvanceIn(required=False, allow_null=True, default=None)
    minutes = serializers.IntegerField(required=False, default=0, min_value=0, max_value=120)


class TextIn(serializers.Serializer):
    """Words."""

    text = serializers.CharField(max_length=4000)


class CaseReasonIn(serializers.Serializer):
    """Why."""

    reason = serializers.CharField(max_length=2000)


class OverturnIn(CaseReasonIn):
    """A ruling taken back."""

    expected_seq = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    confirm_round = serializers.IntegerField(required=False, allow_null=True, default=None)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class AmendIn(OverturnIn):
    """Another ruling in its place."""

    facts = serializers.DictField(required=False, allow_null=True, default=None)
    deliberate = serializers.BooleanField(required=False, default=False)
    infraction = serializers.CharField(required=False, allow_null=True, default=None, max_length=32)
    round = serializers.IntegerField(required=False, allow_null=True, default=None)
    carry = serializers.BooleanField(required=False, default=False)


class CarriedIn(serializers.Serializer):
    """What becomes of a penalty that waits for its round; `person` is as the case has him.

    `waive` and `carry_on` (to the next round that is not closed) take a reason; `advance` belongs to `apply`.
    """

    person = serializers.CharField(max_length=12)
    act = serializers.ChoiceField(["apply", "waive", "carry_on"])
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)
    expected_seq = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class DecideIn(AmendIn):
    """What the chief referee makes of an appeal."""

    outcome = serializers.ChoiceField(["upheld", "amended", "overturned"])
