"""A table as its page shows it: the square, hands with their lines, what was written by whom, what is open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from engine.fields import Field, fields_of
from engine.game import Game, LevelGame
from engine.places import HOUSE, PLACES, Place, following
from engine.registry import game_of
from engine.rulesets import ResolvedRuleset
from engine.text import Text
from tournament.asking import Around, in_liability
from tournament.hand_score import scores_of
from tournament.models import Table
from tournament.parts import POSITIONS
from tournament.persons import told_apart
from tournament.selectors.rulesets import rules_of
from tournament.selectors.tables import agreed_before, table_detail, what_became
from tournament.telling import points_of, reason_in_words, tell, title_of
from tournament.wording import SHEET, in_words, labelled, listed, one_after_another, place_name

NO_CHANGE = ("void", "replace")


def _is_sheet(content: Mapping[str, Any]) -> bool:
    """Tell whether a ruling is none but the totals of a score sheet."""
    return (content.get("wording") or {}).get("title") == SHEET["title"]


class TablePage:
    """Everything a table's pages show, from one reading of the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.detail: dict[str, Any] = table_detail(table)
        self.rules: ResolvedRuleset = rules_of(table.event)
        self.game: Game = game_of(self.rules)
        self.names: Mapping[str, str] = told_apart(self.detail["names"])
        self.state: Mapping[str, Any] = table.state

    @property
    def places(self) -> tuple[Place, ...]:
        """The places in the order of play, in which all of the table's pages have them."""
        return self.game.order

    @property
    def seated(self) -> dict[str, str | None]:
        """Names by place; None is an empty place."""
        seats = self.state["seats"]
        return {
            place: None if seats[place] is None else self.names.get(seats[place], seats[place])
            for place in self.places
            if place in seats
        }

    @cached_property
    def earlier(self) -> dict[int, Mapping[str, Any]]:
        """Return the hands before the one in play by number."""
        return {hand["number"]: hand for hand in self.state["hands"] if hand["number"] < self.state["hand"]}

    @property
    def left_open(self) -> list[int]:
        """Return the earlier hands that a correction left without their end."""
        return [number for number, hand in self.earlier.items() if hand["closed_by"] is None]

    def around(self) -> Around:
        """Return what forms of this table need to know."""
        game = self.game
        expected = game.expects(self.rules, self.state["progress"]) if isinstance(game, LevelGame) else {}
        return Around(self.seated, self.rules.ruleset.patterns, self.state["liabilities"], game.ruleset.tiles, expected)

    def sides(self, own: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Return the four sides for the square; `own` are a player's own."""
        deal = self.state["expected"]
        flags: dict[str, list[str]] = {}
        for item in self.state["flags"]:
            flags.setdefault(item["seat"], []).append(item["flag"])
        last, standing = self._last_change(), self._standing()
        sides = []
        game = self.game.ruleset
        drawn = dict(zip((game.bottom, *following(game.bottom, self.places)), POSITIONS, strict=True))
        for place in self.places:
            number = self.state["seats"].get(place)
            dealing = deal.get("dealer") == place and not self.state["finished"]
            sides.append(
                {
                    "place": place,
                    "position": drawn[place],
                    "name": self.names.get(number, number) if number else "",
                    "score": self.state["scores"].get(place, 0),
                    "dealer": dealing,
                    "streak": deal.get("streak") or 0,
                    "note": gettext("has won this hand") if "won" in flags.get(place, ()) else last.get(place, ""),
                    "standing": in_words(standing[place]) if place in standing else "",
                    "me": place in own,
                    "dead": bool({"dead", "short", "long", "out", "no_win"} & set(flags.get(place, ()))),
                }
            )
        return sides

    def _standing(self) -> Mapping[Place, Text]:
        """Return where each place stands, in a game in which more than points is carried on."""
        game = self.game
        return game.standing(self.rules, self.state["progress"]) if isinstance(game, LevelGame) else {}

    def ruled_in(self, hand: int) -> list[Mapping[str, Any]]:
        """Return the rulings of a hand that still stand, as they are told of (`content`, `told`)."""
        rows = [row for row in self.written() if row["kind"] == "ruling" and row["stands"]]
        gone = self._taken_back() | {row["content"].get("amends") for row in rows}
        return [row for row in rows if row["hand"] == hand and row["seq"] not in gone]

    def already(self) -> list[str]:
        """Say which rulings of the hand in play already count what is written down at its end."""
        game = self.game
        if not isinstance(game, LevelGame):
            return []
        text = gettext("“{ruling}” already counts: {counted}. It need not be entered again.")
        found = []
        for row in self.ruled_in(self.state["hand"]):
            part = (row["content"].get("effect") or {}).get("game")
            counted = game.counted(self.rules, part) if part else ()
            if counted:
                found.append(text.format(ruling=row["told"], counted=listed(map(in_words, counted))))
        return found

    def sum_up(self, hand: int, dealer: Place | None, body: Mapping[str, Any] | None) -> str:
        """Say what decides a hand with what ends it (`body`) and the rulings in it; nothing where the game does not."""
        game = self.game
        if body is None or dealer is None or not isinstance(game, LevelGame):
            return ""
        events = [*(row["content"] for row in self.ruled_in(hand)), body]
        return one_after_another(map(in_words, game.sum_up(self.rules, dealer, events)))

    def _last_change(self) -> dict[str, str]:
        closed = [hand["number"] for hand in self.state["hands"] if hand["closed_by"] is not None]
        if not closed:
            return {}
        sums = self._sums(closed[-1], self._taken_back())
        text = gettext("last hand {points}")
        return {place: text.format(points=_signed(sums[place])) for place in self.places if sums[place]}

    def _taken_back(self) -> set[int]:
        """Return the rulings that were overturned, and what overturned them: together they moved no points."""
        undone = {row["seq"]: row["body"].get("undoes") for row in self.detail["events"] if row["kind"] == "ruling"}
        return {seq for pair in undone.items() if pair[1] is not None for seq in pair}

    def _sums(self, hand: int, without: Collection[int] = ()) -> dict[str, int]:
        """Return the points of a hand by place; `without` are entries whose lines are left out."""
        sums = dict.fromkeys((*PLACES, HOUSE), 0)
        for line in self.detail["postings"]:
            if line["hand"] == hand and line["account"] == "table" and line["seq"] not in without:
                sums[line["from_place"]] -= line["points"]
                sums[line["to_place"]] += line["points"]
        return sums

    def lines(self, postings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return lines of the ledger for the drawing of payments."""
        return [
            {
                "payer": line["from_place"],
                "receiver": line["to_place"],
                "points": points_of(line["points"], line["account"]),
                "reason": reason_in_words(self.rules, line["reason"])
                + (f" ({_account(line['account'])})" if line["account"] != "table" else ""),
                "article": line["article"],
            }
            for line in postings
        ]

    def hands(self) -> list[dict[str, Any]]:
        """Return the hands, newest first: result, points by place, lines, and what was written."""
        written: dict[int | None, list[dict[str, Any]]] = {}
        for row in self.written():
            written.setdefault(row["hand"], []).append(row)
        found = []
        for hand in reversed(self._played()):
            number = hand["number"]
            postings = [line for line in self.detail["postings"] if line["hand"] == number]
            rows = written.get(number, [])
            if (
                self.state["finished"]
                and hand["closed_by"] is None
                and not postings
                and not any(row["stands"] and row["kind"] not in ("seats", "finish") for row in rows)
            ):
                continue  # the hand that would have come next
            sums = self._sums(number)
            found.append(
                {
                    "number": number,
                    "open": hand["closed_by"] is None,
                    "result": self._result(number, self._summed(hand, rows), hand["closed_by"], postings),
                    "ruled": any(row["kind"] == "ruling" and row["stands"] and not row["sheet"] for row in rows),
                    "deal": hand["deal"],
                    "cells": [
                        {"place": place, "points": sums[place], "dealer": hand["deal"].get("dealer") == place}
                        for place in self.places
                    ],
                    "lines": self.lines(postings),
                    "written": rows,
                    "scores": [
                        score
                        for row in rows
                        if row["stands"]
                        for score in scores_of(self.game, self.rules, row["content"], hand["deal"], self.seated)
                    ],
                    "breaks": [
                        break_in_words(self.game, item) for item in self.state["breaks"] if item["hand"] == number
                    ],
                }
            )
        return found

    def _result(
        self,
        hand: int,
        rows: Sequence[Mapping[str, Any]],
        closed_by: int | None,
        postings: Sequence[Mapping[str, Any]],
    ) -> str:
        """Name what makes up the points of a hand in order: every win, every ruling that moved points, what ended it.

        Without any of them, what came last in it. A ruling on another hand that is paid back in this one says so.
        """
        standing = [row for row in rows if row["stands"] and row["kind"] not in ("seats", "finish")]
        last = next((row for row in rows if row["seq"] == closed_by), standing[-1] if standing else None)
        if last is None:
            return gettext("in play")
        elsewhere = {row["seq"] for row in standing if self._ruled_in(row) not in (None, hand)}
        moving = self._moving(rows, postings)
        named = [row for row in standing if row["content"].get("wins") or row["seq"] in moving]
        if last not in named and (closed_by is not None or not any(row["content"].get("wins") for row in named)):
            named = [row for row in standing if row in named or row["seq"] == last["seq"]] or [last]
        told = [
            gettext("{told}, paid back in this hand").format(told=row["told"])
            if row["seq"] in elsewhere & moving
            else row["told"]
            for row in named
        ]
        if closed_by is None and {row["seq"] for row in named} <= elsewhere:
            told = [gettext("in play"), *told]
        return one_after_another(told)

    def _ruled_in(self, row: Mapping[str, Any]) -> int | None:
        """Return the hand of the ruling that an entry overturns, None of any other entry."""
        undone = row["content"].get("undoes")
        return None if undone is None else self.entries[undone]["hand"]

    def _moving(self, rows: Sequence[Mapping[str, Any]], postings: Sequence[Mapping[str, Any]]) -> set[int]:
        """Return the rulings of a hand that moved points in it; one paid back in the same hand moved none."""
        own = {row["seq"] for row in rows}
        undone = {row["seq"]: row["content"].get("undoes") for row in rows if row["kind"] == "ruling"}
        within = {seq for pair in undone.items() if pair[1] in own for seq in pair}
        sums: dict[tuple[int, str], int] = {}
        for line in postings:
            for side, points in ((line["from_place"], -line["points"]), (line["to_place"], line["points"])):
                sums[line["seq"], side] = sums.get((line["seq"], side), 0) + points
        moved = {seq for (seq, _side), points in sums.items() if points}
        return {row["seq"] for row in rows if row["kind"] == "ruling" and not row["sheet"]} & moved - within

    def _summed(self, hand: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        """Return the rows of a hand, of which what ends it is told by what decided it where the game says that."""
        own = next((row for row in rows if row["stands"] and row["kind"] in self.game.events), None)
        said = self.sum_up(hand["number"], hand["deal"].get("dealer"), own["content"] if own else None)
        return [row | {"told": said} if said and row is own else row for row in rows]

    def _played(self) -> list[dict[str, Any]]:
        """Return the hands of the table; where it has finished, without the one that would have come next."""
        hands: list[dict[str, Any]] = self.state["hands"]
        paid = {line["hand"] for line in self.detail["postings"]}
        empty = self.state["finished"] and hands and hands[-1]["closed_by"] is None and hands[-1]["number"] not in paid
        return hands[:-1] if empty else hands

    def after_last(self, hand: int | None) -> bool:
        """Tell whether a hand (None: the one in play) is none: the table is over, and no hand is in play any more."""
        ended = [one["number"] for one in self.state["hands"] if one["closed_by"] is not None]
        return bool(self.state["finished"]) and hand not in ended

    @cached_property
    def entries(self) -> dict[int, dict[str, Any]]:
        """What was written, by number, with its hand: of what was corrected, the content that stands."""
        rows = {row["seq"]: row for row in self.detail["events"]}
        _voided, replaced = what_became([row for row in rows.values() if row["counted"]])
        newest = {seq: rows[by]["body"]["with"] for seq, by in replaced.items()}
        return {seq: {"body": newest.get(seq, row["body"]), "hand": row["hand"]} for seq, row in rows.items()}

    def tell(self, body: Mapping[str, Any]) -> str:
        """Say what an event at this table is."""
        return tell(self.game, body, self.names, self.entries, self.rules)

    def written(self) -> list[dict[str, Any]]:
        """Return every event in order of entry, told, with its writer and what became of it."""
        rows = self.detail["events"]
        by_seq = {row["seq"]: row for row in rows}
        voided, replaced = what_became([row for row in rows if row["counted"]])
        told = []
        for row in rows:
            body, seq = row["body"], row["seq"]
            content = self.entries[seq]["body"]
            target = by_seq.get(body["seq"]) if row["kind"] in NO_CHANGE else None
            told.append(
                {
                    **row,
                    "at": datetime.fromisoformat(row["at"]),
                    "hand": row["hand"] if target is None else target["hand"],
                    "title": title_of(self.game, row["kind"]),
                    "told": self._told(row, content),
                    "content": content,
                    "newest": by_seq[row["replaced_by"]]["body"]["with"] if row["replaced_by"] is not None else body,
                    "gone": seq in voided,
                    "stands": row["counted"] and seq not in voided and row["kind"] not in NO_CHANGE,
                    "corrected": seq in replaced,
                    "sheet": row["counted"] and seq not in voided and row["kind"] == "ruling" and _is_sheet(content),
                    "correctable": row["voided_by"] is None and row["kind"] in self.game.events,
                }
            )
        return told

    def _told(self, row: Mapping[str, Any], content: Mapping[str, Any]) -> str:
        """Tell an event; of a correction for the record only what it says too, since the event itself shows the old."""
        text = self.tell(content)
        if row["counted"] or row["kind"] != "replace":
            return text
        return labelled(text, self.tell(content["with"]))

    def record(self) -> dict[str, Any] | None:
        """Return what was corrected for the record only beside what counts, by person, with the reasons given."""
        record = self.table.record
        if record is None:
            return None
        counted, corrected = self.state["persons"], record["persons"]
        return {
            "rows": [
                {
                    "name": self.names.get(person, person),
                    "counted": counted.get(person, 0),
                    "corrected": corrected.get(person, 0),
                }
                for person in dict.fromkeys((*counted, *corrected))
            ],
            "written": [row for row in self.written() if not row["counted"]],
        }

    def changed_since(self, places: Sequence[str]) -> list[str]:
        """Say what was written since somebody of these places agreed to an earlier state; nothing where none did."""
        seen = agreed_before(self.table, places)
        if seen is None:
            return []
        found = [_change(row["kind"], row["hand"]) for row in self.written() if row["seq"] >= seen]
        return list(dict.fromkeys(found))

    def outside_hands(self) -> list[dict[str, Any]]:
        """Return what was written for no hand that still stands: seats before the first, entries taken back."""
        numbers = {hand["number"] for hand in self._played()}
        return [row for row in self.written() if row["hand"] not in numbers]

    def liabilities(self) -> list[dict[str, Any]]:
        """Return the open liabilities in words, with the tiles of their window where it counts tiles."""
        around = self.around()
        return [
            {
                "text": in_liability(item, around),
                "tiles": [until for _trigger, until in item["windows"] if isinstance(until, int)],
            }
            for item in self.state["liabilities"]
        ]

    def totals(self) -> list[dict[str, Any]]:
        """Return the running totals by place."""
        return [{"place": place, "points": self.state["scores"].get(place, 0)} for place in self.places]


def _change(kind: str, hand: int | None) -> str:
    if hand is None:
        return gettext("The seats or the end of the table were changed.")
    if kind == "replace":
        return gettext("Hand {number} was corrected.").format(number=hand)
    if kind == "void":
        return gettext("An entry of hand {number} was taken back.").format(number=hand)
    return gettext("Something was added at hand {number}.").format(number=hand)


_BREAKS = {
    "dealer": lambda: gettext("dealer"),
    "streak": lambda: gettext("continuation"),
    "round_wind": lambda: gettext("round wind"),
}


def break_in_words(game: Game, item: Mapping[str, Any]) -> str:
    """Say where a hand was played otherwise than expected: with another deal, or in what the game's own event says.

    Of what was to follow an event and did not, nothing is played.
    """
    named, own = _BREAKS.get(item["field"]), _field_of(game, item["field"])
    label = named() if named else in_words(own.label) if own else item["field"]
    if own and item["played"] is None:
        return gettext("Hand {hand}: “{field} {expected}” is recorded, and what must follow it is not.").format(
            hand=item["hand"], field=label, expected=_shown(item["expected"], own)
        )
    return gettext("Hand {hand}: {field} as played {played}, expected {expected}").format(
        hand=item["hand"], field=label, played=_shown(item["played"], own), expected=_shown(item["expected"], own)
    )


def _field_of(game: Game, path: str) -> Field | None:
    """Return the field of an event of the game that a path like `levels.NS` names."""
    for event in game.events.values():
        fields, found = fields_of(event), None
        for code in path.split("."):
            found = next((item for item in fields if item.code == code), None)
            fields = found.fields if found else ()
        if found is not None:
            return found
    return None


def _shown(value: Any, field: Field | None) -> str:
    choice = next((one for one in field.choices if one.code == value), None) if field else None
    if choice is not None:
        return in_words(choice.label)
    return place_name(value) if value in PLACES else str(value)


def _signed(points: int) -> str:
    return f"{points:+,}".replace("-", "\u2212")


def _account(account: str) -> str:
    return gettext("event account") if account == "event" else gettext("placing points")
