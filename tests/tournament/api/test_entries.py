"""Who takes part."""

from typing import Any

from tests.factories import EntryFactory, TournamentFactory
from tests.tournament.api.asking import address, ask, read, why_not
from tournament.models import EntryMember, Player, Release, Tournament

ROUTE = "api:entries"


def test_all_entries_by_number(cup: Tournament) -> None:
    found = read(address(ROUTE, "cup"))

    assert [each["number"] for each in found["items"]] == [1, 2, 3, 4, 5]
    assert found["items"][0] == {
        "number": 1,
        "players": ["Иванов И.", "Петров П."],
        "club": "Дупль",
        "country": "Россия",
        "withdrawn_from": None,
    }


def test_a_substitute_stands_in_place_of_who_has_left(cup: Tournament) -> None:
    entry = cup.entries.get(number=1)
    entry.members.filter(slot=2).update(to_round=1)
    EntryMember.objects.create(
        tournament=cup, entry=entry, player=Player.objects.create(name="Юн Ю."), slot=2, from_round=2
    )

    assert read(address(ROUTE, "cup"))["items"][0]["players"] == ["Иванов И.", "Юн Ю."]


def test_nothing_but_names_club_and_country_is_told(cup: Tournament) -> None:
    """Seeds, PINs and kept tables are the officials' own."""
    cup.entries.update(seed=71, pin="secret", fixed_table=83)

    said = ask(address(ROUTE, "cup")).content.decode()

    assert [word for word in ("71", "secret", "83") if word in said] == []


def test_names_as_initials(cup: Tournament) -> None:
    Tournament.objects.update(names_shown="initials")

    assert read(address(ROUTE, "cup"))["items"][0]["players"] == ["И. И.", "П. П."]


def test_entries_that_are_held_back_are_not_there(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="entries", level="officials")

    assert why_not(address(ROUTE, "cup")) == (404, "The entries of this tournament aren't public.")


def test_as_many_queries_with_one_as_with_many(db: None, django_assert_num_queries: Any) -> None:
    for count in (1, 30):
        crowd = TournamentFactory(slug=f"crowd-{count}", is_public=True)
        for _entry in range(count):
            EntryFactory(tournament=crowd)
        with django_assert_num_queries(5):
            assert len(read(address(ROUTE, crowd.slug))["items"]) == count
