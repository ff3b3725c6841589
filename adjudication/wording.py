"""Words of rulings in the language of the page: statuses of a decision, steps of penalties, moments of play, flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from engine.decoding import decode
from engine.registry import game_of
from engine.rulesets import ResolvedRuleset
from engine.text import Text
from tournament.wording import FLAG_NAMES, in_words, listed, place_name

MOMENTS = ("deal", "draw", "claim", "discard", "kong", "win", "end", "count", "conduct")


def moment(code: str, own: Mapping[str, Text]) -> str:
    """Name a moment of play; a game may name its `own` otherwise than the games of tiles do."""
    if code in own:
        return in_words(own[code])
    return {
        "deal": gettext("Deal and flowers"),
        "draw": gettext("Drawing"),
        "claim": gettext("Claims"),
        "discard": gettext("Discarding"),
        "kong": gettext("Kongs"),
        "win": gettext("Winning"),
        "end": gettext("End of the hand"),
        "count": gettext("Number of tiles"),
        "conduct": gettext("Conduct"),
    }.get(code, code)


def outcome(status: str) -> str:
    """Name what a decision amounts to."""
    return {
        "no_action": gettext("nothing follows"),
        "restored": gettext("put right"),
        "refused": gettext("not allowed"),
        "warning": gettext("warning"),
        "penalised": gettext("penalised"),
        "right": gettext("a right exercised"),
        "discretion": gettext("at the referee's discretion"),
    }.get(status, status)


def step(rules: ResolvedRuleset, code: str) -> str:
    """Name a rung of a ladder, or another step of a penalty; rulesets stored before they had words take today's."""
    found = rules.ruleset.rungs.get(code) or game_of(rules).ruleset.rungs.get(code)
    return in_words(found) if found else code


def flag(code: str) -> str:
    """Name a flag on a seat."""
    found = FLAG_NAMES.get(code)
    return in_words(found) if found else code


def text_of(data: Any) -> str:
    """Return stored wording in the language of the page."""
    return in_words(decode(Text, data, "text"))


def sentences(data: Any) -> list[str]:
    """Return a remedy as its sentences, one a step."""
    text = text_of(data)
    for stop in ("。", ". "):
        if stop in text:
            return [part.strip() + stop.strip() for part in text.rstrip("。.").split(stop) if part.strip()]
    return [text]


def effects_in_words(effect: Mapping[str, Any], rules: ResolvedRuleset) -> list[str]:
    """Say what a ruling does to the table beside payments: flags, open liabilities, the hand and the deal."""
    told = [
        gettext("{place}: {flag}").format(place=place_name(item["seat"]), flag=flag(item["flag"]))
        for item in effect.get("flags", ())
    ]
    told += [
        gettext("{place} answers for payments of others: {windows}").format(
            place=place_name(item["payer"]), windows=_windows(item["windows"])
        )
        for item in effect.get("liabilities", ())
    ]
    deal = effect.get("deal") or {}
    if deal.get("ends_hand"):
        told.append(gettext("The hand ends here."))
    if deal.get("next_dealer"):
        told.append(_dealer(deal["next_dealer"]))
    if deal.get("streak"):
        told.append(_streak(deal["streak"]))
    if deal.get("replay"):
        told.append(gettext("The hand is played again and does not count."))
    return told


def _windows(windows: Sequence[Sequence[Any]]) -> str:
    parts = []
    for trigger, until in windows:
        what = {
            "self": gettext("a self-draw"),
            "kong_tail": gettext("a win from the kong tail"),
            "tile": gettext("a win on that very tile"),
            "any": gettext("any win"),
        }[trigger]
        if isinstance(until, int):
            parts.append(gettext("{what} within {tiles} tiles").format(what=what, tiles=until))
        else:
            parts.append(what)
    return listed(parts)


def _dealer(code: str) -> str:
    if code == "same":
        return gettext("The dealer keeps the deal.")
    if code == "next":
        return gettext("The deal passes on.")
    return gettext("{place} deals next.").format(place=place_name(code))


def _streak(code: str) -> str:
    return {
        "add": gettext("The continuation counts one more."),
        "keep": gettext("The continuation stays as it is."),
        "zero": gettext("The continuation starts again."),
    }[code]
