"""Reading changes nothing and acts are never read: the methods of the routes. Who may what: access/test_rights.py."""

import pytest
from django.test import Client
from django.urls import reverse

from .sheets import address

ACTS = ["preview", "drop", "take_over", "take_back", "time", "take_back_time", "finish", "sign", "reopen", "confirm"]


@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_posted(referee: Client, act: str) -> None:
    assert referee.get(address(f"protocols:{act}")).status_code == 405


@pytest.mark.parametrize("act", [*ACTS, "entry"])
def test_a_table_that_is_not_there_is_not_found(referee: Client, act: str) -> None:
    assert referee.post(reverse(f"protocols:{act}", args=["cup", 1, 99])).status_code == 404


def test_what_every_phone_may_have_is_only_read(referee: Client) -> None:
    assert [referee.post(reverse(f"protocols:{route}")).status_code for route in ("worker", "manifest")] == [405, 405]


def test_the_list_is_only_read(referee: Client) -> None:
    assert referee.post(reverse("protocols:list", args=["cup"])).status_code == 405


@pytest.mark.parametrize("act", [act for act in ACTS if act not in ("preview", "drop", "take_over")])
def test_a_request_without_its_version_does_nothing(referee: Client, act: str) -> None:
    response = referee.post(address(f"protocols:{act}"), follow=True)

    said = [str(message) for message in response.context["messages"]]
    assert said == ["The request was incomplete. Reload the page and try again."]
