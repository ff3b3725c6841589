"""What the organiser decides about registration: times, approval, waiting list, fee, and questions of his own."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.decoding import decode
from engine.errors import noop
from tournament.actors import Actor
from tournament.errors import Refused, not_found
from tournament.event_settings import settings_of
from tournament.models import Event
from tournament.registration_settings import MOST_QUESTIONS, Question, Registration
from tournament.services.events import update_event
from tournament.services.writing import writing


def change_registration(*, actor: Actor, event: Event, changes: Mapping[str, Any]) -> Registration:
    """Change what is decided about registration; questions have their own services."""
    with writing(event, actor) as write:
        held = settings_of(write.event).registration
        data = held.as_data() | dict(changes)
        changed = decode(Registration, data, "registration")
        if changed.opens_at and changed.closes_at and changed.closes_at <= changed.opens_at:
            raise Refused("times_order", noop("Registration closes before it opens."), path="closes_at")
        update_event(actor=actor, event=event, changes={"settings": {"registration": changed.as_data()}})
    return changed


def _store(actor: Actor, event: Event, questions: Sequence[Question]) -> None:
    held = settings_of(event).registration
    changed = msgspec.structs.replace(held, questions=tuple(questions))
    update_event(actor=actor, event=event, changes={"settings": {"registration": changed.as_data()}})


def save_question(*, actor: Actor, event: Event, fields: Mapping[str, Any], code: str | None = None) -> Question:
    """Add a question at the end, or change one; answers given before keep the words they were asked in."""
    with writing(event, actor) as write:
        held = list(settings_of(write.event).registration.questions)
        at = _at(held, code) if code else len(held)
        question = decode(Question, {**fields, "code": code or secrets.token_hex(4)}, "question")
        if question.kind == "choice" and len(set(question.choices)) < 2:
            raise Refused("choices_few", noop("A choice needs two answers at least, one a line."), path="choices")
        if question.kind != "choice" and question.choices:
            question = msgspec.structs.replace(question, choices=())
        if at >= MOST_QUESTIONS:
            raise Refused("questions_most", noop("At most {most} questions."), most=MOST_QUESTIONS)
        _store(actor, write.event, [*held[:at], question, *held[at + 1 :]])
    return question


def remove_question(*, actor: Actor, event: Event, code: str) -> None:
    """Ask a question no more; answers there are stay."""
    with writing(event, actor) as write:
        held = list(settings_of(write.event).registration.questions)
        del held[_at(held, code)]
        _store(actor, write.event, held)


def move_question(*, actor: Actor, event: Event, code: str) -> None:
    """Ask a question one place earlier."""
    with writing(event, actor) as write:
        held = list(settings_of(write.event).registration.questions)
        at = _at(held, code)
        if at:
            held[at - 1], held[at] = held[at], held[at - 1]
        _store(actor, write.event, held)


def _at(questions: Sequence[Question], code: str) -> int:
    for at, question in enumerate(questions):
        if question.code == code:
            return at
    raise not_found("question")
