"""The acts of a rehearsal: entries are invented, tables played by chance, and at last it is thrown away."""

import logging
import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from random import Random

from django.conf import settings
from django.db import transaction

import scoring
from tournament.audit.services import Author, act
from tournament.clock.services import start
from tournament.entries.queries import entries_of
from tournament.entries.services import import_pairs
from tournament.models import Club, Entry, Partida, Player, ProtocolPhoto, Round, Tournament
from tournament.photos.services import delete_unneeded
from tournament.phrases import Refused
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet

from . import queries
from .names import MOST, invented

logger = logging.getLogger(__name__)


def require_rehearsal(tournament: Tournament) -> Tournament:
    """The tournament itself, refused if it is a real one."""
    if not tournament.is_rehearsal:
        raise Refused("rehearsal.real", name=tournament.name)
    return tournament


def invent(
    *, tournament: Tournament, count: int, language: str, by: Author, chance: Random | None = None
) -> list[Entry]:
    """So many more entries with invented players of invented clubs, while no round is drawn."""
    require_rehearsal(tournament)
    if not 1 <= count <= MOST:
        raise Refused("rehearsal.how_many", field="count", most=MOST)
    if tournament.rounds.exists():
        raise Refused("rehearsal.has_draws")
    mine = list(entries_of(tournament))
    taken = {member.player.name for entry in mine for member in entry.members.all()}
    chance = chance or Random()  # noqa: S311 -- play, not secrets
    applications = invented(count, tournament.entry_size, taken, language, chance)
    return import_pairs(tournament=tournament, applications=dict(enumerate(applications, 1)), by=by)


def begin_play(*, round_: Round, by: Author) -> int:
    """Note who has the tables of a round played by chance, and start its clock; returns how many tables there are.

    The tables themselves are played by `play`, one act after another, so that the desk can watch.
    """
    with act(round_.tournament, "rehearsal.played", by) as doing:
        require_rehearsal(doing.tournament)
        current = Round.objects.get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED.value:
            raise Refused("rehearsal.no_round")
        count = len(queries.untouched(current))
        if not count:
            raise Refused("rehearsal.nothing_left", round=current.number)
        doing.subject, doing.data = f"round {current.number}", {"tables": count}
    if current.started_at is None:
        start(round_=current, by=by)
    return count


def play(*, round_: Round, chance: Random | None = None) -> None:
    """Play the tables of a round at which nobody has written, and confirm them: in the name of the program itself.

    A table at which somebody begins to write meanwhile is left to him.
    """
    require_rehearsal(round_.tournament)
    chance = chance or Random()  # noqa: S311 -- as above
    for partida in queries.untouched(round_):
        try:
            with transaction.atomic():
                _play_out(partida, chance)
        except Refused as refusal:
            logger.info("Table %s of round %s is left as it is: %s", partida.table, round_.number, refusal)


def _play_out(partida: Partida, chance: Random) -> None:
    by = Author()
    current = sheet(partida)
    deals = scoring.playout_partida(current.rules.replace(detail="deals"), chance)
    version = current.protocol.version
    if current.rules.detail == "totals":
        parts = _points_by_part(current.rules, deals)
        protocols.record_totals(partida=partida, parts=parts, version=version, by=by)
    else:
        protocols.record_sheet(partida=partida, deals=deals, time=None, version=version, by=by)
    protocols.enter(partida=partida, version=sheet(partida).protocol.version, by=by)
    entered = sheet(partida)
    seats = scoring.missing_signatures(entered.rules, (), entered.score.winner)
    protocols.sign(partida=partida, seats=seats, by=by)
    protocols.confirm(partida=partida, by=by)


def _points_by_part(rules: scoring.Regulations, deals: Sequence[scoring.Deal]) -> list[tuple[int, int]]:
    """The points of both sides in each part of a partida (R3.6)."""
    lines = scoring.play(rules.replace(detail="deals"), deals).lines
    return [
        (sum(line.points[0] for line in part), sum(line.points[1] for line in part))
        for part in (list(mine) for _number, mine in groupby(lines, lambda line: line.part))
    ]


# -- thrown away ----------------------------------------------------------------------------------------------------


def throw_away(*, tournament: Tournament, typed: str, by: Author) -> None:
    """Delete a rehearsal with all that hangs on it: rows, papers, photos, and people whom only it knew.

    typed: its name, typed by whoever does it. Nothing of it stays, its journal neither; the log of the program says
    who did it.
    """
    with transaction.atomic():
        current = require_rehearsal(Tournament.objects.select_for_update().get(pk=tournament.pk))
        if " ".join(typed.split()) != " ".join(current.name.split()):
            raise Refused("rehearsal.other_name", field="typed", name=current.name)
        players = list(Player.objects.filter(memberships__tournament=current).values_list("pk", flat=True).distinct())
        photos = list(
            ProtocolPhoto.objects.filter(protocol__partida__round__tournament=current).values_list("file", flat=True)
        )
        # What is protected from being deleted alone goes after what protects it.
        current.rounds.all().delete()
        current.payments.all().delete()
        current.entries.all().delete()
        current.delete()
        _forget(players)
        folder = Path(settings.MEDIA_ROOT) / "documents" / current.slug
        transaction.on_commit(lambda: _remove_files(folder, photos))
    logger.info("Rehearsal %s is thrown away by %s", current.slug, by.name)


def _forget(players: Sequence[int]) -> None:
    """People who take part in nothing else, and clubs that are nobody's then."""
    alone = Player.objects.filter(pk__in=players, memberships__isnull=True, seats__isnull=True)
    clubs = set(alone.exclude(club=None).values_list("club", flat=True))
    alone.delete()
    Club.objects.filter(pk__in=clubs, players=None, entries=None, officials=None).delete()


def _remove_files(folder: Path, photos: Sequence[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for photo in photos:
        delete_unneeded(photo)
