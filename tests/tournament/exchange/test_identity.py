"""load∘dump is the identity."""

import copy

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from pytest_django import DjangoAssertNumQueries

import scoring
from tests.factories import TournamentFactory, official
from tests.tournament.exchange.documents import Document, canonical, small
from tournament.audit.services import Author
from tournament.clock import services as clock
from tournament.draw import services as draw
from tournament.entries.queries import Application
from tournament.entries.services import import_pairs, substitute, withdraw
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.models import Partida, Ruling, Stage, Tournament
from tournament.planning.services import change_regulations
from tournament.protocols import services as protocols
from tournament.rulings import services as rulings

pytestmark = pytest.mark.django_db


def through(document: Document) -> Document:
    """The document after a load and a dump; nothing stays in the database."""
    with transaction.atomic():
        written = dump(load(copy.deepcopy(document), Author()))
        transaction.set_rollback(True)
    return written


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(canonical())
def test_a_canonical_file_comes_back_as_it_was(document: Document) -> None:
    assert through(document) == document


def test_what_is_default_is_left_out() -> None:
    wordy = small()
    wordy |= {"venue": "", "public": False}
    wordy["entries"][1] |= {"club": "", "country": "", "seed": None, "withdrawn_from": None}
    round_ = wordy["stages"][0]["rounds"][0]
    round_ |= {"state": "published", "draw": {}, "regulations": {"preset": "fdr", "target": 30, "minutes": 40}}
    round_["partidas"][0] |= {"kind": "played", "winner": None, "rulings": [], "state": "confirmed"}
    round_["partidas"][1] |= {"table": None, "b": None}
    terse = small()
    del terse["stages"][0]["rounds"][2]["partidas"][0]["deals"]
    assert through(wordy) == terse


def test_the_order_of_entries_and_tables_is_that_of_their_numbers() -> None:
    document = small()
    turned = copy.deepcopy(document)
    turned["entries"].reverse()
    turned["stages"][0]["rounds"][0]["partidas"].reverse()
    assert through(turned) == through(document)


def _half_played_cup() -> Tournament:
    """A tournament as the program makes it: drawn, published, partly played, regulations changed in between."""
    cup = TournamentFactory(slug="made", rules__deals=4)
    by, checker = Author(official(cup)), Author(official(cup))
    pairs = {n: Application((f"Игрок {n}-1", f"Игрок {n}-2"), club=f"Клуб {n % 2}") for n in range(1, 6)}
    import_pairs(tournament=cup, applications=pairs, by=by)
    stage = Stage.objects.create(tournament=cup, number=1, name="Круг", system=Stage.System.ROUND_ROBIN.value)
    first, second, *_others = draw.propose_round_robin(stage=stage, legs=1, seed="жребий", by=by)
    draw.publish(round_=first, by=by)
    change_regulations(
        tournament=cup, regulations=scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": 8}), by=by
    )
    draw.publish(round_=second, by=by)
    first.refresh_from_db()
    confirmed, begun = Partida.objects.filter(round=first, table__isnull=False)
    deals = scoring.playout_partida(first.rules, 7)
    for partida, written in ((confirmed, deals), (begun, deals[:2])):
        for version, deal in enumerate(written):
            protocols.record_deal(partida=partida, deal=deal, version=version, key=None, by=by)
    protocols.enter(partida=confirmed, version=len(deals), by=by)
    protocols.sign(partida=confirmed, seats=[1, 2, 3, 4], by=by)
    protocols.confirm(partida=confirmed, by=checker)
    withdraw(entry=cup.entries.get(number=5), from_round=3, reason="болезнь", by=by)
    return cup


def test_what_the_program_made_is_written_and_read_back() -> None:
    cup = _half_played_cup()
    written = dump(cup)
    again = load(written, Author(), slug="again")
    assert dump(again) == written | {"slug": "again"}
    rounds = written["stages"][0]["rounds"]
    assert [round_.get("regulations") for round_ in rounds[:2]] == [{"preset": "fdr_deals", "deals": 4}, None]
    assert [round_.get("state") for round_ in rounds] == [None, None, "proposed", "proposed", "proposed"]
    assert [partida.get("state") for partida in rounds[0]["partidas"]] == [None, "open", None]


def _cup_with_incidents() -> Tournament:
    """A tournament as the program makes it: time given back, a broken deal, rulings, a walkover, a substitute."""
    cup = TournamentFactory(slug="made", rules__deals=4, rules__no_show_minutes=None)
    by = Author(official(cup))
    pairs = {n: Application((f"Игрок {n}-1", f"Игрок {n}-2")) for n in range(1, 5)}
    import_pairs(tournament=cup, applications=pairs, by=by)
    stage = Stage.objects.create(tournament=cup, number=1, name="Круг", system=Stage.System.ROUND_ROBIN.value)
    first, *_others = draw.propose_round_robin(stage=stage, legs=1, seed="жребий", by=by)
    draw.publish(round_=first, by=by)
    first.refresh_from_db()
    clock.start(round_=first, by=by)
    played, unplayed = Partida.objects.filter(round=first)
    clock.add_time(partida=played, seconds=120, reason="спор", by=by)
    for code, breaks_deal in (("move_time", False), ("pass_with_tile", True), ("move_time", False)):
        offence = scoring.Offence(code=code, seat=2, deal=1, player=None, partida=played.pk)
        rulings.rule(partida=played, offence=offence, breaks_deal=breaks_deal, lead=1, by=by)
    rulings.strike_out(ruling=Ruling.objects.last(), reason="ошибка", by=by)
    rulings.declare_absent(partida=unplayed, winner="b", by=by)
    substitute(entry=cup.entries.get(number=4), slot=2, name="Запасной", from_round=2, reason="болезнь", by=by)
    return cup


def test_incidents_of_the_program_are_written_and_read_back() -> None:
    """R5.6, R6.1, R8.1, R8.5, R10.1, R10.4"""
    cup = _cup_with_incidents()
    written = dump(cup)
    again = load(written, Author(), slug="again")
    assert dump(again) == written | {"slug": "again"}
    played, unplayed = written["stages"][0]["rounds"][0]["partidas"]
    assert {key: played[key] for key in ("deals", "added", "rulings", "state")} == {
        "deals": [{"lead": 1, "ending": "broken"}],
        "added": [{"seconds": 120, "reason": "спор"}],
        "rulings": [
            {"code": "move_time", "seat": 2, "deal": 1},
            {"code": "pass_with_tile", "seat": 2, "deal": 1},
            {"code": "move_time", "seat": 2, "deal": 1, "withdrawn": "ошибка"},
        ],
        "state": "open",
    }
    assert {key: unplayed[key] for key in ("kind", "winner", "state")} == {
        "kind": "walkover",
        "winner": "b",
        "state": "accepted",
    }
    assert written["entries"][3]["substitutes"] == [{"place": 2, "player": "Запасной", "from_round": 2}]


@pytest.mark.parametrize("count", [1, 3])
def test_queries_of_a_dump_do_not_grow(count: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    document = small()
    (stage,) = document["stages"]
    stage["rounds"] = stage["rounds"][:count]
    cup = load(document, Author())
    # regulations, timetable; entries, members, rounds that they sat out; stages, their regulations, rounds, partidas
    # with protocols, seats, rulings, added times, deals
    with django_assert_num_queries(16):
        dump(cup)
