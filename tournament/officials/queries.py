"""Reads about referees at tables: who stands where in a round, and which tables are one's own."""

import hashlib
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Prefetch, Q, QuerySet

from tournament.clock.queries import clocks_of
from tournament.clock.tables import Face, face
from tournament.models import Club, Partida, Protocol, Round, Seat, Staff, TableReferee, Tournament, User
from tournament.protocols.lists import TableLine, tables
from tournament.protocols.queries import sides_of
from tournament.protocols.sheets import Side


@dataclass(frozen=True)
class Post:
    """A table of a round and its referee; `own_club`: the club of his that plays there, "" for none."""

    table: int
    sides: dict[str, Side]
    referee: Staff | None
    own_club: str
    reason: str


@dataclass(frozen=True)
class MyTable:
    """One of a referee's tables, as it stands; `face`: its clock, where the regulations set a time."""

    round: Round
    line: TableLine
    face: Face | None

    @property
    def sides(self) -> list[tuple[str, Side]]:
        """Who sits there, by `a` and `b`."""
        return [(key, side) for key, side in (("a", self.line.a), ("b", self.line.b)) if side]


def referees(tournament: Tournament) -> QuerySet[Staff]:
    """The referees of a tournament, with their clubs, by name."""
    posts = Staff.objects.filter(tournament=tournament, role=Staff.Role.REFEREE.value).select_related("user", "club")
    return posts.order_by("user__last_name", "user__first_name", "user__username")


def shown_rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds whose tables have referees: all that are published or closed."""
    return tournament.rounds.exclude(state=Round.State.PROPOSED.value).defer("draw")


def clubs_at(round_: Round) -> dict[int, set[int]]:
    """The clubs that play at each table of a round, by table: the players' and their entries'."""
    seats = Seat.objects.filter(round=round_, partida__table__isnull=False)
    found: dict[int, set[int]] = {}
    for table, *clubs in seats.values_list("partida__table", "entry__club", "player__club"):
        found.setdefault(table or 0, set()).update(club for club in clubs if club is not None)
    return found


def begun(round_: Round) -> bool:
    """Whether anything is written in a round."""
    protocols = Protocol.objects.filter(partida__round=round_)
    return protocols.filter(~Q(state=Protocol.State.OPEN.value) | Q(started_at__isnull=False)).exists()


def posts(round_: Round) -> list[Post]:
    """Every table of a round at which somebody sits, with its referee."""
    seats = Seat.objects.select_related("player__club", "entry__club")
    partidas = round_.partidas.filter(table__isnull=False).order_by("table").prefetch_related(Prefetch("seats", seats))
    standing = {post.table: post for post in _standing(round_)}
    return [_post(partida, standing.get(partida.table or 0)) for partida in partidas]


def _standing(round_: Round) -> QuerySet[TableReferee]:
    return TableReferee.objects.filter(round=round_).select_related("staff__user", "staff__club")


def _post(partida: Partida, standing: TableReferee | None) -> Post:
    referee = standing.staff if standing else None
    playing: set[Club | None] = {club for seat in partida.seats.all() for club in (seat.entry.club, seat.player.club)}
    own = referee.club.name if referee and referee.club and referee.club in playing else ""
    sides = sides_of(partida.seats.all())
    return Post(partida.table or 0, sides, referee, own, standing.reason if standing else "")


def referee_at(round_: Round, table: int) -> str:
    """The name of the referee of one table; empty where nobody stands there."""
    standing = _standing(round_).filter(table=table).first()
    return str(standing.staff.user) if standing else ""


def fingerprint(round_: Round) -> str:
    """Eight letters and digits that change with the posts: what someone saw when he pressed a button."""
    standing = list(round_.table_referees.order_by("table").values_list("table", "staff"))
    return hashlib.sha256(repr(standing).encode()).hexdigest()[:8]


def tables_of(user: User, tournament: Tournament | None = None) -> list[MyTable]:
    """The tables at which the account is the referee now: of the published rounds, of one tournament or of all."""
    mine = TableReferee.objects.filter(staff__user=user, round__state=Round.State.PUBLISHED.value)
    if tournament is not None:
        mine = mine.filter(round__tournament=tournament)
    rows = mine.select_related("round__tournament", "round__regulations").order_by("round", "table")
    return [
        table
        for round_, standing in groupby(rows, key=lambda row: row.round)
        for table in _my_tables(round_, {row.table for row in standing})
    ]


def _my_tables(round_: Round, wanted: set[int]) -> list[MyTable]:
    lines = [line for line in tables(round_) if line.table in wanted]
    clocks = clocks_of(round_, [line.partida for line in lines])
    return [MyTable(round_, line, face(clocks[line.partida])) for line in lines]
