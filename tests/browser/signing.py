"""What the players do with the phone: they sign with a finger, or refuse; and the photo of the paper sheet."""

import io
import math

from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.refereeing import await_the_second_official, hand_over
from tests.browser.walk import look, says

REASON = "The third deal was counted wrongly"
POINTS = 30


def sign_with_fingers(page: Page) -> None:
    """Three sign, two of them on the sheet turned round; the last refuses, which holds nothing up (R11.3)."""
    hand_over(page)
    for seat in (1, 2, 3):
        page.locator(".waiting a").first.click()
        if seat == 2:
            page.get_by_role("link", name="Turn the sheet round").click()
        if seat == 1:
            _refuse_a_dot(page)
        draw(page)
        look(page)
        page.get_by_role("button", name="I sign this sheet").click()
        expect(page.locator(".signed li")).to_have_count(seat)
        expect(page.locator(".signing-turned")).to_have_count(int(seat > 1))
    refuse(page)
    page.get_by_role("link", name="Back to the protocol", exact=True).click()
    expect(page.locator(".signed svg")).to_have_count(3)
    await_the_second_official(page)


def _refuse_a_dot(page: Page) -> None:
    page.locator("[data-pad]").click()
    page.get_by_role("button", name="I sign this sheet").click()
    expect(page.locator(".signer .errors li")).to_have_text(
        "A dot or a dash is no signature. Sign with your name or your initials."
    )


def draw(page: Page) -> None:
    """A wave from one side of the box to the other, and what it leaves there."""
    pad = page.locator("[data-pad]")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box
    places = [
        (box["x"] + box["width"] * (0.1 + 0.8 * step / POINTS), box["y"] + box["height"] * (0.5 + 0.3 * math.sin(step)))
        for step in range(POINTS)
    ]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place)
    page.mouse.up()
    points = str(pad.locator("polyline").get_attribute("points")).split()
    assert len(points) == POINTS


def refuse(page: Page) -> None:
    """The last player doesn't sign, and says why."""
    page.locator(".waiting a").click()
    page.locator("summary", has_text="Doesn't sign").click()
    page.get_by_label("Why").fill(REASON)
    look(page)
    page.get_by_role("button", name="He refuses to sign").click()
    says(page, "Noted: he doesn't sign. The protocol goes its way with his reason on it.")
    look(page)


def photograph(page: Page) -> None:
    """The sheet of paper, larger than the hall's network likes: it is made smaller before it goes."""
    out = io.BytesIO()
    Image.effect_noise((3000, 2000), 60).save(out, "JPEG")
    page.locator("summary", has_text="Add a photo").click()
    page.get_by_label("Photo", exact=True).set_input_files(
        FilePayload(name="sheet.jpg", mimeType="image/jpeg", buffer=out.getvalue())
    )
    page.get_by_role("button", name="Add this photo").click()
    says(page, "The photo of the sheet is kept.")
    photo = page.locator(".photo img")
    assert [photo.get_attribute(name) for name in ("width", "height")] == ["2000", "1333"]
    photo.scroll_into_view_if_needed()
    expect(photo).to_have_js_property("complete", True)
    assert photo.evaluate("image => image.naturalWidth") == 2000
    look(page)
