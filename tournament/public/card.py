"""The picture that a messenger shows beside a link to a tournament. The only import of Pillow beside photos."""

from functools import lru_cache
from io import BytesIO

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)
PAPER, INK, MUTED, ACCENT = "#f6f1e6", "#1b1917", "#4d4840", "#0d4f4a"
FONTS = settings.BASE_DIR / "static" / "vendor" / "noto-sans-2.015"
LEFT, RIGHT = 380, 1140
"""Where the words stand, between the tile and the edge."""
MOST_LINES = 4
TILE = (90, 115, 290, 515)
# Where the pips of a half stand, in thirds of it.
PIPS = {4: ((1, 1), (1, 3), (3, 1), (3, 3)), 6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3))}


@lru_cache(32)
def card(name: str, venue: str) -> bytes:
    """A PNG of 1200 × 630 with the tournament's name and venue."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    _tile(pen)
    bottom = _write(pen, name, size=72, top=115, bold=True, colour=INK)
    if venue:
        _write(pen, venue, size=40, top=bottom + 24, bold=False, colour=MUTED)
    pen.line((0, SIZE[1] - 12, SIZE[0], SIZE[1] - 12), fill=ACCENT, width=24)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _tile(pen: ImageDraw.ImageDraw) -> None:
    """The tile 6–4, standing."""
    left, top, right, bottom = TILE
    pen.rounded_rectangle(TILE, radius=24, fill="#fffcf5", outline=INK, width=6)
    middle = (top + bottom) // 2
    pen.line((left + 20, middle, right - 20, middle), fill=INK, width=6)
    for value, start in ((6, top), (4, middle)):
        for column, row in PIPS[value]:
            x, y = left + (right - left) * column / 4, start + (bottom - top) / 2 * row / 4
            pen.ellipse((x - 18, y - 18, x + 18, y + 18), fill=INK)


def _write(pen: ImageDraw.ImageDraw, text: str, *, size: int, top: int, bold: bool, colour: str) -> int:
    """Words in lines that fit, smaller where they are many; where the last line ends."""
    while True:
        font = ImageFont.truetype(FONTS / f"NotoSans-{'Bold' if bold else 'Regular'}.ttf", size)
        lines = _lines(pen, text, font)
        if len(lines) <= MOST_LINES or size <= 28:
            break
        size -= 8
    for line in lines[:MOST_LINES]:
        pen.text((LEFT, top), line, font=font, fill=colour)
        top += round(size * 1.3)
    return top


def _lines(pen: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pen.textlength(longer, font=font) > RIGHT - LEFT:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
