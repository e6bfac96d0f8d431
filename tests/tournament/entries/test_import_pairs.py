"""Pairs from a list: preview, then all of it or nothing."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory
from tournament.entries.queries import application_of, entries_of
from tournament.models import Tournament

URL = reverse("entries:import_pairs", args=["cup"])
LIST = "Пара;Клуб\nИванов И. / Петров П.;Спартак\n\nКим К. / Ли Л.;Динамо"


def registered(cup: Tournament) -> list[tuple[int | None, str, str]]:
    return [(a.number, a.pair, a.club) for a in map(application_of, entries_of(cup))]


def test_the_page_asks_for_a_list(secretary: Client) -> None:
    assert secretary.get(URL).status_code == 200


def test_a_preview_writes_nothing(secretary: Client, cup: Tournament) -> None:
    upload = SimpleUploadedFile("list.csv", LIST.encode("cp1251"))
    response = secretary.post(URL, {"file": upload})
    assert [(row.line, row.application.pair, row.wrong) for row in response.context["preview"]] == [
        (2, "Иванов И. / Петров П.", []),
        (4, "Ким К. / Ли Л.", []),
    ]
    assert [str(note) for note in response.context["notes"]] == ["Empty lines are passed over: 3."]
    assert registered(cup) == []


def test_what_the_preview_carries_on_is_registered(secretary: Client, cup: Tournament) -> None:
    preview = secretary.post(URL, {"file": SimpleUploadedFile("list.csv", LIST.encode("utf-16"))})
    carried = (
        preview.content.decode().split('<textarea name="text" hidden')[1].split(">\n", 1)[1].split("</textarea>")[0]
    )
    response = secretary.post(URL, {"text": carried, "accept": "1"}, follow=True)
    assert registered(cup) == [(1, "Иванов И. / Петров П.", "Спартак"), (2, "Ким К. / Ли Л.", "Динамо")]
    assert [str(message) for message in response.context["messages"]] == ["2 pairs are registered."]


def test_accepting_is_validated_afresh(secretary: Client, cup: Tournament) -> None:
    """Meanwhile someone else registered one of the pairs by hand."""
    EntryFactory(tournament=cup, number=1, players=("Ким К.", "Ли Л."))
    response = secretary.post(URL, {"text": LIST, "accept": "1"})
    assert [row.wrong for row in response.context["preview"]] == [
        [],
        [("Player 1", "The pair Ким К. / Ли Л. is registered already: pair 1.")],
    ]
    assert registered(cup) == [(1, "Ким К. / Ли Л.", "")]


def test_errors_are_shown_by_line_and_field(secretary: Client, cup: Tournament) -> None:
    response = secretary.post(URL, {"text": "Пара;Посев\nИванов И.;x\nКим К. / Ли Л.;1"})
    assert [row.wrong for row in response.context["preview"]] == [
        [
            ("Seed", "«x» is no whole number from 1 to 99999. Correct it or leave it empty."),
            ("Player 2", "Only Иванов И. is named. A pair needs two players (R1.3)."),
        ],
        [],
    ]
    assert response.context["wrong"] == 1
    assert 'name="accept"' not in response.content.decode()


def test_namesakes_of_two_clubs_are_only_warned_of(secretary: Client, cup: Tournament) -> None:
    text = "Пара;Клуб\nИванов И. / Петров П.;Спартак\nИванов И. / Ли Л.;Динамо"
    response = secretary.post(URL, {"text": text})
    assert [row.doubtful for row in response.context["preview"]] == [
        [],
        [
            (
                "Player 1",
                "Иванов И. has the same name as a player of another club (line 2) and is taken for another person.",
            )
        ],
    ]
    secretary.post(URL, {"text": text, "accept": "1"})
    assert [pair for _number, pair, _club in registered(cup)] == ["Иванов И. / Петров П.", "Иванов И. / Ли Л."]


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (
            b"PK\x03\x04",
            "This workbook can't be read. In the spreadsheet choose «Save as», then «Excel (.xlsx)» or «CSV», and "
            "send that file.",
        ),
        (b"\x00\x01\x02", "This is no text. Save the list as CSV and send that file."),
        (
            b"\x98\x81",
            "The letters in this file can't be read. Save it as «CSV UTF-8» and send it again.",
        ),
        (b"a" * 300_001, "The file has 300001 bytes; up to 300000 are read. Does it hold only the list of pairs?"),
    ],
)
def test_a_file_that_is_no_list(secretary: Client, raw: bytes, sentence: str) -> None:
    response = secretary.post(URL, {"file": SimpleUploadedFile("list.csv", raw)})
    assert (response.status_code, response.context["form"].errors) == (422, {"file": [sentence]})


def test_no_list_at_all(secretary: Client) -> None:
    response = secretary.post(URL, {"text": "\n"})
    assert (response.status_code, response.context["form"].non_field_errors()) == (
        422,
        ["There is no pair in this list. Write one pair a line: both players, club, country, seed."],
    )


def test_another_verb(secretary: Client) -> None:
    assert secretary.put(URL).status_code == 405


def test_a_referee_may_not(browser_of: Callable[..., Client], cup: Tournament) -> None:
    assert browser_of("referee").post(URL, {"text": LIST, "accept": "1"}).status_code == 403
    assert registered(cup) == []


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], cup: Tournament) -> None:
    browser = browser_of("secretary", TournamentFactory())
    assert browser.post(URL, {"text": LIST, "accept": "1"}).status_code == 404
    assert registered(cup) == []
