"""Issuing the final report of a tournament at the desk."""

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.factories import official
from tests.tournament.caching import AWAY
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.over import close_all, swiss_cup
from tests.tournament.draw.play import BY, individual_rounds, play, players_stage, stage_of
from tournament.audit.services import Author
from tournament.documents import queries, services
from tournament.documents.papers import report_paper
from tournament.documents.queries import Finding, Standing
from tournament.draw import services as draws
from tournament.jobs import run_queued
from tournament.models import Document, Protest, Protocol, ProtocolRevision, Stage, Tournament
from tournament.protests import services as protests
from tournament.protocols.queries import sheet

ASKED = {"language": "ru", "sheet": "letter"}


def address(tournament: Tournament) -> str:
    return reverse("documents:issue_report", args=[tournament.slug])


def issued(tournament: Tournament, language: str = "en", sheet: str = "a4") -> Document:
    return services.issue_of_tournament(
        tournament=tournament, kind="report", language=language, sheet=sheet, by=Author()
    )


@pytest.fixture
def stage(db: None) -> Stage:
    """Of a tournament of four pairs that is over: two rounds, two tables each."""
    return swiss_cup()


@pytest.fixture
def chief(stage: Stage, client: Client) -> Client:
    """Who issues a paper and releases it by that act."""
    client.force_login(official(stage.tournament, "chief_referee"))
    return client


def test_it_is_issued_made_and_genuine(stage: Stage, chief: Client) -> None:
    chief.post(address(stage.tournament), ASKED)
    run_queued()

    document = Document.objects.get()
    found = queries.check_file(queries.path(document).read_bytes())
    assert (document.kind, document.sheet, document.round) == ("report", "letter", None)
    assert (found.finding, found.standing) == (Finding.GENUINE, Standing.CURRENT)


def test_its_code_leads_to_what_it_says(stage: Stage, client: Client) -> None:
    document = issued(stage.tournament)
    services.make(document)

    page = client.get(reverse("documents:verify_code", args=[document.code]), headers={"accept-language": "en"})
    said = page.content.decode()
    assert (page.context["standing"], page.context["about"]) == ("current", "Final report")
    assert [name in said for name in ("Игрок 1-1 / Игрок 1-2", stage.name)] == [True, True]


def test_it_takes_a_form_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup.tournament)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    assert (referee.post(address(cup.tournament), ASKED).status_code, Document.objects.count()) == (403, 0)


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    assert (stranger.post(address(cup.tournament), ASKED).status_code, Document.objects.count()) == (404, 0)


@pytest.mark.parametrize("asked", [{"language": "xx"}, {"language": "ru", "sheet": "a3"}, {}])
def test_what_cannot_be_asked_for_is_said_and_nothing_is_issued(
    cup: Cup, organiser: Client, asked: dict[str, str]
) -> None:
    page = organiser.post(address(cup.tournament), asked)

    assert (page.status_code, bool(page.context["report_form"].errors), Document.objects.count()) == (422, True, 0)


def test_while_a_round_runs_it_is_refused_in_words(cup: Cup, organiser: Client) -> None:
    page = organiser.post(address(cup.tournament), ASKED, follow=True)

    (message,) = page.context["messages"]
    assert str(message).startswith("Rounds that aren't closed yet: 1.")
    assert (Document.objects.count(), list(page.context["still_open"])) == (0, [str(message)])
    assert address(cup.tournament) not in page.content.decode()


# -- what it says --------------------------------------------------------------------------------------------


def test_it_says_who_played_whom_and_who_came_in_where(stage: Stage) -> None:
    content = issued(stage.tournament).content

    (played,) = content["stages"]
    results = [
        (table["table"], [side["entries"] for side in table["sides"]], table["winner"])
        for table in played["rounds"][0]["tables"]
    ]
    assert [place["entry"] for place in content["places"]] == [row["entry"] for row in played["rows"]] == [1, 2, 3, 4]
    assert sorted(entry for _table, sides, _winner in results for (entry,) in sides) == [1, 2, 3, 4]
    assert [entry["number"] for entry in content["entries"]] == [1, 2, 3, 4]
    assert [official["role"] for official in content["officials"]] == ["chief_referee", "secretary"]


def test_it_says_the_places_of_a_bracket(db: None) -> None:
    """R13.3: the loser of the final is second, whatever the standings say."""
    stage = stage_of(4, "knockout")
    for _each in range(2):
        play(draws.propose_knockout(stage=stage, seed="1", by=BY), max)
    close_all(stage.tournament)

    document = issued(stage.tournament)
    found = [(row.place, row.entry) for row in report_paper(document.content).places]
    assert (found[0], [place for place, _entry in found]) == ((1, 4), [1, 2, 3, 3])


def test_it_speaks_of_players_in_an_individual_event(db: None) -> None:
    """R13.4."""
    stage = players_stage(8)
    individual_rounds(stage, 1)
    close_all(stage.tournament)

    document = issued(stage.tournament)
    ((first, *_others),) = [round_["tables"] for round_ in document.content["stages"][0]["rounds"]]
    assert [len(side["entries"]) for side in first["sides"]] == [2, 2]
    assert dict(report_paper(document.content).figures) == {"Players": 8, "Rounds": 1, "Partidas played": 2}


def test_it_says_how_protests_ended_and_what_was_corrected(stage: Stage) -> None:
    """R11.4, R11.5."""
    protocol = Protocol.objects.filter(partida__round__stage=stage).earliest("pk")
    protest = Protest.objects.create(protocol=protocol, number=1, side="b", text="Не так", lodged_at=timezone.now())
    protests.decide(protest=protest, upheld=False, reason="Пересчитано", by=BY)
    before = sheet(protocol.partida).as_dict()
    for number, content in enumerate((before, before | {"totals": [100, 5]}), 1):
        kept = {"content": content, "sha256": "", "reason": "Описка" if number > 1 else "", "made_at": timezone.now()}
        ProtocolRevision.objects.create(protocol=protocol, number=number, **kept)

    content = issued(stage.tournament).content
    (contested,), (corrected,) = content["protests"], content["errata"]
    where = (protocol.partida.round.number, protocol.partida.table)
    assert (contested["round"], contested["table"]) == (corrected["round"], corrected["table"]) == where
    assert (contested["state"], contested["reason"], len(contested["players"])) == ("rejected", "Пересчитано", 2)
    assert (corrected["after"], corrected["reason"]) == ("100 : 5", "Описка")


def test_a_protest_makes_it_outdated(stage: Stage) -> None:
    """R11.5."""
    document = issued(stage.tournament)
    assert queries.standing(document) == Standing.CURRENT

    protocol = Protocol.objects.filter(partida__round__stage=stage).earliest("pk")
    Protest.objects.create(protocol=protocol, number=1, side="b", text="Не так", lodged_at=timezone.now())
    act_recorded(stage.tournament)
    assert queries.standing(Document.objects.get(pk=document.pk)) == Standing.OUTDATED


def act_recorded(tournament: Tournament) -> None:
    """Something was done: the version grows, as with every act in the journal."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)


def test_its_results_are_read_once_between_two_acts(stage: Stage) -> None:
    """Anyone may ask whether it holds, and each time all of the tournament would be read."""
    document = Document.objects.select_related("tournament").get(pk=issued(stage.tournament).pk)
    counts = []
    for _each in range(2):
        with CaptureQueriesContext(connection) as found:
            assert queries.standing(document) == Standing.CURRENT
        counts.append(len(found))

    assert (counts[0] > 20, counts[1]) == (True, 0)


def test_without_a_cache_it_is_compared_all_the_same(stage: Stage, settings: Settings) -> None:
    document = issued(stage.tournament)
    settings.CACHES = settings.CACHES | {"default": AWAY}

    assert queries.standing(document) == Standing.CURRENT


def test_asked_for_again_it_is_the_same_paper_and_each_size_and_language_is_one(stage: Stage) -> None:
    first = issued(stage.tournament)
    others = [issued(stage.tournament, "ru"), issued(stage.tournament, sheet="letter")]

    assert issued(stage.tournament) == first
    assert [(paper.revision, paper.replaced_by) for paper in others] == [(1, None)] * 2


def test_its_queries_do_not_grow_with_tables(db: None) -> None:
    counts = []
    for pairs in (4, 8):
        stage = swiss_cup(pairs)
        with CaptureQueriesContext(connection) as found:
            issued(stage.tournament)
        counts.append(len(found))
        stage.tournament.slug = f"cup-of-{pairs}"
        stage.tournament.save()

    assert counts[0] == counts[1]
