"""A PDF in the browser: asked for, watched while it is made in the background, downloaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from config.celery import app
from tests.browser.checks import check
from tests.browser.play import Browser
from tests.tournament import setting
from tests.toy.finding import toy_found
from tournament.services import printing

pytestmark = [pytest.mark.pdf, pytest.mark.browser]
CARDS = 300


@pytest.fixture
def _in_background(settings, tmp_path, monkeypatch, _eager_tasks):
    """Tasks on the threads of the server, as where there is no broker; progress is told after every batch."""
    settings.PRINT_ROOT = tmp_path / "print"
    monkeypatch.setattr(printing, "TELL_SECONDS", 0)
    app.conf.update(task_always_eager=False, task_in_process=True)


@pytest.mark.usefixtures("_in_background")
@pytest.mark.parametrize(("language", "size", "words"), [("zh-hant", "phone", "下載 PDF"), ("en", "desk", "Download")])
def test_a_pdf_is_watched_while_it_is_made_and_then_downloaded(
    browser, live_server, language, size, words, transactional_db
):
    with toy_found():
        organiser = setting.organiser()
        setting.event(organiser, players=CARDS)
        browsing = Browser(browser, live_server.url)
        page = browsing.page(organiser, language=language, size=size)
        page.goto("/e/evening/manage/print/cards/")
        check(page)
        page.locator("form button.btn--go").click()
        page.wait_for_url("**/print/jobs/*/")
        progress = page.locator("#print-job progress")
        expect(progress).to_have_attribute("max", str(CARDS), timeout=30_000)
        check(page)
        download = page.get_by_role("link", name=words)
        expect(download).to_be_visible(timeout=60_000)
        check(page)
        with page.expect_download() as found:
            download.click()
        assert found.value.suggested_filename == "evening-cards.pdf"
        assert Path(found.value.path()).read_bytes().startswith(b"%PDF")
        browsing.close()
        assert browsing.said == []
