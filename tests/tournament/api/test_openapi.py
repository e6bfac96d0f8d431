"""The interface as other programs read it."""

import re
from typing import get_args

from tests.tournament.api.asking import SITE, address, ask
from tournament.api import shapes
from tournament.draw.bracket_page import SECTIONS
from tournament.models import Document, Partida, Stage, Tournament
from tournament.standings.cross_table import OUTCOMES

ROUTE = "api:openapi"


def test_it_describes_every_address_of_the_data(cup: Tournament) -> None:
    answer = ask(address(ROUTE))

    described = answer.json()
    assert (answer.status_code, described["openapi"][:2], described["servers"]) == (200, "3.", [{"url": SITE}])
    assert sorted(described["paths"]) == [
        "/api/v1/tournaments",
        "/api/v1/tournaments/{slug}",
        "/api/v1/tournaments/{slug}/documents",
        "/api/v1/tournaments/{slug}/entries",
        "/api/v1/tournaments/{slug}/errata",
        "/api/v1/tournaments/{slug}/rounds",
        "/api/v1/tournaments/{slug}/rounds/{number}/tables",
        "/api/v1/tournaments/{slug}/stages/{number}/bracket",
        "/api/v1/tournaments/{slug}/stages/{number}/cross-table",
        "/api/v1/tournaments/{slug}/stages/{number}/standings",
    ]


def test_whatever_it_names_is_there(cup: Tournament) -> None:
    """Not a 404 without a reason of its own: each described path leads to its view."""
    for path in ask(address(ROUTE)).json()["paths"]:
        said = ask(re.sub(r"{number}", "1", path.replace("{slug}", "cup"))).json().get("detail", "")
        assert not said.startswith("There is nothing at this address"), path


def test_the_words_that_it_names_are_all_that_there_are() -> None:
    """A word more would be a fault of the server where it stands in an answer."""

    def named(shape: type[shapes.Schema], field: str) -> tuple[str, ...]:
        return get_args(shape.model_fields[field].annotation)

    assert named(shapes.Tournament, "event") == tuple(Tournament.Event.values)
    assert named(shapes.StageRow, "system") == tuple(Stage.System.values)
    assert {*named(shapes.Outcome, "kind"), "bye"} == set(Partida.Kind.values)
    assert get_args(shapes.Paper) == tuple(Document.Kind.values)
    assert get_args(shapes.Section) == SECTIONS
    assert get_args(shapes.How) == tuple(OUTCOMES)
