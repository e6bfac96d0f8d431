"""Reads about entries: who is registered, and what stands in the way of registering someone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.ledger.queries import ledger
from tournament.models import Entry, EntryMember, Partida, Protocol, Round, Seat, Tournament, search_key
from tournament.phrases import Refused

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


@dataclass(frozen=True)
class Examined:
    """An application, numbered, by its line in the list; what forbids it, what should be looked at."""

    line: int
    application: Application
    errors: tuple[Refused, ...] = ()
    warnings: tuple[Refused, ...] = ()


@dataclass(frozen=True)
class _Holder:
    """A player who is known already: with which club (as a search key) and where, in words; expelled from a round."""

    club: str
    place: str
    expelled_from: int | None = None


@dataclass
class Register:
    """What must not be repeated: numbers and players, of the tournament and of the list read so far."""

    numbers: dict[int, str] = field(default_factory=dict)
    tables: dict[int, str] = field(default_factory=dict)
    players: dict[str, list[_Holder]] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament, *, apart_from: Entry | None = None, from_round: int = 1) -> "Register":
        """The register of a tournament from a round on, without those who make up the entry that is being changed.

        Who was replaced counts until he leaves, who was expelled always.
        """
        register, out = cls(), expelled(tournament)
        for entry in entries_of(tournament):
            own = apart_from is not None and entry.pk == apart_from.pk
            place = entry_label(tournament, entry.number)
            if not own:
                register.numbers.setdefault(entry.number, place)
                if entry.fixed_table is not None:
                    register.tables.setdefault(entry.fixed_table, place)
            for member in entry.members.all():
                plays = not own and (member.to_round is None or member.to_round >= from_round)
                expelled_from = None if own and member.to_round is None else out.get(member.player_id)
                if plays or expelled_from:
                    club = entry.club.name if entry.club else ""
                    register.hold(member.player.name, _Holder(search_key(club), place, expelled_from))
        return register

    def note(self, application: Application, place: str) -> None:
        """Count an application as registered; `place` says where it stands: «line 3»."""
        if application.number is not None:
            self.numbers.setdefault(application.number, place)
        if application.fixed_table is not None:
            self.tables.setdefault(application.fixed_table, place)
        for name in application.players:
            self.hold(name, _Holder(club=search_key(application.club), place=place))

    def hold(self, name: str, holder: _Holder) -> None:
        """Count a player as known."""
        self.players.setdefault(search_key(name), []).append(holder)

    def objections(self, application: Application) -> Iterator[Refused]:
        """Why it can't be registered: number, table or players taken, a player expelled."""
        if application.number in self.numbers:
            place = self.numbers[application.number]
            yield Refused("entries.number_taken", field="number", number=application.number, place=place)
        if application.fixed_table in self.tables:
            place = self.tables[application.fixed_table]
            yield Refused("entries.table_taken", field="fixed_table", table=application.fixed_table, place=place)
        held = {name: self._same_person(name, application.club) for name in application.players}
        places = [holder.place for holder in held.values() if holder and not holder.expelled_from]
        if len(places) > 1 and len(set(places)) == 1:
            yield Refused("entries.pair_known", field="player_1", pair=application.pair, place=places.pop())
            return
        for slot, (name, holder) in enumerate(held.items(), 1):
            if holder:
                yield _objection(name, holder, f"player_{slot}")

    def namesakes(self, application: Application) -> Iterator[Refused]:
        """Players with the name of a registered one of another club: taken for other persons."""
        for slot, name in enumerate(application.players, 1):
            holders = self.players.get(search_key(name), [])
            if holders and not self._same_person(name, application.club):
                place = holders[0].place
                yield Refused("entries.namesake", field=f"player_{slot}", name=name, place=place)

    def _same_person(self, name: str, club: str) -> _Holder | None:
        """The known player of this name, unless both clubs are given and differ; first of all one who is expelled."""
        key = search_key(club)
        holders = self.players.get(search_key(name), [])
        same = [holder for holder in holders if not (key and holder.club and holder.club != key)]
        return next((holder for holder in same if holder.expelled_from), same[0] if same else None)


def _objection(name: str, holder: _Holder, slot: str) -> Refused:
    if holder.expelled_from:
        return Refused("entries.expelled", field=slot, name=name, round=holder.expelled_from)
    return Refused("entries.player_taken", field=slot, name=name, place=holder.place)


def examine(
    tournament: Tournament,
    applications: Mapping[int, Application],
    *,
    apart_from: Entry | None = None,
    from_round: int = 1,
) -> tuple[Examined, ...]:
    """What registering these applications, by line of their list, would do: numbers given out, objections.

    Nothing is written. from_round: the first round in which they play. Those without a number get the lowest free
    ones in the order of the list.
    """
    register = Register.of(tournament, apart_from=apart_from, from_round=from_round)
    asked_for = {application.number for application in applications.values()}
    free = (number for number in count(1) if number not in asked_for and number not in register.numbers)
    examined = []
    for line, asked in applications.items():
        application = asked if asked.number else replace(asked, number=next(free))
        errors = [*_flaws(application, tournament.entry_size), *register.objections(application)]
        warnings = register.namesakes(application)
        examined.append(Examined(line, application, tuple(errors), tuple(warnings)))
        register.note(application, _("line %(line)d") % {"line": line})
    return tuple(examined)


def _flaws(application: Application, size: int) -> Iterator[Refused]:
    """What is wrong with an application by itself; size: how many players make up an entry (R1.3)."""
    names = application.players
    yield from _wrong_names(application) if size > 1 else _not_alone(application)
    limits = {f"player_{slot}": (name, NAME_LENGTH) for slot, name in enumerate(names[:size], 1)}
    limits |= {"club": (application.club, NAME_LENGTH), "country": (application.country, COUNTRY_LENGTH)}
    for name, (value, limit) in limits.items():
        # The key may be longer than the name: some letters are spelled out in it.
        length = max(len(value), len(search_key(value)))
        if length > limit:
            yield Refused("entries.too_long", field=name, start=value[:30], length=length, limit=limit)


def _wrong_names(application: Application) -> Iterator[Refused]:
    """A pair has two players, two different ones."""
    names = application.players
    if not names:
        yield Refused("entries.no_player", field="player_1")
    elif len(names) == 1:
        yield Refused("entries.one_player", field="player_2", name=names[0])
    elif len(names) > 2:
        yield Refused("entries.many_players", field="player_2", count=len(names), pair=application.pair[:NAME_LENGTH])
    elif search_key(names[0]) == search_key(names[1]):
        yield Refused("entries.same_player", field="player_2", name=names[0])


def _not_alone(application: Application) -> Iterator[Refused]:
    """In an individual event everybody enters by himself."""
    names = application.players
    if not names:
        yield Refused("entries.nobody", field="player_1")
    elif len(names) > 1:
        yield Refused("entries.not_alone", field="player_1", count=len(names), pair=application.pair[:NAME_LENGTH])


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


# -- leaving and being replaced (R8.5) ----------------------------------------------------------------------------


def expelled(tournament: Tournament) -> dict[int, int]:
    """Players (by key) who were expelled, with the round from which they play no more."""
    return ledger(tournament).expelled()


def expelled_members(entry: Entry, out: Mapping[int, int]) -> dict[str, int]:
    """Those of the entry now who are among the expelled, by name, with their round."""
    return {member.player.name: out[member.player_id] for member in current_members(entry) if member.player_id in out}


@dataclass(frozen=True)
class Ahead:
    """A round in which an entry is seated, and whether anything of its partida is written."""

    round: int
    state: str
    table: int | None
    kind: str
    begun: bool
    seat: Seat

    @property
    def follows(self) -> str:
        """What is to be done if the entry doesn't play it.

        `draw`: proposed; at its publication the opponent is free, if it isn't drawn again before. `walkover`:
        published and not begun. Nothing else: it is free in it, or it is written what became of it.
        """
        if self.state == Round.State.PROPOSED.value:
            return "draw"
        return "walkover" if self.kind == Partida.Kind.PLAYED.value and not self.begun else ""


def ahead(entry: Entry, from_round: int = 1, slot: int = 1) -> list[Ahead]:
    """The rounds from there on in which the entry is seated, ascending."""
    seats = entry.seats.filter(slot=slot, round__number__gte=from_round).order_by("round__number")
    whole = seats.select_related("round", "partida__protocol").prefetch_related(
        "partida__rulings", "partida__protocol__deals"
    )
    return [
        Ahead(
            round=seat.round.number,
            state=seat.round.state,
            table=seat.partida.table,
            kind=seat.partida.kind,
            begun=_begun(seat),
            seat=seat,
        )
        for seat in whole
    ]


def _begun(seat: Seat) -> bool:
    """Whether it is written what became of this seat's partida, or anything that names its player."""
    partida = seat.partida
    coming = (Partida.Kind.PLAYED.value, Partida.Kind.BYE.value)
    if seat.round.state == Round.State.CLOSED.value or partida.kind not in coming or partida.rulings.all():
        return True
    protocol: Protocol | None = getattr(partida, "protocol", None)
    if protocol is None:
        return False
    return bool(protocol.parts or protocol.deals.all() or protocol.state != Protocol.State.OPEN.value)


def next_round_of(entry: Entry) -> int:
    """The first round in which nothing is written of the entry yet."""
    return max((line.round for line in ahead(entry) if line.begun), default=0) + 1


def member_in(entry: Entry, slot: int) -> EntryMember:
    """Who plays in this place of the entry now; 404 if it has no such place."""
    for member in current_members(entry):
        if member.slot == slot:
            return member
    raise Http404


@dataclass(frozen=True)
class Substitution:
    """A player who takes another's place in an entry from a round on; the seats that change hands by it."""

    leaving: EntryMember
    name: str
    from_round: int
    seats: tuple[Ahead, ...]
    warnings: tuple[Refused, ...]


def substitution(entry: Entry, slot: int, name: str, from_round: int) -> Substitution:
    """What a substitution would do. Raises Refused if it can't be; nothing is written."""
    leaving = member_in(entry, slot)
    if entry.withdrawn_from is not None:
        raise Refused("entries.withdrawn", number=entry.number, round=entry.withdrawn_from)
    if search_key(name) == search_key(leaving.player.name):
        raise Refused("entries.same_substitute", field="name", name=leaving.player.name)
    if from_round < leaving.from_round:
        raise Refused("entries.not_yet_in", field="from_round", name=leaving.player.name, round=leaving.from_round)
    players = {member.slot: member.player.name for member in current_members(entry)} | {slot: name}
    application = replace(application_of(entry), players=tuple(players.values()))
    (examined,) = examine(entry.tournament, {1: application}, apart_from=entry, from_round=from_round)
    for refusal in examined.errors:
        raise Refused(refusal.code, field="name", **refusal.params)
    seats = ahead(entry, from_round, slot)
    for line in seats:
        if line.begun:
            last = next_round_of(entry)
            raise Refused(
                "entries.round_begun", field="from_round", round=line.round, name=leaving.player.name, next=last
            )
    warnings = tuple(warning for warning in examined.warnings if warning.params["name"] == name)
    return Substitution(leaving, name, from_round, tuple(seats), warnings)
