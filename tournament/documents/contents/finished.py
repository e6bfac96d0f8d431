"""Whether a tournament is over, so that papers may say how it ended: every round closed, every protest decided."""

from collections.abc import Iterable, Iterator

from tournament.models import Protocol, Round, Tournament
from tournament.phrases import Refused
from tournament.protests.queries import open_protests

PLACE = ("partida__round__number", "partida__table")


def require_finished(tournament: Tournament) -> None:
    """Refuse while anything is still to be done."""
    for refusal in what_is_open(tournament):
        raise refusal


def what_is_open(tournament: Tournament) -> Iterator[Refused]:
    """What has to be done before the tournament is over, each with where and how."""
    rounds = list(tournament.rounds.values_list("number", "state"))
    if not rounds:
        yield Refused("finished.no_rounds")
    if proposed := [number for number, state in rounds if state == Round.State.PROPOSED.value]:
        yield Refused("finished.proposed", rounds=_listed(proposed))
    if unconfirmed := _unconfirmed(tournament):
        yield Refused("finished.unconfirmed", places=_listed(f"{round_}/{table}" for round_, table in unconfirmed))
    if running := [number for number, state in rounds if state == Round.State.PUBLISHED.value]:
        yield Refused("finished.running", rounds=_listed(running))
    if contested := [each.protocol.partida for each in open_protests(tournament)]:
        places = dict.fromkeys(f"{partida.round.number}/{partida.table}" for partida in contested)
        yield Refused("finished.protests", places=_listed(places))


def _unconfirmed(tournament: Tournament) -> list[tuple[int, int | None]]:
    """Round and table of the protocols of published rounds that don't count yet (R11.2)."""
    waiting = Protocol.objects.filter(partida__round__tournament=tournament).exclude(state__in=Protocol.COUNTED)
    published = waiting.exclude(partida__round__state=Round.State.PROPOSED.value)
    return list(published.order_by(*PLACE).values_list(*PLACE))


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
