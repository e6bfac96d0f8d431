"""What a load writes beside what a dump would say, and the page on which it is done."""

import json
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

import scoring
from tests.factories import UserFactory
from tests.tournament.exchange.documents import DEAL, small
from tournament.audit.services import Author
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.exchange.services import load
from tournament.models import AuditRecord, Player, Protocol, Round, Staff, Tournament

pytestmark = pytest.mark.django_db

URL = reverse("exchange:load")


def upload(text: str | bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("cup.json", text.encode() if isinstance(text, str) else text)


@pytest.fixture
def anna() -> Client:
    browser = Client()
    browser.force_login(UserFactory(username="anna"))
    return browser


def test_whoever_loads_becomes_the_organiser_and_it_is_recorded() -> None:
    user = UserFactory()
    cup = load(small(), Author(user))
    assert list(cup.staff.values_list("user", "role")) == [(user.pk, Staff.Role.ORGANISER.value)]
    record = AuditRecord.objects.get(tournament=cup)
    assert (record.action, record.subject, record.data) == (
        "tournament.loaded",
        "tournament:small",
        {"entries": 3, "rounds": 3, "partidas": 4, "signature": "unsigned"},
    )


def test_a_program_that_loads_has_no_role() -> None:
    assert load(small(), Author()).staff.count() == 0


def test_entry_a_sits_on_1_and_3_and_entry_b_on_2_and_4() -> None:
    """R1.2, R1.3"""
    seats = load(small(), Author()).rounds.get(number=1).partidas.get(table=1).seats
    assert list(seats.values_list("number", "entry__number", "player__name")) == [
        (1, 1, "Иванов И."),
        (2, 2, "Ким К."),
        (3, 1, "Петров П."),
        (4, 2, "Ли Л."),
    ]


def test_a_substitute_sits_from_his_round_on_and_who_left_may_play_elsewhere() -> None:
    """R8.5"""
    document = small()
    kim, other = document["entries"][1], document["entries"][2]
    kim["substitutes"] = [{"place": 1, "player": "Запасной", "from_round": 2}]
    other["substitutes"] = [{"place": 2, "player": "Ким К.", "from_round": 3}]
    cup = load(document, Author())
    players = [
        list(cup.rounds.get(number=number).partidas.get(table=table).seats.values_list("player__name", flat=True))
        for number, table in ((1, 1), (2, 1), (3, 4))
    ]
    assert players == [
        ["Иванов И.", "Ким К.", "Петров П.", "Ли Л."],
        ["Запасной", "José Núñez", "Ли Л.", "Ana Peña"],
        ["José Núñez", "Иванов И.", "Ким К.", "Петров П."],
    ]


def test_protocols_are_in_their_states_and_a_bye_has_none() -> None:
    """R11.2"""
    partidas = load(small(), Author()).rounds.get(number=1).partidas
    confirmed = partidas.get(table=1).protocol
    assert (confirmed.state, confirmed.entered_by, confirmed.confirmed_by) == ("confirmed", None, None)
    assert None not in (confirmed.entered_at, confirmed.accepted_at, confirmed.confirmed_at)
    assert not Protocol.objects.filter(partida=partidas.get(kind="bye")).exists()


def test_what_was_confirmed_can_be_corrected_and_the_old_sheet_stays() -> None:
    """R11.4"""
    cup = load(small(), Author())
    partida = cup.rounds.get(number=1).partidas.select_related("round__tournament").get(table=1)
    other = scoring.Deal.from_dict(DEAL | {"pips": [14, 8, 0, 11]})
    correct(partida=partida, correction=Correction(deals=(other,)), reason="описка", by=Author(UserFactory()))
    revisions = partida.protocol.revisions.values_list("number", "content__totals", "reason")
    assert list(revisions) == [(1, [31, 0], ""), (2, [33, 0], "описка")]


def test_a_proposed_round_has_neither_protocols_nor_regulations_of_its_own() -> None:
    document = small()
    proposal = {"number": 9, "state": "proposed", "partidas": [{"table": 1, "a": 1, "b": 2}]}
    document["stages"][0]["rounds"].append(proposal)
    round_ = Round.objects.get(tournament=load(document, Author()), number=9)
    assert (round_.regulations, round_.published_at) == (None, None)
    assert not Protocol.objects.filter(partida__round=round_).exists()


def test_players_of_other_tournaments_are_known_again() -> None:
    load(small(), Author())
    load(small(), Author(), slug="again")
    assert Player.objects.count() == 6


def test_a_file_is_loaded_on_the_page(anna: Client) -> None:
    assert anna.get(URL).status_code == 200
    response = anna.post(URL, {"file": upload(json.dumps(small()))})
    assert response.headers["Location"] == reverse("desk:now", args=["small"])
    assert Tournament.objects.get().staff.get().user.username == "anna"


def test_a_file_is_loaded_under_another_address(anna: Client) -> None:
    anna.post(URL, {"file": upload(json.dumps(small())), "slug": "other"})
    assert Tournament.objects.get().slug == "other"


def test_what_is_wrong_in_the_file_is_shown_by_path(anna: Client) -> None:
    document = small()
    document["entries"][0]["rating"] = 5
    del document["name"]
    response = anna.post(URL, {"file": upload(json.dumps(document))})
    assert response.status_code == 422
    assert [problem.path for problem in response.context["problems"]] == ["name", "entries[0].rating"]
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("spoil", "errors"),
    [
        (lambda text: text[: len(text) // 2], "The file ends in the middle, at line 1, column"),
        (lambda text: "PK\x03\x04", "This can't be read as JSON: line 1, column 1."),
    ],
)
def test_a_file_that_is_no_document(anna: Client, spoil: Callable[[str], str], errors: str) -> None:
    response = anna.post(URL, {"file": upload(spoil(json.dumps(small())))})
    (sentence,) = response.context["form"].errors["file"]
    assert (response.status_code, sentence[: len(errors)]) == (422, errors)
    assert Tournament.objects.count() == 0


def test_no_file(anna: Client) -> None:
    response = anna.post(URL, {})
    assert (response.status_code, response.context["form"].errors) == (422, {"file": ["This field is required."]})


def test_another_verb(anna: Client) -> None:
    assert anna.put(URL).status_code == 405


def test_who_is_not_logged_in_is_asked_to() -> None:
    response = Client().post(URL, {"file": upload(json.dumps(small()))})
    assert response.headers["Location"] == f"/login/?next={URL}"
    assert Tournament.objects.count() == 0
