"""Reads about entries: who is registered, and what the facts of an application are called."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.models import Entry, EntryMember, SitOut, Tournament, search_key

NAME_LENGTH = 200
COUNTRY_LENGTH = 60
# The largest entry number and seed: five figures fit on every sheet.
LARGEST_NUMBER = 99_999
LARGEST_ROUND = 9_999
LARGEST_TABLE = 9_999

# What the facts of an application are called on every page and sheet.
FIELD_LABELS = {
    "number": gettext_lazy("Number"),
    "player_1": gettext_lazy("Player 1"),
    "player_2": gettext_lazy("Player 2"),
    "club": gettext_lazy("Club"),
    "country": gettext_lazy("Country"),
    "seed": pgettext_lazy("entry", "Seed"),
}

# The same in an individual event, in which everybody enters alone (R1.3).
ALONE_LABELS = {name: label for name, label in FIELD_LABELS.items() if name != "player_2"} | {
    "player_1": pgettext_lazy("alone", "Player")
}


def field_labels(tournament: Tournament) -> Mapping[str, Any]:
    """What the facts of an application are called in this tournament, in the order of columns."""
    return ALONE_LABELS if tournament.is_individual else FIELD_LABELS


def entry_label(tournament: Tournament, number: int) -> str:
    """An entry in a sentence: "pair 5", and in an individual event "player 5"."""
    words = _("player %(number)d") if tournament.is_individual else _("pair %(number)d")
    return words % {"number": number}


@dataclass(frozen=True)
class Application:
    """What a pair, or in an individual event a player, hands in to be registered. No number: the next free one."""

    players: tuple[str, ...]
    club: str = ""
    country: str = ""
    number: int | None = None
    seed: int | None = None
    fixed_table: int | None = None

    @property
    def pair(self) -> str:
        """The names as they are shown: `Иванов И. / Петров П.`."""
        return " / ".join(self.players)

    def as_data(self) -> dict[str, object]:
        """For the journal, and for comparing before and after."""
        said: dict[str, object] = {
            "number": self.number,
            "players": list(self.players),
            "club": self.club,
            "country": self.country,
            "seed": self.seed,
        }
        return said if self.fixed_table is None else said | {"fixed_table": self.fixed_table}

    @property
    def fingerprint(self) -> str:
        """Carried by the form that corrects an entry, so that nobody overwrites what another has corrected."""
        return sha256(json.dumps(self.as_data(), sort_keys=True).encode()).hexdigest()


def current_members(entry: Entry) -> list[EntryMember]:
    """Those who make up the entry now, by slot; without the ones who were replaced."""
    return [member for member in entry.members.all() if member.to_round is None]


def application_of(entry: Entry) -> Application:
    """What the entry would have to hand in to be registered as it is now."""
    return Application(
        players=tuple(member.player.name for member in current_members(entry)),
        club=entry.club.name if entry.club else "",
        country=entry.country,
        number=entry.number,
        seed=entry.seed,
        fixed_table=entry.fixed_table,
    )


def entries_of(tournament: Tournament, wanted: str = "") -> QuerySet[Entry]:
    """The entries by number, with players and club; `wanted`: part of a name or club, or the number."""
    members = Prefetch("members", EntryMember.objects.select_related("player"))
    entries = Entry.objects.filter(tournament=tournament).select_related("club").prefetch_related(members)
    key = search_key(wanted)
    if not key:
        return entries
    by_name = Q(
        pk__in=EntryMember.objects.filter(tournament=tournament, player__search_key__contains=key).values("entry")
    )
    by_number = Q(number=int(key)) if key.isdecimal() and int(key) <= LARGEST_NUMBER else Q()
    return entries.filter(by_name | Q(club__search_key__contains=key) | by_number)


def entry_for(tournament: Tournament, number: int) -> Entry:
    """The entry with this number; 404 if the tournament has none."""
    entry = entries_of(tournament).filter(number=number).first() if number <= LARGEST_NUMBER else None
    if entry is None:
        raise Http404
    return entry


def seated_rounds(entry: Entry) -> list[int]:
    """The numbers of the rounds in which the entry has a seat, ascending."""
    return sorted(set(entry.seats.values_list("round__number", flat=True)))


@dataclass(frozen=True)
class Presence:
    """Who is in the hall, by numbers of entries that haven't withdrawn. left_out: who isn't drawn for a round.

    Whoever is missing and not left out is drawn like everybody else.
    """

    here: tuple[int, ...]
    missing: tuple[int, ...]
    left_out: tuple[int, ...]

    @property
    def total(self) -> int:
        return len(self.here) + len(self.missing)

    @property
    def to_leave_out(self) -> tuple[int, ...]:
        """Who is missing and would be drawn."""
        return tuple(number for number in self.missing if number not in self.left_out)


def presence(tournament: Tournament, round_number: int) -> Presence:
    """Who is in the hall, and who isn't drawn for this round. Two queries."""
    playing = tournament.entries.filter(withdrawn_from=None).values_list("number", "checked_in_at")
    left_out = SitOut.objects.filter(entry__tournament=tournament, round_number=round_number).order_by("entry__number")
    entries = list(playing)
    return Presence(
        here=tuple(number for number, since in entries if since),
        missing=tuple(number for number, since in entries if not since),
        left_out=tuple(left_out.values_list("entry__number", flat=True)),
    )
