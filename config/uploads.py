"""The bound of what is sent to a form with files: beyond it nothing is written to the disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

# Twice what the largest file may have that a form asks for, a photo: each form says itself what is too large for it.
MOST_BYTES = 32 * 1024 * 1024


class Bounded(FileUploadHandler):
    """Refuses a request by the length it declares, before anything of it is read; else leaves files to the others."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: Mapping[str, Any],  # noqa: N803 - the name Django calls it by
        content_length: int,
        boundary: bytes,
        encoding: str | None = None,
    ) -> None:
        """Raise `RequestDataTooBig` (400) where the whole request is larger than `MOST_BYTES`."""
        if content_length > MOST_BYTES:
            raise RequestDataTooBig(f"{content_length} bytes")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Hand a part of a file on."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the handler that kept it."""
