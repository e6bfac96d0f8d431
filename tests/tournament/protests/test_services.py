"""A pair protests against the protocol of its partida; the chief referee decides (R11.5)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tests.factories import UserFactory
from tests.tournament.corrections.confirmed import confirmed
from tests.tournament.protocols.sheets import DEALS, afresh, protocol_with
from tournament.audit.services import Author
from tournament.models import AuditRecord, Partida, Protest, Protocol, Round
from tournament.phrases import Refused
from tournament.protests import queries, services
from tournament.protocols.lists import tables
from tournament.protocols.queries import sheet
from tournament.standings.queries import table
from tournament.standings.services import close_round

pytestmark = pytest.mark.django_db
NOBODY = Author()
TEXT = "Раздача 2 записана неверно"


def lodge(partida: Partida, side: str = "a", **more: Any) -> Protest:
    given: dict[str, Any] = {"text": TEXT, "by": NOBODY} | more
    return services.lodge(partida=partida, side=side, **given)


def refusal_of(partida: Partida, **more: Any) -> tuple[str, str | None]:
    with pytest.raises(Refused) as refusal:
        lodge(partida, **more)
    return refusal.value.code, refusal.value.field


def test_a_protest_marks_the_result_and_changes_no_standings() -> None:
    protocol, referee = confirmed(), Author(UserFactory())
    before = table(protocol.partida.round.stage).rows

    protest = lodge(protocol.partida, by=referee)

    (line,) = tables(protocol.partida.round)
    assert (protest.number, protest.side, protest.text, protest.state) == (1, "a", TEXT, "open")
    assert (line.under_protest, sheet(protocol.partida).under_protest) == (True, True)
    assert table(protocol.partida.round.stage).rows == before
    assert AuditRecord.objects.latest("number").action == "protest.lodged"


def test_a_player_who_refuses_to_sign_protests() -> None:
    """R11.3: his seat is kept with the protest."""
    assert lodge(protocol_with(*DEALS).partida, "b", refused_seat=4).refused_seat == 4


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"text": " "}, ("protest.text", "text")),
        ({"refused_seat": 2}, ("protest.seat", "refused_seat")),
    ],
)
def test_a_protest_says_against_what_and_who_refuses_is_of_the_pair(
    more: dict[str, Any], refused: tuple[str, str]
) -> None:
    assert refusal_of(confirmed().partida, **more) == refused


def test_nobody_protests_before_anything_is_written() -> None:
    assert refusal_of(protocol_with().partida) == ("protest.nothing", None)


def test_a_pair_has_one_protest_open_and_another_once_it_is_decided() -> None:
    partida = confirmed().partida
    first = lodge(partida)
    assert refusal_of(partida) == ("protest.already", "side")
    assert lodge(partida, "b").number == 2

    services.decide(protest=first, upheld=False, reason="Пересчитано", by=NOBODY)

    assert lodge(partida).number == 3


def test_the_database_keeps_a_side_to_one_open_protest() -> None:
    protest = lodge(confirmed().partida)

    with pytest.raises(IntegrityError):
        Protest.objects.create(protocol=protest.protocol, number=2, side="a", text=TEXT, lodged_at=timezone.now())


# -- until when -----------------------------------------------------------------------------------------------


def ended(protocol: Protocol, minutes: int) -> Partida:
    """Its partida ended so many minutes ago."""
    Protocol.objects.filter(pk=protocol.pk).update(entered_at=timezone.now() - timedelta(minutes=minutes))
    return protocol.partida


@pytest.mark.parametrize(("minutes", "possible"), [(14, True), (16, False)])
def test_the_regulations_may_set_a_time_after_the_partida(minutes: int, possible: bool) -> None:
    partida = ended(confirmed(protest_minutes=15), minutes)

    if possible:
        assert lodge(partida).state == "open"
    else:
        assert refusal_of(partida) == ("protest.late", None)


def test_without_one_it_is_possible_until_the_round_is_closed() -> None:
    partida = ended(confirmed(), 600)
    assert queries.until(sheet(partida)) is None
    assert lodge(partida).state == "open"

    Round.objects.update(state="closed")

    assert refusal_of(partida, side="b") == ("protest.round_closed", None)


# -- the decision ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("upheld", "state"), [(True, "upheld"), (False, "rejected")])
def test_decided_with_a_reason_the_result_is_no_longer_under_protest(upheld: bool, state: str) -> None:
    protest, chief = lodge(confirmed().partida), Author(UserFactory())

    services.decide(protest=protest, upheld=upheld, reason="Пересчитано", by=chief)

    protest.refresh_from_db()
    assert (protest.state, protest.reason, protest.decided_by) == (state, "Пересчитано", chief.user)
    assert sheet(protest.protocol.partida).under_protest is False


def test_a_decision_needs_a_reason_and_is_made_once() -> None:
    protest = lodge(confirmed().partida)
    with pytest.raises(Refused) as nameless:
        services.decide(protest=protest, upheld=True, reason=" ", by=NOBODY)
    services.decide(protest=protest, upheld=False, reason="Пересчитано", by=NOBODY)
    with pytest.raises(Refused) as again:
        services.decide(protest=protest, upheld=True, reason="Всё же", by=NOBODY)

    assert (nameless.value.code, again.value.code) == ("protest.reason", "protest.decided")


def test_it_is_printed_with_its_decision() -> None:
    protest = lodge(confirmed().partida)
    services.decide(protest=protest, upheld=False, reason="Пересчитано", by=NOBODY)

    (printed,) = sheet(protest.protocol.partida).as_dict()["protests"]

    assert {key: printed[key] for key in ("side", "text", "state", "reason", "refused_seat")} == {
        "side": "a",
        "text": TEXT,
        "state": "rejected",
        "reason": "Пересчитано",
        "refused_seat": None,
    }


def test_a_protest_changes_nothing_of_what_the_players_signed() -> None:
    partida = confirmed().partida
    signed = sheet(partida).content_sha256

    lodge(partida)

    assert sheet(partida).content_sha256 == signed


# -- closing a round ------------------------------------------------------------------------------------------


def test_a_round_with_an_open_protest_is_closed_only_with_a_reason() -> None:
    protest = lodge(confirmed().partida)
    round_ = protest.protocol.partida.round
    with pytest.raises(Refused) as refusal:
        close_round(round_=round_, by=NOBODY)
    assert (refusal.value.code, refusal.value.params) == ("round.protests", {"round": 1, "tables": "1"})

    close_round(round_=round_, by=NOBODY, despite_protests="Решим завтра")

    assert AuditRecord.objects.latest("number").data == {"despite_protests": "Решим завтра"}


def test_a_decided_protest_keeps_no_round_open() -> None:
    protest = lodge(confirmed().partida)
    services.decide(protest=protest, upheld=False, reason="Пересчитано", by=NOBODY)

    close_round(round_=protest.protocol.partida.round, by=NOBODY)

    assert afresh(protest.protocol.partida).partida.round.state == "closed"
