"""Entries of an individual event: everybody enters alone, and every page says so (R1.3)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import EntryFactory, PartidaFactory, RoundFactory, StageFactory
from tests.pages import errors_of, messages_of, rows_of
from tests.tournament.entries.expulsion import expel
from tournament.audit.services import Author
from tournament.entries import services
from tournament.entries.lists import read_sheet, text_of
from tournament.entries.queries import ALONE_LABELS, Application, application_of, entries_of
from tournament.entries.register import examine
from tournament.entries.substitution import substitution
from tournament.entries.tables import csv_of
from tournament.models import Entry, Regulations, Tournament
from tournament.phrases import Refused

BY = Author()


@pytest.fixture(autouse=True)
def individual(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(event="individual")
    cup.refresh_from_db()


def address(page: str, *arguments: int) -> str:
    return reverse(f"entries:{page}", args=["cup", *arguments])


def registered(cup: Tournament) -> list[tuple[int | None, tuple[str, ...], str]]:
    return [(a.number, a.players, a.club) for a in map(application_of, entries_of(cup))]


# -- by hand -----------------------------------------------------------------------------------------------------


def test_the_form_asks_for_one_player(secretary: Client) -> None:
    form = secretary.get(address("add")).context["form"]

    assert [str(field.label) for field in form][:3] == ["Player", "Club", "Country"]


def test_a_player_is_registered(secretary: Client, cup: Tournament) -> None:
    page = secretary.post(address("add"), {"player_1": " Иванов  И. ", "club": "Спартак", "last": "1"}, follow=True)

    assert registered(cup) == [(1, ("Иванов И.",), "Спартак")]
    assert messages_of(page) == ["Registered as number 1."]


def test_who_is_registered_already_is_named_with_his_number(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=4, players=["Иванов И."])

    page = secretary.post(address("add"), {"player_1": "иванов и."})

    assert errors_of(page) == {
        "player_1": [
            "иванов и. already plays: player 4. If this is another person of the same name, tell them apart: "
            "give the club of each, or add the patronymic."
        ]
    }


def test_two_players_are_no_entry_of_an_individual_event(cup: Tournament) -> None:
    application = Application(("Иванов И.", "Петров П."))

    with pytest.raises(Refused) as error:
        services.add_entry(tournament=cup, application=application, by=BY)

    assert str(error.value) == (
        "2 players are named, but in an individual event everybody enters alone (R1.3): Иванов И. / Петров П.."
    )


def test_nobody_is_no_entry_either(cup: Tournament) -> None:
    (examined,) = examine(cup, {1: Application(())})

    assert [str(error) for error in examined.errors] == ["No player is named."]


# -- from a list -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Игрок;Клуб;Страна;Посев\nИванов И.;Спартак;Россия;3",
        "Name,Club,Country,Seed\nИванов И.,Спартак,Россия,3",
        "Jugador\tClub\tPaís\tSiembra\nИванов И.\tСпартак\tРоссия\t3",
        "Иванов И.;Спартак;Россия;3",
    ],
)
def test_one_column_names_the_player(text: str) -> None:
    sheet = read_sheet(text, alone=True)

    assert list(sheet.applications.values()) == [Application(("Иванов И.",), "Спартак", "Россия", None, 3)]


def test_without_headings_the_order_is_said() -> None:
    sheet = read_sheet("12;Иванов И.;Спартак", alone=True)

    assert [str(note) for note in sheet.notes] == [
        "There is no line of headings, so the columns are taken as: Number, Player, Club, Country, Seed."
    ]
    assert sheet.applications[1].number == 12


def test_a_line_with_two_names_is_wrong_and_said_at_the_player(secretary: Client, cup: Tournament) -> None:
    page = secretary.post(address("import_pairs"), {"text": "Игрок\nИванов И. / Петров П.\nКим К."})

    assert [row.wrong for row in page.context["preview"]] == [
        [
            (
                "Player",
                "2 players are named, but in an individual event everybody enters alone (R1.3): Иванов И. / Петров П..",
            )
        ],
        [],
    ]
    assert registered(cup) == []


def test_a_list_is_registered(secretary: Client, cup: Tournament) -> None:
    page = secretary.post(
        address("import_pairs"), {"text": "Игрок;Клуб\nИванов И.;Спартак\nКим К.;", "accept": "1"}, follow=True
    )

    assert registered(cup) == [(1, ("Иванов И.",), "Спартак"), (2, ("Ким К.",), "")]
    assert messages_of(page) == ["2 players are registered."]


def test_an_empty_list_asks_for_players(secretary: Client) -> None:
    page = secretary.post(address("import_pairs"), {"text": " "})

    said = "There is no player in this list. Write one player a line: name, club, country, seed."
    assert errors_of(page) == {"__all__": [said]}


players = st.builds(
    Application,
    players=st.tuples(st.from_regex(r"[=@-]?[А-Я][а-я]{1,8} [А-Я]\.", fullmatch=True)),
    club=st.sampled_from(["", "Спартак", "=1+1"]),
    country=st.sampled_from(["", "Россия"]),
    number=st.integers(1, 99),
    seed=st.none() | st.integers(1, 99),
)


@given(st.lists(players, min_size=1, max_size=5, unique_by=lambda each: each.number))
def test_what_is_exported_is_read_back(exported: list[Application]) -> None:
    sheet = read_sheet(text_of(csv_of(exported, ALONE_LABELS).encode()), alone=True)

    assert list(sheet.applications.values()) == exported


# -- the list and one entry --------------------------------------------------------------------------------------


def test_the_list_and_the_file_have_a_column_for_the_player(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, players=["Иванов И."])

    page, file = secretary.get(address("list")), secretary.get(address("export"))

    assert [str(column.header) for column in page.context["table"].columns][:2] == ["Number", "Player"]
    assert rows_of(page) == [["1", "Иванов И.", "", "", "", ""]]
    assert file.content.decode().splitlines() == ["\ufeffNumber;Player;Club;Country;Seed", "1;Иванов И.;;;"]


@pytest.mark.parametrize("role", ["secretary", "referee"])
def test_an_empty_list_speaks_of_players(browser_of: Callable[..., Client], role: str) -> None:
    text = browser_of(role).get(address("list")).content.decode()

    assert "No player is registered yet." in text
    assert "pair" not in text.lower().replace("import_pairs", "").replace("import-pairs", "")


def test_a_name_is_corrected(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, players=["Ивонов И."])

    secretary.post(address("edit", 1), {"player_1": "Иванов И.", "club": "Динамо"})

    assert registered(cup) == [(1, ("Иванов И.",), "Динамо")]


def test_an_expelled_player_is_out_without_a_substitute(secretary: Client, cup: Tournament) -> None:
    """R8.5"""
    entry = EntryFactory(tournament=cup, players=["Иванов И."])
    Regulations.objects.update(data={"preset": "femundo_2025", "pays": "offender"})
    expel(entry, RoundFactory(stage=StageFactory(tournament=cup, system="individual")))

    text = secretary.get(address("edit", 1)).content.decode()

    assert "Иванов И. is expelled and plays no more from round 2 on.</p>" in text


def test_another_player_takes_the_place(cup: Tournament) -> None:
    """R8.5: the entry's place in the standings goes on."""
    entry = EntryFactory(tournament=cup, players=["Иванов И."])

    services.substitute(entry=entry, slot=1, name="Цой Ц.", from_round=2, reason="болезнь", by=BY)

    rows = [(m.player.name, m.from_round, m.to_round) for m in Entry.objects.get(pk=entry.pk).members.all()]
    assert rows == [("Иванов И.", 1, 1), ("Цой Ц.", 2, None)]


def test_who_plays_already_is_no_substitute(cup: Tournament) -> None:
    entry, other = (EntryFactory(tournament=cup) for _ in range(2))

    with pytest.raises(Refused, match=r"^Игрок 2 already plays: player 2\."):
        substitution(entry, 1, str(other), 2)


def test_a_player_withdraws_and_what_follows_is_said_of_the_whole_table(secretary: Client, cup: Tournament) -> None:
    """R8.5: his partner and his opponents can't play without him."""
    four = [EntryFactory(tournament=cup) for _ in range(4)]
    proposed = RoundFactory(stage=StageFactory(tournament=cup, system="individual"), state="proposed")
    PartidaFactory(round=proposed, entries=four)

    page = secretary.post(address("withdraw", 1), {"from_round": "1", "reason": "болезнь"}, follow=True)

    assert Entry.objects.get(number=1).withdrawn_from == 1
    assert "take the round back and draw it again, for four have to sit at each table" in page.content.decode()
