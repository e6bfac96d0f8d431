"""What the tests of rulings rule on: the partida of `tests/tournament/protocols/sheets.py`, its clock started."""

from typing import Any

from django.utils import timezone

import scoring
from tests.factories import UserFactory
from tests.tournament.protocols.sheets import protocol_with
from tournament.audit.services import Author
from tournament.models import Partida, Protocol, Round, Ruling
from tournament.protocols import queries as protocols
from tournament.protocols import services as writing
from tournament.protocols.sheets import Sheet
from tournament.rulings import services

NOBODY = Author()


def playing(*deals: scoring.Deal, **rules: Any) -> Protocol:
    """The open protocol of table 1 of round 1 of `cup`; the clock runs. Seats: Иванов, Ким, Петров, Ли."""
    protocol = protocol_with(*deals, **rules)
    Round.objects.update(started_at=timezone.now())
    return Protocol.objects.select_related("partida__round__tournament").get(pk=protocol.pk)


def sheet(protocol: Protocol) -> Sheet:
    return protocols.sheet(protocol.partida)


def offence(partida: Partida, code: str, seat: int, deal: int = 1, **more: Any) -> scoring.Offence:
    player = partida.seats.get(number=seat).player_id if seat in scoring.SEATS else None
    return scoring.Offence(code=code, player=player, partida=partida.pk, seat=seat, deal=deal, **more)


def rule(protocol: Protocol, code: str, seat: int, deal: int = 1, **more: Any) -> Ruling:
    """A ruling on the player of a seat; `choice`, `departure` and `reason` go with the offence."""
    about = {key: more.pop(key) for key in ("choice", "departure", "reason") if key in more}
    wanted = {"breaks_deal": False, "by": NOBODY} | more
    return services.rule(
        partida=protocol.partida, offence=offence(protocol.partida, code, seat, deal, **about), **wanted
    )


def consequences(protocol: Protocol) -> list[tuple[scoring.Penalty, tuple[str, ...]]]:
    """What the rulings on a sheet come to, and why."""
    return [(line.decision.penalty, line.decision.why) for line in sheet(protocol).rulings]


def write(protocol: Protocol, *deals: scoring.Deal) -> None:
    for deal in deals:
        version = Protocol.objects.get(pk=protocol.pk).version
        writing.record_deal(partida=protocol.partida, deal=deal, version=version, key=None, by=NOBODY)


def confirm(protocol: Protocol) -> None:
    """Take a finished sheet to its confirmation."""
    version = Protocol.objects.get(pk=protocol.pk).version
    writing.enter(partida=protocol.partida, version=version, by=NOBODY)
    writing.sign(partida=protocol.partida, seats=scoring.SEATS, by=NOBODY)
    writing.confirm(partida=protocol.partida, by=Author(UserFactory()))
