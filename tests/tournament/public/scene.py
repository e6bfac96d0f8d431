"""A tournament in which whatever must not get out is recognisable: names, figures, words, what is private."""

from datetime import date

from django.apps import apps
from django.db import models
from django.utils import timezone

from tests.factories import EntryFactory, EntryRequestFactory, PaymentFactory, StageFactory, TournamentFactory, official
from tests.tournament.draw.play import BY
from tournament.access.services import make_links
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.documents import services as documents
from tournament.draw import services as draw
from tournament.models import AccessLink, Document, EntryTerms, Protocol, Round, Ruling, Tournament
from tournament.protests.services import lodge
from tournament.protocols.revisions import keep_first_revisions
from tournament.standings.queries import table
from tournament.standings.services import close_round

SURNAME, WORDS, PRIVATE, PRIVATE_DATE = "Утечкин", "Сплетня", "leak-private", date(1917, 11, 7)
PAIRS = 4


def make_scene() -> Tournament:
    """Two rounds of a Swiss and the semi-finals of a knockout, played, on paper; the final is only proposed."""
    rules = {"rules__preset": "fdr", "rules__target": 6_000, "rules__detail": "totals", "rules__minutes": None}
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True, **rules)
    for number in range(1, PAIRS + 1):
        EntryFactory(tournament=cup, players=(f"{SURNAME} Ян{number}", f"{SURNAME} Юн{number}"))
    swiss = StageFactory(tournament=cup, system="swiss")
    for _round in range(2):
        _play(draw.propose_swiss(stage=swiss, seed="1", by=BY))
    knockout = StageFactory(tournament=cup, system="knockout")
    _play(draw.propose_knockout(stage=knockout, seed="1", by=BY), closed=False)
    draw.propose_knockout(stage=knockout, seed="1", by=BY)
    _judge(cup)
    _print(cup)
    official(cup)
    EntryRequestFactory(tournament=cup)
    PaymentFactory(entry=cup.entries.get(number=1), payer=PRIVATE, taken_by_name=PRIVATE)
    EntryTerms.objects.create(tournament=cup, is_open=True)
    _make_private(cup)
    return cup


def _play(round_: Round, *, closed: bool = True) -> None:
    """Publish and play a round; its points, differences and sums are those of no other: 6015 : 1708 at first."""
    draw.publish(round_=round_, by=BY)
    for partida in round_.partidas.all():
        points = [6_000 + 14 * round_.number**2 + partida.table, 1_700 + 7 * round_.number**2 + partida.table]
        Protocol.objects.filter(partida=partida).update(parts=[points], state="confirmed")
    if closed:
        close_round(round_=round_, by=BY)
    else:
        make_links(round_=round_, by=BY)


def _judge(cup: Tournament) -> None:
    """A ruling, one that is struck out, a correction and a protest in each round; their words name people."""
    words = f"{WORDS}: {SURNAME} ушёл"
    keep_first_revisions(tournament=cup, by=BY)
    for round_ in cup.rounds.exclude(state="proposed"):
        first, second = round_.partidas.order_by("table")
        for number, struck in ((1, ""), (2, words)):
            Ruling.objects.create(
                partida=first,
                number=number,
                data={"code": "move_time", "seat": 2, "deal": 1, "reason": words},
                made_at=timezone.now(),
                withdrawn_reason=struck,
                withdrawn_at=timezone.now() if struck else None,
            )
        points = second.protocol.parts[0]
        correct(partida=second, correction=Correction(parts=((points[0], points[1] + 30),)), reason=words, by=BY)
        if round_.state == "published":
            lodge(partida=first, side="a", text=words, by=BY)


def _print(cup: Tournament) -> None:
    """Every kind of paper of the last round of each stage."""
    for round_ in cup.rounds.filter(number__in=(2, 3)).select_related("stage"):
        kind = "bracket" if round_.stage.system == "knockout" else "cross_table"
        for each in ("draw", kind):
            documents.issue_of_round(round_=round_, kind=each, sheet="a4", language="ru", by=BY)
        documents.issue_standings(stage=round_.stage, after_round=round_.number, language="ru", by=BY)
        protocol = Protocol.objects.get(partida__round=round_, partida__table=1)
        documents.issue_protocol(protocol=protocol, language="ru", by=BY)
    for document in Document.objects.select_related("tournament"):
        documents.make(document)


def _make_private(cup: Tournament) -> None:
    """Fill whatever looks like a telephone, an address of e-mail or a day of birth, in any table there is."""
    for model in apps.get_app_config("tournament").get_models():
        for field in model._meta.get_fields():
            if any(part in field.name for part in ("phone", "mail", "birth")) and isinstance(field, models.Field):
                dated = isinstance(field, models.DateField)
                model._default_manager.update(**{field.name: PRIVATE_DATE if dated else f"{PRIVATE}@example.org"})
    # Besides, who asked for a place may be reached, and has said something that is for the organiser alone.
    cup.entry_requests.update(contact_name=PRIVATE, message=PRIVATE, reason=PRIVATE)
    cup.entries.update(pin=f"{PRIVATE}-pin")


def private(cup: Tournament) -> set[str]:
    """What is never to be read by anybody but the desk."""
    links = AccessLink.objects.filter(round__tournament=cup)
    born = {f"{PRIVATE_DATE:%d.%m.%Y}", f"{PRIVATE_DATE:%Y-%m-%d}", "Nov. 7, 1917"}
    return {PRIVATE, *born, *links.values_list("nonce", flat=True)}


def figures(cup: Tournament, results: set[int], standings: set[int]) -> set[str]:
    """The points that the results of these rounds and the standings after these tell."""
    found = {
        point
        for parts in Protocol.objects.filter(partida__round__number__in=results).values_list("parts", flat=True)
        for point in parts[0]
    }
    for round_ in Round.objects.filter(tournament=cup, number__in=standings).select_related("stage__tournament"):
        for row in table(round_.stage, after=round_.number).rows:
            standing = row.standing
            found |= {standing.points_for, standing.points_against, abs(standing.difference)}
    return {str(figure) for figure in found if figure > 1_000}
