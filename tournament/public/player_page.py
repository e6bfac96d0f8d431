"""A player across tournaments: where he was entered, with whom, and how far he came."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest

from tournament.entries.queries import entries_of
from tournament.models import Entry, EntryMember, Player
from tournament.regulation_phrases import signed
from tournament.releases.queries import ENTRIES, STANDINGS
from tournament.standings.queries import Row

from .entry_page import standing_of
from .frame import Frame, frame_of
from .queries import entry_name

MOST_TOURNAMENTS = 30
KEPT = 3600
"""Seconds for which a row is kept."""


@dataclass(frozen=True)
class Career:
    """A tournament of a player: his entry, and its row in the newest standings that the reader sees.

    from_round, to_round: the rounds that he played himself; to_round None: to the end.
    """

    frame: Frame
    entry: Entry
    name: str
    from_round: int
    to_round: int | None
    row: Row | None

    @property
    def difference(self) -> str:
        """With its sign, as in the standings."""
        return signed(self.row.standing.difference) if self.row else ""


def careers(request: HttpRequest, player: Player) -> list[Career]:
    """His tournaments as the reader may see them, the newest first.

    One that shows initials to the public isn't among them for the public: his name here would undo that.
    """
    members = EntryMember.objects.filter(player=player).select_related("tournament__entry_terms", "entry")
    return list(_careers(request, list(members.order_by("-tournament__created_at", "-pk")[:MOST_TOURNAMENTS])))


def _careers(request: HttpRequest, members: list[EntryMember]) -> Iterator[Career]:
    for member in members:
        frame = frame_of(request, member.tournament)
        if not frame.seen.shown or not frame.seen.may(ENTRIES) or frame.seen.names_are_hidden:
            continue
        entry = entries_of(member.tournament).get(pk=member.entry_id)
        yield Career(
            frame=frame,
            entry=entry,
            name=entry_name(frame.seen, entry),
            from_round=member.from_round,
            to_round=member.to_round,
            row=_row(frame, entry),
        )


def _row(frame: Frame, entry: Entry) -> Row | None:
    """Where he stood; reckoned once for each version of the tournament. Those that are over have had their last.

    Who sees standings of other rounds reads another row, and where names are hidden from him he isn't shown at all.
    """
    sees = ",".join(map(str, sorted(frame.seen.rounds(STANDINGS))))
    key = f"player/{frame.tournament.pk}/{frame.tournament.version}/{entry.pk}/{sees}"
    known: tuple[Row | None] | None = cache.get(key)
    if known is None:
        known = (standing_of(frame, entry),)
        cache.set(key, known, KEPT)
    return known[0]
