"""Referees are sent to the tables of a round: all at once by the best division, or one by one by hand (R13.5)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournament.audit.services import Author, act
from tournament.models import Partida, Round, Staff, TableReferee
from tournament.phrases import Refused

from . import queries
from .posting import posted


@dataclass(frozen=True)
class Division:
    """Who stands where, by account; the tables whose referee is of a club that plays there; whether it is the best.

    proven: no other division has fewer runs of neighbouring tables, with as few own clubs and loads as even.
    """

    referees: dict[int, str]
    own_club: list[int]
    proven: bool

    def as_dict(self) -> dict[str, Any]:
        """What the journal keeps; nothing where there are no referees."""
        return asdict(self) if self.referees else {}


def post_referees(*, round_: Round, by: Author) -> Division:
    """Divide the referees over the tables anew, while nothing is written in the round (R13.5)."""
    with act(round_.tournament, "referees.posted", by) as doing:
        current = _published(round_)
        if queries.begun(current):
            raise Refused("officials.begun", round=current.number)
        if not queries.referees(doing.tournament).exists():
            raise Refused("officials.none")
        division = divide(current)
        doing.subject = f"round {current.number}"
        doing.data = division.as_dict()
    return division


def divide(round_: Round) -> Division:
    """Write the best division of the referees over the tables down; within the act of the caller."""
    referees = {post.pk: post for post in queries.referees(round_.tournament)}
    playing = queries.clubs_at(round_)
    own_club = {(t, pk) for t, clubs in playing.items() for pk, post in referees.items() if post.club_id in clubs}
    best = posted(_to_be_played(round_), list(referees), own_club)
    round_.table_referees.all().delete()
    TableReferee.objects.bulk_create(
        TableReferee(round=round_, table=table, staff=referees[pk]) for table, pk in best.referees.items()
    )
    return Division(
        referees={table: referees[pk].user.username for table, pk in best.referees.items()},
        own_club=[table for table, pk in best.referees.items() if (table, pk) in own_club],
        proven=best.proven,
    )


def _to_be_played(round_: Round) -> list[int]:
    played = round_.partidas.filter(kind=Partida.Kind.PLAYED.value, table__isnull=False)
    return [table for table in played.order_by("table").values_list("table", flat=True) if table is not None]


def change_referees(
    *, round_: Round, wanted: Mapping[int, int | None], reason: str, by: Author, seen: str | None = None
) -> None:
    """Other referees for some tables, by hand; a table of his own club needs a reason (R13.5).

    wanted: the `Staff` for each table, None for nobody; seen: the fingerprint of the posts that the author saw.
    """
    with act(round_.tournament, "referees.changed", by) as doing:
        current = _published(round_)
        if seen and seen != queries.fingerprint(current):
            raise Refused("officials.changed", round=current.number)
        before = {post.table: post.staff for post in current.table_referees.select_related("staff__user")}
        referees = {post.pk: post for post in queries.referees(doing.tournament)}
        changes = {t: pk for t, pk in wanted.items() if pk != (before[t].pk if t in before else None)}
        if not changes:
            doing.unchanged()
        _require_known(current, changes, referees)
        _require_other_clubs(current, {t: referees[pk] for t, pk in changes.items() if pk}, reason)
        for table, pk in changes.items():
            current.table_referees.filter(table=table).delete()
            if pk is not None:
                TableReferee.objects.create(round=current, table=table, staff=referees[pk], reason=reason.strip())
        doing.subject = f"round {current.number}"
        doing.data = {
            "before": {str(table): before[table].user.username for table in changes if table in before},
            "after": {str(table): referees[pk].user.username for table, pk in changes.items() if pk},
            "reason": reason,
        }


def _published(round_: Round) -> Round:
    current = Round.objects.select_related("tournament").get(pk=round_.pk)
    if current.state != Round.State.PUBLISHED.value:
        raise Refused("officials.round", round=current.number, state=current.get_state_display())
    return current


def _require_known(round_: Round, changes: Mapping[int, int | None], referees: Mapping[int, Staff]) -> None:
    tables = set(round_.partidas.filter(table__isnull=False).values_list("table", flat=True))
    for table, pk in changes.items():
        if table not in tables or (pk is not None and pk not in referees):
            raise Refused("officials.unknown", table=table, round=round_.number)


def _require_other_clubs(round_: Round, posts: Mapping[int, Staff], reason: str) -> None:
    """R13.5: nobody is sent to a table of his own club without a reason."""
    playing = queries.clubs_at(round_)
    for table, post in posts.items():
        if post.club and post.club_id in playing.get(table, ()) and not reason.strip():
            raise Refused("officials.own_club", field=f"table_{table}", referee=str(post.user), club=post.club.name)
