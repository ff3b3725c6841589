"""Reproducible chance: a generator of random numbers that is wholly determined by a text, the seed.

Every draw of the program (seating, sit-outs, dice, wind tiles) takes its numbers from here, so that anybody who knows
the seed can repeat it with a few lines in any language:

* key = SHA-256(seed as UTF-8); block number i (from 0) = SHA-256(key followed by i as eight bytes, big end first);
* the blocks, one after the other, are read as 32-bit words, big end first;
* a number below n: take words, throw away those not below the largest multiple of n that fits 2**32, answer word mod n
  (above 2**32: as many words as are needed, joined big end first, by the same rule);
* a shuffle is Fisher-Yates from the end: for i = last … 1 swap item i with item number `below(i + 1)`.

The algorithm never changes; another one would get another name in `ALGORITHM`.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

ALGORITHM = "sha256-counter-1"
_WORD = 1 << 32
_BATCH = 16
_UNPACK = struct.Struct(f">{8 * _BATCH}I").unpack


def fingerprint(text: str) -> str:
    """The SHA-256 of a text in hexadecimal: published before a draw as the commitment to its seed."""
    return hashlib.sha256(text.encode()).hexdigest()


def mix(seed: str, *parts: str) -> str:
    """A seed made of a seed and of what was thrown or drawn at the venue (dice, tiles); neither decides alone."""
    return "/".join((seed, *parts))


class Chance:
    """A stream of random numbers determined by `seed`."""

    __slots__ = ("_counter", "_key", "_words", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = hashlib.sha256(hashlib.sha256(seed.encode()).digest())
        self._counter = 0
        self._words: list[int] = []

    def child(self, label: str) -> Chance:
        """An independent stream for a named purpose, so that a change in one purpose leaves the others as they are."""
        return Chance(f"{self.seed}/{label}")

    def word(self) -> int:
        """The next number of 0 … 2**32 - 1."""
        if not self._words:
            self._refill()
        return self._words.pop()

    def words(self, count: int) -> list[int]:
        """The next `count` numbers of 0 … 2**32 - 1, in order."""
        while len(self._words) < count:
            self._refill()
        taken = self._words[-count:] if count else []
        del self._words[len(self._words) - count :]
        taken.reverse()
        return taken

    def bytes(self, count: int) -> bytes:
        """The next `count` bytes; whole words are used up, the last one from its big end."""
        data = b"".join(word.to_bytes(4, "big") for word in self.words((count + 3) // 4))
        return data[:count]

    def below(self, bound: int) -> int:
        """A number of 0 … bound - 1, each equally likely; raises ValueError unless bound is positive."""
        if bound <= 0:
            raise ValueError("bound must be positive")
        width = 1
        space = _WORD
        while space < bound:
            width += 1
            space *= _WORD
        limit = space - space % bound
        while True:
            value = self.word()
            for _ in range(width - 1):
                value = value * _WORD + self.word()
            if value < limit:
                return value % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items into a random order, each order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A list of the items in a random order."""
        result = list(items)
        self.shuffle(result)
        return result

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different items in random order; raises ValueError when there are fewer."""
        if count > len(items):
            raise ValueError("sample larger than the items")
        pool = list(items)
        for index in range(count):
            other = index + self.below(len(pool) - index)
            pool[index], pool[other] = pool[other], pool[index]
        return pool[:count]

    def choice(self, items: Sequence[T]) -> T:
        """One of the items; raises ValueError when there is none."""
        return items[self.below(len(items))]

    def dice(self, count: int) -> tuple[int, ...]:
        """The throw of `count` dice with six faces."""
        return tuple(self.below(6) + 1 for _ in range(count))

    def _refill(self) -> None:
        """Adds a batch of blocks; the list is kept in reverse so that taking the next word is a pop."""
        blocks = []
        for number in range(self._counter, self._counter + _BATCH):
            block = self._key.copy()
            block.update(number.to_bytes(8, "big"))
            blocks.append(block.digest())
        self._counter += _BATCH
        self._words = list(_UNPACK(b"".join(blocks)))[::-1] + self._words
