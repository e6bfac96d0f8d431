"""What was corrected after it had been confirmed, for everyone (R11.4), and results under protest (R11.5)."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

import scoring
from tests.pages import browser_of
from tests.tournament.corrections.confirmed import confirmed
from tests.tournament.protocols.sheets import DEALS, SECOND
from tournament.audit.services import Author
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.models import Protocol, Release, Round, Tournament
from tournament.protests.services import lodge
from tournament.rulings.services import rule

URL = "/t/cup/errata/"
TURNED = replace(SECOND, pips=(30, 0, 8, 34))  # B +72 in place of +22: the other pair has won
BY = Author()


@pytest.fixture
def protocol(db: None) -> Protocol:
    protocol = confirmed()
    Tournament.objects.update(is_public=True)
    return protocol


def corrected(protocol: Protocol, deal: scoring.Deal = TURNED) -> None:
    correction = Correction(deals=(DEALS[0], deal, *DEALS[2:]))
    correct(partida=protocol.partida, correction=correction, reason="Описка", by=BY)


def test_an_erratum_says_where_who_what_and_why(client: Client, protocol: Protocol) -> None:
    assert reverse("public:errata", args=["cup"]) == URL
    corrected(protocol)

    (line,) = client.get(URL).context["errata"]

    assert (line.round, line.table, line.a.name, line.b.name) == (1, 1, "Иванов И. / Петров П.", "Ким К. / Ли Л.")
    assert (line.before, line.after, line.winner, line.reason) == ("77 : 50", "77 : 100", "Ким К. / Ли Л.", "Описка")
    assert line.deals == ("Deal 2: pips 10, 0, 8, 4 → 30, 0, 8, 34; points 0 : 22 → 0 : 72.",)


def test_each_correction_is_one_the_latest_first(client: Client, protocol: Protocol) -> None:
    corrected(protocol)
    corrected(protocol, replace(SECOND, pips=(10, 0, 8, 6)))

    told = [(line.before, line.after) for line in client.get(URL).context["errata"]]

    assert told == [("77 : 100", "77 : 52"), ("77 : 50", "77 : 100")]


def test_a_ruling_on_a_confirmed_protocol_is_one_without_a_word_of_the_ruling(
    client: Client, protocol: Protocol
) -> None:
    Round.objects.update(started_at=protocol.partida.round.published_at)
    player = protocol.partida.seats.get(number=2).player_id
    offence = scoring.Offence(code="move_time", player=player, partida=protocol.partida.pk, seat=2, deal=1)
    rule(partida=protocol.partida, offence=offence, breaks_deal=False, correction="Видео", by=BY)

    (line,) = client.get(URL).context["errata"]

    assert (line.stays, line.deals, line.reason) == (True, (), "Видео")
    assert "move" not in client.get(URL).content.decode()


def test_the_round_and_the_standings_lead_there(client: Client, protocol: Protocol) -> None:
    corrected(protocol)

    round_page, first_page = (client.get(page).content.decode() for page in ("/t/cup/rounds/1/", "/t/cup/"))

    assert (f'href="{URL}">corrected</a>' in round_page, f'href="{URL}"' in first_page) == (True, True)


def test_without_a_correction_there_are_none(client: Client, protocol: Protocol) -> None:
    assert (client.get("/t/cup/").context["errata"], client.get(URL).context["errata"]) == ([], [])


def test_a_correction_of_results_that_are_held_back_is_held_back_too(client: Client, protocol: Protocol) -> None:
    corrected(protocol)
    Release.objects.create(tournament=Tournament.objects.get(), kind="results", round_number=1, level="officials")

    official = browser_of(protocol.partida.round.tournament, "referee")

    assert [len(who.get(URL).context["errata"]) for who in (client, official)] == [0, 1]


def test_who_reads_initials_reads_no_reason_either(client: Client, protocol: Protocol) -> None:
    corrected(protocol)
    Tournament.objects.update(names_shown="initials")

    (line,) = client.get(URL).context["errata"]

    assert (line.a.name, line.winner, line.reason) == ("И. И. / П. П.", "К. К. / Л. Л.", "")


def test_of_a_tournament_that_is_not_public_only_its_officials_see_them(client: Client, protocol: Protocol) -> None:
    Tournament.objects.update(is_public=False)

    assert client.get(URL).status_code == 404
    assert browser_of(protocol.partida.round.tournament, "referee").get(URL).status_code == 200


def test_nothing_of_a_round_that_is_not_published_is_among_them(client: Client, protocol: Protocol) -> None:
    corrected(protocol)
    Round.objects.update(state="proposed")

    assert client.get(URL).context["errata"] == []


def test_a_result_under_protest_is_marked_on_its_round_and_by_the_standings(client: Client, protocol: Protocol) -> None:
    lodge(partida=protocol.partida, side="a", text="Раздача 2 записана неверно", by=BY)

    round_page, first_page = client.get("/t/cup/rounds/1/"), client.get("/t/cup/")

    assert [line.under_protest for line in round_page.context["tables"]] == [True]
    assert first_page.context["contested"] == [(1, 1)]
    assert "Раздача 2" not in round_page.content.decode() + first_page.content.decode()


def test_one_erratum_and_three_take_as_many_queries(
    client: Client, protocol: Protocol, django_assert_max_num_queries: object
) -> None:
    corrected(protocol)
    with django_assert_max_num_queries(8) as first:  # type: ignore[operator]
        client.get(URL)
    for pips in ((10, 0, 8, 6), (12, 0, 8, 6)):
        corrected(protocol, replace(SECOND, pips=pips))
    with django_assert_max_num_queries(8) as third:  # type: ignore[operator]
        assert len(client.get(URL).context["errata"]) == 3
    assert len(first) == len(third)
