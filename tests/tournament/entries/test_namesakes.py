"""Namesakes and doubles: pointed out when they are entered and on a page; two records become one."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    ClubFactory,
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    official,
)
from tests.pages import messages_of
from tests.tournament.draw.play import BY
from tournament.entries.queries import Application
from tournament.entries.register import examine
from tournament.entries.services import add_entry
from tournament.models import AuditRecord, Club, Player, Protocol, Tournament

URL = reverse("entries:namesakes", args=["cup"])


def enter(cup: Tournament, *players: str, club: str = "") -> None:
    add_entry(tournament=cup, application=Application(players, club=club), by=BY)


def remarks(cup: Tournament, *players: str, club: str = "") -> list[str]:
    (examined,) = examine(cup, {1: Application(players, club=club)})
    return [str(warning) for warning in examined.warnings]


@pytest.fixture
def old(db: None) -> Tournament:
    """An earlier public tournament in which Иванов Пётр of Спартак has played."""
    old = TournamentFactory(slug="old", name="Кубок 2025", is_public=True)
    enter(old, "Иванов Пётр", "Ким К.", club="Спартак")
    return old


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def merge(browser: Client, kept: str, gone: str) -> Any:
    url = reverse("entries:merge_players", args=["cup", player(kept).pk, player(gone).pk])
    return browser.post(url, follow=True)


# -- pointed out ---------------------------------------------------------------------------------------------


def test_a_name_much_like_a_known_one_is_pointed_out_when_it_is_entered(cup: Tournament, old: Tournament) -> None:
    assert remarks(cup, "Пётр Ивонов", "Цой Ц.") == [
        "Пётр Ивонов is much like Иванов Пётр (Спартак), who is known already. If it is the same person, write the "
        "name the same way."
    ]


def test_a_club_much_like_a_known_one_is_pointed_out_once(cup: Tournament, old: Tournament) -> None:
    lines = {n: Application((f"Игрок {n}-1", f"Игрок {n}-2"), club="Спартaк") for n in (1, 2)}
    assert [[str(warning) for warning in row.warnings] for row in examine(cup, lines)] == [
        [
            "The club Спартaк is much like Спартак, which is known already. If it is the same, write it the same way.",
        ],
        [],
    ]


def test_the_known_spelling_itself_is_no_remark(cup: Tournament, old: Tournament) -> None:
    enter(old, "Иванов П.", "Ли Л.")
    assert remarks(cup, "Иванов Пётр", "Цой Ц.", club="Спартак") == []


def test_two_lines_of_one_list_are_compared_too(cup: Tournament) -> None:
    lines = {1: Application(("Иванов Пётр", "Ли Л.")), 2: Application(("Ивонов Пётр", "Ким К."))}
    said = [[warning.code for warning in row.warnings] for row in examine(cup, lines)]
    assert said == [[], ["entries.similar"]]


def test_names_of_a_tournament_that_hides_them_are_given_away_to_nobody(cup: Tournament, old: Tournament) -> None:
    Tournament.objects.filter(pk=old.pk).update(is_public=False)
    assert remarks(cup, "Пётр Ивонов", "Цой Ц.") == []
    Tournament.objects.filter(pk=old.pk).update(is_public=True, names_shown="initials")
    assert remarks(cup, "Пётр Ивонов", "Цой Ц.") == []


def test_the_page_lists_each_two_once(secretary: Client, cup: Tournament, old: Tournament) -> None:
    enter(cup, "Пётр Иванoв", "Цой Ц.")
    enter(cup, "Королёв И.", "Пак П.")
    enter(cup, "Королев Иван", "Ан А.")
    found = secretary.get(URL).context["players"]
    assert [(each.number, str(each.player), str(each.other), each.elsewhere, each.here) for each in found] == [
        (1, "Пётр Иванoв", "Иванов Пётр", 1, None),
        (2, "Королёв И.", "Королев Иван", 1, 3),
    ]


def test_clubs_the_same_way(secretary: Client, cup: Tournament, old: Tournament) -> None:
    enter(cup, "Цой Ц.", "Пак П.", club="Cпаpтaк")
    assert [(str(one), str(other)) for one, other in secretary.get(URL).context["clubs"]] == [("Cпаpтaк", "Спартак")]


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_the_doubles(
    secretary: Client, cup: Tournament, old: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        enter(old, f"Салахутдинов Ринат{'ик' * number}", f"Напарник {number}-й")
        enter(cup, f"Салахутдинав Ринат{'ик' * number}", f"Другой {number}-й")
    # session, account, tournament, roles; known players and clubs; members; the others with tournaments; clubs
    with django_assert_num_queries(10):
        secretary.get(URL)


# -- made one ------------------------------------------------------------------------------------------------


def test_what_was_played_under_either_name_is_his(browser_of: Any, cup: Tournament, old: Tournament) -> None:
    secretary = both(browser_of, cup, old)
    enter(cup, "Пётр Иванoв", "Цой Ц.")
    page = merge(secretary, kept="Иванов Пётр", gone="Пётр Иванoв")
    assert messages_of(page) == ["Пётр Иванoв is one with Иванов Пётр now."]
    assert sorted(each.tournament.slug for each in player("Иванов Пётр").memberships.all()) == ["cup", "old"]
    assert str(cup.entries.get()) == "Иванов Пётр / Цой Ц."
    assert not Player.objects.filter(name="Пётр Иванoв").exists()


def both(browser_of: Any, cup: Tournament, other: Tournament) -> Client:
    """The secretary of both tournaments."""
    browser = Client()
    user = official(cup, "secretary")
    user.posts.create(tournament=other, role="secretary")
    browser.force_login(user)
    return browser


def test_the_journals_of_both_tournaments_have_both_names(browser_of: Any, cup: Tournament, old: Tournament) -> None:
    enter(cup, "Пётр Иванoв", "Цой Ц.")
    gone, kept = player("Иванов Пётр").pk, player("Пётр Иванoв").pk
    merge(both(browser_of, cup, old), kept="Пётр Иванoв", gone="Иванов Пётр")
    records = AuditRecord.objects.filter(action="players.merged").order_by("tournament__slug")
    said = {"kept": "Пётр Иванoв", "kept_key": kept, "gone": "Иванов Пётр", "gone_key": gone, "club": "Спартак"}
    assert [(record.tournament.slug, record.data) for record in records] == [
        ("cup", said | {"entries": []}),
        ("old", said | {"entries": [1]}),
    ]


def test_a_phone_that_shows_the_old_name_is_told(browser_of: Any, cup: Tournament, old: Tournament) -> None:
    enter(cup, "Пётр Иванoв", "Цой Ц.")
    round_ = RoundFactory(stage=StageFactory(tournament=cup))
    partida = PartidaFactory(round=round_, entries=(cup.entries.get(number=1), EntryFactory(tournament=cup)))
    protocol = ProtocolFactory(partida=partida)
    merge(both(browser_of, cup, old), kept="Иванов Пётр", gone="Пётр Иванoв")
    assert Protocol.objects.get().version == protocol.version + 1
    assert partida.seats.get(number=1).player == player("Иванов Пётр")


def test_a_page_says_first_what_it_means(browser_of: Any, cup: Tournament, old: Tournament) -> None:
    enter(cup, "Пётр Иванoв", "Цой Ц.", club="Динамо")
    url = reverse("entries:merge_players", args=["cup", player("Иванов Пётр").pk, player("Пётр Иванoв").pk])
    plan = both(browser_of, cup, old).get(url).context["merge"]
    assert ([(each.slug, number) for each, number in plan.entries], plan.partidas) == ([("cup", 1)], 0)
    assert Player.objects.filter(name="Пётр Иванoв").exists()


def test_who_plays_in_one_tournament_is_two_persons(secretary: Client, cup: Tournament) -> None:
    enter(cup, "Королёв И.", "Пак П.")
    enter(cup, "Королев Иван", "Ан А.")
    assert messages_of(merge(secretary, kept="Королёв И.", gone="Королев Иван")) == [
        "Королёв И. and Королев Иван are both entered in “Кубок Москвы”, so they are two persons and can't become one."
    ]


def test_nobody_changes_a_tournament_in_which_he_registers_nobody(
    secretary: Client, cup: Tournament, old: Tournament
) -> None:
    enter(cup, "Пётр Иванoв", "Цой Ц.")
    assert messages_of(merge(secretary, kept="Пётр Иванoв", gone="Иванов Пётр")) == [
        "This would change entries of a tournament in which you register nobody. Ask somebody who is an organiser or "
        "secretary of both."
    ]
    assert Player.objects.filter(name="Иванов Пётр").exists()


def test_one_is_not_made_one_with_himself(secretary: Client, cup: Tournament) -> None:
    enter(cup, "Королёв И.", "Пак П.")
    assert messages_of(merge(secretary, kept="Пак П.", gone="Пак П.")) == ["These are one already."]


def test_two_clubs_become_one(browser_of: Any, cup: Tournament, old: Tournament) -> None:
    enter(cup, "Цой Ц.", "Пак П.", club="Cпаpтaк")
    keys = [Club.objects.get(name=name).pk for name in ("Спартак", "Cпаpтaк")]
    both(browser_of, cup, old).post(reverse("entries:merge_clubs", args=["cup", *keys]))
    assert [club.name for club in Club.objects.all()] == ["Спартак"]
    assert (str(cup.entries.get().club), str(player("Цой Ц.").club)) == ("Спартак", "Спартак")
    assert [record.tournament.slug for record in AuditRecord.objects.filter(action="clubs.merged")] == ["cup"]


def test_a_club_of_another_tournament_is_not_renamed_from_here(
    secretary: Client, cup: Tournament, old: Tournament
) -> None:
    mine = ClubFactory(name="Спартак-2")
    url = reverse("entries:merge_clubs", args=["cup", mine.pk, Club.objects.get(name="Спартак").pk])
    secretary.post(url)
    assert Club.objects.filter(name="Спартак").exists()
