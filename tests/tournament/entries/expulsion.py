"""A black card: the ruling that expels a player."""

from django.utils import timezone

from tests.factories import PartidaFactory
from tournament.models import Partida, Round, Ruling


def expel(entry: object, round_: Round, seat: int = 1) -> Partida:
    """A partida of this round in which a player of the entry, on side A, gets a black card (FEMUNDO 29F)."""
    partida: Partida = PartidaFactory(round=round_, entries=(entry,), kind=Partida.Kind.PLAYED.value)
    data = {"code": "physical_assault", "seat": seat, "deal": 1}
    Ruling.objects.create(partida=partida, number=1, data=data, made_at=timezone.now())
    return partida
