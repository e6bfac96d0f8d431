"""Name tags to be cut, printed before a tournament."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, EntryFactory, TournamentFactory, official
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.contents import PLAYERS
from tests.tournament.documents.rounds import LONG, NASTY
from tests.tournament.documents.test_pdf import information, text
from tests.tournament.documents.test_round_papers import joined
from tournament.documents import papers, pdf
from tournament.documents.papers.tags import Tag, Tags, tags
from tournament.models import Document, Tournament
from tournament.phrases import Refused

# Long, and the same on any database.
pytestmark = pytest.mark.once

SITE = "https://domino.example.org"


def address(tournament: Tournament, **asked: object) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return reverse("documents:tags", args=[tournament.slug]) + f"?{query}"


def tags_of(tournament: Tournament, first: int = 1, most: int = 100, sheet: str = "a4") -> Tags:
    return tags(tournament, sheet=sheet, site=SITE, first=first, most=most)


def printed(tournament: Tournament, sheet: str, language: str) -> bytes:
    context = {"tournament": tournament, "paper": tags_of(tournament, sheet=sheet)}
    return pdf.render("documents/pdf/tags.html", context, language)


def test_they_are_streamed_and_not_recorded(cup: Cup, referee: Client) -> None:
    answer = referee.get(address(cup.tournament, sheet="letter"))

    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert (answer["Content-Type"], information(data)["Page size"]) == ("application/pdf", "612 x 792 pts (letter)")
    assert Document.objects.count() == 0


def test_they_are_read_not_sent(cup: Cup, referee: Client) -> None:
    assert referee.post(address(cup.tournament)).status_code == 405


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    assert stranger.get(address(cup.tournament)).status_code == 404


@pytest.mark.parametrize("asked", [{"sheet": "a3"}, {"first": "x"}, {"first": "0"}, {"first": "99999999999999999999"}])
def test_what_cannot_be_asked_for_is_not_there(cup: Cup, referee: Client, asked: dict[str, str]) -> None:
    assert referee.get(address(cup.tournament, **asked)).status_code == 404


def test_where_nobody_is_it_says_so(cup: Cup, referee: Client) -> None:
    page = referee.get(address(cup.tournament, first=50), follow=True)

    (message,) = page.context["messages"]
    assert str(message) == "There is nobody from that number on. Choose a smaller one, or register entries first."


def test_the_page_of_the_entries_leads_to_them(cup: Cup, referee: Client) -> None:
    page = referee.get(reverse("entries:list", args=[cup.tournament.slug]))

    assert f'action="{address(cup.tournament).rstrip("?")}"' in page.content.decode()


# -- what stands on them -------------------------------------------------------------------------------------


def test_each_player_has_one_and_each_official(db: None) -> None:
    tournament = TournamentFactory()
    EntryFactory(tournament=tournament, players=PLAYERS[:2], club=ClubFactory(name="Дупль"), country="Россия")
    user = official(tournament, "chief_referee")
    user.first_name, user.last_name = "Пётр", "Сидоров"
    user.save()
    cup = f"{SITE}/t/{tournament.slug}/"

    assert tags_of(tournament).sheets == (
        (
            Tag(PLAYERS[0], "Pair No. 1", "Дупль, Россия", "", f"{cup}tags/1/", papers.qr(f"{cup}tags/1/")),
            Tag(PLAYERS[1], "Pair No. 1", "Дупль, Россия", "", f"{cup}tags/1/", papers.qr(f"{cup}tags/1/")),
            Tag("Пётр Сидоров", "Chief referee", "", "", cup, papers.qr(cup)),
        ),
    )


def test_who_has_withdrawn_or_was_replaced_has_none(db: None) -> None:
    """R8.5."""
    tournament = TournamentFactory()
    EntryFactory(tournament=tournament, withdrawn_from=2)
    changed = EntryFactory(tournament=tournament, players=("Ушёл", "Остался"))
    changed.members.filter(slot=1).update(to_round=1)

    assert [tag.name for sheet in tags_of(tournament).sheets for tag in sheet] == ["Остался"]


def test_a_large_tournament_is_printed_in_parts(db: None) -> None:
    """Officials come with the first."""
    tournament = TournamentFactory(event="individual")
    for _each in range(4):
        EntryFactory(tournament=tournament)
    official(tournament)

    first, rest = tags_of(tournament, most=2), tags_of(tournament, first=3, most=2)
    roles = [[tag.role for tag in part.sheets[0]] for part in (first, rest)]
    assert roles == [["Player No. 1", "Player No. 2", "Organiser"], ["Player No. 3", "Player No. 4"]]
    with pytest.raises(Refused) as refused:
        tags_of(tournament, first=5)
    assert refused.value.code == "tags.nobody"


def test_one_pair_and_three_take_as_many_queries(db: None, django_assert_num_queries: object) -> None:
    tournament = TournamentFactory()
    for _each in range(3):
        EntryFactory(tournament=tournament)
        with django_assert_num_queries(3):  # type: ignore[operator]
            tags_of(tournament)


@pytest.mark.parametrize(("sheet", "language"), [("a4", "ru"), ("letter", "es"), ("a4", "en")])
def test_ten_stand_on_a_sheet_whatever_their_names(db: None, sheet: str, language: str) -> None:
    tournament = TournamentFactory(name=LONG)
    for players in (NASTY[:2], (LONG, LONG), (LONG, PLAYERS[3]), PLAYERS[:2], NASTY[2:], PLAYERS[1:3]):
        EntryFactory(tournament=tournament, players=players)

    data = printed(tournament, sheet, language)
    said = joined(text(data, "-raw"))
    assert information(data)["Pages"] == "2"
    assert [name for name in (NASTY[0], LONG, *PLAYERS) if joined(name) not in said] == []
