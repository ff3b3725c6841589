"""Addresses that differ in a number alone are those that Django gives."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tournament.links import numbered


@pytest.mark.parametrize("name", ["table", "table_seats", "table_missing", "table_admin"])
@pytest.mark.parametrize("number", [0, 7, 10, 200])
def test_a_table_of_a_round_with_a_nought_in_its_number(name: str, number: int) -> None:
    page = numbered(name, "open-2100", 10)

    assert page(number) == reverse(name, args=["open-2100", 10, number])


def test_a_player() -> None:
    assert numbered("player_card", "cup-10")(305) == reverse("player_card", args=["cup-10", 305])
