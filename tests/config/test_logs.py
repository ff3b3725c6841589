"""Log lines for machines."""

from __future__ import annotations

import json
import logging

import pytest
from django.conf import settings
from django.test import RequestFactory

from config.logs import JsonFormatter, TextFormatter


def test_a_line_holds_the_message_its_extra_fields_and_the_traceback():
    try:
        raise ValueError("盤")
    except ValueError as error:
        information = (type(error), error, error.__traceback__)
    record = logging.getLogger("banfeng").makeRecord(
        "banfeng", logging.WARNING, "f", 1, "table %s", (7,), information, extra={"event": "open-2026"}
    )
    text = JsonFormatter().format(record)
    line = json.loads(text)
    assert "\n" not in text
    assert (line["level"], line["logger"], line["message"], line["event"]) == (
        "warning",
        "banfeng",
        "table 7",
        "open-2026",
    )
    assert line["time"].endswith("+00:00")
    assert "ValueError: 盤" in line["traceback"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/p/8ktcGDz-P3n_tfum/withdraw/", "/p/…/withdraw/"),
        ("/join/8ktcGDz-P3n_tfum/", "/join/…/"),
        ("/account/reset/MQ/d7x-8ktcGDzP3n_tfum/", "/account/reset/MQ/…/"),
        ("/login/?next=/p/8ktcGDz-P3n_tfum/", "/login/?next=/p/…/"),
        ("/login/?next=%2Fp%2F8ktcGDz-P3n_tfum%2F", "/login/?next=%2Fp%2F…%2F"),
        ("/e/p/seating/", "/e/p/seating/"),
    ],
)
def test_a_log_never_tells_a_link_that_lets_somebody_in(address, told):
    request = RequestFactory().get(address)
    record = logging.getLogger("django.request").makeRecord(
        "django.request", logging.WARNING, "f", 1, "Not Found: %s", (address,), None, extra={"request": request}
    )
    for formatter in (TextFormatter(), JsonFormatter()):
        line = formatter.format(record)
        assert "tfum" not in line
        assert f"Not Found: {told}" in line


def test_what_this_installation_logs_goes_through_it():
    assert settings.LOGGING["formatters"]["text"]["class"] == "config.logs.TextFormatter"
