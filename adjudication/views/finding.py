"""The steps of a ruling before it is written: which infraction, who, and its questions one at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from adjudication.models import Call, Case
from adjudication.search_words import fold_words, search_words
from adjudication.selectors.calls import get_call
from adjudication.selectors.deciding import Decided, Described, describe_decision, infraction_of, infractions_at
from adjudication.wording import MOMENTS, moment
from engine.errors import RuleError
from engine.fields import Field
from engine.places import PLACES
from engine.registry import game_of
from engine.rulings import Infraction
from tournament.asking import Answers, Around, Control, Problem, controls, read, typed
from tournament.errors import sentence
from tournament.han_forms import other_forms
from tournament.models import Entry, Event, Round, Table
from tournament.numbers import whole
from tournament.selectors.rulesets import rules_of
from tournament.standings_page import exact
from tournament.wording import in_words, listed, place_name

FACT = "fact."
# What in a path ends the name of the question or part it begins with.
_ASIDE = re.compile(r"[.\[]")
# Fields of the steps themselves: what is searched, and what the last step sends beside the answers.
NOT_CARRIED = (
    "csrfmiddlewaretoken", "q", "at", "key", "mark", "again", "seq", "act", "public_text", "reason", "confirm_round",
    "advance", "advance_reason", "minutes",
)  # fmt: skip


def found_infractions(event: Event, query: str, at: str) -> list[dict[str, Any]]:
    """Return the infractions that hold every word of the query in any language, script or pinyin, at a moment of play.

    Those whose name holds the words come first.
    """
    words = fold_words(query).split()
    rows = []
    for infraction in infractions_at(event):
        if at and at not in infraction.moments:
            continue
        found = search_words(infraction)
        if found.hold(words):
            rows.append((not found.named(words), infraction, found))
    return [
        {
            "code": infraction.code,
            "name": in_words(infraction.name),
            "article": infraction.article,
            "keywords": _other_words(infraction),
            "words": f"{found.name} {found.more}",
            "spoken": found.spoken,
            "moments": " ".join(infraction.moments),
        }
        for _later, infraction, found in sorted(rows, key=lambda row: row[0])
    ]


def _other_words(infraction: Infraction) -> str:
    """Return the words an infraction is found by beside its name, without those that the name says already."""
    name, words = in_words(infraction.name).casefold(), in_words(infraction.keywords) if infraction.keywords else ""
    said = {name, *name.split("、")}
    return "" if words.casefold() in said else " ".join(word for word in words.split() if word.casefold() not in said)


def forms_found(found: Sequence[Mapping[str, Any]]) -> str:
    """Return the other forms of the characters in found infractions, for the page to fold what is typed."""
    return other_forms("".join(item["words"] for item in found))


def moments_at(event: Event) -> list[dict[str, str]]:
    """Return the moments of play at which anything may go wrong in the event's game."""
    known = {code for infraction in infractions_at(event) for code in infraction.moments}
    own = game_of(rules_of(event)).ruleset.moments
    return [{"code": code, "name": moment(code, own)} for code in MOMENTS if code in known]


def all_asked(infractions: Sequence[Infraction], around: Around) -> list[dict[str, Any]]:
    """Return infractions with the controls of all their questions, as the page holds them for a lost connection."""
    return [
        {
            "code": infraction.code,
            "title": in_words(infraction.name),
            "offenders": infraction.offenders,
            "controls": controls(infraction.questions, around, Answers(), FACT, questions=True),
        }
        for infraction in infractions
    ]


def answers_of(event: Event, code: str, facts: Mapping[str, Any], **more: Any) -> str:
    """Return the query of the steps that has an infraction's facts answered; `more` are further fields that are set."""
    given = Answers()
    given.put("infraction", code)
    for name, value in more.items():
        if value:
            given.put(name, *(value if isinstance(value, list) else [value]))
    typed(infraction_of(event, code).questions, facts, FACT, given)
    return "?" + urlencode([(name, value) for name, values in given.items() for value in values])


def call_address(call: Call) -> str:
    """Return the address where a call is ruled on, with the facts that came with it answered."""
    table = call.table
    where = reverse("rule", args=[call.event.slug, table.round.number, table.number])
    facts = call.facts or {}
    if "infraction" not in facts:
        return f"{where}?call={call.number}"
    return where + answers_of(
        call.event,
        facts["infraction"],
        facts.get("facts") or {},
        call=call.number,
        offender=list(facts.get("offender") or ()),
        deliberate="yes" if facts.get("deliberate") else "",
        hand=call.hand if call.hand != table.state["hand"] else "",
    )


class Inquiry:
    """How far a referee has got: what was chosen and answered stands in the address, nothing is written yet."""

    def __init__(self, event: Event, given: QueryDict, *, table: Table | None, seats: Mapping[str, str | None]) -> None:
        self.event = event
        self.table = table
        self.given = Answers(given)
        self.seats = seats
        self.around = Around(seats)
        code = self.given.one("infraction")
        self.error = ""
        self.wrong = ""
        self.stuck: RuleError | None = None
        self.infraction: Infraction | None = None
        if code:
            self.infraction = self._infraction(code)
        self.entry = self._entry()

    def _infraction(self, code: str) -> Infraction | None:
        """Return the infraction that was chosen; one the game does not know is chosen anew."""
        try:
            return infraction_of(self.event, code)
        except RuleError as error:
            self._refuse(error)
            return None

    def _entry(self) -> Entry | None:
        text = self.given.one("entry")
        return Entry.objects.filter(event=self.event, number=whole(text, 0)).first() if text.isdecimal() else None

    @property
    def round(self) -> Round | None:
        """The round a ruling counts in: chosen, else the table's."""
        text = self.given.one("round")
        if text.isdecimal():
            chosen = Round.objects.filter(event=self.event, number=whole(text, 0)).select_related("stage").first()
            if chosen is not None:
                return chosen
        return self.table.round if self.table else None

    @property
    def hand(self) -> int | None:
        """The hand it is about, where another than the one in play was chosen."""
        return whole(self.given.one("hand"), None)

    @property
    def call(self) -> Call | None:
        """The call that this answers."""
        text = self.given.one("call")
        return get_call(self.event, whole(text, 0)) if text.isdecimal() else None

    @property
    def deliberate(self) -> bool:
        """Whether the act was deliberate."""
        return self.given.one("deliberate") == "yes"

    @property
    def carry(self) -> bool:
        """Whether the penalty is to wait for the next round."""
        return self.given.one("carry") == "yes"

    @property
    def offenders(self) -> tuple[str, ...]:
        """Who did it: places at a table, entry numbers without one."""
        if self.infraction is None or self.infraction.offenders == "none":
            return ()
        if self.table is None:
            return (str(self.entry.number),) if self.entry else ()
        return tuple(place for place in self.seats if place in self.given.all("offender"))

    @property
    def needs_offender(self) -> bool:
        """Whether somebody still has to be named."""
        return self.infraction is not None and self.infraction.offenders != "none" and not self.offenders

    def facts(self) -> dict[str, Any]:
        """Return the answers so far; one that cannot be read is asked again."""
        assert self.infraction is not None
        left = self.infraction.questions
        while True:
            try:
                return read(left, self.around, self.given, FACT)
            except Problem as problem:
                name = _ASIDE.split(problem.path.removeprefix(FACT))[0]
                if not self.wrong:
                    self.wrong, self.error = name, sentence(problem)
                left = tuple(question for question in left if question.code != name)

    def described(self) -> Described:
        """Return the case as described so far."""
        assert self.infraction is not None
        round_ = self.round
        assert round_ is not None
        return Described(
            event=self.event,
            round=self.table.round if self.table else round_,
            table=self.table,
            infraction=self.infraction.code,
            offenders=self.offenders,
            facts=self.facts(),
            deliberate=self.deliberate,
            hand=self.hand,
        )

    @property
    def amends(self) -> int | None:
        """The number of the case whose ruling this is to take the place of."""
        return whole(self.given.one("amend"), None)

    def decide(self, amended: Case | None = None) -> Decided | tuple[Field, ...]:
        """Return the decision, or the questions still open; a case that is amended counts for nothing in it.

        Where an answer is refused, that question is returned alone, and `error` says why; what is refused for another
        reason returns no question, and is `stuck`.
        """
        assert self.infraction is not None
        described = self.described()
        if not self.wrong:
            try:
                if amended is None:
                    return describe_decision(described)
                return describe_decision(replace(described, instead=amended.ruling_seq), excluding=amended.pk)
            except RuleError as error:
                self._refuse(error)
        return tuple(question for question in self.infraction.questions if question.code == self.wrong)

    def _refuse(self, error: RuleError) -> None:
        """Keep a refusal with the question it is about, else as what the whole step is stuck at."""
        asked = self.infraction.questions if self.infraction else ()
        head, dot, rest = error.path.partition(".")
        about = _ASIDE.split(rest)[0] if head == "facts" and dot else ""
        question = next((item for item in asked if item.code == about), None)
        self.wrong, self.stuck = (question.code, None) if question else ("", error)
        self.error = sentence(self._in_words(error, question))

    def _in_words(self, error: RuleError, question: Field | None) -> RuleError:
        """Return a refusal that names places, questions and answers as the referee sees them."""
        params = dict(error.params)
        if params.get("seat") in PLACES:
            params["seat"] = place_name(str(params["seat"]))
        if question is not None and "fact" in params:
            params["fact"] = in_words(question.label)
        if question is not None and "value" in params:
            params["value"] = answer_in_words(question, params["value"], self.seats)
        return RuleError(error.code, error.template, path=error.path, **params)

    @property
    def asks_who(self) -> bool:
        """Whether who did it has to be named at a table, or named anew."""
        refused = self.stuck is not None and _ASIDE.split(self.stuck.path)[0] in ("offender", "offenders")
        return self.needs_offender or (self.table is not None and refused)

    def ask(self, question: Field) -> Control:
        """Return one question as a control that has to be answered, with what is wrong with the answer given."""
        if not self.error and self._left_empty(question):
            self.wrong, self.error = question.code, gettext("Answer this question to go on.")
        errors = {f"{FACT}{question.code}": self.error} if self.error and self.wrong == question.code else {}
        (control,) = controls([question], self.around, self.given, FACT, questions=True, errors=errors)
        return replace(control, required=True)

    def _left_empty(self, question: Field) -> bool:
        """Tell whether a question was sent without an answer."""
        name = f"{FACT}{question.code}"
        sent = [values for key, values in self.given.items() if key == name or key.startswith(f"{name}.")]
        return bool(sent) and not any(value.strip() for values in sent for value in values)

    def answered(self) -> list[dict[str, str]]:
        """Return what was chosen and answered, each with the address that changes it."""
        if self.infraction is None:
            return []
        rows = []
        if self.offenders and self.table is not None and not self.asks_who:
            who = " ".join(f"{place_name(place)} {self.seats.get(place) or ''}" for place in self.offenders)
            rows.append({"label": "", "value": who, "change": self.address(without=("offender",), facts=False)})
        given = self.facts()
        codes = [question.code for question in self.infraction.questions]
        for question in self.infraction.questions:
            if question.code in given and question.code != self.wrong:
                later = codes[codes.index(question.code) :]
                rows.append(
                    {
                        "label": in_words(question.label),
                        "value": answer_in_words(question, given[question.code], self.seats),
                        "change": self.address(without=tuple(f"{FACT}{code}" for code in later)),
                    }
                )
        return rows

    def fields(self, *, without: Sequence[str] = (), facts: bool = True) -> list[tuple[str, str]]:
        """Return names and values that carry on what was answered."""
        kept = []
        for name, values in self.given.items():
            part = name.startswith(FACT)
            if name in NOT_CARRIED or (part and not facts):
                continue
            if any(name == gone or name.startswith(f"{gone}.") for gone in (*without, *self._wrong_field())):
                continue
            kept += [(name, value) for value in values if value]
        return kept

    def _wrong_field(self) -> tuple[str, ...]:
        """What has to be answered anew is asked by its control, not carried on."""
        return (f"{FACT}{self.wrong}",) if self.wrong else ()

    @property
    def other(self) -> str:
        """Return the address that begins with another infraction."""
        return self.address(without=("infraction", "offender", "deliberate"), facts=False)

    @property
    def in_play(self) -> str:
        """Return the address that rules on the hand in play instead of the chosen one."""
        return self.address(without=("hand",))

    def address(self, *, without: Sequence[str] = (), facts: bool = True, **more: str) -> str:
        """Return the query of this page with some answers taken out or added."""
        kept = [(name, value) for name, value in self.fields(without=without, facts=facts) if name not in more]
        return "?" + urlencode([*kept, *more.items()])


def answer_in_words(question: Field, value: Any, seats: Mapping[str, str | None]) -> str:
    """Say an answer as the referee gave it."""
    labels = {choice.code: in_words(choice.label) for choice in question.choices}

    def one(part: Any) -> str:
        if isinstance(part, bool):
            return gettext("yes") if part else gettext("no")
        if part in PLACES and question.widget in ("seat", "seats", "pairs"):
            return f"{place_name(part)} {seats.get(part) or ''}".strip()
        if isinstance(part, list | tuple):
            return " ".join(one(inner) for inner in part)
        if isinstance(part, int):
            return exact(part, 1)
        return labels.get(part, str(part))

    return listed(one(part) for part in value) if isinstance(value, list | tuple) else one(value)
