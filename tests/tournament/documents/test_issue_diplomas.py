"""Issuing the diplomas of a tournament at the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import official
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.over import swiss_cup
from tournament.audit.services import Author
from tournament.documents import queries, services
from tournament.documents.queries import Finding, Standing
from tournament.jobs import run_queued
from tournament.models import Document, Stage, Tournament
from tournament.phrases import Refused

ASKED = {"first": 1, "last": 3, "each": "entry", "language": "es", "sheet": "a4"}


def address(tournament: Tournament) -> str:
    return reverse("documents:issue_diplomas", args=[tournament.slug])


def issued(tournament: Tournament, first: int = 1, last: int = 3, each: str = "entry") -> Document:
    asked = {"first": first, "last": last, "each": each}
    return services.issue_of_tournament(tournament=tournament, kind="diplomas", language="en", by=Author(), **asked)


@pytest.fixture
def stage(db: None) -> Stage:
    """Of a tournament of four pairs that is over."""
    return swiss_cup()


@pytest.fixture
def chief(stage: Stage, client: Client) -> Client:
    """Who issues a paper and releases it by that act."""
    client.force_login(official(stage.tournament, "chief_referee"))
    return client


def test_they_are_issued_made_and_genuine(stage: Stage, chief: Client) -> None:
    chief.post(address(stage.tournament), ASKED)
    run_queued()

    found = queries.check_file(queries.path(Document.objects.get()).read_bytes())
    assert (found.finding, found.standing) == (Finding.GENUINE, Standing.CURRENT)


def test_their_code_leads_to_whose_they_are(stage: Stage, client: Client) -> None:
    document = issued(stage.tournament)
    services.make(document)

    page = client.get(reverse("documents:verify_code", args=[document.code]), headers={"accept-language": "en"})
    assert page.context["about"] == "Diplomas, places 1–3"
    assert "Игрок 3-1 / Игрок 3-2" in page.content.decode()


def test_it_takes_a_form_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup.tournament)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    assert (referee.post(address(cup.tournament), ASKED).status_code, Document.objects.count()) == (403, 0)


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    assert (stranger.post(address(cup.tournament), ASKED).status_code, Document.objects.count()) == (404, 0)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"first": "0"}, "first"),
        ({"last": "x"}, "last"),
        ({"first": "4"}, "last"),
        ({"last": "101"}, "last"),
        ({"each": "club"}, "each"),
        ({"first": "99999999999999999999"}, "first"),
    ],
)
def test_what_cannot_be_asked_for_is_said_at_its_field(
    cup: Cup, organiser: Client, changes: dict[str, str], field: str
) -> None:
    page = organiser.post(address(cup.tournament), ASKED | changes)

    assert (page.status_code, list(page.context["diplomas_form"].errors)) == (422, [field])
    assert Document.objects.count() == 0


def test_while_a_round_runs_it_is_refused(cup: Cup, organiser: Client) -> None:
    organiser.post(address(cup.tournament), ASKED)

    assert Document.objects.count() == 0


def test_places_that_nobody_holds_are_refused(stage: Stage) -> None:
    with pytest.raises(Refused) as refused:
        issued(stage.tournament, first=5, last=8)

    assert refused.value.code == "diplomas.nobody"


def test_a_pair_gets_one_or_each_of_its_players(stage: Stage) -> None:
    pairs, players = (issued(stage.tournament, each=each).content["diplomas"] for each in ("entry", "player"))

    assert [(each["place"], each["players"]) for each in pairs] == [
        (place, [f"Игрок {place}-1", f"Игрок {place}-2"]) for place in (1, 2, 3)
    ]
    assert [(each["players"], each["partners"]) for each in players[:2]] == [
        (["Игрок 1-1"], ["Игрок 1-2"]),
        (["Игрок 1-2"], ["Игрок 1-1"]),
    ]


def test_other_places_are_another_paper(stage: Stage) -> None:
    first, second = issued(stage.tournament), issued(stage.tournament, first=4, last=4)
    first.refresh_from_db()

    assert (first.replaced_by, second.revision, issued(stage.tournament)) == (None, 1, first)
