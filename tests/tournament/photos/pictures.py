"""Photos as phones send them, and what only looks like one."""

import io
import struct
import zlib
from typing import Any

from PIL import Image

PLACE = {1: "N", 2: (55.0, 45.0, 7.0), 3: "E", 4: (37.0, 36.0, 56.0)}  # GPS: Red Square


def encoded(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photo(kind: str = "JPEG", size: tuple[int, int] = (60, 40), colour: str = "white", **options: Any) -> bytes:
    """A picture of one colour."""
    return encoded(Image.new("RGB", size, colour), kind, **options)


def telling_photo() -> bytes:
    """A phone's photo, 60 by 40, black on its left, held upright (orientation 6); it says where and by what."""
    image = Image.new("RGB", (60, 40), "white")
    image.paste("black", (0, 0, 30, 40))
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x0131] = 6, "Phone of Ivanov", "Camera 1.0"
    exif.get_ifd(0x8825).update(PLACE)
    return encoded(image, exif=exif.tobytes(), comment=b"secret remark", xmp=b"<x:secret/>", dpi=(300, 300))


def header_only(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large; nothing of it can be decoded."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(b"")) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
