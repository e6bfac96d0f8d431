"""Signing and refusing on the screen (R11.3); what becomes of the protocol, `protocols.services.sign` says."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import time_format

import scoring
from tournament.audit.services import Act, Author, act
from tournament.entries import pins
from tournament.models import Entry, Partida, Protocol, Signature
from tournament.phrases import Refused
from tournament.protests import services as protests
from tournament.protocols import services as protocols
from tournament.protocols.services import Answer

from .ink import Strokes

NO_PROTEST_ANY_MORE = ("protest.already", "protest.late", "protest.round_closed")
MOST_WRONG_PINS = 5
PIN_LOCK = timedelta(minutes=5)


def draw(*, partida: Partida, seat: int, strokes: Strokes, shown: str, by: Author) -> None:
    """The player on this seat signs what he was shown with a finger."""
    answer = Answer(how=Signature.How.DRAWN.value, strokes=strokes, shown=shown)
    protocols.sign(partida=partida, seats=[seat], by=by, answer=answer)


def refuse(*, partida: Partida, seat: int, reason: str, shown: str, by: Author) -> None:
    """The player on this seat refuses to sign, and says why. It holds nothing up: the refusal stands on the sheet.

    It is a protest of his side (R11.5), unless that has one open already or its time is over.
    """
    if not reason.strip():
        raise Refused("signing.reason", field="reason")
    answer = Answer(how=Signature.How.REFUSED.value, reason=reason.strip(), shown=shown)
    with transaction.atomic():
        protocols.refuse(partida=partida, seat=seat, answer=answer, by=by)
        _protest(partida, seat, reason, by)


def _protest(partida: Partida, seat: int, reason: str, by: Author) -> None:
    try:
        protests.lodge(partida=partida, side=scoring.side_of(seat), text=reason, by=by, refused_seat=seat)
    except Refused as refusal:
        if refusal.code not in NO_PROTEST_ANY_MORE:
            raise


def sign_by_pin(*, partida: Partida, seat: int, pin: str, shown: str, by: Author) -> None:
    """The player on this seat signs with the PIN of his entry.

    Wrong PINs are counted and kept in the journal: too many in a row, and for five minutes nobody signs by PIN
    at this table. The PIN is compared under the lock, so that many tries at once are counted like many in a row.
    """
    with act(partida.round.tournament, "pin.wrong", by) as doing:
        protocol = Protocol.objects.get(partida=partida)
        _require_unlocked(protocol)
        entry = Entry.objects.get(seats__partida=partida, seats__number=seat)
        if not entry.pin:
            raise Refused("signing.no_pin", number=entry.number)
        wrong = None if pins.fits(pin, entry.pin) else _counted(doing, partida, protocol, entry)
        if wrong is None:
            doing.unchanged()
            Entry.objects.filter(pk=entry.pk).update(wrong_pins=0)
            answer = Answer(how=Signature.How.PIN.value, shown=shown)
            protocols.sign(partida=partida, seats=[seat], by=by, answer=answer)
    if wrong:
        raise wrong


def _require_unlocked(protocol: Protocol) -> None:
    until = protocol.pin_locked_until
    if until and until > timezone.now():
        raise _locked(protocol)


def _locked(protocol: Protocol) -> Refused:
    zone = protocol.partida.round.tournament.zone
    until = timezone.localtime(protocol.pin_locked_until, zone)
    return Refused("signing.pin_locked", tries=MOST_WRONG_PINS, until=time_format(until, "TIME_FORMAT"))


def _counted(doing: Act, partida: Partida, protocol: Protocol, entry: Entry) -> Refused:
    """One more wrong PIN of an entry: kept, and to be refused once it is."""
    entry.wrong_pins += 1
    doing.subject = f"round {partida.round.number}, table {partida.table}"
    doing.data = {"entry": entry.number, "in_a_row": entry.wrong_pins}
    refusal = Refused("signing.pin_wrong", number=entry.number, left=MOST_WRONG_PINS - entry.wrong_pins)
    if entry.wrong_pins >= MOST_WRONG_PINS:
        entry.wrong_pins = 0
        protocol.pin_locked_until = timezone.now() + PIN_LOCK
        protocol.save(update_fields=["pin_locked_until"])
        refusal = _locked(protocol)
    entry.save(update_fields=["wrong_pins"])
    return refusal
