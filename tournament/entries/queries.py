"""Reads about entries: who is registered, and what stands in the way of registering someone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.models import Entry, EntryMember, Tournament, search_key
from tournament.phrases import Refused

NAME_LENGTH = 200
COUNTRY_LENGTH = 60
# The largest entry number and seed: five figures fit on every sheet.
LARGEST_NUMBER = 99_999
LARGEST_ROUND = 9_999
PLAYERS_IN_A_PAIR = 2

# What the facts of an application are called on every page and sheet.
FIELD_LABELS = {
    "number": gettext_lazy("Number"),
    "player_1": gettext_lazy("Player 1"),
    "player_2": gettext_lazy("Player 2"),
    "club": gettext_lazy("Club"),
    "country": gettext_lazy("Country"),
    "seed": pgettext_lazy("entry", "Seed"),
}


@dataclass(frozen=True)
class Application:
    """What a pair hands in to be registered. No number: the next free one."""

    players: tuple[str, ...]
    club: str = ""
    country: str = ""
    number: int | None = None
    seed: int | None = None

    @property
    def pair(self) -> str:
        """The names as they are shown: `Иванов И. / Петров П.`."""
        return " / ".join(self.players)

    def as_data(self) -> dict[str, object]:
        """For the journal, and for comparing before and after."""
        return {
            "number": self.number,
            "players": list(self.players),
            "club": self.club,
            "country": self.country,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Examined:
    """An application, numbered, by its line in the list; what forbids it, what should be looked at."""

    line: int
    application: Application
    errors: tuple[Refused, ...] = ()
    warnings: tuple[Refused, ...] = ()


@dataclass(frozen=True)
class _Holder:
    """A player who is registered already: with which club (as a search key) and where, in words."""

    club: str
    place: str


@dataclass
class Register:
    """What must not be repeated: numbers and players, of the tournament and of the list read so far."""

    numbers: dict[int, str] = field(default_factory=dict)
    players: dict[str, list[_Holder]] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament, *, apart_from: Entry | None = None) -> "Register":
        """The register of a tournament, without the entry that is being changed."""
        register = cls()
        for entry in entries_of(tournament):
            if apart_from is None or entry.pk != apart_from.pk:
                register.note(application_of(entry), _("pair %(number)d") % {"number": entry.number})
        return register

    def note(self, application: Application, place: str) -> None:
        """Count an application as registered; `place` says where it stands: «pair 5», «line 3»."""
        if application.number is not None:
            self.numbers.setdefault(application.number, place)
        for name in application.players:
            holder = _Holder(club=search_key(application.club), place=place)
            self.players.setdefault(search_key(name), []).append(holder)

    def objections(self, application: Application) -> Iterator[Refused]:
        """Why it can't be registered: number or players taken."""
        if application.number in self.numbers:
            place = self.numbers[application.number]
            yield Refused("entries.number_taken", field="number", number=application.number, place=place)
        held = {name: self._same_person(name, application.club) for name in application.players}
        places = {holder.place for holder in held.values() if holder}
        if len(held) == PLAYERS_IN_A_PAIR and len(places) == 1 and all(held.values()):
            yield Refused("entries.pair_known", field="player_1", pair=application.pair, place=places.pop())
            return
        for slot, (name, holder) in enumerate(held.items(), 1):
            if holder:
                yield Refused("entries.player_taken", field=f"player_{slot}", name=name, place=holder.place)

    def namesakes(self, application: Application) -> Iterator[Refused]:
        """Players with the name of a registered one of another club: taken for other persons."""
        for slot, name in enumerate(application.players, 1):
            holders = self.players.get(search_key(name), [])
            if holders and not self._same_person(name, application.club):
                place = holders[0].place
                yield Refused("entries.namesake", field=f"player_{slot}", name=name, place=place)

    def _same_person(self, name: str, club: str) -> _Holder | None:
        """The registered player of this name, unless both clubs are given and differ."""
        key = search_key(club)
        holders = self.players.get(search_key(name), [])
        return next((holder for holder in holders if not (key and holder.club and holder.club != key)), None)


def examine(
    tournament: Tournament, applications: Mapping[int, Application], *, apart_from: Entry | None = None
) -> tuple[Examined, ...]:
    """What registering these applications, by line of their list, would do: numbers given out, objections.

    Nothing is written. Those without a number get the lowest free ones in the order of the list.
    """
    register = Register.of(tournament, apart_from=apart_from)
    asked_for = {application.number for application in applications.values()}
    free = (number for number in count(1) if number not in asked_for and number not in register.numbers)
    examined = []
    for line, asked in applications.items():
        application = asked if asked.number else replace(asked, number=next(free))
        errors = [*_flaws(application), *register.objections(application)]
        warnings = register.namesakes(application)
        examined.append(Examined(line, application, tuple(errors), tuple(warnings)))
        register.note(application, _("line %(line)d") % {"line": line})
    return tuple(examined)


def _flaws(application: Application) -> Iterator[Refused]:
    """What is wrong with an application by itself (R1.3)."""
    names = application.players
    if not names:
        yield Refused("entries.no_player", field="player_1")
    elif len(names) < PLAYERS_IN_A_PAIR:
        yield Refused("entries.one_player", field="player_2", name=names[0])
    elif len(names) > PLAYERS_IN_A_PAIR:
        yield Refused("entries.many_players", field="player_2", count=len(names), pair=application.pair[:NAME_LENGTH])
    elif search_key(names[0]) == search_key(names[1]):
        yield Refused("entries.same_player", field="player_2", name=names[0])
    limits = {f"player_{slot}": (name, NAME_LENGTH) for slot, name in enumerate(names[:PLAYERS_IN_A_PAIR], 1)}
    limits |= {"club": (application.club, NAME_LENGTH), "country": (application.country, COUNTRY_LENGTH)}
    for name, (value, limit) in limits.items():
        # The key may be longer than the name: some letters are spelled out in it.
        length = max(len(value), len(search_key(value)))
        if length > limit:
            yield Refused("entries.too_long", field=name, start=value[:30], length=length, limit=limit)


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
