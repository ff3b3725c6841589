"""Answers that cannot be are refused by their path, and no infraction asks more than four questions."""

from __future__ import annotations

from typing import Any

import pytest

from adjudication.rule_lines import list_infractions, rule_line
from engine.errors import RuleError
from engine.registry import find_game

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
RULESET = find_game("taiwan").ruleset


def refused(infraction: str, facts: dict[str, Any], offender: Any = "S", seats: dict[str, Any] = SEATS) -> RuleError:
    line = {"seats": seats, "infraction": infraction, "offender": offender, "facts": facts}
    with pytest.raises(RuleError) as caught:
        rule_line(RULESET, line, {})
    return caught.value


@pytest.mark.parametrize(
    ("infraction", "facts", "path"),
    [
        ("A10", {"pair_shown": False, "discarder": "S"}, "facts.discarder"),
        ("A10", {"pair_shown": False, "discarder": "X"}, "facts.discarder"),
        ("A13", {"cause": "yawned"}, "facts.cause"),
        ("A15", {"tai": -1}, "facts.tai"),
        ("A15", {"tai": 10**9 + 1}, "facts.tai"),
        ("A18.1", {"found_at": "kong_tail_win", "offenders": ["S", "Q"]}, "facts.offenders"),
        ("A18.5", {"discard_fate": "claimed", "pong_shown_by": "S"}, "facts.pong_shown_by"),
        ("A18.5", {"discard_fate": "won", "deal_ins": []}, "facts.deal_ins"),
        ("A18.5", {"discard_fate": "won", "deal_ins": [["S", 1]]}, "facts.deal_ins"),
        ("A18.5", {"discard_fate": "won", "deal_ins": [["N", -1]]}, "facts.deal_ins"),
        ("A18.5", {"discard_fate": "won", "deal_ins": [["N", True]]}, "facts.deal_ins"),
        ("A18.5", {"discard_fate": "won", "deal_ins": [["N", 10**25]]}, "facts.deal_ins"),
        ("A18.5", {"discard_fate": "won", "deal_ins": ["N"]}, "facts.deal_ins"),
        ("A20", {"conflict": "win_win", "discarder": "S", "claimants": ["E"]}, "facts.claimants"),
        ("A20", {"conflict": "win_win", "discarder": "S", "claimants": ["S", "E"]}, "facts.claimants"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(infraction: str, facts: dict[str, Any], path: str) -> None:
    error = refused(infraction, facts)
    assert (error.code, error.path) == ("fact_value", path)


def test_an_empty_place_is_no_answer_and_no_creditor() -> None:
    three = {**SEATS, "W": None}
    assert refused("A10", {"pair_shown": False, "discarder": "W"}, seats=three).path == "facts.discarder"
    line = {"seats": three, "infraction": "A15", "offender": "S", "facts": {"tai": 2}}
    postings = rule_line(RULESET, line, {})["effect"]["postings"]
    assert [(posting["to"], posting["points"]) for posting in postings] == [("N", 200), ("E", 250)]


@pytest.mark.parametrize(("infraction", "facts"), [("A17", {"shown": 1}), ("A5", {"cause": "late_door"})])
def test_only_the_dealer_can_err_with_what_is_the_dealers(infraction: str, facts: dict[str, Any]) -> None:
    error = refused(infraction, facts)
    assert (error.code, error.path) == ("offender_not_dealer", "offender")


def test_the_list_shows_every_infraction_with_at_most_four_questions() -> None:
    listed = list_infractions("taiwan")
    assert [item["code"] for item in listed] == [
        "A5", "A10", "A12", "A13", "A14", "A15", "A16", "A17", "A18.1", "A18.2", "A18.3", "A18.4", "A18.5", "A18.6",
        "A20", "A21.27", "A21.31",
    ]  # fmt: skip
    assert max(len(item.get("questions", [])) for item in listed) <= 4
    assert all(set(item["name"]) == {"zh-hant", "zh-hans", "en"} for item in listed)


def test_every_article_a_ruling_cites_has_its_text() -> None:
    articles = RULESET.articles
    assert [item["article"] for item in list_infractions("taiwan") if item["article"] not in articles] == []
    assert {"A10", "A14", "A15", "A16", "B.4"} <= set(articles)


def test_the_words_of_a_ruling_follow_the_options() -> None:
    def words(infraction: str, facts: dict[str, Any], **options: Any) -> str:
        line = {"seats": SEATS, "infraction": infraction, "offender": "S", "facts": facts, "options": options}
        return str(rule_line(RULESET, line, {})["remedy"]["en"])

    assert "in full if the tiles are a complete hand" in words("A15", {"tai": 1})
    assert "complete or not" in words("A15", {"tai": 1}, false_win_tai="certain")
    assert "other end of the same run" in words("A13", {"cause": "eaten_discarded"})
    assert "1-4-7" in words("A13", {"cause": "own_discard_eaten"}, chow_bar="line")
    assert "North" in words("A20", {"conflict": "win_win", "discarder": "W", "claimants": ["E", "N"]})
    assert "North, East" in words(
        "A20", {"conflict": "win_win", "discarder": "W", "claimants": ["E", "N"]}, multi_win="all"
    )
