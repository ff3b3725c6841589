"""Finite fields and sums of cyclic groups, the arithmetic behind the exact schedules."""

from __future__ import annotations

from functools import cache
from itertools import product


def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    """The factorisation of a number from 2 up as (prime, exponent), primes ascending."""
    found = []
    prime = 2
    while prime * prime <= number:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    if number > 1:
        found.append((number, 1))
    return tuple(found)


class Group:
    """A sum of cyclic groups; element number e has as digits its parts, the last modulus counting fastest."""

    def __init__(self, moduli: tuple[int, ...]) -> None:
        self.moduli = moduli
        self.order = 1
        for modulus in moduli:
            self.order *= modulus

    def digits(self, element: int) -> tuple[int, ...]:
        """The parts of an element, one for each modulus."""
        parts = []
        for modulus in reversed(self.moduli):
            element, part = divmod(element, modulus)
            parts.append(part)
        return tuple(reversed(parts))

    def number(self, parts: tuple[int, ...]) -> int:
        """The element with these parts, each reduced by its modulus."""
        element = 0
        for modulus, part in zip(self.moduli, parts, strict=True):
            element = element * modulus + part % modulus
        return element

    def add(self, first: int, second: int) -> int:
        """The sum of two elements."""
        return self.number(tuple(a + b for a, b in zip(self.digits(first), self.digits(second), strict=True)))

    def negative(self, element: int) -> int:
        """The element that adds to zero with this one."""
        return self.number(tuple(-part for part in self.digits(element)))

    def shift(self, element: int) -> list[int]:
        """The list of x + element for x = 0, 1, … ."""
        if len(self.moduli) == 1:
            return [*range(element, self.order), *range(element)]
        rows = [
            [(x + part) % modulus for x in range(modulus)]
            for modulus, part in zip(self.moduli, self.digits(element), strict=True)
        ]
        shifted = [0]
        for modulus, row in zip(self.moduli, rows, strict=True):
            shifted = [high * modulus + low for high in shifted for low in row]
        return shifted


class Field(Group):
    """The field of `prime ** exponent` elements; element number e has base-`prime` digits as coefficients."""

    def __init__(self, prime: int, exponent: int) -> None:
        super().__init__((prime,) * exponent)
        self.powers = _primitive_powers(self, prime, exponent)
        self._logarithm = [0] * self.order
        for index, element in enumerate(self.powers):
            self._logarithm[element] = index

    def multiply(self, first: int, second: int) -> int:
        """The product of two elements."""
        if not first or not second:
            return 0
        return self.powers[(self._logarithm[first] + self._logarithm[second]) % (self.order - 1)]


@cache
def field(prime: int, exponent: int) -> Field:
    """The field of `prime ** exponent` elements, built once."""
    return Field(prime, exponent)


def _primitive_powers(group: Group, prime: int, exponent: int) -> list[int]:
    """All powers 1, g, g², … of the first element g (or, beyond a prime field, the root of the first polynomial)
    that reaches every element.
    """
    if exponent == 1:
        candidates = (_powers_of_number(prime, generator) for generator in range(1, prime))
    else:
        candidates = (_powers_of_root(group, prime, lower) for lower in product(range(prime), repeat=exponent))
    return next(powers for powers in candidates if len(powers) == group.order - 1)


def _powers_of_number(prime: int, generator: int) -> list[int]:
    """The powers of a number until they return to 1."""
    powers = [1]
    while (following := powers[-1] * generator % prime) != 1:
        powers.append(following)
    return powers


def _powers_of_root(group: Group, prime: int, lower: tuple[int, ...]) -> list[int]:
    """The powers of x until they return to 1, where x**k equals the polynomial with coefficients `lower`."""
    if not lower[-1]:
        return []
    start = (0,) * (len(lower) - 1) + (1,)
    current = start
    powers: list[int] = []
    while True:
        powers.append(group.number(current))
        top = current[0]
        current = tuple((a + top * b) % prime for a, b in zip((*current[1:], 0), lower, strict=True))
        if current == start:
            return powers
        if len(powers) >= group.order:
            return []
