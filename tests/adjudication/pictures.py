"""Pictures as people send them."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from PIL import Image

MAKER, ORIENTATION, GPS, LATITUDE = 0x010F, 0x0112, 0x8825, 2


def picture(kind: str = "JPEG", size: tuple[int, int] = (60, 40), **more: object) -> bytes:
    """A picture whose left half is red and whose right half is blue."""
    image = Image.new("RGB", size, "blue")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    out = BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def noted(orientation: int = 1) -> bytes:
    """A JPEG in which the camera noted its maker, the place, and how it was held."""
    exif = Image.Exif()
    exif[MAKER] = "SecretMaker"
    exif[ORIENTATION] = orientation
    exif.get_ifd(GPS)[LATITUDE] = (25.0, 2.0, 0.0)
    return picture(exif=exif, comment=b"SecretComment")


def bomb(side: int = 20000) -> bytes:
    """A PNG of few bytes that declares very many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


def opened(data: bytes) -> Image.Image:
    """What was kept."""
    return Image.open(BytesIO(bytes(data)))
