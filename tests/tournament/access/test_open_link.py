"""The address of a QR code: into the session, and out of the address (access:open_link)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages import messages_of
from tournament.access.queries import LINKS_HELD
from tournament.models import AccessLink, Round

from .ways import address, link_of, opened, round_with_tables, way_in

ROUTE = "access:open_link"


@pytest.fixture
def link(db: None) -> AccessLink:
    return link_of(round_with_tables())


def test_it_leads_to_the_protocol_and_the_token_is_gone_from_the_address(link: AccessLink) -> None:
    browser = Client()

    response = browser.get(way_in(link))

    assert (response.status_code, response["Location"]) == (302, address(link.round))
    assert (response["Referrer-Policy"], "no-store" in response["Cache-Control"]) == ("no-referrer", True)
    page = browser.get(response["Location"])
    assert messages_of(page) == [
        "You write the protocol of round 1, table 1. No account is needed; each act is recorded."
    ]
    link.refresh_from_db()
    assert link.last_used_at is not None


def test_a_phone_keeps_all_tables_that_it_has_opened(link: AccessLink) -> None:
    second = link_of(link.round, table=2)
    browser = opened(link)
    browser.get(way_in(second))
    browser.get(way_in(link))

    assert browser.session[LINKS_HELD] == [second.pk, link.pk]
    assert browser.get(address(link.round, table=2)).status_code == 200


def test_who_knew_the_session_before_gets_nothing_by_it(link: AccessLink) -> None:
    browser = Client()
    browser.session.save()
    planted = browser.cookies["sessionid"].value if "sessionid" in browser.cookies else None

    browser.get(way_in(link))

    assert browser.cookies["sessionid"].value != planted


@pytest.mark.parametrize("token", ["x", "A" * 22, "%00", "😀", "a" * 2000])
def test_an_address_that_opens_nothing_says_so(db: None, token: str) -> None:
    page = Client().get(f"/table/{token}/")

    assert (page.status_code, page.context["unknown"]) == (404, True)


def test_an_ended_link_says_why(link: AccessLink) -> None:
    Round.objects.update(state="closed")

    page = Client().get(way_in(link), follow=True)

    assert page.redirect_chain == [(reverse("access:enter"), 302)]
    assert messages_of(page) == ["Round 1 is closed, so its table links open nothing any more."]


def test_it_is_only_read(link: AccessLink) -> None:
    assert reverse(ROUTE, args=["x"]) == "/table/x/"
    assert Client().post(way_in(link)).status_code == 405
