"""Two records of one person, or of one club, become one; what was played under either stays."""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q

from tournament.audit.services import Author, act
from tournament.models import (
    Club,
    Entry,
    EntryMember,
    Player,
    Protocol,
    Seat,
    Signature,
    Staff,
    Tournament,
)
from tournament.phrases import Refused


@dataclass(frozen=True)
class Merge:
    """What becoming one would mean. entries: where the record that goes is entered, with its number.

    partidas: at how many the kept name stands from then on.
    """

    kept: Player
    gone: Player
    entries: tuple[tuple[Tournament, int], ...]
    partidas: int

    @property
    def tournaments(self) -> list[Tournament]:
        """Those whose pages change by it."""
        return list({tournament.pk: tournament for tournament, _number in self.entries}.values())


def plan(kept: Player, gone: Player) -> Merge:
    """What it would mean; refused if they are one already or have played in one tournament, so can't be one person."""
    if kept.pk == gone.pk:
        raise Refused("merge.same")
    members = EntryMember.objects.filter(player=gone).select_related("tournament", "entry").order_by("pk")
    for member in members:
        if EntryMember.objects.filter(player=kept, tournament=member.tournament).exists():
            raise Refused("merge.both_play", tournament=member.tournament.name, one=kept.name, other=gone.name)
    entries = dict.fromkeys((member.tournament, member.entry.number) for member in members)
    return Merge(kept, gone, tuple(entries), Seat.objects.filter(player=gone).count())


def merge_players(*, tournament: Tournament, kept: Player, gone: Player, by: Author) -> None:
    """Everything of the one is the other's from now on; recorded in each tournament that it touches and in this one."""
    with transaction.atomic(), ExitStack() as acts:
        merge = plan(kept, gone)
        for cup in _in_order([tournament, *merge.tournaments]):
            doing = acts.enter_context(act(cup, "players.merged", by))
            numbers = [number for other, number in merge.entries if other.pk == cup.pk]
            doing.data = _said(kept, gone) | {"entries": numbers, "club": gone.club.name if gone.club else ""}
        if kept.name != gone.name:
            # A device that shows the old name is told that the sheet has changed.
            Protocol.objects.filter(partida__seats__player=gone).update(version=F("version") + 1)
        for model in (EntryMember, Seat, Signature):
            model._default_manager.filter(player=gone).update(player=kept)
        if kept.club is None and gone.club is not None:
            kept.club = gone.club
            kept.save()
        gone.delete()


def _in_order(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Each once, always in the same order: locks that are taken in two orders wait for each other for ever."""
    return sorted({each.pk: each for each in tournaments}.values(), key=lambda each: each.pk)


def _said(kept: Player | Club, gone: Player | Club) -> dict[str, object]:
    return {"kept": kept.name, "kept_key": kept.pk, "gone": gone.name, "gone_key": gone.pk}


def of_club(club: Club) -> list[Tournament]:
    """The tournaments in which entries, players or officials are of this club."""
    entered = Q(entries__club=club) | Q(entries__members__player__club=club) | Q(staff__club=club)
    return list(Tournament.objects.filter(entered).distinct().order_by("pk"))


def merge_clubs(*, tournament: Tournament, kept: Club, gone: Club, by: Author) -> None:
    """Everybody of the one is of the other from now on."""
    with transaction.atomic(), ExitStack() as acts:
        if kept.pk == gone.pk:
            raise Refused("merge.same")
        for cup in _in_order([tournament, *of_club(gone)]):
            acts.enter_context(act(cup, "clubs.merged", by)).data = _said(kept, gone)
        for model in (Entry, Player, Staff):
            model._default_manager.filter(club=gone).update(club=kept)
        gone.delete()
