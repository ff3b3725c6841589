"""What an event is made of, as rows: constraints and names, no behaviour."""

from __future__ import annotations

from tournament.models.announcements import Announcement
from tournament.models.audit import AuditEntry, IdempotencyRecord, Message
from tournament.models.displays import Display
from tournament.models.entries import ApartPair, Entry, EntryMember, Person
from tournament.models.events import Event, Invitation, StaffRole, StoredRuleset
from tournament.models.heartbeat import Heartbeat
from tournament.models.ledger import EntryRuling, PostingRow, Snapshot, StandingsProblem
from tournament.models.printing import PrintJob
from tournament.models.roster import RosterImport
from tournament.models.schedule import Draw, DrawJob, Round, Schedule, Stage
from tournament.models.tables import PLACE_CHOICES, SeatConfirmation, Table, TableEvent, TablePerson, TableSeat
from tournament.models.users import User

__all__ = [
    "PLACE_CHOICES",
    "Announcement",
    "ApartPair",
    "AuditEntry",
    "Display",
    "Draw",
    "DrawJob",
    "Entry",
    "EntryMember",
    "EntryRuling",
    "Event",
    "Heartbeat",
    "IdempotencyRecord",
    "Invitation",
    "Message",
    "Person",
    "PostingRow",
    "PrintJob",
    "RosterImport",
    "Round",
    "Schedule",
    "SeatConfirmation",
    "Snapshot",
    "StaffRole",
    "Stage",
    "StandingsProblem",
    "StoredRuleset",
    "Table",
    "TableEvent",
    "TablePerson",
    "TableSeat",
    "User",
]
