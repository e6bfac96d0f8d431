"""Two small tournaments beside the demo, for the pages of the draws: a Swiss under way and a bracket half played.

They are made in the program's own database by its services: `program.run(site, "from tests.browser import draws",
"draws.make()")`.
"""

import scoring
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.draw.policy import Forbidden, StagePolicy
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.management.commands.demo import PAIRS
from tournament.models import Partida, Round, Stage, User
from tournament.planning import services as planning
from tournament.protocols import services as protocols

SWISS = "swiss"
CUP = "cup"
FAMILY = Forbidden((1, 2), "Отец и сын")


def make() -> None:
    """Both tournaments, the next round of each proposed."""
    _swiss()
    _cup()


def _swiss() -> None:
    """Eleven pairs, two rounds played; two pairs are kept apart, and clubs where it can be (R13.1)."""
    stage = _stage(SWISS, "Кубок открытия", Stage.System.SWISS, pairs=11)
    policy = StagePolicy(first="lots", apart="where_possible", forbidden=(FAMILY,), rounds=5)
    draw.set_policy(stage=stage, policy=policy, by=_author("organiser"))
    for _round in range(2):
        _play(draw.propose_swiss(stage=stage, seed="открытие", by=_author("organiser")))
    draw.propose_swiss(stage=stage, seed="открытие", by=_author("organiser"))


def _cup() -> None:
    """Seven pairs, one of them free at first; a match for third place and a consolation (R13.3)."""
    stage = _stage(CUP, "Кубок закрытия", Stage.System.KNOCKOUT, pairs=7)
    policy = StagePolicy(third_place=True, consolation=True)
    draw.set_policy(stage=stage, policy=policy, by=_author("organiser"))
    _play(draw.propose_knockout(stage=stage, seed="закрытие", by=_author("organiser")))
    draw.propose_knockout(stage=stage, seed="закрытие", by=_author("organiser"))


def _author(username: str) -> Author:
    return Author(User.objects.get(username=username))


def _stage(slug: str, name: str, system: Stage.System, *, pairs: int) -> Stage:
    """The only stage of a public tournament whose protocols hold totals."""
    by = _author("organiser")
    tournament = planning.create_tournament(
        slug=slug,
        name=name,
        venue="Дворец спорта, большой зал",
        timezone="Europe/Moscow",
        regulations=scoring.Regulations.from_dict({"preset": "fdr", "target": 100, "detail": "totals"}),
        stage_name="Основной этап",
        system=system.value,
        by=by,
    )
    planning.change_tournament(
        tournament=tournament, name=name, venue=tournament.venue, timezone="Europe/Moscow", is_public=True, by=by
    )
    for seed, (first, second, club) in enumerate(PAIRS[:pairs], 1):
        pair = Application(players=(first, second), club=club, seed=seed)
        entries.add_entry(tournament=tournament, application=pair, by=by)
    return tournament.stages.get()


def _play(round_: Round) -> None:
    """Publish a round and take all its tables to confirmed protocols."""
    draw.publish(round_=round_, by=_author("organiser"))
    for partida in round_.partidas.filter(table__isnull=False):
        _win(partida)


def _win(partida: Partida) -> None:
    """Side A wins, by more points the higher the table."""
    writer, checker = _author("referee"), _author("referee2")
    protocols.record_totals(partida=partida, parts=[(100, 40 + (partida.table or 0))], version=0, by=writer)
    protocols.enter(partida=partida, version=1, by=writer)
    protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=writer)
    protocols.confirm(partida=partida, by=checker)
