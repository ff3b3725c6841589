"""The checks that every page passes find what they are for."""

from __future__ import annotations

import pytest

from tests.browser.checks import findings, sideways, small_targets

pytestmark = pytest.mark.browser

BAD = """<!doctype html><html lang="en"><head><title>bad</title></head><body><main><h1>bad</h1>
<p style="color:#bbb;background:#fff">pale words</p><img src="data:,"><button style="width:20px">x</button>
<div id="wide" style="width:3000px">wide</div></main></body></html>"""
GOOD = """<!doctype html><html lang="en"><head><title>good</title></head><body><main><h1>good</h1>
<button style="min-width:48px;min-height:48px">Press</button></main></body></html>"""


def test_a_bad_page_fails_each_check_and_a_good_one_none(page):
    page.set_content(BAD)
    assert {line.partition(":")[0] for line in findings(page)} >= {"color-contrast", "image-alt"}
    assert "pale words" in "".join(findings(page))
    assert len(small_targets(page)) == 1
    assert "wide" in "".join(sideways(page))
    page.set_content(GOOD)
    assert (findings(page), small_targets(page), sideways(page)) == ([], [], [])
