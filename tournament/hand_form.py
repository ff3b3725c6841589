"""The form that enters (or corrects) one event of a game at a table, built from the event's own fields."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from engine.errors import RuleError, noop
from engine.fields import fields_of
from engine.game import SummingGame
from engine.text import Text
from tournament.asking import (
    Answers,
    Control,
    Option,
    beside,
    control_of,
    controls,
    group_count,
    named,
    read,
    shown_way,
    typed,
    ways_typed,
    whole_number,
)
from tournament.errors import Refused, sentence
from tournament.hand_score import scores_of
from tournament.numbers import whole
from tournament.table_page import TablePage
from tournament.telling import title_of
from tournament.wording import PLACE_NAMES, in_words, listed, place_name

# Parameters of refusals that hold a code of the game or of its forms.
NAMED = ("pattern", "because", "missing", "one", "other", "flag", "field", "seat", "place")
DEAL = ("dealer", "streak", "round_wind")


class HandForm:
    """One event being written: its kind, what was typed, and where the engine objects."""

    def __init__(self, page: TablePage, kind: str, given: Answers, *, deal: Mapping[str, Any] | None = None) -> None:
        if kind not in page.game.events:
            raise Refused(
                "event_type_unknown",
                noop("There is no kind of event “{type}” in this game."),
                path="type",
                type=kind,
            )
        self.page = page
        self.kind = kind
        self.given = given
        self.fields = fields_of(page.game.events[kind])
        self.around = page.around()
        # The earlier hand that the event is added to; None is the hand in play. Of one that is over the engine says so.
        earlier = page.earlier.get(whole(given.one("hand"), 0))
        self.hand: int | None = earlier["number"] if earlier else None
        expected = earlier["deal"] if earlier else page.state["expected"]
        self.deal: Mapping[str, Any] = expected if deal is None else deal
        self.errors: dict[str, str] = {}
        self.refused = ""
        self.unusual: int | None = None
        self.seq = page.table.seq
        self.key = str(uuid.uuid4())

    @classmethod
    def empty(cls, page: TablePage, kind: str, hand: str = "") -> HandForm:
        """Begin with nothing but the way in which values were last given at this table."""
        form = cls(page, kind, Answers({"hand": [hand]}))
        last = next((row["content"] for row in reversed(page.written()) if row["stands"] and row["kind"] == kind), None)
        if last is not None:
            form.given = ways_typed(form.fields, last)
        return form

    @classmethod
    def stored(cls, page: TablePage, body: Mapping[str, Any]) -> HandForm:
        """Begin with what a recorded event says, to correct it."""
        kind = str(body["type"])
        fields = fields_of(page.game.events[kind])
        deal = {name: body.get(name, page.state["expected"].get(name)) for name in DEAL}
        return cls(page, kind, typed(fields, body), deal=deal)

    def body(self) -> dict[str, Any]:
        """Return the event as the engine reads it; raises what cannot be read."""
        found: dict[str, Any] = {"type": self.kind, **read(self.fields, self.around, self.given)}
        for name in DEAL:
            if value := self._changed(name):
                found[name] = whole_number(self.given, f"deal.{name}") if name == "streak" else value
        return found if self.hand is None else {"hand": self.hand, **found}

    def check_usual(self, body: Mapping[str, Any]) -> None:
        """Ask once about a total that no hand comes to or is usually worth: a slip of a digit is found too late."""
        totals = [int(win.get("total") or 0) for win in body.get("wins", ())]
        for total in totals:
            if near := self._nearest(total):
                self._ask(
                    total,
                    "total_unreached",
                    noop(
                        "No patterns add up to {total}; nearest: {nearest}. Correct it, or say below that it is right."
                    ),
                    nearest=listed(near),
                )
        most = self.page.rules.ruleset.usual_total
        if most is not None and max(totals, default=0) > most:
            self._ask(
                max(totals),
                "total_unusual",
                noop("{total} is far more than a hand is usually worth. Correct it, or say below that it is right."),
            )

    def _nearest(self, total: int) -> tuple[int, ...]:
        """Return the totals next to one that no hand of the game comes to."""
        game = self.page.game
        return game.nearest_totals(self.page.rules, total) if total and isinstance(game, SummingGame) else ()

    def _ask(self, total: int, code: str, template: str, **params: object) -> None:
        if self.given.one("unusual") != str(total):
            self.unusual = total
            raise Refused(code, template, path="unusual", total=total, **params)

    def _changed(self, name: str) -> str:
        """Return what was entered of the deal where it is not what the form showed as expected."""
        value = self.given.one(f"deal.{name}")
        was = self.given.one(f"was.{name}") or str(self.deal.get(name))
        return "" if value == was else value

    def add(self, name: str) -> None:
        """Show one more member of a group; another winner begins with the discard the first one won on."""
        count = group_count(self.given, name)
        self.given.put(f"{name}.count", count + 1)
        if self.given.one(f"{name}.0.by") == "discard":
            for part in ("by", "from"):
                self.given.put(f"{name}.{count}.{part}", self.given.one(f"{name}.0.{part}"))

    def object_to(self, error: RuleError) -> None:
        """Lay a refusal beside the control it is about, or above the form."""
        drawn = self.controls()
        missing = self._missing(error, drawn)
        name = missing.name if missing else beside(shown_way(control_of(error.path), self.given), drawn)
        if name:
            self.errors[name] = self.words_of(error)
        else:
            self.refused = self.words_of(error)

    def words_of(self, error: RuleError) -> str:
        """Return a refusal in the language of the page; what is missing is named as the form names it."""
        missing = self._missing(error, self.controls())
        if missing:
            return gettext("Still missing: {label}").format(label=missing.label)
        words = self._words()
        said = {
            name: words.get(value, value) if name in NAMED and isinstance(value, str) else value
            for name, value in error.params.items()
        }
        return sentence(RuleError(error.code, error.template, path=error.path, **said))

    def _words(self) -> dict[str, Text]:
        """Return what a person calls patterns, places, fields and their choices, by their codes."""
        found = {spec.code: spec.name for spec in self.page.rules.ruleset.patterns} | PLACE_NAMES
        waiting = list(self.fields)
        while waiting:
            item = waiting.pop()
            waiting += item.fields
            found |= {item.code: item.label} | {choice.code: choice.label for choice in item.choices}
        return found

    def _missing(self, error: RuleError, drawn: Sequence[Control]) -> Control | None:
        if error.code != "field_missing":
            return None
        name, field = control_of(error.path), str(error.params.get("field"))
        return named(name, drawn) or named(f"{name}.{field}".lstrip("."), drawn)

    def controls(self) -> tuple[Control, ...]:
        """Return the controls of the event."""
        return controls(self.fields, self.around, self.given, errors=self.errors)

    def deal_controls(self) -> tuple[Control, ...]:
        """Return the controls of the deal as played, prefilled with what is expected; none where a game has no deal."""
        found = []
        labels = {"dealer": gettext("Dealer"), "streak": gettext("Continuation"), "round_wind": gettext("Round wind")}
        for name in DEAL:
            if self.deal.get(name) is None:
                continue
            value = self._changed(name) or str(self.deal[name])
            if name == "streak":
                found.append(Control("number", f"deal.{name}", labels[name], value, minimum=0))
                continue
            options = tuple(
                Option(
                    place,
                    place_name(place),
                    place == value,
                    note=(self.around.seats.get(place) or "") if name == "dealer" else "",
                )
                for place in self.page.places
            )
            found.append(Control("choice", f"deal.{name}", labels[name], options=options, required=True))
        return tuple(found)

    @property
    def deal_title(self) -> str:
        """Name the parts of the deal that the game has."""
        if self.deal.get("round_wind") is None:
            return gettext("Dealer as played")
        return gettext("Dealer, continuation and round wind as played")

    @property
    def deal_shown(self) -> list[tuple[str, Any]]:
        """What the form shows as the expected deal, sent with it: by then something else may be expected."""
        return [(f"was.{name}", self.deal[name]) for name in DEAL if self.deal.get(name) is not None]

    @property
    def deal_differs(self) -> bool:
        """Whether another deal than the expected one was entered."""
        return any(self._changed(name) for name in DEAL)

    @property
    def unit(self) -> str:
        """What a hand's total is counted in."""
        return in_words(self.page.rules.ruleset.unit)

    @property
    def title(self) -> str:
        """Name the kind of event."""
        return title_of(self.page.game, self.kind)

    @property
    def has_tiles(self) -> bool:
        """Whether tiles can be entered."""
        return any(_has_tiles(control) for control in self.controls())

    def explained(self, body: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the score of each win that is given by tiles or items, with its reasons."""
        return scores_of(self.page.game, self.page.rules, body, self.deal, self.around.seats)


def _has_tiles(control: Control) -> bool:
    inside = [*control.parts, *(part for row in control.rows for part in row)]
    return control.kind == "tiles" or any(_has_tiles(one) for one in inside)


def kinds_of(page: TablePage) -> list[dict[str, str]]:
    """Return the kinds of events that the options of the event allow, with their names."""
    return [
        {"kind": kind, "title": title_of(page.game, kind)}
        for kind, event in page.game.events.items()
        if not event.needs or page.rules.options.get(event.needs)
    ]
