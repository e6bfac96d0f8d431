"""Sealed papers."""

import pytest

from tests.tournament.api.asking import SITE, address, read
from tournament.models import Document, Release, Tournament

ROUTE = "api:documents"


@pytest.fixture
def papers(cup: Tournament) -> list[Document]:
    """A draw and standings of round 2, a protocol of round 1, one that is in the making and one that was replaced."""
    second, table = cup.rounds.get(number=2), cup.rounds.get(number=1).partidas.get(table=1)
    made = {"tournament": cup, "language": "ru", "state": "ready", "content": {}, "sha256": "ab" * 32, "size": 4096}
    papers = [
        Document.objects.create(kind="draw", round=second, code="AAAA-AAAA-AA", **made),
        Document.objects.create(kind="standings", round=second, code="BBBB-BBBB-BB", **made),
        Document.objects.create(kind="protocol", protocol=table.protocol, code="CCCC-CCCC-CC", **made),
    ]
    Document.objects.create(kind="draw", round=second, **made | {"state": "queued"})
    Document.objects.create(kind="draw", round=second, replaced_by=papers[0], **made)
    return papers


def codes() -> list[str]:
    return [each["code"][0] for each in read(address(ROUTE, "cup"))["items"]]


def test_papers_in_force_the_newest_first(cup: Tournament, papers: list[Document]) -> None:
    assert codes() == ["B", "A"]
    assert read(address(ROUTE, "cup"))["items"][1] == {
        "code": "AAAA-AAAA-AA",
        "kind": "draw",
        "round": 2,
        "table": None,
        "language": "ru",
        "revision": 1,
        "sealed_at": None,
        "sha256": "ab" * 32,
        "size": 4096,
        "file": f"{SITE}/documents/AAAA-AAAA-AA.pdf",
        "verify": f"{SITE}/verify/AAAA-AAAA-AA",
    }


def test_protocols_are_there_once_they_are_released(cup: Tournament, papers: list[Document]) -> None:
    Release.objects.create(tournament=cup, kind="protocols", level="public")

    assert codes() == ["C", "B", "A"]
    assert (lambda row: (row["round"], row["table"]))(read(address(ROUTE, "cup"))["items"][0]) == (1, 1)


def test_standings_wait_for_the_results(cup: Tournament, papers: list[Document]) -> None:
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="hidden")

    assert codes() == ["A"]


def test_papers_have_names_in_full_and_so_are_not_there_beside_initials(
    cup: Tournament, papers: list[Document]
) -> None:
    Tournament.objects.update(names_shown="initials")

    assert codes() == []
