"""Results and errata as a web feed (RFC 4287)."""

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

from tests.tournament.api.asking import SITE, address, ask
from tests.tournament.corrections.confirmed import confirmed
from tests.tournament.protocols.sheets import DEALS
from tournament.audit.services import Author
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.models import Player, Release, Tournament

ROUTE = "api:feed"
URL = "/t/cup/feed.xml"
ATOM = "{http://www.w3.org/2005/Atom}"


def entries(name: str = "title") -> list[Any]:
    """One element of each entry of the feed."""
    found = ElementTree.fromstring(ask(URL).content)  # noqa: S314 -- our own feed
    return [entry.findtext(ATOM + name) for entry in found.iter(ATOM + "entry")]


def test_results_the_newest_first(cup: Tournament) -> None:
    answer = ask(URL)

    assert (address(ROUTE, "cup"), answer["Content-Type"]) == (URL, "application/atom+xml; charset=utf-8")
    assert entries() == ["Round 2, table 1: 77 : 50", "Round 1, table 1: 77 : 50", "Round 1, table 2: 77 : 50"]
    assert entries("summary")[1] == "Иванов И. / Петров П. — Ким К. / Ли Л."
    assert entries("updated")[1] == "2026-05-09T09:50:00+00:00"


def test_each_entry_keeps_its_name_for_ever(cup: Tournament) -> None:
    names = entries("id")

    assert names[0] == f"{SITE}/t/cup/#round-2-table-1"
    assert len(set(names)) == 3


def test_a_correction_is_an_entry_of_its_own(db: None) -> None:
    protocol = confirmed()
    Tournament.objects.update(is_public=True)
    deals = (*DEALS[:3], replace(DEALS[3], pips=(9, 7, 14, 0)))
    correct(partida=protocol.partida, correction=Correction(deals=deals), reason="Описка", by=Author())

    assert entries() == ["Corrected: round 1, table 1, 77 : 50 → 77 : 52", "Round 1, table 1: 77 : 52"]


def test_a_name_is_a_text_and_no_markup(cup: Tournament) -> None:
    Player.objects.filter(name="Иванов И.").update(name="<img src=x>\x0b& Co")

    assert entries("summary")[1] == "&lt;img src=x&gt; &amp; Co / Петров П. — Ким К. / Ли Л."


def test_what_is_held_back_is_in_no_feed(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="officials")

    assert entries() == ["Round 2, table 1: 77 : 50"]


def test_names_as_initials(cup: Tournament) -> None:
    Tournament.objects.update(names_shown="initials")

    assert entries("summary")[1] == "И. И. / П. П. — К. К. / Л. Л."


def test_one_that_is_not_public_has_none(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)

    assert ask(URL).status_code == 404
