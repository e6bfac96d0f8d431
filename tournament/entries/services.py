"""Registering pairs, correcting and removing them; withdrawal, return and substitution (R8.5)."""

from collections.abc import Mapping

from django.db.models import F

from tournament.audit.services import Author, act
from tournament.models import Club, Entry, EntryMember, EntryRequest, Partida, Player, Protocol, Tournament, search_key
from tournament.phrases import Refused

from . import pins
from .joining import require_in_time
from .leaving import Ahead, ahead, expelled, expelled_members
from .queries import Application, application_of, current_members, entry_for, entry_label, seated_rounds
from .register import examine
from .substitution import Substitution, substitution
from .waiting_list import WITHDRAWN, offered


def club_named(name: str) -> Club | None:
    """The club of this name, made if it is new; None for an empty name."""
    if not search_key(name):
        return None
    return Club.objects.get_or_create(search_key=search_key(name), defaults={"name": name})[0]


def player_named(name: str, club: Club | None) -> Player:
    """The player of this name and club, made if he is new.

    Name and club together are who he is: a namesake in another club is another person. Someone known keeps
    the spelling he is known by.
    """
    known = _known_player(name, club)
    return known or Player.objects.create(name=name, club=club)


def _known_player(name: str, club: Club | None) -> Player | None:
    return Player.objects.filter(search_key=search_key(name), club=club).order_by("pk").first()


def enrol(tournament: Tournament, application: Application) -> Entry:
    """Write an examined application down, within the act of the caller."""
    if application.number is None:
        raise ValueError("An application gets its number before it is written down.")
    club = club_named(application.club)
    entry = Entry.objects.create(
        tournament=tournament,
        number=application.number,
        club=club,
        country=application.country,
        seed=application.seed,
        fixed_table=application.fixed_table,
    )
    EntryMember.objects.bulk_create(
        EntryMember(tournament=tournament, entry=entry, player=player_named(name, club), slot=slot)
        for slot, name in enumerate(application.players, 1)
    )
    return entry


def add_entry(*, tournament: Tournament, application: Application, by: Author) -> Entry:
    """Register a pair, or in an individual event a player. Refuses what `examine` objects to."""
    with act(tournament, "entry.added", by) as doing:
        require_in_time(doing.tournament)
        (examined,) = examine(doing.tournament, {1: application}, doubts=False)
        if examined.errors:
            raise examined.errors[0]
        doing.subject = f"entry:{examined.application.number}"
        doing.data = examined.application.as_data()
        return enrol(doing.tournament, examined.application)


def import_pairs(*, tournament: Tournament, applications: Mapping[int, Application], by: Author) -> list[Entry]:
    """Register a whole list, by line, or nothing of it: the first objection undoes everything."""
    if not applications:
        raise Refused("entries.no_players" if tournament.is_individual else "entries.no_rows")
    with act(tournament, "entries.imported", by) as doing:
        require_in_time(doing.tournament)
        examined = examine(doing.tournament, applications, doubts=False)
        for row in examined:
            if row.errors:
                raise Refused("entries.line", line=row.line, problem=str(row.errors[0]))
        doing.data = {"entries": [row.application.as_data() for row in examined]}
        return [enrol(doing.tournament, row.application) for row in examined]


def change_entry(*, entry: Entry, application: Application, by: Author, seen: str = "") -> None:
    """Correct the names, club, country, seed or fixed table of an entry; its number stays.

    A corrected name is the same person under his right name. Another person can take the place only while
    the entry was never seated: afterwards its protocols would name someone who didn't play. seen: the fingerprint of
    the entry when its page was shown, for two may correct it at once.
    """
    with act(entry.tournament, "entry.changed", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        before = application_of(entry)
        if seen and seen != before.fingerprint and application != before:
            raise Refused("entries.changed_meanwhile", pair=before.pair)
        (examined,) = examine(doing.tournament, {1: application}, apart_from=entry, doubts=False)
        if examined.errors:
            raise examined.errors[0]
        if application == before:
            doing.unchanged()
            return
        doing.subject = f"entry:{entry.number}"
        doing.data = {"before": before.as_data(), "after": application.as_data()}
        entry.club = club_named(application.club)
        entry.country, entry.seed = application.country, application.seed
        entry.fixed_table = application.fixed_table
        entry.save(update_fields=["club", "country", "seed", "fixed_table"])
        for member, name in zip(current_members(entry), application.players, strict=True):
            _correct_player(member, name)


def _correct_player(member: EntryMember, name: str) -> None:
    """Give the member this name and the entry's club: in place if nobody else's record is touched by it."""
    player, club = member.player, member.entry.club
    if (player.name, player.club) == (name, club):
        return
    same_name = search_key(player.name) == search_key(name)
    known = _known_player(name, club)
    plays_elsewhere = player.memberships.exclude(entry=member.entry).exists()
    if (known is None or known == player) and not plays_elsewhere:
        player.name, player.club = name, club
        player.save()
    elif not member.entry.seats.exists():
        member.player = player_named(name, club)
        member.save(update_fields=["player"])
    elif not same_name:
        raise Refused("entries.seated_player", field=f"player_{member.slot}", name=player.name)


def remove_entry(*, entry: Entry, by: Author) -> None:
    """Take an entry off the list as if it had never registered; only while it was never seated."""
    with act(entry.tournament, "entry.removed", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        rounds = seated_rounds(entry)
        if rounds:
            raise Refused("entries.seated", number=entry.number, round=rounds[0])
        if entry.payments.exists():
            raise Refused("entries.paid", number=entry.number)
        doing.subject = f"entry:{entry.number}"
        doing.data = application_of(entry).as_data()
        EntryRequest.objects.filter(entry=entry).update(state=WITHDRAWN)
        entry.delete()
        doing.data |= offered(doing.tournament)


def give_pin(*, entry: Entry, pin: str, by: Author) -> None:
    """The PIN by which this entry signs from now on. The journal has neither it nor its hash."""
    with act(entry.tournament, "pins.given", by) as doing:
        doing.subject = f"entry:{entry.number}"
        Entry.objects.filter(pk=entry.pk).update(pin=pins.hashed(pin), wrong_pins=0)


def take_pin(*, entry: Entry, by: Author) -> None:
    """This entry signs by PIN no more."""
    with act(entry.tournament, "pins.taken", by) as doing:
        doing.subject = f"entry:{entry.number}"
        if not Entry.objects.filter(pk=entry.pk).exclude(pin="").update(pin="", wrong_pins=0):
            doing.unchanged()


def give_pins(*, tournament: Tournament, anew: bool, by: Author) -> dict[int, str]:
    """A PIN for every entry that has none, by number; anew: for all others too, whose old ones hold no more.

    Only hashes are kept: this is the one time that the PINs can be read.
    """
    with act(tournament, "pins.given", by) as doing:
        entries = doing.tournament.entries.all() if anew else doing.tournament.entries.filter(pin="")
        given = {entry: pins.new_pin() for entry in entries}
        if not given:
            raise Refused("entries.pins_given")
        for entry, pin in given.items():
            entry.pin, entry.wrong_pins = pins.hashed(pin), 0
        Entry.objects.bulk_update(given, ["pin", "wrong_pins"])
        by_number = {entry.number: pin for entry, pin in given.items()}
        doing.data = {"entries": sorted(by_number)}
    return by_number


def withdraw(*, entry: Entry, from_round: int, reason: str, by: Author) -> list[Ahead]:
    """The entry plays no more from this round on; what it played stays (R8.5).

    Returns the rounds from there on in which it still has a seat, with what is to be done about each.
    """
    with act(entry.tournament, "entry.withdrawn", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        if entry.withdrawn_from is not None:
            raise Refused("entries.withdrawn", number=entry.number, round=entry.withdrawn_from)
        seats = ahead(entry, from_round)
        played = [line.round for line in seats if line.begun and line.kind == Partida.Kind.PLAYED.value]
        if played:
            raise Refused(
                "entries.played", field="from_round", number=entry.number, round=played[0], next=played[-1] + 1
            )
        doing.subject = f"entry:{entry.number}"
        doing.data = {"from_round": from_round, "reason": reason}
        entry.withdrawn_from = from_round
        entry.save(update_fields=["withdrawn_from"])
        if not seated_rounds(entry):
            doing.data |= offered(doing.tournament)
        return [line for line in seats if line.follows]


def reinstate(*, entry: Entry, reason: str, by: Author) -> None:
    """A withdrawn entry returns and is drawn again from the next draw on; never with an expelled player (R8.5)."""
    with act(entry.tournament, "entry.reinstated", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        if entry.withdrawn_from is None:
            raise Refused("entries.not_withdrawn", number=entry.number)
        for name, number in expelled_members(entry, expelled(doing.tournament)).items():
            raise Refused("entries.expelled", name=name, round=number)
        doing.subject = f"entry:{entry.number}"
        doing.data = {"was_withdrawn_from": entry.withdrawn_from, "reason": reason}
        entry.withdrawn_from = None
        entry.save(update_fields=["withdrawn_from"])


def substitute(*, entry: Entry, slot: int, name: str, from_round: int, reason: str, by: Author) -> Substitution:
    """Another player takes this place from a round on; the one who leaves keeps his results (R8.5).

    Seats of rounds that are drawn already change hands. Back again is another substitution, from the same round.
    """
    with act(entry.tournament, "entry.substituted", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        plan = substitution(entry, slot, name, from_round)
        player = player_named(name, entry.club)
        _require_free(player, plan)
        doing.subject = f"entry:{entry.number}"
        doing.data = {
            "out": plan.leaving.player.name,
            "in": player.name,
            "from_round": from_round,
            "reason": reason,
            "seats": [line.round for line in plan.seats],
        }
        _hand_over(plan, player)
        _reseat(plan, player)
    return plan


def _require_free(player: Player, plan: Substitution) -> None:
    """The same person can't play in two places, whatever club he was registered with."""
    elsewhere = EntryMember.objects.filter(tournament=plan.leaving.tournament, player=player)
    for member in elsewhere.exclude(pk=plan.leaving.pk).select_related("entry", "tournament"):
        if member.to_round is None or member.to_round >= plan.from_round:
            place = entry_label(member.tournament, member.entry.number)
            raise Refused("entries.player_taken", field="name", name=player.name, place=place)


def _hand_over(plan: Substitution, player: Player) -> None:
    """The place is the new player's from the round on. Who leaves before he played a round leaves no trace."""
    leaving, last = plan.leaving, plan.from_round - 1
    same_place = leaving.entry.members.filter(slot=leaving.slot)
    if leaving.from_round <= last:
        leaving.to_round = last
        leaving.save(update_fields=["to_round"])
        EntryMember.objects.create(
            tournament=leaving.tournament,
            entry=leaving.entry,
            player=player,
            slot=leaving.slot,
            from_round=plan.from_round,
        )
    elif returning := same_place.filter(player=player, to_round=last).first():
        leaving.delete()
        returning.to_round = None
        returning.save(update_fields=["to_round"])
    else:
        leaving.player = player
        leaving.save(update_fields=["player"])


def _reseat(plan: Substitution, player: Player) -> None:
    """The seats are the new player's; a device that shows the old name is told that the sheet has changed."""
    for line in plan.seats:
        line.seat.player = player
        line.seat.save(update_fields=["player"])
        Protocol.objects.filter(partida=line.seat.partida).update(version=F("version") + 1)
