"""The payments of a ruling in pages and papers: those its decision orders, and those it led to at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from adjudication.wording import step
from engine.places import HOUSE
from engine.rulesets import ResolvedRuleset
from tournament.listing import Amount
from tournament.telling import points_of, reason_in_words
from tournament.templatetags.look import number
from tournament.wording import listed, place_name

Line = dict[str, Any]


def lines_of(rules: ResolvedRuleset, decision: Mapping[str, Any], offenders: Sequence[str]) -> list[Line]:
    """Return the payments a decision orders, its penalty among them, for the drawing."""
    lines = [
        {
            "payer": line["from"],
            "receiver": line["to"],
            "points": points_of(line["points"], line.get("account", "table")),
            "reason": reason_in_words(rules, line.get("reason") or "ruling"),
            "article": line.get("article", ""),
        }
        for line in (decision.get("effect") or {}).get("postings", ())
    ]
    penalty = decision.get("penalty")
    if penalty and penalty["points"]:
        lines += [
            {
                "payer": place,
                "receiver": HOUSE,
                "points": points_of(penalty["points"], penalty["account"]),
                "reason": step(rules, penalty["step"]),
                "article": "",
            }
            for place in offenders
            if place
        ]
    return lines


def lines_paid(rules: ResolvedRuleset, decision: Mapping[str, Any], offenders: Sequence[str], paid: Any) -> list[Line]:
    """Return the payments of an issued ruling: those its decision orders, and what the game made of it at the table."""
    ordered = lines_of(rules, decision, offenders)
    left = Counter(_between(line) for line in ordered)
    more = []
    for line in _posted(rules, paid.get("postings", ())):
        if left[_between(line)] > 0:
            left[_between(line)] -= 1
        else:
            more.append(line)
    return ordered + more


def lines_gone(rules: ResolvedRuleset, paid: Any) -> list[Line]:
    """Return the payments that fell away by an issued ruling."""
    return list(_posted(rules, paid.get("removed", ())))


def _between(line: Line) -> tuple[str, str, str]:
    return line["payer"], line["receiver"], str(line["points"])


def _posted(rules: ResolvedRuleset, postings: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
    for line in postings:
        yield {
            "payer": line["from_place"],
            "receiver": line["to_place"],
            "points": points_of(line["points"], line["account"]),
            "reason": reason_in_words(rules, line["reason"]),
            "article": line["article"],
        }


def lines_in_words(lines: Sequence[Line]) -> str:
    """Say who pays whom how much, one after the other; nothing where nobody pays."""
    words = gettext("{payer} pays {receiver} {points}")
    return listed(
        words.format(
            payer=place_name(line["payer"]), receiver=place_name(line["receiver"]), points=_amount(line["points"])
        )
        for line in lines
    )


def _amount(points: int | Amount) -> str:
    """Write points; those that are none of the table with their unit."""
    return (
        gettext("%(points)s placing points") % {"points": number(points)}
        if isinstance(points, Amount)
        else number(points)
    )
