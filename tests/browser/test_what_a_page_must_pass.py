"""The checks that every page passes find what they are for."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread, Timer

import pytest

from tests.browser.checks import findings, problems, sideways, small_targets

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


class Late:
    """A server of one page whose answer begins at once and ends when it is let go."""

    def __init__(self, page: str) -> None:
        self.page = page.encode()
        self.go_on = Event()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}/"
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):  # it has been closed
            while True:
                line, _address = self.listening.accept()
                with line:
                    line.recv(65536)
                    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n")
                    self.go_on.wait(10)
                    line.sendall(self.page)


@pytest.fixture
def late() -> Iterator[Late]:
    server = Late(BAD)
    yield server
    server.listening.close()


def test_a_page_that_has_only_begun_is_waited_for(page, late):
    page.goto(late.url, wait_until="commit")
    assert page.evaluate("document.documentElement?.clientWidth ?? null") is None
    Timer(0.3, late.go_on.set).start()
    assert "wide" in "".join(problems(page))
