"""Bodies in JSON: whatever cannot be read is the caller's mistake, never the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from engine.errors import RuleError
from engine.lines import read_json
from tournament.errors import as_data


class TooLarge(APIException):
    """A body of more bytes than the installation takes (413); no more of it is read than that."""

    status_code = 413
    default_detail = _("This request is too large.")
    default_code = "request_large"


class JSONParser(BaseParser):
    """Reads JSON in UTF-8 as the commands do: nothing nested too deeply, no half characters."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the body as plain data, or raise `ParseError` or `TooLarge`."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge()
        try:
            return read_json(body.decode())
        except UnicodeDecodeError as error:
            raise ParseError(str(error)) from error
        except RuleError as error:
            raise ParseError(as_data(error)["message"]) from error
