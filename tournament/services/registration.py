"""Registration by the players themselves, and what the staff decides about it: approve, decline, payment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.errors import RuleError, noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_allowed, sentence
from tournament.event_settings import settings_of
from tournament.models import Draw, Entry, Event
from tournament.name_keys import fold_name
from tournament.registration_settings import Question
from tournament.selectors.entries import PLAYING, same_names
from tournament.selectors.registration import closed_because
from tournament.services.entries import clean, enter
from tournament.services.messages import link_of, tell
from tournament.services.stages import make_stale
from tournament.services.waitlist import check_may_play, fill_free_places, has_room
from tournament.services.writing import Write, answered_before, fingerprint, remember, writing

Status = Entry.Status
LONGEST_ANSWER = 1000
YES, NO = "yes", "no"


@dataclass(frozen=True)
class Registered:
    """What came of a registration; `again` means it was there already and only the message was sent once more."""

    entry: Entry
    again: bool = False


def register(
    *,
    actor: Actor,
    event: Event,
    people: Sequence[Mapping[str, Any]],
    email: str = "",
    club: str = "",
    area: str = "",
    answers: Mapping[str, str] | None = None,
    namesake: bool = False,
    key: str | None = None,
    now: datetime | None = None,
) -> Registered:
    """Register oneself: the entry plays, waits for a place or waits to be approved, as the organiser has it.

    Whoever registers a second time (same names, same e-mail) gets the message again and no second entry. Another one
    of the same name is asked (`name_known`) to say that he is another (`namesake`). An `area` is for the organiser to
    say unless he leaves it to those who register. A form that is sent twice with its `key` is the first registration.
    """
    mark = fingerprint(["register", [dict(person) for person in people], email, club, area, answers or {}, namesake])
    with writing(event, actor) as write:
        write.standings_change = False
        if (answer := answered_before(write.event, key, mark)) is not None:
            write.cancel()
            return Registered(Entry.objects.get(event=write.event, number=answer["entry"]))
        settings = settings_of(write.event)
        registration = settings.registration
        reason = closed_because(write.event, registration, now or timezone.now())
        if reason is not None:
            raise reason
        email = email.strip()
        if registration.email_required and not email:
            raise Refused("email_missing", noop("An e-mail address is needed."), path="email")
        if area and not settings.areas_to_choose:
            raise Refused("area_not_chosen", noop("The organiser says who plays in which venue."), path="area")
        given = read_answers(registration.questions, answers or {})
        names = [clean(str(person.get("name", ""))) for person in people]
        known, folds = same_names(write.event, names), sorted(map(fold_name, names))
        for entry in known:
            same = sorted(fold_name(person.name) for person in entry.members.all()) == folds
            if same and email and entry.email.casefold() == email.casefold():
                write.cancel()
                _confirm(write.event, entry)
                return Registered(entry, again=True)
        if known and not namesake:
            raise Conflict(
                "name_known",
                noop("{names}: somebody of this name is registered already. Say whether you are another person."),
                path="namesake",
                names=", ".join(entry.name for entry in known),
            )
        if registration.approval == "hand":
            status = Status.PENDING
        else:
            status = Status.REGISTERED if has_room(write.event) else Status.WAITLIST
        entry = enter(
            write,
            people,
            None,
            email=email,
            club=club,
            area=area,
            status=status,
            language=get_language() or "",
            registered_at=write.at,
            answers=given,
        )
        after = {"name": entry.name, "status": entry.status} | ({"area": area} if area else {})
        write.audit("entry.registered", f"entry:{entry.number}", after=after)
        if status == Status.REGISTERED and not settings.only_checked_in:
            make_stale(write)
        remember(write.event, key, mark, {"entry": entry.number})
        _confirm(write.event, entry)
    return Registered(entry)


def read_answers(questions: Iterable[Question], given: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the answers as they are stored, each with its question; refuses what a question does not take."""
    found: list[dict[str, str]] = []
    for question in questions:
        path = f"answers.{question.code}"
        value = str(given.get(question.code, "")).strip()
        if not value:
            if question.required:
                raise Refused(
                    "answer_missing", noop("“{question}” needs an answer."), path=path, question=question.label
                )
            continue
        allowed = {"choice": question.choices, "yes_no": (YES, NO)}.get(question.kind)
        if allowed is not None and value not in allowed:
            raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path=path, value=value[:60])
        if len(value) > LONGEST_ANSWER:
            raise Refused("name_long", noop("At most {limit} characters."), path=path, limit=LONGEST_ANSWER)
        found.append({"code": question.code, "label": question.label, "kind": question.kind, "value": value})
    return found


def _confirm(event: Event, entry: Entry) -> None:
    tell(event=event, entry=entry, kind="registered", words=partial(_confirmation, event, entry))


def _confirmation(event: Event, entry: Entry) -> str:
    words = {
        Status.PENDING: _("%(number)s %(name)s: your registration for %(event)s is here. The organiser decides on it."),
        Status.WAITLIST: _("%(number)s %(name)s: %(event)s is full. You are on the waiting list."),
    }
    said = words.get(Status(entry.status), _("%(number)s %(name)s: you are registered for %(event)s."))
    return "\n\n".join(
        (
            said % {"number": entry.number, "name": entry.name, "event": event.name},
            _("Your own page, without an account; do not hand the link on: %(link)s") % {"link": link_of(entry)},
        )
    )


@dataclass(frozen=True)
class Outcome:
    """What a bulk act did: numbers it was done to, those who wait since the event is full, and whom it skipped why."""

    done: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    skipped: tuple[tuple[int, str], ...] = ()


def approve(*, actor: Actor, event: Event, numbers: Sequence[int]) -> Outcome:
    """Let pending entries in, one or many by the same guards; beyond the capacity they wait. Refusals are listed."""
    waiting: list[int] = []

    def act(write: Write, entry: Entry) -> None:
        check_may_play(write.event, entry)
        before = entry.status
        entry.status = Status.REGISTERED if has_room(write.event) else Status.WAITLIST
        entry.save(update_fields=["status"])
        write.audit(
            "entry.approved", f"entry:{entry.number}", before={"status": before}, after={"status": entry.status}
        )
        if entry.status == Status.WAITLIST:
            waiting.append(entry.number)
        else:
            make_stale(write)
        _tell_decided(write.event, entry)

    outcome = _each(actor, event, numbers, act)
    return Outcome(tuple(n for n in outcome.done if n not in waiting), tuple(waiting), outcome.skipped)


def decline(*, actor: Actor, event: Event, numbers: Sequence[int], reason: str = "") -> Outcome:
    """Refuse pending or waiting entries, and tell them; it can be taken back by approving."""

    def act(write: Write, entry: Entry) -> None:
        if entry.status not in (Status.PENDING, Status.WAITLIST):
            raise Conflict("not_pending", noop("Entry {number} does not wait to be approved."), number=entry.number)
        before, entry.status = entry.status, Status.DECLINED
        entry.save(update_fields=["status"])
        write.audit("entry.declined", f"entry:{entry.number}", before={"status": before}, reason=reason)
        _tell_decided(write.event, entry, reason)

    return _each(actor, event, numbers, act)


def _tell_decided(event: Event, entry: Entry, reason: str = "") -> None:
    def words() -> str:
        texts = {
            Status.REGISTERED: _("%(number)s %(name)s: you are in at %(event)s."),
            Status.WAITLIST: _("%(number)s %(name)s: %(event)s is full. You are on the waiting list."),
            Status.DECLINED: _("%(number)s %(name)s: the organiser of %(event)s could not accept your registration."),
        }
        said = texts[Status(entry.status)] % {"number": entry.number, "name": entry.name, "event": event.name}
        return f"{said}\n\n{reason}".strip()

    tell(event=event, entry=entry, kind="decided", words=words)


def set_payment(
    *, actor: Actor, event: Event, numbers: Sequence[int], payment: str, note: str | None = None
) -> Outcome:
    """Mark entries as paid, unpaid, waived or paid back; `note` is the amount as text (None: as it was)."""
    if payment not in Entry.Payment.values:
        raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path="payment", value=payment)
    if note is not None and len(note) > 120:
        raise Refused("name_long", noop("At most {limit} characters."), path="payment_note", limit=120)

    def act(write: Write, entry: Entry) -> None:
        after = {"payment": payment, "note": entry.payment_note if note is None else clean(note)}
        before = {"payment": entry.payment, "note": entry.payment_note}
        if before == after:
            return
        entry.payment, entry.payment_note = after["payment"], after["note"]
        entry.save(update_fields=["payment", "payment_note"])
        write.audit("entry.payment", f"entry:{entry.number}", before=before, after=after)

    return _each(actor, event, numbers, act, standings=False)


def _each(
    actor: Actor,
    event: Event,
    numbers: Sequence[int],
    act: Callable[[Write, Entry], None],
    *,
    standings: bool = True,
) -> Outcome:
    """Do something to each entry in the order of registration; whoever it is refused for is skipped with the reason."""
    require(actor, "enter", event)
    done: list[int] = []
    skipped: list[tuple[int, str]] = []
    with writing(event, actor) as write:
        write.standings_change = standings
        found = Entry.objects.filter(event=write.event, number__in=numbers).order_by("created_at", "pk")
        for entry in found:
            entry.event = write.event
            try:
                act(write, entry)
            except RuleError as refusal:
                skipped.append((entry.number, sentence(refusal)))
            else:
                done.append(entry.number)
        unknown = sorted(set(numbers) - {entry.number for entry in found})
        nobody = noop("There is no entry {number}.")
        skipped += [(n, sentence(Refused("entry_unknown", nobody, number=n))) for n in unknown]
        if not done:
            write.cancel()
    return Outcome(tuple(done), (), tuple(skipped))


def may_withdraw(entry: Entry) -> bool:
    """Tell whether an entry may still take itself back: as long as no round was released."""
    released = Draw.objects.filter(round__event=entry.event_id, status=Draw.Status.RELEASED)
    open_ = entry.event.status in (Event.Status.OPEN, Event.Status.RUNNING)
    return open_ and entry.status not in (Status.WITHDRAWN, Status.DECLINED) and not released.exists()


def withdraw_own(*, actor: Actor, entry: Entry) -> Entry:
    """Withdraw one's own registration by one's own page; a place it leaves is filled as the organiser has it."""
    if actor.entry is None or actor.entry.pk != entry.pk:
        raise not_allowed()
    with writing(entry.event, actor) as write:
        locked = Entry.objects.select_for_update().get(pk=entry.pk)
        locked.event = write.event
        if not may_withdraw(locked):
            raise Conflict("withdraw_late", noop("Ask the staff: the first round is drawn, or you are out already."))
        before, locked.status = locked.status, Status.WITHDRAWN
        locked.save(update_fields=["status"])
        write.audit("entry.withdrew", f"entry:{locked.number}", before={"status": before})
        if before in PLAYING:
            make_stale(write)
            fill_free_places(write)
    return locked
