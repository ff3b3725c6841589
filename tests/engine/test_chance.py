"""The generator of random numbers: its published definition, its fairness, its independence of call patterns."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.chance import Chance, fingerprint, mix


def published_words(seed: str, count: int) -> list[int]:
    """The words by the definition in the module's docstring, written anew."""
    key = hashlib.sha256(seed.encode("utf-8")).digest()
    stream = b"".join(hashlib.sha256(key + i.to_bytes(8, "big")).digest() for i in range(count // 8 + 1))
    return [int.from_bytes(stream[4 * i : 4 * i + 4], "big") for i in range(count)]


def test_words_follow_the_published_definition() -> None:
    chance = Chance("國際 seed")
    taken = [chance.word() for _ in range(200)] + chance.words(300) + [chance.word()]
    assert taken == published_words("國際 seed", 501)


def test_bytes_are_the_big_ends_of_the_words() -> None:
    stream = b"".join(word.to_bytes(4, "big") for word in published_words("b", 3))
    assert Chance("b").bytes(9) == stream[:9]
    assert Chance("b").bytes(0) == b""


def test_below_throws_away_what_would_be_unfair() -> None:
    bound = (1 << 31) + 1
    expected = [word for word in published_words("reject", 64) if word < bound]
    chance = Chance("reject")
    assert [chance.below(bound) for _ in range(10)] == expected[:10]


def test_below_joins_words_for_a_large_bound() -> None:
    first, second = published_words("large", 2)
    assert Chance("large").below(1 << 64) == (first << 32) + second
    assert Chance("large").below(1 << 32) == first


@pytest.mark.parametrize("bound", [0, -3])
def test_below_refuses_an_empty_range(bound: int) -> None:
    with pytest.raises(ValueError):
        Chance("x").below(bound)


def test_shuffle_reaches_every_order_about_equally_often() -> None:
    counts: dict[tuple[int, ...], int] = {}
    chance = Chance("orders")
    for _ in range(24_000):
        order = tuple(chance.shuffled(range(4)))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    # chi-square with 23 degrees of freedom: 49.7 is passed by chance once in a thousand times; sum (n-1000)^2/1000
    assert sum((count - 1000) ** 2 for count in counts.values()) < 49_700


def test_sample_choice_and_dice_stay_in_their_ranges() -> None:
    chance = Chance("ranges")
    for _ in range(200):
        taken = chance.sample("abcdefg", 3)
        assert len(set(taken)) == 3 and set(taken) <= set("abcdefg")
        assert chance.choice((1, 2, 3)) in (1, 2, 3)
        throw = chance.dice(3)
        assert len(throw) == 3 and all(1 <= die <= 6 for die in throw)
    assert sorted(chance.sample((3, 1, 2), 3)) == [1, 2, 3]
    with pytest.raises(ValueError):
        chance.sample((1, 2), 3)


def test_children_depend_on_the_label_only() -> None:
    parent = Chance("p")
    before = parent.child("dice").words(5)
    parent.words(100)
    assert parent.child("dice").words(5) == before == Chance("p/dice").words(5)
    assert parent.child("tiles").words(5) != before


def test_mixing_and_commitment_are_plain_text_operations() -> None:
    assert mix("seed", "3-4-6", "1z3z") == "seed/3-4-6/1z3z"
    assert fingerprint("seed") == hashlib.sha256(b"seed").hexdigest()


def test_same_seed_gives_the_same_numbers_in_other_processes() -> None:
    code = "from engine.chance import Chance; print(Chance('p').shuffled(range(30)), Chance('q').dice(9))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path.cwd())},
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
