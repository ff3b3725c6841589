"""Bodies in JSON: whatever cannot be read is the caller's mistake, never the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from engine.errors import RuleError
from engine.lines import read_json
from tournament.errors import as_data


class JSONParser(BaseParser):
    """Reads JSON in UTF-8 as the commands do: nothing nested too deeply, no half characters."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the body as plain data, or raise `ParseError`."""
        try:
            return read_json(stream.read().decode())
        except UnicodeDecodeError as error:
            raise ParseError(str(error)) from error
        except RuleError as error:
            raise ParseError(as_data(error)["message"]) from error
