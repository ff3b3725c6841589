"""Log lines for machines."""

from __future__ import annotations

import json
import logging

from config.logs import JsonFormatter


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
