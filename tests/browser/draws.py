"""Small tournaments beside the demo, for the pages of the draws: a Swiss under way, brackets half played, groups, and a
round that is to be adjusted.

They are made in the program's own database by its services: `program.run(site, "from tests.browser import draws",
"draws.make()")`.
"""

from datetime import UTC, datetime, timedelta

import scoring
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.draw.policy import Forbidden, StagePolicy
from tournament.draw.systems import Pairing
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.management.commands.demo import PAIRS
from tournament.models import Partida, Round, Staff, Stage, Tournament, User
from tournament.planning import services as planning
from tournament.planning.scheduling import plan_line
from tournament.planning.timetable import Planned
from tournament.protocols import services as protocols
from tournament.rehearsals import services as rehearsals

SWISS = "swiss"
CUP = "cup"
DOUBLE = "double"
GROUPS = "groups"
DOUBTFUL = "doubtful"
SOLO = "solo"
TRIAL = "proba"
CORRECTED = "popravki"
CORRECTED_NAME = "Кубок поправок"
PAPER = "bumaga"
PAPER_NAME = "Кубок на бумаге"
PAPER_DEALS = "razdachi"
DAY = datetime(2026, 12, 5, 7, 0, tzinfo=UTC)
TIMETABLE = [
    Planned(DAY, 45, title="Регистрация"),
    Planned(DAY + timedelta(minutes=40), 54, 1),
    Planned(DAY + timedelta(minutes=94), 60, title="Обед"),
    Planned(DAY + timedelta(minutes=154), 54, 2),
    Planned(DAY + timedelta(days=1), None, 3, "финал"),
]
"""Registration runs into the first round."""
FAMILY = Forbidden((1, 2), "Отец и сын")


def make() -> None:
    """All of them, the next round of each proposed."""
    _swiss()
    _cup()
    _doubtful()
    _double()
    _groups()
    _solo()
    _trial()


def _trial() -> None:
    """A rehearsal of two days, its first round published; the public tournament of the Swiss has a timetable, too."""
    by = author("organiser")
    trial = planning.create_tournament(
        slug=TRIAL,
        name="Репетиция кубка",
        venue="Дворец спорта, малый зал",
        timezone="Europe/Moscow",
        regulations=scoring.preset("fdr_deals"),
        stage_name="Основной этап",
        system=Stage.System.SWISS.value,
        by=by,
        is_rehearsal=True,
    )
    rehearsals.invent(tournament=trial, count=6, language="ru", by=by)
    for tournament in (trial, Tournament.objects.get(slug=SWISS)):
        for planned in TIMETABLE:
            plan_line(tournament=tournament, planned=planned, by=by)
    draw.publish(round_=draw.propose_swiss(stage=trial.stages.get(), seed="проба", by=by), by=by)


def _swiss() -> None:
    """Eleven pairs, two rounds played; two pairs are kept apart, and clubs where it can be (R13.1)."""
    stage = _stage(SWISS, "Кубок открытия", Stage.System.SWISS, pairs=11)
    policy = StagePolicy(first="lots", apart="where_possible", forbidden=(FAMILY,), rounds=5)
    draw.set_policy(stage=stage, policy=policy, by=author("organiser"))
    for _round in range(2):
        _play(draw.propose_swiss(stage=stage, seed="открытие", by=author("organiser")))
    draw.propose_swiss(stage=stage, seed="открытие", by=author("organiser"))


def _doubtful() -> None:
    """Four pairs; two who meet in the proposed round must not meet, which was said after the draw (R13.6)."""
    stage = _stage(DOUBTFUL, "Кубок после дождя", Stage.System.SWISS, pairs=4)
    draw.propose_swiss(stage=stage, seed="дождь", by=author("organiser"))
    first, second = {seat.entry.number for seat in stage.rounds.get().partidas.earliest("table").seats.all()}
    policy = StagePolicy(forbidden=(Forbidden((first, second), FAMILY.reason),))
    draw.set_policy(stage=stage, policy=policy, by=author("organiser"))


def _cup() -> None:
    """Seven pairs, one of them free at first; a match for third place and a consolation (R13.3)."""
    stage = _stage(CUP, "Кубок закрытия", Stage.System.KNOCKOUT, pairs=7)
    policy = StagePolicy(third_place=True, consolation=True)
    draw.set_policy(stage=stage, policy=policy, by=author("organiser"))
    _play(draw.propose_knockout(stage=stage, seed="закрытие", by=author("organiser")))
    draw.propose_knockout(stage=stage, seed="закрытие", by=author("organiser"))


def _double() -> None:
    """Eight pairs, each out with its second loss (R13.3)."""
    stage = _stage(DOUBLE, "Двойное выбывание", Stage.System.KNOCKOUT, pairs=8)
    draw.set_policy(stage=stage, policy=StagePolicy(double=True), by=author("organiser"))
    for _round in range(2):
        _play(draw.propose_knockout(stage=stage, seed="двойное", by=author("organiser")))
    draw.propose_knockout(stage=stage, seed="двойное", by=author("organiser"))


def _groups() -> None:
    """Nine pairs in two groups of unlike size, two legs of which one is played (R13.3)."""
    stage = _stage(GROUPS, "Групповой кубок", Stage.System.ROUND_ROBIN, pairs=9)
    for round_ in draw.propose_round_robin(stage=stage, legs=2, groups=2, seed=None, by=author("organiser"))[:6]:
        _play(round_)


def make_adjustable(slug: str) -> None:
    """Six pairs: 1–2, 3–4, 5–6 have met; 1–3, 2–5, 4–6 are proposed."""
    stage = _stage(slug, "Кубок перестановок", Stage.System.SWISS, pairs=6)
    draw.set_policy(stage=stage, policy=StagePolicy(rounds=4), by=author("organiser"))
    _play(_by_hand(stage, (1, 2), (3, 4), (5, 6)))
    _by_hand(stage, (1, 3), (2, 5), (4, 6))


def _by_hand(stage: Stage, *pairs: tuple[int, int]) -> Round:
    pairings = [Pairing(a, b) for a, b in pairs]
    return draw.propose_by_hand(stage=stage, pairings=pairings, reason="", by=author("organiser"))


def _solo() -> None:
    """Ten players, four rounds of new partners and opponents played, two free in each (R13.4)."""
    by = author("organiser")
    rules = {"preset": "fdr", "target": 100, "detail": "totals", "pays": "offender"}
    tournament = planning.create_tournament(
        slug=SOLO,
        name="Личный кубок",
        venue="Дворец спорта, малый зал",
        timezone="Europe/Moscow",
        event="individual",
        regulations=scoring.Regulations.from_dict(rules),
        stage_name="Основной этап",
        system=Stage.System.INDIVIDUAL.value,
        by=by,
    )
    planning.change_tournament(
        tournament=tournament,
        name=tournament.name,
        venue=tournament.venue,
        timezone=tournament.timezone,
        is_public=True,
        by=by,
    )
    for seed, (first, _second, club) in enumerate(PAIRS[:10], 1):
        player = Application(players=(first,), club=club, seed=seed)
        entries.add_entry(tournament=tournament, application=player, by=by)
    stage = tournament.stages.get()
    for _round in range(4):
        _play(draw.propose_individual(stage=stage, seed="кубок", by=by))
    draw.propose_individual(stage=stage, seed="кубок", by=by)


def make_to_correct() -> None:
    """A Swiss of eight pairs, its first round played and the second drawn from it: a correction comes too late."""
    stage = _stage(CORRECTED, CORRECTED_NAME, Stage.System.SWISS, pairs=8)
    for username, role in (("chief", Staff.Role.CHIEF_REFEREE), ("referee", Staff.Role.REFEREE)):
        Staff.objects.create(tournament=stage.tournament, user=author(username).user, role=role.value)
    _play(draw.propose_swiss(stage=stage, seed="поправки", by=author("organiser")))
    draw.propose_swiss(stage=stage, seed="поправки", by=author("organiser"))


def make_papers() -> None:
    """Eight tables whose sheets are of paper, with totals; and one table with its deals, four of them."""
    totals = _stage(PAPER, PAPER_NAME, Stage.System.SWISS, pairs=10)
    for number in range(11, 17):
        pair = Application(players=(f"Игрок {number}-1", f"Игрок {number}-2"), club="", seed=number)
        entries.add_entry(tournament=totals.tournament, application=pair, by=author("organiser"))
    _paper(totals)
    deals = _stage(PAPER_DEALS, "Раздачи на бумаге", Stage.System.SWISS, pairs=2)
    rules = scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": 4})
    planning.change_regulations(tournament=deals.tournament, regulations=rules, by=author("organiser"))
    _paper(deals)


def _paper(stage: Stage) -> None:
    """A round drawn and published, and the two officials who type it."""
    for username, role in (("secretary", Staff.Role.SECRETARY), ("referee", Staff.Role.REFEREE)):
        Staff.objects.create(tournament=stage.tournament, user=author(username).user, role=role.value)
    draw.publish(round_=draw.propose_swiss(stage=stage, seed="бумага", by=author("organiser")), by=author("organiser"))


def author(username: str) -> Author:
    return Author(User.objects.get(username=username))


def _stage(slug: str, name: str, system: Stage.System, *, pairs: int) -> Stage:
    """The only stage of a public tournament whose protocols hold totals."""
    by = author("organiser")
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
    draw.publish(round_=round_, by=author("organiser"))
    for partida in round_.partidas.filter(table__isnull=False):
        _win(partida)


def _win(partida: Partida) -> None:
    """Side A wins, by more points the higher the table."""
    writer, checker = author("referee"), author("referee2")
    protocols.record_totals(partida=partida, parts=[(100, 40 + (partida.table or 0))], version=0, by=writer)
    protocols.enter(partida=partida, version=1, by=writer)
    protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=writer)
    protocols.confirm(partida=partida, by=checker)
