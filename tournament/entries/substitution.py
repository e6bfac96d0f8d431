"""What it would mean that another player takes a place in an entry (R8.5)."""

from dataclasses import dataclass, replace

from tournament.models import Entry, EntryMember, search_key
from tournament.phrases import Refused

from .leaving import Ahead, ahead, member_in, next_round_of
from .queries import application_of, current_members
from .register import examine


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
