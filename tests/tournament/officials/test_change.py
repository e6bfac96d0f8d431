"""Referees are changed by hand, table by table (R13.5)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.audit.services import Author
from tournament.models import Round, TableReferee
from tournament.officials import queries, services

from .hall import Hall, referee

ROUTE = "officials:change"


@pytest.fixture
def divided(hall: Hall) -> Hall:
    """Орлова stands at 1 and 2, Тихонов at 3 and 4."""
    services.post_referees(round_=hall.round, by=Author())
    return hall


def form(hall: Hall, **tables: Any) -> dict[str, Any]:
    """The whole form as the page has it, with other choices for some tables."""
    fields = {f"table_{post.table}": post.staff.pk for post in hall.round.table_referees.all()}
    return {"seen": queries.fingerprint(hall.round), "reason": "", **fields, **tables}


def change(browser: Client, fields: dict[str, Any]) -> Any:
    return browser.post(reverse(ROUTE, args=["cup", 1]), fields, follow=True)


def test_one_table_gets_another_referee(divided: Hall, chief: Client) -> None:
    page = change(chief, form(divided, table_4=divided.orlova.pk))

    assert messages_of(page) == ["Saved: the referees of round 1."]
    assert divided.standing() == {1: "orlova", 2: "orlova", 3: "tikhonov", 4: "orlova"}
    record = divided.cup.journal.last()
    assert record is not None
    assert (record.action, record.data) == (
        "referees.changed",
        {"before": {"4": "tikhonov"}, "after": {"4": "orlova"}, "reason": ""},
    )


def test_a_table_can_be_left_without(divided: Hall, chief: Client) -> None:
    change(chief, form(divided, table_4=""))

    assert divided.standing() == {1: "orlova", 2: "orlova", 3: "tikhonov"}


def test_also_while_play_is_on(divided: Hall, chief: Client) -> None:
    Round.objects.update(started_at="2026-01-01T10:00Z")

    change(chief, form(divided, table_4=divided.orlova.pk))

    assert divided.standing()[4] == "orlova"


def test_a_table_of_his_own_club_needs_a_reason(divided: Hall, chief: Client) -> None:
    page = change(chief, form(divided, table_1=divided.tikhonov.pk, table_4=divided.orlova.pk))

    assert (page.status_code, errors_of(page)) == (
        422,
        {
            "table_1": [
                "Тихонов is of the club Сокол, which plays at this table. Choose another referee, or give the reason "
                "(R13.5)."
            ]
        },
    )
    assert divided.standing() == {1: "orlova", 2: "orlova", 3: "tikhonov", 4: "tikhonov"}

    change(chief, form(divided, table_1=divided.tikhonov.pk, reason="Орлова заболела"))
    assert divided.standing()[1] == "tikhonov"
    assert TableReferee.objects.get(table=1).reason == "Орлова заболела"


def test_who_stands_there_already_needs_none(divided: Hall, chief: Client) -> None:
    TableReferee.objects.filter(table=1).update(staff=divided.tikhonov)

    page = change(chief, form(divided, table_4=divided.orlova.pk))

    assert messages_of(page) == ["Saved: the referees of round 1."]


def test_nothing_changed_is_no_act(divided: Hall, chief: Client) -> None:
    change(chief, form(divided))

    assert [record.action for record in divided.cup.journal.all()] == ["referees.posted"]


def test_an_older_page_changes_nothing(divided: Hall, chief: Client) -> None:
    older = form(divided, table_3=divided.orlova.pk)
    change(chief, form(divided, table_4=divided.orlova.pk))

    page = change(chief, older)

    assert messages_of(page) == [
        "The referees of round 1 were changed on another device meanwhile. Look at them as they are now."
    ]
    assert divided.standing()[3] == "tikhonov"


def test_a_referee_of_another_tournament_is_no_choice(divided: Hall, chief: Client) -> None:
    stranger = referee(TournamentFactory(), "stranger", "Чужой")

    page = change(chief, form(divided, table_4=stranger.pk))

    said = f"Select a valid choice. {stranger.pk} is not one of the available choices."
    assert (page.status_code, errors_of(page)) == (422, {"table_4": [said]})
    with pytest.raises(Exception, match="Table 4 isn't in round 1, or its referee isn't one of this tournament"):
        services.change_referees(round_=divided.round, wanted={4: stranger.pk}, reason="", by=Author())
    assert divided.standing()[4] == "tikhonov"


def test_it_is_posted_by_the_chief_of_this_tournament(divided: Hall, chief: Client) -> None:
    url, fields = reverse(ROUTE, args=["cup", 1]), form(divided, table_4=divided.orlova.pk)
    answers = [
        chief.get(url).status_code,
        browser_of(divided.cup, "secretary").post(url, fields).status_code,
        browser_of(TournamentFactory()).post(url, fields).status_code,
    ]

    assert (answers, divided.standing()[4]) == ([405, 403, 404], "tikhonov")
