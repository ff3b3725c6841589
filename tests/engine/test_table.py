"""The fold: order of play, corrections, liabilities, breaks and reversals, shown on the toy game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dealing import Length, Start
from engine.errors import RuleError
from engine.rulesets import ResolvedRuleset
from engine.table import TableState, fold, number_events, parse_events

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def settle(
    rules: ResolvedRuleset, *events: dict[str, Any], start: Start | None = None, seats: Any = None
) -> TableState:
    begin = start or Start()
    who = seats or SEATS
    return fold(rules, who, begin, number_events(rules, who, begin, parse_events(rules, events)))


def win(seat: str, giver: str | None = None, total: int = 4, **more: Any) -> dict[str, Any]:
    at = {name: more.pop(name) for name in ("hand", "after", "dealer", "streak") if name in more}
    entry = {"seat": seat, "by": "discard" if giver else "self", "total": total, **more}
    return {"type": "win", "wins": [entry | ({"from": giver} if giver else {})], **at}


def ruling(**effect: Any) -> dict[str, Any]:
    at = {name: effect.pop(name) for name in ("hand", "after") if name in effect}
    return {"type": "ruling", "effect": effect, **at}


def lia(payer: str, *windows: Any, name: str = "L1", **more: Any) -> dict[str, Any]:
    return {"id": name, "payer": payer, "windows": list(windows), **more}


def refused(rules: ResolvedRuleset, *events: dict[str, Any]) -> RuleError:
    with pytest.raises(RuleError) as caught:
        settle(rules, *events)
    return caught.value


def test_a_table_without_events_expects_its_first_hand(toy: ResolvedRuleset) -> None:
    state = settle(toy)
    assert (state.hand, state.expected.dealer, state.finished) == (1, "E", False)
    assert state.scores == {"E": 0, "S": 0, "W": 0, "N": 0, "house": 0}


def test_a_discard_win_is_paid_by_the_discarder_and_passes_the_deal(toy: ResolvedRuleset) -> None:
    state = settle(toy, win("S", "W"))
    assert state.scores == {"E": 0, "S": 5, "W": -5, "N": 0, "house": 0}
    assert state.persons == {"p1": 0, "p2": 5, "p3": -5, "p4": 0}
    assert (state.hand, state.expected.dealer) == (2, "S")


def test_a_void_leaves_everything_as_if_never_written(toy: ResolvedRuleset) -> None:
    assert settle(toy, win("S", "W"), {"type": "void", "seq": 0}).persons == settle(toy).persons
    with_void = settle(toy, win("E"), win("S", "W"), {"type": "void", "seq": 0})
    without = settle(toy, win("S", "W"))
    assert with_void.persons == without.persons
    assert with_void.progress == without.progress


def test_only_what_stands_can_be_voided_and_no_void_itself(toy: ResolvedRuleset) -> None:
    assert refused(toy, {"type": "void", "seq": 3}).code == "void_unknown"
    twice = refused(toy, win("E"), {"type": "void", "seq": 0}, {"type": "void", "seq": 0})
    assert (twice.code, twice.path) == ("void_twice", "events[2].seq")
    assert refused(toy, win("E"), {"type": "void", "seq": 0}, {"type": "void", "seq": 1}).code == "void_of_void"


def test_a_replacement_keeps_hand_and_place_and_can_be_voided(toy: ResolvedRuleset) -> None:
    change = {"type": "replace", "seq": 0, "with": win("S", "N", 9)}
    assert settle(toy, win("S", "W"), change).persons == settle(toy, win("S", "N", 9)).persons
    back = settle(toy, win("S", "W"), change, {"type": "void", "seq": 1})
    assert back.persons == settle(toy, win("S", "W")).persons


def test_a_correction_that_changes_the_dealer_breaks_later_hands_or_takes_over(toy: ResolvedRuleset) -> None:
    first, second = win("S", "W"), win("W", "S", dealer="S", streak=0)
    change: dict[str, Any] = {"type": "replace", "seq": 0, "with": win("E", "W")}
    kept = settle(toy, first, second, change)
    assert [(item.hand, item.field, item.expected, item.played) for item in kept.breaks] == [
        (2, "dealer", "E", "S"),
        (2, "streak", 1, 0),
    ]
    assert kept.expected.dealer == "W"
    taken = settle(toy, first, second, change | {"later": "expected"})
    assert taken.breaks == ()
    assert (taken.hands[1].deal.dealer, taken.hands[1].deal.streak) == ("E", 1)


def test_a_ruling_entered_after_the_win_it_redirects_gives_the_same_scores(toy: ResolvedRuleset) -> None:
    effect = {"liabilities": [lia("W", ["any", "hand"])]}
    early = settle(toy, ruling(**effect), win("S", "N", 7))
    late = settle(toy, win("S", "N", 7), ruling(hand=1, **effect))
    assert early.scores == late.scores == {"E": 0, "S": 8, "W": -8, "N": 0, "house": 0}
    assert [posting.liability for posting in late.postings] == ["L1"]


def test_a_ruling_for_a_closed_hand_without_a_hand_goes_to_the_next(toy: ResolvedRuleset) -> None:
    state = settle(toy, win("S", "N"), ruling(postings=[{"from": "E", "to": "W", "points": 2}]))
    assert [(posting.hand, posting.points) for posting in state.postings] == [(1, 5), (2, 2)]


def test_a_window_of_n_tiles_needs_the_fact_and_is_hit_up_to_n(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["self", 8])])
    missing = refused(toy, opened, win("S"))
    assert (missing.code, missing.path) == ("fact_missing", "events[1].wins[0].since.L1")
    inside = settle(toy, opened, win("S", since={"L1": 8}))
    assert inside.scores == {"E": 0, "S": 15, "W": -15, "N": 0, "house": 0}
    outside = settle(toy, opened, win("S", since={"L1": 9}))
    assert outside.scores == settle(toy, win("S")).scores
    assert settle(toy, opened, win("S", "N")).scores == settle(toy, win("S", "N")).scores


def test_a_line_moves_once_however_many_windows_match(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["self", 8], ["kong_tail", "hand"])])
    state = settle(toy, opened, win("S", kong_tail=True, since={"L1": 3}))
    assert state.scores["W"] == -15
    assert len(state.postings) == 3


def test_a_kong_tail_window_asks_for_an_unchanged_discard(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["kong_tail", "hand"])])
    assert settle(toy, opened, win("S", "N", kong_tile_unchanged=True)).scores["W"] == -5
    assert settle(toy, opened, win("S", "N", kong_tail=True)).scores["W"] == 0


def test_one_tile_counts_only_when_it_is_that_tile(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["tile", "hand"])])
    assert settle(toy, opened, win("S", "N", tiles_of=["L1"])).scores["W"] == -5
    assert settle(toy, opened, win("S", "N")).scores["W"] == 0


def test_payers_of_one_origin_share_rounded_up(toy: ResolvedRuleset) -> None:
    both = [lia(payer, ["any", "win"], name=payer, origin="o") for payer in ("W", "N")]
    state = settle(toy, ruling(liabilities=both), win("S", "E", 4))
    assert state.scores == {"E": 0, "S": 6, "W": -3, "N": -3, "house": 0}


def test_a_liability_for_this_win_ends_with_it_and_all_end_with_the_hand(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["any", "win"])])
    assert settle(toy, opened, win("S", "N"), win("S", "N")).scores["W"] == -5


def test_a_liability_besides_adds_until_the_factor_is_paid(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["any", "win"], mode="besides")])
    state = settle(toy, opened, win("S", "N", 0))
    assert state.scores == {"E": 0, "S": 2, "W": -1, "N": -1, "house": 0}


def test_a_liability_to_one_place_spares_the_others(toy: ResolvedRuleset) -> None:
    opened = ruling(liabilities=[lia("W", ["any", "hand"], to="E")])
    assert settle(toy, opened, win("S", "N")).scores["W"] == 0
    assert settle(toy, opened, win("E", "N")).scores["W"] == -5


def test_a_dead_seat_may_not_win_and_a_late_ruling_conflicts_with_a_recorded_win(toy: ResolvedRuleset) -> None:
    dead = {"flags": [{"seat": "S", "flag": "dead"}]}
    assert refused(toy, ruling(**dead), win("S", "N")).code == "seat_barred"
    conflict = refused(toy, win("S", "N"), ruling(hand=1, **dead))
    assert (conflict.code, conflict.params["seq"]) == ("conflicts_with", 0)
    settle(toy, win("S", "N"), {"type": "replace", "seq": 0, "with": win("W", "N")})


def test_flags_last_for_the_hand_unless_they_say_longer(toy: ResolvedRuleset) -> None:
    dead = {"seat": "S", "flag": "dead"}
    assert settle(toy, ruling(flags=[dead]), win("E"), win("S", "N")).scores["S"] == 0
    longer = dead | {"until": "round"}
    assert refused(toy, ruling(flags=[longer]), win("E"), win("S", "N")).code == "seat_barred"


def test_an_overturned_ruling_is_reversed_with_the_lines_it_moved(toy: ResolvedRuleset) -> None:
    opened = ruling(
        postings=[{"from": "W", "to": "E", "points": 3}],
        flags=[{"seat": "N", "flag": "eye"}],
        liabilities=[lia("W", ["any", "hand"])],
        deal={"next_dealer": "next"},
    )
    undone = {"type": "ruling", "undoes": 0}
    state = settle(toy, opened, win("S", "E"), undone)
    assert state.persons == settle(toy, win("S", "E")).persons
    assert {posting.hand for posting in state.postings if posting.reason == "overturned"} == {2}
    in_time = settle(toy, opened, undone, win("S", "E"))
    assert in_time.persons == state.persons
    assert refused(toy, opened, undone, undone).code == "undoes_unknown"


def test_a_ruling_ends_the_hand_and_says_what_becomes_of_the_deal(toy: ResolvedRuleset) -> None:
    kept = settle(toy, ruling(deal={"ends_hand": True, "next_dealer": "same", "streak": "keep"}), start=Start(streak=2))
    assert (kept.hand, kept.expected.dealer, kept.expected.streak) == (2, "E", 2)
    passed = settle(toy, ruling(deal={"ends_hand": True, "next_dealer": "next"}))
    assert (passed.expected.dealer, passed.expected.streak) == ("S", 0)
    replayed = settle(toy, ruling(deal={"ends_hand": True, "next_dealer": "same", "streak": "keep", "replay": True}))
    assert replayed.progress.hands == 0
    clash = refused(toy, win("S", "N"), ruling(hand=1, deal={"ends_hand": True}))
    assert clash.code == "conflicts_with"


def amending(seq: int, hand: int = 1, **effect: Any) -> dict[str, Any]:
    return {"type": "ruling", "hand": hand, "after": seq, "amends": seq, "effect": effect}


def test_a_ruling_in_the_place_of_another_leaves_nothing_of_it_but_reversed_lines(toy: ResolvedRuleset) -> None:
    first = ruling(
        postings=[{"from": "W", "to": "E", "points": 3}],
        flags=[{"seat": "N", "flag": "dead"}],
        liabilities=[lia("W", ["any", "hand"])],
        deal={"ends_hand": True, "next_dealer": "same", "streak": "keep", "replay": True},
    )
    pays: dict[str, Any] = {"postings": [{"from": "W", "to": "E", "points": 7}]}
    over = {**pays, "deal": {"ends_hand": True, "next_dealer": "next"}}
    state, alone = settle(toy, first, amending(0, **over)), settle(toy, ruling(**over))
    assert (state.persons, state.expected, state.progress) == (alone.persons, alone.expected, alone.progress)
    assert [posting.reason for posting in state.postings] == ["ruling", "overturned", "ruling"]
    assert not state.flags and not state.liabilities
    assert state.hands[0].closed_by == 1
    opened = settle(toy, first, amending(0, **pays))
    assert (opened.hand, opened.hands[0].closed_by) == (1, None)
    assert settle(toy, first, amending(0, **pays), win("N", "E", after=1, hand=1)).scores["N"] == 5


def test_hands_played_after_a_ruling_that_is_amended_stay(toy: ResolvedRuleset) -> None:
    first = ruling(postings=[{"from": "W", "to": "E", "points": 3}], deal={"ends_hand": True, "next_dealer": "next"})
    later = (win("S", "N", dealer="S", hand=2), win("W", "N", hand=3))
    before = settle(toy, first, *later)
    over = {"postings": [{"from": "W", "to": "E", "points": 7}], "deal": {"ends_hand": True, "next_dealer": "next"}}
    for effect in (over, {"postings": over["postings"]}):
        state = settle(toy, first, *later, amending(0, **effect))
        assert [hand.deal for hand in state.hands] == [hand.deal for hand in before.hands]
        assert not state.breaks
        assert (state.scores["W"], state.progress) == (before.scores["W"] - 4, before.progress)
        assert [hand.closed_by for hand in state.hands] == [3, 1, 2]


def test_a_ruling_is_amended_again_and_overturned_once(toy: ResolvedRuleset) -> None:
    def pays(points: int) -> dict[str, Any]:
        return {"postings": [{"from": "W", "to": "E", "points": points}], "deal": {"ends_hand": True}}

    events = (ruling(**pays(3)), amending(0, **pays(7)), amending(1, **pays(9)))
    assert settle(toy, *events).scores["W"] == -9
    overturned = settle(toy, *events, {"type": "ruling", "undoes": 2})
    assert not any(overturned.scores.values())
    for gone in (0, 1):
        assert refused(toy, *events, {"type": "ruling", "undoes": gone}).code == "undoes_unknown"
    assert refused(toy, *events, amending(1, **pays(1))).code == "amends_unknown"
    assert refused(toy, win("E"), {"type": "ruling", "hand": 1, "amends": 0, "after": 0}).code == "amends_unknown"


def test_substitutes_and_empty_places_from_a_hand_on(toy: ResolvedRuleset) -> None:
    state = settle(toy, win("E"), {"type": "seats", "seats": {"S": "p9", "N": None}}, win("E"))
    assert state.persons == {"p1": 25, "p2": -5, "p3": -10, "p4": -5, "p9": -5}
    assert refused(toy, {"type": "seats", "seats": {"N": None}}, win("N", "E")).code == "seat_empty"
    assert refused(toy, {"type": "seats", "seats": {"N": "p1"}}, win("E")).code == "person_twice"


def test_swapped_places_are_attributed_anew_since_a_hand(toy: ResolvedRuleset) -> None:
    state = settle(toy, win("E", "S"), win("E", "S"), {"type": "swap", "places": ["E", "W"], "since": 2})
    assert state.persons == {"p1": 5, "p2": -10, "p3": 5, "p4": 0}
    assert state.scores["E"] == 10


def test_a_new_cycle_begins_at_its_first_dealer(toy: ResolvedRuleset) -> None:
    state = settle(toy, win("S", "W"), {"type": "seats", "seats": {}, "first_dealer": "N"}, win("E", "W"))
    assert state.hands[1].deal.dealer == "N"
    assert state.breaks == ()


def test_a_round_ends_by_its_length_or_by_finishing(toy: ResolvedRuleset) -> None:
    one = Start(length=Length("hands", 1))
    assert settle(toy, win("E"), start=one).finished_by == "length"
    with pytest.raises(RuleError, match="table_finished"):
        settle(toy, win("E"), win("E"), start=one)
    assert settle(toy, win("E"), {"type": "finish"}).finished_by == "finish"


def test_measures_and_house_lines(toy: ResolvedRuleset) -> None:
    toy.options._values = {**toy.options, "tip": 2}  # type: ignore[assignment]
    state = settle(toy, win("E", "S"), win("E", "S"))
    assert state.measures == {"p1": {"wins": 2}}
    assert state.scores["house"] == 4
    house = {"postings": [{"from": "E", "to": "house", "points": 1, "reason": "win"}]}
    assert refused(toy, ruling(**house)).code == "house_reason"


def plain_win(**entry: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [entry]}


@pytest.mark.parametrize(
    ("event", "code", "path"),
    [
        ({"type": "pung"}, "event_type_unknown", "events[0].type"),
        (plain_win(seat="X", by="self"), "value_unknown", "events[0].wins[0].seat"),
        (plain_win(by="self"), "field_missing", "events[0].wins[0].seat"),
        (plain_win(seat="E", by="self", tai=3), "field_unknown", "events[0].wins[0].tai"),
        (plain_win(seat="E", by="self", total="3"), "type_wrong", "events[0].wins[0].total"),
        (plain_win(seat="E", by="self", total=-3), "value_out_of_range", "events[0].wins[0].total"),
        (win("E", "E"), "giver_is_winner", "events[0].wins[0].from"),
        (ruling(postings=[{"from": "E", "to": "E", "points": 1}]), "pays_itself", "events[0].effect.postings[0]"),
    ],
)
def test_bad_events_are_refused_by_path(toy: ResolvedRuleset, event: dict[str, Any], code: str, path: str) -> None:
    error = refused(toy, event)
    assert (error.code, error.path) == (code, path)
