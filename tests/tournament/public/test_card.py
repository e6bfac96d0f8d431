"""The picture that a messenger shows beside a link to a tournament, and the words beside it."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.pages import browser_of
from tournament.models import Tournament
from tournament.public.card import LEFT, PAPER, RIGHT, card

URL = "/t/cup/card.png"


def picture(name: str, venue: str = "") -> Image.Image:
    return Image.open(BytesIO(card(name, venue))).convert("RGB")


def test_it_is_a_picture_of_the_size_that_messengers_ask_for(client: Client, cup: Tournament) -> None:
    response = client.get(URL)

    assert reverse("public:card", args=["cup"]) == URL
    assert (response["Content-Type"], response["Cache-Control"]) == ("image/png", "max-age=3600, public")
    assert Image.open(BytesIO(response.content)).size == (1200, 630)


@pytest.mark.parametrize("name", ["Кубок", "Открытый чемпионат города по спортивному домино среди пар " * 3, "Я" * 200])
def test_a_name_of_any_length_leaves_the_edges_free(name: str) -> None:
    """Long words go beyond the right edge of the words at most, never over the foot or the tile."""
    image = picture(name[:200], "Дворец спорта")
    right_of_tile = [image.getpixel((LEFT - 40, y)) for y in range(600)]

    assert set(right_of_tile) == {tuple(bytes.fromhex(PAPER[1:]))}
    assert image.width > RIGHT


def test_another_name_is_another_picture() -> None:
    assert card("Кубок", "") != card("Кубок двора", "") != card("Кубок двора", "Двор")


def test_the_page_names_it_with_title_and_description(client: Client, cup: Tournament) -> None:
    page = client.get("/t/cup/").content.decode()

    for said in (
        '<meta property="og:image" content="http://testserver/t/cup/card.png">',
        '<meta property="og:title" content="Кубок">',
        '<meta property="og:url" content="http://testserver/t/cup/">',
        '<meta name="description" content="Кубок: what is on now',
    ):
        assert said in page


def test_of_a_tournament_that_is_not_public_there_is_none(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)
    official = browser_of(cup)

    assert [who.get(URL).status_code for who in (Client(), official)] == [404, 200]
    assert "og:image" not in official.get("/t/cup/").content.decode()


def test_nothing_is_posted_to_it(client: Client, cup: Tournament) -> None:
    assert client.post(URL).status_code == 405
