"""Rows for tests: each factory makes one thing and what it can't be without.

`EntryFactory(tournament=cup)` is a pair with two players, in an individual event a player alone;
`PartidaFactory(round=…, entries=(a, b))` has its four seats, `ProtocolFactory(partida=…, deals=[…])` its deals.
Numbers follow on from those that are there.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

import scoring
from tournament.models import (
    Club,
    Deal,
    Entry,
    EntryMember,
    EntryRequest,
    Partida,
    Payment,
    Player,
    Protocol,
    Regulations,
    Round,
    Seat,
    Staff,
    Stage,
    Tournament,
    User,
)

PASSWORD = "a password of the tests"


class UserFactory(DjangoModelFactory[User]):
    """An account; its password is `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence("official{}".format)
    password = factory.django.Password(PASSWORD)


class TournamentFactory(DjangoModelFactory[Tournament]):
    """A tournament with a first version of its regulations; `rules__deals=4` changes the preset's."""

    class Meta:
        model = Tournament
        skip_postgeneration_save = True

    slug = factory.Sequence("cup-{}".format)
    name = factory.Sequence("Кубок {}".format)

    @factory.post_generation
    def rules(self: Tournament, create: bool, extracted: Any, **changes: Any) -> None:  # type: ignore[misc]
        value = extracted or scoring.Regulations.from_dict({"preset": "fdr_deals", **changes})
        Regulations.objects.create(tournament=self, number=1, data=value.to_dict())


def official(tournament: Tournament, role: str = Staff.Role.ORGANISER.value) -> User:
    """A new account with this role in the tournament."""
    user: User = UserFactory()
    Staff.objects.create(tournament=tournament, user=user, role=role)
    return user


class ClubFactory(DjangoModelFactory[Club]):
    """A club."""

    class Meta:
        model = Club

    name = factory.Sequence("Клуб {}".format)


class EntryFactory(DjangoModelFactory[Entry]):
    """A pair with two players, `players=("Иванов И.", "Петров П.")` if their names matter; or a player alone."""

    class Meta:
        model = Entry
        skip_postgeneration_save = True

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.LazyAttribute(lambda entry: entry.tournament.entries.count() + 1)

    @factory.post_generation
    def players(self: Entry, create: bool, extracted: Sequence[str] | None, **kwargs: Any) -> None:  # type: ignore[misc]
        usual = [f"Игрок {self.number}-{slot}" for slot in range(1, self.tournament.entry_size + 1)]
        names = extracted or (usual if len(usual) > 1 else [f"Игрок {self.number}"])
        for slot, name in enumerate(names, 1):
            player = Player.objects.create(name=name, club=self.club)
            EntryMember.objects.create(tournament=self.tournament, entry=self, player=player, slot=slot)


class EntryRequestFactory(DjangoModelFactory[EntryRequest]):
    """A place asked for on the public page, not decided; `players=("Иванов И.", "Петров П.")` if names matter."""

    class Meta:
        model = EntryRequest

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.LazyAttribute(lambda request: request.tournament.entry_requests.count() + 1)
    players = factory.LazyAttribute(lambda request: [f"Гость {request.number}-1", f"Гость {request.number}-2"])
    contact_name = "Иван Иванов"
    email = factory.Sequence("guest{}@example.org".format)
    language = "en"
    consented_at = factory.LazyFunction(timezone.now)
    key = factory.Sequence("key-{}".format)


class PaymentFactory(DjangoModelFactory[Payment]):
    """A fee that was taken in cash."""

    class Meta:
        model = Payment

    entry = factory.SubFactory(EntryFactory)
    tournament = factory.SelfAttribute("entry.tournament")
    number = factory.LazyAttribute(lambda payment: payment.tournament.payments.count() + 1)
    amount = Decimal(500)
    currency = "₽"
    way = Payment.Way.CASH.value
    taken_by_name = "Секретарь"
    at = factory.LazyFunction(timezone.now)


class StageFactory(DjangoModelFactory[Stage]):
    """A stage whose rounds are given, unless another `system` is."""

    class Meta:
        model = Stage

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.LazyAttribute(lambda stage: stage.tournament.stages.count() + 1)
    name = factory.Sequence("Этап {}".format)
    system = Stage.System.FREE.value


class RoundFactory(DjangoModelFactory[Round]):
    """A published round, its regulations frozen; `state="proposed"` for one that can still be changed."""

    class Meta:
        model = Round

    stage = factory.SubFactory(StageFactory)
    tournament = factory.SelfAttribute("stage.tournament")
    number = factory.LazyAttribute(lambda round_: round_.tournament.rounds.count() + 1)
    state = Round.State.PUBLISHED.value
    regulations = factory.LazyAttribute(
        lambda round_: None if round_.state == Round.State.PROPOSED.value else round_.tournament.regulations
    )
    published_at = factory.LazyAttribute(
        lambda round_: None if round_.state == Round.State.PROPOSED.value else timezone.now()
    )


class PartidaFactory(DjangoModelFactory[Partida]):
    """A partida with its seats; `entries=(a, b)`, or `(a,)` for a bye, else two new pairs; or four players."""

    class Meta:
        model = Partida
        skip_postgeneration_save = True

    round = factory.SubFactory(RoundFactory)
    kind = Partida.Kind.PLAYED.value
    table = factory.LazyAttribute(
        lambda partida: None if partida.kind == Partida.Kind.BYE.value else partida.round.partidas.count() + 1
    )

    @factory.post_generation
    def entries(self: Partida, create: bool, extracted: Sequence[Entry] | None, **kwargs: Any) -> None:  # type: ignore[misc]
        tournament = self.round.tournament
        sides = extracted or [EntryFactory(tournament=tournament), EntryFactory(tournament=tournament)]
        all_places = ((1, 3), (2, 4)) if len(sides) < 3 else ((1,), (2,), (3,), (4,))
        for entry, places in zip(sides, all_places, strict=False):
            for place, member in zip(places, entry.members.all(), strict=False):
                Seat.objects.create(
                    partida=self,
                    round=self.round,
                    number=place,
                    entry=entry,
                    slot=member.slot,
                    player=member.player,
                )


class ProtocolFactory(DjangoModelFactory[Protocol]):
    """The protocol of a partida, open and empty; `deals` are values of the engine."""

    class Meta:
        model = Protocol
        skip_postgeneration_save = True

    partida = factory.SubFactory(PartidaFactory)
    state = Protocol.State.OPEN.value

    @factory.post_generation
    def deals(self: Protocol, create: bool, extracted: Sequence[scoring.Deal] | None, **kwargs: Any) -> None:  # type: ignore[misc]
        for number, deal in enumerate(extracted or (), 1):
            Deal.objects.create(protocol=self, number=number, data=deal.to_dict(), recorded_at=timezone.now())
