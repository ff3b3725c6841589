"""How the load test reads pages and counts how late they are."""

from __future__ import annotations

import argparse
import time

import pytest

from tools.load import MARK, Seen, at_most


@pytest.mark.parametrize(
    ("page", "mark"),
    [
        (b'hx-get="/e/load/standings/1/?v=12" hx-trigger', b"12"),
        (b'hx-get="/e/load/standings/1/?v=12-" hx-trigger', b"12-"),
        (b'hx-get="/e/load/standings/1/?v=12.7.3" hx-trigger', b"12.7.3"),
    ],
)
def test_the_mark_of_a_page_is_found(page, mark):
    assert MARK.search(page).group(1) == mark


def test_each_write_a_page_had_not_shown_counts_once():
    seen = Seen(written={version: time.monotonic() - 10 + version for version in (1, 2, 3, 4)})
    seen.newest(1, 3)
    assert [round(late) for late in seen.late] == [8, 7]
    seen.newest(3, 3)
    assert len(seen.late) == 2


def test_numbers_are_bounded():
    assert at_most(2000)("1000") == 1000
    for text in ("0", "2001"):
        with pytest.raises(argparse.ArgumentTypeError):
            at_most(2000)(text)
