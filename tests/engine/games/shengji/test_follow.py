"""Following: the rulebook's verdicts, and the written rule by brute force on small hands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.games.shengji.cards import NAMES, SUITS, card_order, format_cards, parse_cards
from engine.games.shengji.follow import FollowRules, Verdict, judge_follow, lowest_follow
from engine.games.shengji.patterns import pattern_of
from tests.engine.games.shengji.written_rule import shape, written_legal

PLAIN = FollowRules()
# Quick enough for more than the usual number of examples.
thoroughly = settings(max_examples=max(150, settings().max_examples))


def cards(spelled: str) -> tuple[int, ...]:
    """`S3344 D5` -> the five cards; jokers are written `BJ` and `RJ`."""
    names: list[str] = []
    for word in spelled.split():
        names += [word] if word in ("BJ", "RJ") else [word[0] + rank for rank in word[1:]]
    return parse_cards(names)


def judge(lead: str, hand: str, play: str, *, level: str = "T", rules: FollowRules = PLAIN, **order: object) -> Verdict:
    return judge_follow(card_order(level, "H", **order), cards(lead), cards(hand), cards(play), rules)


RULEBOOK = [
    ("SJ-F1", "SAAKK", "S334479 D58", "S3344", True, "a"),
    ("SJ-F3", "HAAKK", "H33447 SA", "H3344", True, "a"),
    ("SJ-F5", "SAAKK", "S334 D39 C7", "S33 D39", False, "2"),
    ("SJ-F7", "S666", "S333779 D58", "S779", False, "a"),
    ("SJ-F9", "S999888", "S444555AAK D58", "S4455AA", False, "a"),
    ("SJ-F11", "SKKKK", "S3344555888J", "S3344", True, "b"),
    ("SJ-F13", "SKKKK", "S3344555888J", "S5588", False, "b"),
    ("SJ-F15", "SKKKK", "S555888J D46", "S5558", False, "e"),
    ("SJ-F17", "SAAAA", "S3388999J D46", "S999J", False, "e"),
    ("SJ-F19", "S4455", "SAQJ9953 D46", "S9953", True, "f"),
    ("SJ-F21", "S4455", "SAQJ9953 D46", "S953J", False, "f"),
    ("SJ-F23", "S44445555", "S336699QQKA D46", "S336699QQ", True, "d"),
    ("SJ-F29", "S666", "S449JQ D58", "S449", True, "f"),
    ("SJ-F31", "S666", "S44449J D58", "S444", True, "a"),
    ("SJ-F33", "SAAKK", "S66663344 D58", "S6666", False, "a"),
]


@pytest.mark.parametrize(("name", "lead", "hand", "play", "legal", "rule"), RULEBOOK, ids=[row[0] for row in RULEBOOK])
def test_the_rulebook_says_which_rule_speaks(
    name: str, lead: str, hand: str, play: str, legal: bool, rule: str
) -> None:
    verdict = judge(lead, hand, play)
    assert (verdict.legal, verdict.rule) == (legal, rule)


@pytest.mark.parametrize(
    ("play", "legal"),
    [
        ("HQQQKKK3344 H99", True),
        ("HQQQKKK6677 H99", True),
        ("H33446677 H99QK", False),
        ("HQQQKKK3344 H6Q", False),
    ],
)
def test_the_longest_tractor_is_owed_and_then_any_that_fits(play: str, legal: bool) -> None:
    verdict = judge("H66778899TTJJ", "H33446677QQQKKK99 D48", play.replace("6Q", "67"), level="5")
    assert (verdict.legal, verdict.rule) == (legal, "c")


def test_a_hand_without_the_suit_may_play_anything() -> None:
    assert judge("SAA", "H35 D48", "H3 D8") == (True, "1", cards("H3 D8"))


def test_a_card_of_another_suit_is_refused_while_the_suit_lasts() -> None:
    verdict = judge("SAA", "S358 D48", "S3 D8")
    assert (verdict.legal, verdict.rule, verdict.example) == (False, "3", cards("S35"))


def test_without_a_pair_any_cards_of_the_suit_do() -> None:
    assert judge("SAA", "S3568 D48", "S38")[:2] == (True, "g")


def test_two_pairs_missing_from_enough_are_named() -> None:
    assert judge("SAAKK", "S3355779 D48", "S3359")[:2] == (False, "d")


def test_what_owes_nothing_more_needs_no_longer_tractor() -> None:
    # lead of eight: 445566 is the longest; then nothing but single cards is left of the two
    assert judge("SJJJJQQQQ", "S445566 S8 S9 SK", "S445566 S8 S9")[:2] == (True, "c")


def test_the_example_is_the_lowest_legal_play() -> None:
    order = card_order("T", "H")
    assert format_cards(lowest_follow(order, cards("SKKKK"), cards("S3344555888J"), PLAIN)) == ["S3", "S3", "S4", "S4"]
    assert format_cards(lowest_follow(order, cards("SKK"), cards("S9 HA D34 RJ"), PLAIN)) == ["S9", "D3"]
    assert format_cards(lowest_follow(order, cards("S6"), cards("S95 D3"), PLAIN)) == ["S5"]


# --- options -----------------------------------------------------------------------------------------------------


def test_a_higher_kind_may_answer_where_the_event_allows_it() -> None:
    allowed = FollowRules(higher_kind=True)
    assert judge("SAAKK", "S66663344 D58", "S6666", rules=allowed).legal
    assert not judge("SAAKK", "S66663344 D58", "S6634", rules=allowed).legal


def test_triples_and_bombs_may_be_protected() -> None:
    protected = FollowRules(break_groups=False)
    assert not judge("SAA", "S5559 S7", "S79").legal
    assert judge("SAA", "S5559 S7", "S79", rules=protected).legal
    assert judge("SAA", "S5559 S7", "S55", rules=protected).legal
    assert not judge("SAA", "S55599 S7", "S57", rules=protected).legal
    assert judge("SAAKK", "S555666 S79J", "S79J5", rules=protected).legal
    assert not judge("SQQQQKKKK", "S555666 S79J", "S55679J56", rules=protected).legal


def test_protected_groups_are_not_in_the_example() -> None:
    order = card_order("T", "H")
    example = lowest_follow(order, cards("SAA"), cards("S5559 S7 S33"), FollowRules(break_groups=False))
    assert format_cards(example) == ["S3", "S3"]


def test_triples_may_come_before_pairs_for_a_triple_tractor() -> None:
    first = FollowRules(triples_first=True)
    lead, hand = "SQQQKKK", "S3335577 S9J"
    assert judge(lead, hand, "S333559")[:2] == (False, "e")
    assert judge(lead, hand, "S335577").legal
    assert not judge(lead, hand, "S335577", rules=first).legal
    assert judge(lead, hand, "S333559", rules=first).legal
    assert not judge(lead, hand, "S333579", rules=first).legal
    example = lowest_follow(card_order("T", "H"), cards(lead), cards(hand), first)
    assert format_cards(example) == ["S3", "S3", "S3", "S5", "S5", "S7"]


def test_a_low_may_be_switched_off_or_let_through() -> None:
    lead, hand = "H6677", "HAA22KK D3"
    assert judge(lead, hand, "HAAKK", a_low=False).legal
    assert judge(lead, hand, "HAA22").legal
    assert not judge(lead, hand, "HAA22", a_low=False).legal
    assert judge("H667788", hand + " H9", "HKKAA22", a_both_ways=True)[:2] == (True, "a")
    assert judge("H667788", hand + " H9", "HKKAA22")[:2] == (True, "c")


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand", "play", "code", "path"),
    [
        ("SAA", "S358", "S3", "card_count", "play"),
        ("SAA", "S358", "S355", "card_count", "play"),
        ("SAA", "S358", "S39", "card_not_held", "play[1]"),
        ("SAA", "S358", "S33", "card_not_held", "play[1]"),
        ("SAA", "S3", "S33", "hand_short", "hand"),
        ("SAK", "S358", "S35", "lead_no_pattern", "lead"),
    ],
)
def test_impossible_follows_are_refused(lead: str, hand: str, play: str, code: str, path: str) -> None:
    with pytest.raises(RuleError) as refused:
        judge(lead, hand, play)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert refused.value.message


# --- the written rule, by brute force -----------------------------------------------------------------------------


@st.composite
def small_follows(draw: st.DrawFn) -> tuple[str, str, list[str], list[str]]:
    """A level, a trump, a lead and a hand of which every play of the lead's size can be tried."""
    level = draw(st.sampled_from("36TKA"))
    trump = draw(st.sampled_from("SH"))
    pool = [name for name in NAMES if name[0] == "S" or name in ("BJ", "RJ", "D2", "H" + level, "D" + level, "C3")]
    near = draw(st.integers(0, len(pool) - 1))
    window = (pool + pool)[near : near + draw(st.integers(3, 9))]
    names = draw(st.lists(st.sampled_from(window), min_size=5, max_size=11))
    hand = sorted((Counter(names) & Counter(dict.fromkeys(NAMES, 4))).elements())
    order = card_order(level, trump)
    leads = [
        [NAMES[card] for card in found for _ in range(size)]
        for size, found in [(size, (card,)) for size in (1, 2, 3, 4) for card in range(54)]
        + [
            (size, line.kinds[first:end])
            for line in order.lines
            for first, end, _ in line.runs
            for size in (2, 3, 4)
            if size * (end - first) <= 8
        ]
    ]
    suits = {order.suit_of[card] for card in parse_cards(hand)}
    fitting = [lead for lead in leads if len(lead) <= len(hand) and order.suit_of[parse_cards(lead[:1])[0]] in suits]
    sizes = sorted({len(lead) for lead in fitting})
    size = draw(st.sampled_from(sizes))
    return level, trump, draw(st.sampled_from([lead for lead in fitting if len(lead) == size])), hand


@thoroughly
@given(small_follows())
def test_exactly_the_plays_of_the_written_rule_are_legal(case: tuple[str, str, list[str], list[str]]) -> None:
    level, trump, lead, hand = case
    order = card_order(level, trump)
    led, held = parse_cards(lead), parse_cards(hand)
    plays = sorted(set(combinations(sorted(held), len(led))))
    legal = 0
    for play in plays:
        verdict = judge_follow(order, led, held, play, PLAIN)
        expected = written_legal(lead, hand, format_cards(play), level, trump)
        assert verdict.legal == expected, (level, trump, lead, hand, format_cards(play), verdict.rule)
        assert written_legal(lead, hand, format_cards(verdict.example), level, trump)
        legal += expected
    assert legal >= 1


@thoroughly
@given(small_follows(), st.builds(FollowRules, st.booleans(), st.booleans(), st.booleans()))
def test_the_lowest_follow_is_legal_under_every_setting(
    case: tuple[str, str, list[str], list[str]], rules: FollowRules
) -> None:
    level, trump, lead, hand = case
    order = card_order(level, trump)
    led, held = parse_cards(lead), parse_cards(hand)
    play = lowest_follow(order, led, held, rules)
    assert judge_follow(order, led, held, play, rules).legal


@thoroughly
@given(small_follows())
def test_patterns_are_those_of_the_written_rule(case: tuple[str, str, list[str], list[str]]) -> None:
    level, trump, _lead, hand = case
    order = card_order(level, trump)
    for size in range(1, min(len(hand), 6) + 1):
        for play in sorted(set(combinations(sorted(parse_cards(hand)), size))):
            pattern = pattern_of(order, play)
            expected = shape(format_cards(play), level, trump)
            assert (None if pattern is None else (pattern.size, pattern.length)) == expected


def test_no_suit_is_a_class_of_its_own_when_it_is_trump() -> None:
    for suit in range(4):
        order = card_order("T", SUITS[suit])
        assert suit not in order.suit_of
        assert order.lines[suit].kinds == ()


@st.composite
def long_follows(draw: st.DrawFn) -> tuple[str, list[str], list[str], list[str]]:
    """A long trump or side lead, a hand rich in neighbouring groups, and one play out of it."""
    level = draw(st.sampled_from("3TKA"))
    suit = draw(st.sampled_from("SH"))
    order = card_order(level, "H")
    line = order.lines[order.suit_of[parse_cards([suit + "5"])[0]]]
    size = draw(st.sampled_from([6, 8, 9, 10, 12]))
    runs = [run for run in line.runs for equal in (2, 3, 4) if equal * (run[1] - run[0]) == size]
    first, end, _ = draw(st.sampled_from(runs))
    lead = [NAMES[kind] for kind in line.kinds[first:end] for _ in range(size // (end - first))]
    counts = [draw(st.sampled_from([0, 1, 2, 2, 3, 3, 4])) for _ in line.kinds]
    hand = [NAMES[kind] for kind, count in zip(line.kinds, counts, strict=True) for _ in range(count)]
    if len(hand) <= size:
        hand += [NAMES[kind] for kind, count in zip(line.kinds, counts, strict=True) for _ in range(4 - count)]
    example = format_cards(lowest_follow(order, parse_cards(lead), parse_cards(hand), PLAIN))
    kept = draw(st.integers(0, size))
    play = draw(st.permutations(example))[:kept]
    left = list((Counter(hand) - Counter(play)).elements())
    return level, lead, hand, [*play, *draw(st.permutations(left))[: size - kept]]


@thoroughly
@given(long_follows())
def test_long_follows_are_judged_by_the_written_rule(case: tuple[str, list[str], list[str], list[str]]) -> None:
    level, lead, hand, play = case
    verdict = judge_follow(card_order(level, "H"), parse_cards(lead), parse_cards(hand), parse_cards(play), PLAIN)
    assert verdict.legal == written_legal(lead, hand, play, level, "H")
    assert written_legal(lead, hand, format_cards(verdict.example), level, "H")
