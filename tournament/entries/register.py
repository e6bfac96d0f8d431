"""What stands in the way of registering someone: numbers, tables and players that are taken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from django.utils.translation import gettext as _

from tournament.models import Entry, Tournament, search_key
from tournament.phrases import Refused

from .leaving import expelled
from .likeness import Directory, Known
from .queries import COUNTRY_LENGTH, NAME_LENGTH, Application, entries_of, entry_label

# So many similar names are named in a remark.
MOST_NAMED = 3


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
    doubts: bool = True,
) -> tuple[Examined, ...]:
    """What registering these applications, by line of their list, would do: numbers given out, objections.

    Nothing is written. from_round: the first round in which they play. Those without a number get the lowest free
    ones in the order of the list. doubts: whether to look for what is no objection, namesakes and similar names.
    """
    known = Directory.of_players(tournament) if doubts else None
    clubs = Directory.of_clubs() if doubts and any(each.club for each in applications.values()) else None
    register = Register.of(tournament, apart_from=apart_from, from_round=from_round)
    asked_for = {application.number for application in applications.values()}
    free = (number for number in count(1) if number not in asked_for and number not in register.numbers)
    examined = []
    for line, asked in applications.items():
        application = asked if asked.number else replace(asked, number=next(free))
        errors = [*_flaws(application, tournament.entry_size), *register.objections(application)]
        warnings = [*register.namesakes(application), *_similar(known, application)] if known else []
        warnings += _similar_club(clubs, application) if clubs else ()
        examined.append(Examined(line, application, tuple(errors), tuple(warnings)))
        register.note(application, _("line %(line)d") % {"line": line})
        for name in application.players:
            if known:
                known.add(Known(None, name, application.club))
    return tuple(examined)


def _similar_club(known: Directory, application: Application) -> Iterator[Refused]:
    """A club that is spelt a little otherwise than a known one; once for all entries of it."""
    key = search_key(application.club)
    alike = known.alike(application.club) if key else []
    if alike and not any(search_key(each.name) == key for each in alike):
        names = ", ".join(str(each) for each in alike[:MOST_NAMED])
        yield Refused("entries.similar_club", field="club", name=application.club, known=names)
    if key:
        known.add(Known(None, application.club))


def _similar(known: Directory, application: Application) -> Iterator[Refused]:
    """Names that are spelt a little otherwise than known ones; the same spelling is the matter of `namesakes`."""
    for slot, name in enumerate(application.players, 1):
        key = search_key(name)
        others = [str(each) for each in known.alike(name) if search_key(each.name) != key]
        if others and not any(search_key(each.name) == key for each in known.alike(name)):
            names = ", ".join(dict.fromkeys(others[:MOST_NAMED]))
            yield Refused("entries.similar", field=f"player_{slot}", name=name, known=names)


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
