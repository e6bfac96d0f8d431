"""Who of a tournament may be known under another name, too."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.models import Club, EntryMember, Player, Tournament

from .likeness import Directory


@dataclass(frozen=True)
class Double:
    """A player of the tournament and another record that may mean him. number: of his entry.

    elsewhere: in how many tournaments the other one is entered; here: the other's number in this tournament, if any:
    then they are two persons.
    """

    player: Player
    number: int
    other: Player
    elsewhere: int
    here: int | None


def player_doubles(tournament: Tournament, known: Directory) -> list[Double]:
    """Each pair of records once, by entry."""
    members = EntryMember.objects.filter(tournament=tournament).select_related("player__club", "entry")
    numbers = {member.player_id: member.entry.number for member in members}
    pairs: dict[frozenset[int], tuple[Player, int]] = {}
    for member in sorted(members, key=lambda member: (member.entry.number, member.slot)):
        for other in known.alike(member.player.name):
            if other.key is not None and other.key != member.player_id:
                pairs.setdefault(frozenset({member.player_id, other.key}), (member.player, other.key))
    others = _players({key for _player, key in pairs.values()})
    return [
        Double(
            player=player,
            number=numbers[player.pk],
            other=others[key],
            elsewhere=len({membership.tournament_id for membership in others[key].memberships.all()}),
            here=numbers.get(key),
        )
        for player, key in pairs.values()
    ]


def _players(keys: set[int]) -> Mapping[int, Player]:
    return {
        player.pk: player
        for player in Player.objects.filter(pk__in=keys).select_related("club").prefetch_related("memberships")
    }


def club_doubles(tournament: Tournament, known: Directory) -> list[tuple[Club, Club]]:
    """Clubs of the tournament, each with another one that may be the same."""
    clubs = Club.objects.filter(entries__tournament=tournament).distinct()
    pairs: dict[frozenset[int], tuple[Club, int]] = {}
    for club in clubs:
        for other in known.alike(club.name):
            if other.key is not None and other.key != club.pk:
                pairs.setdefault(frozenset({club.pk, other.key}), (club, other.key))
    others = Club.objects.in_bulk([key for _club, key in pairs.values()])
    return [(club, others[key]) for club, key in pairs.values()]
