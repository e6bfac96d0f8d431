"""The ledger as a file."""

import csv

from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tournament.models import Player, Protocol, Ruling

from .rows import rule

URL = "/desk/cup/rulings/export/"


def rows(browser: Client) -> list[list[str]]:
    text = browser.get(URL).content.decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=";"))


def test_the_file_has_what_the_page_has(referee: Client, protocol: Protocol) -> None:
    assert reverse("rulings:export", args=["cup"]) == URL
    rule(protocol, "signs", seat=2)

    assert rows(referee) == [
        ["Round", "Table", "No.", "Player", "Infraction", "Consequence", "Referee", "When", "Note"],
        [
            *["1", "1", "2", "Ким К.", "A movement that can be read as a sign to the partner (R9.4)"],
            *["fine of 40 points", "", Ruling.objects.get().made_at.isoformat(timespec="seconds"), ""],
        ],
    ]


def test_an_empty_ledger_is_a_file_of_heads(referee: Client) -> None:
    assert len(rows(referee)) == 1


def test_a_name_is_no_formula(referee: Client, protocol: Protocol) -> None:
    Player.objects.filter(name="Ким К.").update(name="=1+1")
    rule(protocol, "signs", seat=2)

    assert rows(referee)[1][3] == "'=1+1"


def test_it_is_only_read(referee: Client) -> None:
    assert referee.post(URL).status_code == 405


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(TournamentFactory()).get(URL).status_code == 404


def test_an_account_without_a_role_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(protocol.partida.round.tournament, None).get(URL).status_code == 404
