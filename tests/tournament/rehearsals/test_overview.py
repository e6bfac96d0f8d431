"""A rehearsal: filled with invented entries, played by chance, thrown away in one act."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

import scoring
from tests.factories import EntryFactory, PaymentFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.draw.play import BY
from tournament.documents import services as documents
from tournament.draw import services as draw
from tournament.entries.queries import entries_of
from tournament.models import AuditRecord, Club, Document, Job, Payment, Player, Protocol, Round, Tournament
from tournament.phrases import Refused
from tournament.planning.services import change_tournament
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet
from tournament.rehearsals import services, tasks
from tournament.rehearsals.names import invented
from tournament.webhooks.services import add as add_webhook


def address(route: str, cup: Tournament) -> str:
    return reverse(route, args=[cup.slug])


def drawn(trial: Tournament, pairs: int = 4) -> Round:
    """A published round of so many invented pairs."""
    services.invent(tournament=trial, count=pairs, language="ru", by=BY, chance=Random(1))
    round_ = draw.propose_swiss(stage=trial.stages.get(), seed="1", by=BY)
    draw.publish(round_=round_, by=BY)
    return round_


def errors(page: Any, form: str) -> list[str]:
    return [error for its in page.context[form].errors.values() for error in its]


# -- invented -------------------------------------------------------------------------------------------------------


def test_pairs_are_invented_in_the_language_of_the_page(trial: Tournament) -> None:
    browser = browser_of(trial)

    page = browser.post(address("rehearsals:invent", trial), {"count": "7"}, headers={"Accept-Language": "ru"})

    entries = list(entries_of(trial))
    assert (page.status_code, len(entries)) == (302, 7)
    names = [member.player.name for entry in entries for member in entry.members.all()]
    assert len(set(names)) == 14
    assert all("а" <= name.casefold()[0] <= "я" for name in names)
    assert len({entry.club for entry in entries}) == 6


def test_more_come_beside_those_who_are_there(trial: Tournament) -> None:
    EntryFactory(tournament=trial, players=("Иванов Иван", "Петров Пётр"))
    services.invent(tournament=trial, count=3, language="ru", by=BY)
    services.invent(tournament=trial, count=3, language="ru", by=BY)

    names = [member.player.name for entry in entries_of(trial) for member in entry.members.all()]
    assert (len(names), len(set(names))) == (14, 14)


def test_players_of_an_individual_event_are_invented_one_by_one(db: None) -> None:
    """R1.3."""
    trial = TournamentFactory(is_rehearsal=True, event="individual")

    services.invent(tournament=trial, count=5, language="es", by=BY)

    assert [entry.members.count() for entry in trial.entries.all()] == [1] * 5


@pytest.mark.parametrize("language", ["ru", "en", "es", "de"])
def test_hundreds_are_invented_and_all_have_names_of_their_own(language: str) -> None:
    applications = invented(700, 2, set(), language, Random(1))

    assert len({name for each in applications for name in each.players}) == 1400


@pytest.mark.parametrize(
    ("count", "error"),
    [
        ("0", "Ensure this value is greater than or equal to 1."),
        ("999", "Ensure this value is less than or equal to 300."),
        ("many", "Enter a whole number."),
    ],
)
def test_how_many_has_to_make_sense(trial: Tournament, count: str, error: str) -> None:
    page = browser_of(trial).post(address("rehearsals:invent", trial), {"count": count})

    assert (page.status_code, errors(page, "invent_form"), trial.entries.count()) == (422, [error], 0)


def test_nobody_is_invented_once_a_round_is_drawn(trial: Tournament) -> None:
    drawn(trial)

    page = browser_of(trial).post(address("rehearsals:invent", trial), {"count": "2"})

    said = "A round is drawn already, so nobody can be invented any more. Take it back first."
    assert (page.status_code, errors(page, "invent_form")) == (422, [said])


# -- played ---------------------------------------------------------------------------------------------------------


def test_a_round_is_played_by_chance_and_confirmed(trial: Tournament) -> None:
    round_ = drawn(trial)

    browser_of(trial).post(address("rehearsals:play", trial))
    (job,) = Job.objects.filter(task=tasks.play.name)
    assert job.arguments == [round_.pk]
    assert browser_of(trial).get(address("rehearsals:overview", trial)).context["progress"].under_way
    tasks.play(*job.arguments)

    round_.refresh_from_db()
    assert round_.started_at is not None
    assert [protocol.state for protocol in Protocol.objects.all()] == ["confirmed", "confirmed"]
    assert [len(sheet(partida).deals) for partida in round_.partidas.all()] == [4, 4]
    assert trial.journal.filter(action="rehearsal.played").get().data == {"tables": 2}


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "fdr"},
        {"preset": "fdr", "target": 100, "detail": "totals"},
        {"preset": "fdr", "target": 60, "best_of": 3, "detail": "totals"},
        {"preset": "fdr", "target": 60, "best_of": 3},
        {"preset": "spain_200"},
        {"preset": "venezuela"},
        {"preset": "fdr_deals", "signers": "losing_pair"},
    ],
)
def test_whatever_the_regulations_are(db: None, rules: dict[str, Any]) -> None:
    """R3.6, R7.1, R11.3: each partida is over and signed by whom they ask."""
    trial = TournamentFactory(is_rehearsal=True, rules=scoring.Regulations.from_dict(rules))
    StageFactory(tournament=trial, system="swiss")
    round_ = drawn(trial)

    services.play(round_=round_, chance=Random(5))

    assert {protocol.state for protocol in Protocol.objects.all()} == {"confirmed"}


def test_a_table_at_which_somebody_writes_is_left_to_him(trial: Tournament) -> None:
    round_ = drawn(trial)
    first = round_.partidas.get(table=1)
    protocols.record_deal(partida=first, deal=scoring.playout(1), version=first.protocol.version, key=None, by=BY)

    services.play(round_=round_)

    assert [(each.partida.table, each.state) for each in Protocol.objects.order_by("partida__table")] == [
        (1, "open"),
        (2, "confirmed"),
    ]
    with pytest.raises(Refused) as refusal:
        services.begin_play(round_=round_, by=BY)
    assert str(refusal.value) == "At every table of round 1 somebody has begun to write: finish them by hand."


def test_without_a_round_there_is_nothing_to_play(trial: Tournament) -> None:
    page = browser_of(trial).post(address("rehearsals:play", trial), follow=True)

    assert messages_of(page) == ["No round is published that is still played. Draw one and publish it first."]


def test_a_round_that_was_thrown_away_meanwhile_is_nothing_to_play(trial: Tournament) -> None:
    round_ = drawn(trial)
    services.throw_away(tournament=trial, typed="Проба пера", by=BY)

    tasks.play(round_.pk)

    assert Round.objects.count() == 0


def test_the_page_shows_how_far_it_is(trial: Tournament) -> None:
    round_ = drawn(trial)
    browser = browser_of(trial)
    before = browser.get(address("rehearsals:overview", trial)).context["progress"]
    services.play(round_=round_)
    after = browser.get(address("rehearsals:overview", trial), headers={"HX-Request": "true"})

    assert (before.tables, before.done, before.untouched, before.under_way) == (2, 0, 2, False)
    assert (after.context["progress"].done, after.templates[0].name) == (2, "rehearsals/_play.html")


# -- never real -----------------------------------------------------------------------------------------------------


def test_a_real_tournament_is_neither_filled_nor_played_nor_thrown_away(db: None) -> None:
    cup = TournamentFactory(name="Кубок")
    browser = browser_of(cup)
    routes = ["rehearsals:invent", "rehearsals:play", "rehearsals:throw_away"]

    answers = [browser.post(address(route, cup), {"count": "2", "typed": "Кубок"}).status_code for route in routes]

    assert [browser.get(address("rehearsals:overview", cup)).status_code, *answers] == [404] * 4
    said = r"^«Кубок» is no rehearsal: nothing is invented in it, and it isn't thrown away here\.$"
    with pytest.raises(Refused, match=said):
        services.invent(tournament=cup, count=2, language="ru", by=BY)
    with pytest.raises(Refused, match=said):
        services.begin_play(round_=RoundFactory(stage=StageFactory(tournament=cup)), by=BY)
    with pytest.raises(Refused, match=said):
        services.throw_away(tournament=cup, typed="Кубок", by=BY)
    assert (Tournament.objects.count(), cup.entries.count()) == (1, 0)


def test_it_is_never_public(trial: Tournament) -> None:
    form = {"name": "Проба", "venue": "", "timezone": "Europe/Moscow", "is_public": "on"}
    browser_of(trial).post(reverse("planning:settings", args=["trial"]), form)

    trial.refresh_from_db()
    assert (trial.name, trial.is_public) == ("Проба", False)
    with pytest.raises(Refused) as refusal:
        change_tournament(tournament=trial, name="Проба", venue="", timezone="UTC", is_public=True, by=BY)
    assert str(refusal.value) == (
        "A rehearsal is never public. Copy it as a real tournament, and make that one public."
    )


def test_it_tells_no_other_program_anything(trial: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        add_webhook(tournament=trial, url="https://example.org/", by=BY)
    assert str(refusal.value) == "A rehearsal tells nobody anything: name the address in the real tournament."


# -- thrown away ----------------------------------------------------------------------------------------------------


def test_it_is_thrown_away_with_its_receipts(trial: Tournament) -> None:
    """A receipt keeps an entry from being removed; here both go."""
    PaymentFactory(entry=EntryFactory(tournament=trial))

    services.throw_away(tournament=trial, typed="Проба пера", by=BY)

    assert (Tournament.objects.count(), Payment.objects.count()) == (0, 0)


def test_it_is_thrown_away_with_all_that_only_it_had(
    trial: Tournament,
    settings: Settings,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.MEDIA_ROOT = tmp_path
    cup = TournamentFactory()
    both = EntryFactory(tournament=cup, players=("Иванов Иван", "Петров Пётр"))
    club = Club.objects.create(name="Сокол")
    for slot, member in enumerate(both.members.all(), 1):
        entry = trial.entries.create(number=50 + slot)
        entry.members.create(tournament=trial, player=member.player, slot=1)
    trial.entries.all().delete()
    round_ = drawn(trial)
    services.play(round_=round_)
    paper = documents.issue_standings(stage=round_.stage, after_round=1, language="ru", by=BY)
    folder = tmp_path / "documents" / "trial"
    folder.mkdir(parents=True)
    (folder / f"{paper.code}.pdf").write_bytes(b"%PDF")

    with django_capture_on_commit_callbacks(execute=True):
        page = browser_of(trial).post(address("rehearsals:throw_away", trial), {"typed": " Проба  пера "}, follow=True)

    assert messages_of(page) == ["The rehearsal «Проба пера» is thrown away."]
    assert list(Tournament.objects.all()) == [cup]
    assert {player.name for player in Player.objects.all()} == {"Иванов Иван", "Петров Пётр"}
    assert list(Club.objects.all()) == [club]
    assert (Document.objects.count(), AuditRecord.objects.count(), folder.exists()) == (0, 0, False)


def test_its_name_has_to_be_typed(trial: Tournament) -> None:
    page = browser_of(trial).post(address("rehearsals:throw_away", trial), {"typed": "проба"})

    said = "Type the name of the rehearsal as it is written here: Проба пера."
    assert (page.status_code, errors(page, "throw_form"), Tournament.objects.count()) == (422, [said], 1)


def test_who_may_do_what(trial: Tournament) -> None:
    routes = [f"rehearsals:{each}" for each in ("overview", "invent", "play", "throw_away")]
    asked = {role: browser_of(trial, role) for role in ("chief_referee", "secretary", "referee")}
    answers = {
        role: [browser.get(address(routes[0], trial)).status_code]
        + [browser.post(address(route, trial)).status_code for route in routes[1:]]
        for role, browser in asked.items()
    }

    assert answers == {
        "chief_referee": [200, 422, 302, 403],
        "secretary": [200, 403, 403, 403],
        "referee": [200, 403, 403, 403],
    }
