"""A disputed trick as a page asks and answers it: cards as typed or picked, whether a follow was legal, who won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from engine.errors import RuleError
from engine.game import TrickGame, TrickTable
from engine.places import PLACES, next_place
from engine.rulesets import ResolvedRuleset
from engine.text import Text
from tournament.errors import sentence
from tournament.wording import in_words, place_name

PLAYS = ("play0", "play1", "play2", "play3")
HAND = "hand"
ROWS = (*PLAYS, HAND)
FIELDS = ("level", "trump", "leader", "who", "at", *ROWS)
MOST = 64


class TrickPage:
    """One reading of the form: who led, the cards of each row, whose follow is disputed, which row is being filled."""

    def __init__(self, game: TrickGame, rules: ResolvedRuleset, given: Mapping[str, str]) -> None:
        self.game = game
        self.rules = rules
        self.table: TrickTable = game.trick_table(rules)
        self.level = _one_of(given.get("level"), [choice.code for choice in self.table.levels])
        self.trump = _one_of(given.get("trump"), [choice.code for choice in self.table.trumps])
        leader = _one_of(given.get("leader"), PLACES)
        self.places = [leader]
        while len(self.places) < len(PLACES):
            self.places.append(next_place(self.places[-1], game.order))
        self.who = _one_of(given.get("who"), ("1", "2", "3"))
        self.at = _one_of(given.get("at"), ROWS)
        self.cards = {row: given.get(row, "").upper().replace(",", " ").split()[:MOST] for row in ROWS}

    def press(self, card: str) -> None:
        """Add a card to the row that is being filled, or take its last one back."""
        row = self.cards[self.at]
        if card == "erase":
            del row[-1:]
        elif len(row) < MOST and any(card in suit.cards for suit in self.table.suits):
            row.append(card)

    def query(self) -> dict[str, str]:
        """Return the form as the fields of an address."""
        cards = {row: " ".join(codes) for row, codes in self.cards.items() if codes}
        first = {"level": self.level, "trump": self.trump, "leader": self.places[0], "who": self.who, "at": self.at}
        return {**first, **cards}

    def context(self) -> dict[str, Any]:
        """Return what the form shows."""
        return {
            "page": self,
            "levels": [
                (choice.code, in_words(choice.label), choice.code == self.level) for choice in self.table.levels
            ],
            "trumps": [
                (choice.code, in_words(choice.label), choice.code == self.trump) for choice in self.table.trumps
            ],
            "leaders": [(place, place_name(place), place == self.places[0]) for place in self.game.order],
            "followers": [
                (str(index), place_name(place), str(index) == self.who)
                for index, place in enumerate(self.places)
                if index
            ],
            "rows": [self._row(row) for row in ROWS],
            "suits": [
                {"code": suit.code, "name": in_words(suit.name), "cards": suit.cards, "chosen": index == 0}
                for index, suit in enumerate(self.table.suits)
            ],
            "follow": self.follow(),
            "winner": self.winner(),
        }

    def _row(self, row: str) -> dict[str, Any]:
        if row == HAND:
            name = gettext("Hand of {place} before the play").format(place=place_name(self.places[int(self.who)]))
        elif row == PLAYS[0]:
            name = gettext("{place} leads").format(place=place_name(self.places[0]))
        else:
            name = gettext("{place} plays").format(place=place_name(self.places[PLAYS.index(row)]))
        codes = self.cards[row]
        known = all(any(code in suit.cards for suit in self.table.suits) for code in codes)
        typed = " ".join(codes)
        return {"row": row, "name": name, "typed": typed, "drawn": typed if known else "", "chosen": row == self.at}

    def follow(self) -> dict[str, Any] | None:
        """Judge the disputed follow; None until lead, play and hand are there."""
        lead, play, hand = self.cards[PLAYS[0]], self.cards[PLAYS[int(self.who)]], self.cards[HAND]
        if not (lead and play and hand):
            return None
        verdict = self._ask({"lead": lead, "hand": hand, "play": play})
        if "refused" in verdict:
            return verdict
        return {
            "legal": verdict["legal"],
            "who": place_name(self.places[int(self.who)]),
            "rule": verdict["rule"],
            "article": verdict["article"],
            "reason": _words(verdict["reason"]),
            "example": " ".join(verdict["legal_example"]),
        }

    def winner(self) -> dict[str, Any] | None:
        """Say who won the trick and what it holds; None until all four have played."""
        plays = [self.cards[row] for row in PLAYS]
        if not all(plays):
            return None
        answer = self._ask({"plays": plays})
        if "refused" in answer:
            return answer
        return {
            "who": place_name(self.places[answer["winner"]]),
            "points": answer["points"],
            "pattern": _words(answer["pattern"]["name"]),
        }

    def _ask(self, data: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self.game.trick(self.rules, {"level": self.level, "trump": self.trump, **data})
        except RuleError as error:
            return {"refused": sentence(error)}


def _one_of(value: str | None, known: Any) -> str:
    return value if value in known else known[0]


def _words(words: Mapping[str, str] | None) -> str:
    return in_words(Text(words["zh-hant"], words["zh-hans"], words["en"])) if words else ""
