"""An uploaded photo made harmless: the only module that knows Pillow.

What is kept is a new JPEG of the same picture, upright, with nothing of the file that came: no place, no camera, no
comment, nothing hidden behind its end.
"""

import hashlib
import io
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from PIL import Image, ImageFile, ImageOps

from tournament.phrases import Refused

MOST_BYTES = 12 * 1024 * 1024
# A phone's best camera is within it; a bomb of a few kilobytes that unfolds to gigabytes isn't.
MOST_PIXELS = 50_000_000
Image.MAX_IMAGE_PIXELS = MOST_PIXELS
FORMATS = ("JPEG", "PNG", "WEBP")
# Handwriting of an A4 sheet is legible at that.
LONGEST_SIDE = 2_400
QUALITY = 85

# Where warnings are errors, that of a bomb is one.
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
# What Pillow raises over files that aren't what they seem.
DAMAGED = (OSError, SyntaxError, ValueError, TypeError, EOFError, KeyError, IndexError, struct.error, zlib.error)


@dataclass(frozen=True)
class Picture:
    """A photo as it is kept: the bytes of a JPEG, their SHA-256, and its measures in pixels."""

    data: bytes
    sha256: str
    width: int
    height: int


def read(file: IO[bytes], size: int) -> Picture:
    """The photo in an uploaded file of `size` bytes. Raises Refused for what is none, or too large."""
    if size > MOST_BYTES:
        raise Refused("photo.too_large", size=-(-size // 1024 // 1024), limit=MOST_BYTES // 1024 // 1024)
    with _opened(file) as image:
        # The header tells; nothing has been decoded yet.
        if image.width * image.height > MOST_PIXELS:
            raise _too_many()
        try:
            with _nothing_missing():
                upright = _upright(image)
        except (*BOMBS, *DAMAGED):
            raise Refused("photo.damaged") from None
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=QUALITY)
    data = out.getvalue()
    return Picture(data, hashlib.sha256(data).hexdigest(), upright.width, upright.height)


# One photo is decoded at a time: what says that it must be whole is the process's, and so is its memory.
_decoding = threading.Lock()


@contextmanager
def _nothing_missing() -> Iterator[None]:
    """An image that ends too early is an error here; WeasyPrint lets Pillow fill it up, in the whole process."""
    with _decoding:
        before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            yield
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def _too_many() -> Refused:
    return Refused("photo.too_many_pixels", limit=MOST_PIXELS // 1_000_000)


def _opened(file: IO[bytes]) -> Image.Image:
    """The photo with its header read. Up to the double of the limit Pillow only warns, beyond it raises."""
    try:
        return Image.open(file, formats=FORMATS)
    except BOMBS:
        raise _too_many() from None
    except DAMAGED:
        raise Refused("photo.no_photo") from None


def _upright(image: Image.Image) -> Image.Image:
    """The picture as it was meant to be seen, small enough, on white where it is transparent; nothing else of it."""
    # A JPEG can be decoded at a half, a quarter, an eighth of its size.
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    turned = ImageOps.exif_transpose(image)
    if turned.has_transparency_data:
        turned = turned.convert("RGBA")
        plain = Image.new("RGB", turned.size, "white")
        plain.paste(turned, mask=turned)
        return plain
    plain = Image.new("RGB", turned.size)
    plain.paste(turned.convert("RGB"))
    return plain
