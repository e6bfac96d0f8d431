"""Requests for a place: sent by the public, decided at the desk, withdrawn by who sent them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.audit.services import Act, Author, act
from tournament.models import Entry, EntryRequest, EntryTerms, Tournament, search_key
from tournament.phrases import Refused

from .joining import require_in_time, terms_of
from .queries import Application, seated_rounds
from .register import examine
from .services import enrol
from .waiting_list import ACCEPTED, DECLINED, LISTED, NEW, OFFERED, WITHDRAWN, offered, places

# A request in one of these states still wants a place.
OPEN = (NEW, LISTED, OFFERED)


@dataclass(frozen=True)
class Contact:
    """How the sender of a request can be reached, what he added, and that he agreed to its being kept."""

    name: str
    email: str
    phone: str
    message: str


def closed_because(terms: EntryTerms, now: datetime | None = None) -> Refused | None:
    """Why no request can be sent now; None while it can."""
    if not terms.is_open:
        return Refused("registration.closed")
    if terms.deadline and (now or timezone.now()) > terms.deadline:
        return Refused("registration.over")
    return None


def set_terms(*, tournament: Tournament, version: int, by: Author, **wanted: Any) -> None:
    """Set the terms of entry, as fields of `EntryTerms`. Places that become free by it are offered at once.

    version: of the tournament when the form was shown.
    """
    with act(tournament, "terms.set", by) as doing:
        terms = terms_of(doing.tournament)
        before = {name: getattr(terms, name) for name in wanted}
        if before == wanted:
            doing.unchanged()
            return
        if version != doing.tournament.version and terms.pk:
            raise Refused("registration.terms_changed")
        for name, value in wanted.items():
            setattr(terms, name, value)
        terms.save()
        doing.data = {name: str(value) for name, value in wanted.items()} | offered(doing.tournament)


def ask(
    *, tournament: Tournament, application: Application, contact: Contact, key: str, language: str, by: Author
) -> EntryRequest:
    """Ask for a place. The same form sent twice is one request. The journal has names and club, never the contact."""
    with act(tournament, "request.made", by) as doing:
        cup = doing.tournament
        if sent := cup.entry_requests.filter(key=key).first():
            doing.unchanged()
            return sent
        if refused := closed_because(terms_of(cup)):
            raise refused
        require_in_time(cup)
        _require_possible(cup, application)
        request = EntryRequest.objects.create(
            tournament=cup,
            number=(cup.entry_requests.aggregate(last=Max("number"))["last"] or 0) + 1,
            players=list(application.players),
            club=application.club,
            country=application.country,
            contact_name=contact.name,
            email=contact.email,
            phone=contact.phone,
            message=contact.message,
            language=language,
            consented_at=timezone.now(),
            key=key,
        )
        doing.subject = f"request:{request.number}"
        doing.data = {"players": request.players, "club": request.club, "country": request.country}
        return request


def _require_possible(cup: Tournament, application: Application) -> None:
    """Refuses who plays already, or has asked already and waits for the answer."""
    (examined,) = examine(cup, {1: application}, doubts=False)
    if examined.errors:
        raise examined.errors[0]
    wanted = sorted(map(search_key, application.players))
    for other in cup.entry_requests.filter(state__in=OPEN):
        if sorted(map(search_key, other.players)) == wanted and search_key(other.club) == search_key(application.club):
            raise Refused("registration.asked_already", pair=str(other))


def application_in(request: EntryRequest) -> Application:
    """What was asked for, as an application."""
    return Application(players=tuple(request.players), club=request.club, country=request.country)


def accept(*, request: EntryRequest, seen: str, by: Author) -> Entry:
    """The request becomes an entry. seen: its state when the page was shown, for two may decide at once."""
    with act(request.tournament, "request.accepted", by) as doing:
        request = _still(doing, request, seen, OPEN)
        if request.state != OFFERED and places(doing.tournament).is_full:
            raise Refused("registration.full", number=request.number)
        return _enrol(doing, request)


def take_offer(*, request: EntryRequest, by: Author) -> Entry:
    """Its sender takes the place that was offered to him."""
    with act(request.tournament, "request.taken", by) as doing:
        return _enrol(doing, _still(doing, request, OFFERED, (OFFERED,)))


def _enrol(doing: Act, request: EntryRequest) -> Entry:
    require_in_time(doing.tournament)
    (examined,) = examine(doing.tournament, {1: application_in(request)}, doubts=False)
    if examined.errors:
        raise examined.errors[0]
    entry = enrol(doing.tournament, examined.application)
    request.state, request.entry, request.reason = ACCEPTED, entry, ""
    request.save(update_fields=["state", "entry", "reason"])
    doing.data = {"entry": entry.number, "players": request.players}
    return entry


def put_on_list(*, request: EntryRequest, seen: str, by: Author) -> None:
    """It waits for a place that becomes free, after those who wait already."""
    with act(request.tournament, "request.listed", by) as doing:
        request = _still(doing, request, seen, (NEW,))
        request.state, request.listed_at = LISTED, timezone.now()
        request.save(update_fields=["state", "listed_at"])


def decline(*, request: EntryRequest, seen: str, reason: str, by: Author) -> None:
    """No place for it; its sender reads why. A place that was kept for it is offered to the next."""
    with act(request.tournament, "request.declined", by) as doing:
        request = _still(doing, request, seen, OPEN)
        request.state, request.reason = DECLINED, reason
        request.save(update_fields=["state", "reason"])
        doing.data |= {"reason": reason, **offered(doing.tournament)}


def pass_on(*, tournament: Tournament, by: Author) -> None:
    """Places that were offered and not taken in time are offered to the next; whoever let his go has to ask anew.

    As long as it isn't passed on he may take it, for nobody else has been told of it yet.
    """
    with act(tournament, "offers.lapsed", by) as doing:
        late = list(doing.tournament.entry_requests.filter(state=OFFERED, offered_until__lte=timezone.now()))
        if not late:
            doing.unchanged()
            return
        for request in late:
            with translation.override(request.language):
                request.reason = _("The place that was offered wasn't taken in time.")
            request.state = DECLINED
            request.save(update_fields=["state", "reason"])
        doing.data = {"lapsed": [request.number for request in late], **offered(doing.tournament)}


def take_back(*, request: EntryRequest, by: Author) -> None:
    """Its sender wants no place any more; what he is entered with already goes, too, unless it was ever seated."""
    with act(request.tournament, "request.withdrawn", by) as doing:
        request = _still(doing, request, None, (*OPEN, ACCEPTED))
        if entry := request.entry:
            if seated_rounds(entry):
                raise Refused("registration.seated")
            if entry.payments.exists():
                raise Refused("registration.paid")
            request.entry = None
            request.save(update_fields=["entry"])
            doing.data = {"entry": entry.number}
            entry.delete()
        request.state = WITHDRAWN
        request.save(update_fields=["state"])
        doing.data |= offered(doing.tournament)


def _still(doing: Act, request: EntryRequest, seen: str | None, states: tuple[str, ...]) -> EntryRequest:
    """The request as it is now, refused if somebody has decided it meanwhile."""
    now: EntryRequest = doing.tournament.entry_requests.select_related("entry").get(pk=request.pk)
    if now.state not in states or (seen is not None and now.state != seen):
        raise Refused("registration.decided", number=now.number, state=now.get_state_display())
    doing.subject = f"request:{now.number}"
    return now
