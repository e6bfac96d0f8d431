"""An address that is asked in a way in which it isn't: a sentence, in every language, and what it takes."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import StageFactory
from tests.pages import browser_of
from tournament.models import Stage


@pytest.fixture
def address(db: None) -> tuple[Client, str]:
    """A button of the desk, and a browser that may press it."""
    stage: Stage = StageFactory(system="swiss")
    return browser_of(stage.tournament), reverse("draw:lots", args=[stage.tournament.slug, stage.number])


def test_who_opens_the_address_of_a_button_is_told_where_to_press_it(address: tuple[Client, str]) -> None:
    browser, button = address

    answer = browser.get(button, headers={"Accept-Language": "en"})

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "<h1>This address isn't asked in this way.</h1>" in answer.content.decode()


def test_a_script_gets_it_as_data(address: tuple[Client, str]) -> None:
    browser, button = address

    answer = browser.put(button, headers={"Accept": "application/json", "Accept-Language": "en"})

    assert (answer.status_code, answer.json()) == (405, {"detail": "This address isn't asked in this way."})


def test_what_the_data_for_other_programs_say_of_it_stays(db: None) -> None:
    """They have a sentence of their own."""
    answer = Client().post(reverse("api:tournaments"))

    assert (answer.status_code, answer.headers["Content-Type"]) == (405, "application/json")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"a=1", "multipart/form-data; boundary=\x00"),
        (b"a=1", "application/x-www-form-urlencoded; charset=utf-16"),
        ("&".join(f"a{number}=1" for number in range(1_500)), "application/x-www-form-urlencoded"),
    ],
    ids=["no boundary", "another charset", "too many fields"],
)
@pytest.mark.django_db
def test_a_body_that_can_not_be_read_takes_no_page_down(body: bytes | str, kind: str) -> None:
    """The page that says why there is no answer has forms, too, and each says how the tournament stood."""
    answer = browser_of(StageFactory().tournament).post("/desk/nothing/settings/", body, kind)

    assert answer.status_code == 404
