"""Places: how many there are, how many are free, and who is next."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min, QuerySet
from django.utils import timezone

from tournament.models import EntryRequest, Tournament

from .joining import terms_of

NEW, LISTED, OFFERED, ACCEPTED, DECLINED, WITHDRAWN = (state.value for state in EntryRequest.State)


@dataclass(frozen=True)
class Places:
    """capacity: None where there is no limit; taken: by entries that haven't withdrawn; offered: kept for someone."""

    capacity: int | None
    taken: int
    offered: int

    @property
    def free(self) -> int | None:
        """How many can still be given away; None: any number."""
        return None if self.capacity is None else max(self.capacity - self.taken - self.offered, 0)

    @property
    def is_full(self) -> bool:
        return self.free == 0


def places(tournament: Tournament) -> Places:
    """How many places the tournament has, and how many of them are given away."""
    return Places(
        capacity=terms_of(tournament).capacity,
        taken=tournament.entries.filter(withdrawn_from=None).count(),
        offered=tournament.entry_requests.filter(state=OFFERED).count(),
    )


def waiting(tournament: Tournament) -> QuerySet[EntryRequest]:
    """The waiting list in its order."""
    return tournament.entry_requests.filter(state=LISTED).order_by("listed_at", "number")


def offer_free_places(tournament: Tournament) -> list[int]:
    """Each free place goes to the next on the waiting list, within the act of the caller; the requests' numbers."""
    free = places(tournament).free
    next_ones = list(waiting(tournament)[:free] if free is not None else waiting(tournament))
    hours = terms_of(tournament).offer_hours
    until = timezone.now() + timedelta(hours=hours) if hours else None
    for each in next_ones:
        each.state, each.offered_until = OFFERED, until
        each.save(update_fields=["state", "offered_until"])
    return [each.number for each in next_ones]


def offered(tournament: Tournament) -> dict[str, object]:
    """As `offer_free_places`, for the journal: to whom places were offered, if to anybody."""
    numbers = offer_free_places(tournament)
    return {"offered": numbers} if numbers else {}


def next_lapse(tournament: Tournament) -> datetime | None:
    """When the first of the places that are offered now has to be taken, or was; None: there is no such time."""
    offers = tournament.entry_requests.filter(state=OFFERED)
    soonest: datetime | None = offers.aggregate(soonest=Min("offered_until"))["soonest"]
    return soonest
