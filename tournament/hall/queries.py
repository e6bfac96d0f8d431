"""Reads of the hall: who may see it, its message, the round that is on and the one after."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournament.access.queries import may
from tournament.entries.queries import current_members, entries_of
from tournament.models import Entry, HallMessage, Round, Tournament
from tournament.releases.queries import DRAW, ENTRIES, Seen, seen


def shown_to(request: HttpRequest, slug: str) -> tuple[Tournament, Seen]:
    """The tournament and what the reader sees of it; where he sees nothing, it is as if it weren't there: 404."""
    tournament = get_object_or_404(Tournament, slug=slug)
    sees = seen(tournament, official=may(request.user, "desk.see", tournament))
    if not sees.shown:
        raise Http404
    return tournament, sees


def message_up(tournament: Tournament) -> HallMessage | None:
    """What the desk says to the hall now."""
    return tournament.hall_messages.filter(taken_down_at__isnull=True).first()


def rounds_on(tournament: Tournament, sees: Seen) -> tuple[Round | None, Round | None]:
    """The round that is on, else the last one, and the one after it; only rounds whose draw the reader sees."""
    shown = list(_rounds(tournament).filter(number__in=sees.rounds(DRAW)))
    on = next((each for each in shown if each.state == Round.State.PUBLISHED.value), shown[-1] if shown else None)
    after = next((each for each in shown if on and each.number > on.number), None)
    return on, after


def round_shown(tournament: Tournament, sees: Seen, number: int) -> Round:
    """A round whose draw the reader sees; else 404."""
    if number not in sees.rounds(DRAW):
        raise Http404
    return _rounds(tournament).get(number=number)


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament).select_related("tournament", "stage", "regulations")


def public_name(sees: Seen, players: Iterable[str]) -> str:
    """Those who play together, as this reader may read their names."""
    return " / ".join(sees.name(player) for player in players)


def entry_name(sees: Seen, entry: Entry) -> str:
    """An entry by those who make it up now."""
    return public_name(sees, (member.player.name for member in current_members(entry)))


def entries_found(tournament: Tournament, sees: Seen, wanted: str, most: int) -> list[Entry]:
    """The entries with this number or a part of this name; nobody is found by a name that isn't shown."""
    if not sees.may(ENTRIES):
        return []
    found = list(entries_of(tournament, wanted)[: most + 1])
    exact = [entry for entry in found if str(entry.number) == wanted.strip()]
    return exact if exact or sees.names_are_hidden else found[:most]
