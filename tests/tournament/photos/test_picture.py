"""What is kept of an uploaded photo: the picture, upright and small enough, and nothing else."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFile

from tournament.photos import picture
from tournament.phrases import Refused

from .pictures import encoded, header_only, photo, telling_photo

JPEG = photo()


def read(data: bytes) -> picture.Picture:
    return picture.read(io.BytesIO(data), len(data))


def opened(kept: picture.Picture) -> Image.Image:
    return Image.open(io.BytesIO(kept.data))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_three_kinds_of_photos_are_kept_as_jpeg(kind: str) -> None:
    kept = read(photo(kind))

    assert (opened(kept).format, opened(kept).size, kept.width, kept.height) == ("JPEG", (60, 40), 60, 40)


def test_the_same_photo_has_the_same_fingerprint() -> None:
    assert read(JPEG).sha256 == read(JPEG).sha256 != read(photo(colour="black")).sha256


def test_it_stands_upright() -> None:
    """Orientation 6: what lies left in the file is seen on top."""
    kept = opened(read(telling_photo()))

    assert kept.size == (40, 60)
    assert [kept.getpixel((20, 5)), kept.getpixel((20, 55))] == [(0, 0, 0), (255, 255, 255)]


def test_place_camera_and_remarks_are_gone() -> None:
    came, kept = telling_photo(), read(telling_photo())

    secrets = (b"Ivanov", b"Camera", b"secret", b"Exif")
    assert [secret in came for secret in secrets] == [True] * 4
    assert [secret in kept.data for secret in secrets] == [False] * 4
    assert (dict(opened(kept).getexif()), sorted(opened(kept).info)) == (
        {},
        ["jfif", "jfif_density", "jfif_unit", "jfif_version"],
    )


def test_what_is_hidden_behind_the_end_of_the_picture_is_gone() -> None:
    assert b"<script>" not in read(JPEG + b"<script>alert(1)</script>").data


def test_a_large_photo_is_made_smaller() -> None:
    kept = read(photo(size=(6000, 3000)))

    assert (kept.width, kept.height) == (2400, 1200)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "I;16", "RGBA", "CMYK"])
def test_every_manner_of_colours_becomes_a_plain_picture(mode: str) -> None:
    image = Image.new(mode, (20, 10))

    assert opened(read(encoded(image, "JPEG" if mode == "CMYK" else "PNG"))).mode == "RGB"


def test_what_is_transparent_is_white() -> None:
    assert opened(read(encoded(Image.new("RGBA", (8, 8), (0, 0, 0, 0)), "PNG"))).getpixel((4, 4)) == (255, 255, 255)


def refusal(data: bytes, size: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        picture.read(io.BytesIO(data), len(data) if size is None else size)
    return str(refused.value)


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("size", [(10_000, 6_000), (20_000, 6_000), (60_000, 60_000)], ids=str)
def test_too_many_pixels_are_refused_by_the_header_alone(size: tuple[int, int]) -> None:
    """60 million; beyond the double of the limit, where Pillow itself raises; a bomb of 3.6 thousand million."""
    data = header_only(*size)

    assert len(data) < 100
    assert refusal(data) == (
        "The photo has more than 50 million pixels, which is too many. Make it smaller and send it again."
    )


def test_so_are_they_where_warnings_are_errors() -> None:
    assert refusal(header_only(10_000, 6_000)).startswith("The photo has more than 50 million pixels")


def test_more_than_twelve_megabytes_are_not_even_opened() -> None:
    assert refusal(b"", 12 * 1024 * 1024 + 1) == (
        "The photo has 13 MB; up to 12 MB are taken. Make it smaller and send it again."
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"photo",
        b"%PDF-1.7 a paper",
        b"GIF89a" + bytes(40),
        encoded(Image.new("RGB", (4, 4)), "GIF"),
        encoded(Image.new("RGB", (4, 4)), "TIFF"),
        b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        JPEG[:10],
    ],
    ids=["empty", "text", "PDF", "half a GIF", "GIF", "TIFF", "SVG", "a JPEG's beginning"],
)
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    assert refusal(data) == "This is no photo that can be read. Send a JPEG, PNG or WebP."


@pytest.mark.parametrize("filled_up", [False, True], ids=["", "where-papers-are-made"])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_that_came_in_part_is_refused(kind: str, filled_up: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes papers lets images be filled up that end too early, in the whole process."""
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", filled_up)
    whole = encoded(Image.effect_noise((200, 200), 90), kind)

    assert refusal(whole[: len(whole) // 2]) in (
        "This photo is damaged or was sent in part only. Send it again, or take another one.",
        "This is no photo that can be read. Send a JPEG, PNG or WebP.",
    )


WHOLE = [encoded(Image.effect_noise((24, 24), 90).convert("RGB"), kind) for kind in ("JPEG", "PNG", "WEBP")]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(WHOLE), st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 255)), max_size=8), st.data())
def test_whatever_is_changed_in_a_file_it_is_a_photo_or_refused(
    whole: bytes, changes: list[tuple[int, int]], data: st.DataObject
) -> None:
    changed = bytearray(whole)
    for place, byte in changes:
        changed[place % len(changed)] = byte
    changed = changed[: data.draw(st.integers(0, len(changed)))] if data.draw(st.booleans()) else changed
    try:
        kept = read(bytes(changed))
    except Refused:
        return
    assert opened(kept).format == "JPEG"
