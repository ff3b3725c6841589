"""Lines of the audit in the language of the page: what was done, to what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.wording import listed

ACTIONS: dict[str, Any] = {
    "act.undone": _("took an act back"),
    "announcement.changed": _("changed an announcement"),
    "announcement.made": _("announced"),
    "announcement.withdrawn": _("withdrew an announcement"),
    "apart.added": _("kept two apart"),
    "apart.removed": _("let two meet again"),
    "appeal.decided": _("decided an appeal"),
    "areas.changed": _("changed the venues"),
    "call.closed": _("closed a call"),
    "call.kept": _("sent a call with facts that was kept without a line"),
    "call.opened": _("called a referee"),
    "call.taken": _("took a call"),
    "case.acknowledged": _("acknowledged a ruling"),
    "carried.applied": _("applied a penalty of an earlier round"),
    "carried.lapsed": _("let a carried penalty lapse with its ruling"),
    "carried.moved": _("carried a penalty on to a later round"),
    "carried.waived": _("waived a carried penalty"),
    "case.amended": _("amended a ruling"),
    "case.appealed": _("appealed a ruling"),
    "case.issued": _("issued a ruling"),
    "case.overturned": _("overturned a ruling"),
    "case.photo": _("added a photo to a case"),
    "case.photo_removed": _("removed a photo from a case"),
    "case.proposed": _("proposed a ruling"),
    "case.withdrawn": _("withdrew a proposed ruling"),
    "check_in.closed": _("closed check-in"),
    "display.added": _("registered a screen"),
    "display.removed": _("forgot a screen"),
    "display.switched": _("switched a screen"),
    "check_in.reopened": _("opened check-in again"),
    "check_in.until": _("decided when check-in closes"),
    "draw.around": _("drew the round again around tables that stay"),
    "draw.asked": _("asked for a draw"),
    "draw.called": _("called those not checked in"),
    "draw.cancelled": _("stopped a draw"),
    "draw.deleted": _("deleted a draw"),
    "draw.edited": _("changed a draft by hand"),
    "draw.made": _("drew"),
    "draw.put_away": _("put an earlier draw away"),
    "draw.released": _("released the draw"),
    "draw.restored": _("restored a deleted draw"),
    "draw.stale": _("the draft became out of date"),
    "entries.added": _("entered players"),
    "entries.area": _("gave players a venue"),
    "entries.check_in": _("checked players in"),
    "entry.added": _("entered a player"),
    "entry.called": _("called a player"),
    "entry.approved": _("approved a registration"),
    "entry.declined": _("declined a registration"),
    "entry.link_renewed": _("renewed a personal link"),
    "entry.payment": _("noted a payment"),
    "entry.put_back": _("put a player back on the waiting list"),
    "entry.promoted": _("let a waiting player in"),
    "entry.registered": _("registered"),
    "entry.ruled": _("ruled without a table"),
    "entry.ruling_undone": _("overturned a ruling without a table"),
    "entry.substitute": _("gave a pair one more member"),
    "entry.table_fixed": _("changed whose table is fixed"),
    "entry.updated": _("changed an entry"),
    "entry.withdrew": _("withdrew the own registration"),
    "event.copied": _("copied the event from another"),
    "event.created": _("created the event"),
    "event.discarded": _("discarded the draft"),
    "event.options": _("decided options of the rules"),
    "event.status": _("changed the state of the event"),
    "event.updated": _("changed the settings"),
    "event.timetable": _("decided the timetable"),
    "hall.changed": _("changed the tables of the hall"),
    "person.updated": _("corrected a person"),
    "print.asked": _("had a document made as PDF"),
    "roster.imported": _("imported a roster"),
    "round.clock": _("set the clock"),
    "round.closed": _("closed the round"),
    "round.dropped": _("dropped the round"),
    "round.reopened": _("opened the round again"),
    "round.started": _("started the round"),
    "rounds.added": _("added rounds"),
    "staff.granted": _("gave a role"),
    "staff.invitation_revoked": _("took an invitation back"),
    "staff.invited": _("invited somebody to the staff"),
    "staff.joined": _("joined the staff"),
    "staff.removed": _("took a role away"),
    "stage.added": _("added a stage"),
    "stage.advance": _("decided who keeps a place in a stage"),
    "stage.cut": _("decided who goes on"),
    "stage.uncut": _("let everybody play in a stage"),
    "stage.updated": _("changed a stage"),
    "standings.kept_back": _("kept results back"),
    "standings.public": _("made the results public"),
    "standings.taken_back": _("took back the last ranks told"),
    "standings.told": _("told ranks"),
    "table.arrived": _("somebody came late to a table"),
    "table.confirmed": _("confirmed a table"),
    "table.counted": _("let a correction for the record count"),
    "table.hands": _("changed the number of hands of a table"),
    "table.minutes": _("changed the time of a table"),
    "table.missing": _("said that a seat is empty"),
    "table.recorded": _("recorded at a table"),
    "table.renumbered": _("gave a table another number"),
    "table.restored": _("let a void table count again"),
    "table.voided": _("declared a table void"),
    "table.wall": _("broke the wall"),
}
# What checking in says of the mark that was given.
MARKS: dict[str, Any] = {
    "absent": _("marked players absent"),
    "expected": _("let players be expected again"),
}
MOST_NUMBERS = 5
SUBJECTS: dict[str, Any] = {
    "round": gettext_lazy("round {number}"),
    "table": gettext_lazy("table {number}"),
    "entry": gettext_lazy("entry {number}"),
    "stage": gettext_lazy("stage {number}"),
    "case": gettext_lazy("case {number}"),
    "rank": gettext_lazy("rank {number}"),
    "user": gettext_lazy("account {number}"),
}


def action_words(action: str, after: Mapping[str, Any] | None = None) -> str:
    """Say what was done; a word nobody has written down stands as it is."""
    if action == "entries.check_in" and after and after.get("state") in MARKS:
        return str(MARKS[after["state"]])
    return str(ACTIONS.get(action, action))


def numbers_in_words(after: Mapping[str, Any] | None) -> str:
    """Say which players an act on many was about by their numbers, at most a few; "" where it was about none."""
    numbers = (after or {}).get("numbers") or ()
    shown, more = list(numbers[:MOST_NUMBERS]), len(numbers) - MOST_NUMBERS
    if more == 1:  # one more takes no more room than saying so
        shown, more = list(numbers), 0
    return listed([*shown, *([gettext("and {count} more players").format(count=more)] if more > 0 else [])])


def subject_words(subject: str) -> str:
    """Say what it was done to: `round:2/table:5` is round 2, table 5."""
    found = []
    for part in subject.split("/"):
        kind, _colon, number = part.partition(":")
        if kind in SUBJECTS:
            found.append(str(SUBJECTS[kind]).format(number=number))
    return listed(found)
