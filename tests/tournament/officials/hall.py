"""A round with four tables and two referees; «Сокол» plays at tables 1 and 2, and Тихонов is of it."""

from dataclasses import dataclass

from django.test import Client

from tests.factories import (
    ClubFactory,
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    UserFactory,
)
from tournament.models import Club, Round, Staff, Tournament


@dataclass(frozen=True)
class Hall:
    """What the tests speak of."""

    cup: Tournament
    round: Round
    club: Club
    tikhonov: Staff
    orlova: Staff

    def standing(self) -> dict[int, str]:
        """Who stands at which table."""
        posts = self.round.table_referees.select_related("staff__user")
        return {post.table: post.staff.user.username for post in posts}


def hall() -> Hall:
    """Nobody stands anywhere yet."""
    cup, club = TournamentFactory(slug="cup"), ClubFactory(name="Сокол")
    round_ = RoundFactory(stage=StageFactory(tournament=cup))
    for table in range(1, 5):
        pairs = [EntryFactory(tournament=cup, club=club if table < 3 else None), EntryFactory(tournament=cup)]
        ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs))
    return Hall(cup, round_, club, referee(cup, "tikhonov", "Тихонов", club), referee(cup, "orlova", "Орлова"))


def referee(cup: Tournament, username: str, name: str, club: Club | None = None) -> Staff:
    """A referee of the tournament."""
    user = UserFactory(username=username, last_name=name)
    return Staff.objects.create(tournament=cup, user=user, role="referee", club=club)


def browser_of(post: Staff) -> Client:
    """The browser of this very referee."""
    browser = Client()
    browser.force_login(post.user)
    return browser
