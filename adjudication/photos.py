"""A photo as it is kept: a JPEG of bounded size, upright, without what the camera noted in it."""

from __future__ import annotations

import struct
from io import BytesIO

from PIL import Image, ImageOps

from engine.errors import noop
from tournament.errors import Refused

KIND = "image/jpeg"
MOST_BYTES = 16 * 1024 * 1024
# A JPEG is decoded at a fraction of its size where that is enough; a PNG is not.
MOST_PIXELS = {"JPEG": 50_000_000, "MPO": 50_000_000, "PNG": 24_000_000}
LONG_SIDE = 2000
QUALITY = 85


def photo_from(data: bytes) -> bytes:
    """Return the JPEG that is kept of an uploaded JPEG or PNG.

    Its kind is read from the data, never from what the sender says. Refuses `photo_large` by its bytes, `photo_pixels`
    by the pixels it declares, before any is decoded, and `photo_kind` what is no picture, or a broken one.
    """
    check_bytes(len(data))
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG")) as image:
            if image.width * image.height > MOST_PIXELS.get(image.format or "", 0):
                raise _too_many_pixels()
            return _kept(image)
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (OSError, ValueError, TypeError, SyntaxError, EOFError, OverflowError, struct.error):
        raise Refused("photo_kind", noop("A photo is a JPEG or PNG file."), path="photo") from None


def check_bytes(size: int) -> None:
    """Refuse a file by its size, before it is read."""
    if size > MOST_BYTES:
        raise Refused("photo_large", noop("A photo has at most {most} MB."), path="photo", most=MOST_BYTES // 1048576)


def _too_many_pixels() -> Refused:
    return Refused("photo_pixels", noop("This picture has too many pixels; take the photo again."), path="photo")


def _kept(image: Image.Image) -> bytes:
    image.draft("RGB", (LONG_SIDE, LONG_SIDE))
    image.thumbnail((LONG_SIDE, LONG_SIDE))
    upright = ImageOps.exif_transpose(image)
    if upright.has_transparency_data:
        seen = upright.convert("RGBA")
        flat = Image.new("RGB", seen.size, "white")
        flat.paste(seen, mask=seen.getchannel("A"))
    else:
        flat = upright.convert("RGB")
    flat.info.clear()
    out = BytesIO()
    flat.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
