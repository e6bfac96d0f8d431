"""Issuing the papers of a round at the desk: its draw, the cross-table and the bracket after it."""

import importlib
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, RoundFactory, official
from tests.tournament.documents.conftest import Cup
from tests.tournament.draw.play import BY, play, players_stage, stage_of
from tournament.audit.services import Author
from tournament.documents import queries, services
from tournament.documents.queries import Finding, Standing, paper_of_round
from tournament.draw import services as draws
from tournament.jobs import run_queued
from tournament.models import Document, Player, Protocol, Round, Seat, Stage
from tournament.phrases import Refused


def address(cup: Cup) -> str:
    return reverse("documents:issue_of_round", args=[cup.tournament.slug])


def asked(cup: Cup, **changes: Any) -> dict[str, Any]:
    return {"kind": "draw", "round": cup.round.pk, "language": "ru", "sheet": "a4"} | changes


def issued(round_: Round, kind: str, language: str = "en", sheet: str = "a4") -> Document:
    return services.issue_of_round(round_=round_, kind=kind, sheet=sheet, language=language, by=Author())


@pytest.mark.parametrize("kind", ["draw", "cross_table"])
def test_it_is_issued_made_and_genuine(cup: Cup, organiser: Client, kind: str) -> None:
    organiser.post(address(cup), asked(cup, kind=kind))
    run_queued()

    document = Document.objects.get()
    found = queries.check_file(queries.path(document).read_bytes())
    assert (document.kind, document.round, found.finding, found.standing) == (
        kind,
        cup.round,
        Finding.GENUINE,
        Standing.CURRENT,
    )


def test_a_bracket_is_issued_made_and_genuine(client: Client, db: None) -> None:
    stage = stage_of(4, "knockout")
    round_ = play(draws.propose_knockout(stage=stage, seed="1", by=BY))
    client.force_login(official(stage.tournament, "chief_referee"))

    form = {"kind": "bracket", "round": round_.pk, "language": "es", "sheet": "letter"}
    client.post(reverse("documents:issue_of_round", args=["cup"]), form)
    run_queued()

    found = queries.check_file(queries.path(Document.objects.get()).read_bytes())
    assert (found.finding, found.standing) == (Finding.GENUINE, Standing.CURRENT)


@pytest.mark.parametrize("kind", ["draw", "cross_table", "bracket"])
def test_what_its_code_leads_to_says_what_it_says(client: Client, db: None, kind: str) -> None:
    stage = stage_of(4, "knockout")
    document = issued(play(draws.propose_knockout(stage=stage, seed="1", by=BY)), kind)
    services.make(document)

    page = client.get(reverse("documents:verify_code", args=[document.code]))
    assert (page.status_code, page.context["standing"], page.context["said"]) == (
        200,
        "current",
        f"documents/_said_{kind}.html",
    )


def test_it_takes_a_form_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.get(address(cup)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    assert (referee.post(address(cup), asked(cup)).status_code, Document.objects.count()) == (403, 0)


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    assert (stranger.post(address(cup), asked(cup)).status_code, Document.objects.count()) == (404, 0)


@pytest.mark.parametrize(
    "changes", [{"kind": "protocol"}, {"sheet": "a3"}, {"language": "xx"}, {"round": "0"}, {"round": "x"}]
)
def test_what_cannot_be_asked_for_is_said_and_nothing_is_issued(
    cup: Cup, organiser: Client, changes: dict[str, str]
) -> None:
    page = organiser.post(address(cup), asked(cup, **changes), follow=True)

    assert (len(page.context["messages"]), Document.objects.count()) == (1, 0)


def test_another_tournaments_round_is_no_choice(cup: Cup, other_cup: Cup, organiser: Client) -> None:
    organiser.post(address(cup), asked(cup, round=other_cup.round.pk))

    assert Document.objects.count() == 0


# -- what can't be printed -----------------------------------------------------------------------------------


def test_a_proposed_round_has_no_paper(cup: Cup) -> None:
    """R13.6."""
    with pytest.raises(Refused) as refused:
        issued(RoundFactory(stage=cup.round.stage, state="proposed"), "draw")

    assert refused.value.code == "document.not_published"


def test_where_partners_change_there_is_no_cross_table(db: None) -> None:
    """R13.4."""
    round_ = play(draws.propose_individual(stage=players_stage(8), seed="1", by=BY))

    assert issued(round_, "draw").content["event"] == "individual"
    with pytest.raises(Refused) as refused:
        issued(round_, "cross_table")
    assert refused.value.code == "document.no_cross_table"


def test_what_is_no_knockout_has_no_bracket(cup: Cup) -> None:
    with pytest.raises(Refused) as refused:
        issued(cup.round, "bracket")

    assert refused.value.code == "document.no_bracket"


# -- which paper holds ---------------------------------------------------------------------------------------


def test_asked_for_again_it_is_the_same_paper(cup: Cup) -> None:
    assert issued(cup.round, "draw") == issued(cup.round, "draw")


def test_each_size_and_each_language_is_a_paper_of_its_own(cup: Cup) -> None:
    papers = [issued(cup.round, "draw", language, sheet) for language in ("en", "ru") for sheet in ("a4", "letter")]

    assert [(paper.revision, paper.replaced_by) for paper in papers] == [(1, None)] * 4


def test_a_substitute_makes_the_draw_outdated_and_a_new_paper_replaces_it(cup: Cup) -> None:
    first = issued(cup.round, "draw")
    seat = Seat.objects.filter(round=cup.round).earliest("number")
    seat.player = Player.objects.create(name="Запасной Захар")
    seat.save()

    assert queries.standing(first) == Standing.OUTDATED
    second = issued(cup.round, "draw")
    first.refresh_from_db()
    assert (first.replaced_by, second.revision, queries.standing(second)) == (second, 2, Standing.CURRENT)


def test_a_draw_that_was_taken_back_holds_no_longer(db: None) -> None:
    """R13.6."""
    round_ = draws.propose_by_lots(stage=stage_of(4), seed="1", by=BY)
    draws.publish(round_=round_, by=BY)
    document = issued(round_, "draw")

    draws.take_back(round_=round_, by=BY)

    assert queries.standing(Document.objects.get(pk=document.pk)) == Standing.OUTDATED


def test_a_walkover_leaves_the_draw_as_it_was(cup: Cup) -> None:
    """Who was to sit where doesn't change because somebody didn't come."""
    document = issued(cup.round, "draw")
    cup.round.partidas.update(kind="walkover", winner="a")

    assert queries.standing(document) == Standing.CURRENT


def test_a_result_makes_the_cross_table_outdated(cup: Cup) -> None:
    """R11.2."""
    document = issued(cup.round, "cross_table")
    Protocol.objects.update(state="entered")

    assert queries.standing(document) == Standing.OUTDATED


def knockout(rounds: int) -> tuple[Stage, list[Document]]:
    """A knockout with a paper of its bracket after each of so many rounds."""
    stage = stage_of(4, "knockout")
    return stage, [
        issued(play(draws.propose_knockout(stage=stage, seed="1", by=BY)), "bracket") for _each in range(rounds)
    ]


def test_a_bracket_replaces_that_of_the_round_before(db: None) -> None:
    _stage, (first, second) = knockout(2)
    first.refresh_from_db()

    assert (first.replaced_by, second.revision) == (second, 2)


def test_a_bracket_is_current_in_whatever_language_it_is_checked(db: None, client: Client) -> None:
    _stage, (document,) = knockout(1)
    services.make(document)

    found = [
        client.get(reverse("documents:verify_code", args=[document.code]), headers={"accept-language": language})
        for language in ("ru", "es", "en")
    ]
    assert [page.context["standing"] for page in found] == ["current"] * 3


# -- what it says --------------------------------------------------------------------------------------------


def test_a_draw_says_who_sits_where(cup: Cup) -> None:
    content = issued(cup.round, "draw").content

    assert [(table["table"], [seat["seat"] for seat in table["seats"]]) for table in content["tables"]] == [
        (1, [1, 2, 3, 4])
    ]
    assert (content["round"], content["published"] is not None) == (1, True)


def test_a_draw_doesnt_say_who_changed_it_nor_how_it_was_proven(cup: Cup) -> None:
    seats = Seat.objects.filter(round=cup.round)
    entries = sorted({seat.entry.number for seat in seats.select_related("entry")})
    mark = {"entries": entries, "by": "Судья Сидоров", "reason": "a wheelchair"}
    cup.round.draw = {"method": "swiss", "seed": "7", "changed": True, "by_hand": [mark], "proof": {"parts": []}}
    cup.round.save()

    content = issued(cup.round, "draw").content
    assert content["draw"] == {"method": "swiss", "seed": "7", "changed": True}
    assert [table["by_hand"] for table in content["tables"]] == [True]


# -- where it is offered -------------------------------------------------------------------------------------


def test_the_public_page_leads_to_the_newest_paper_in_the_readers_language(cup: Cup) -> None:
    russian, english = issued(cup.round, "draw", "ru"), issued(cup.round, "draw", "en")
    assert paper_of_round("draw", cup.round, "en") is None
    for document in (russian, english):
        services.make(document)

    assert [paper_of_round("draw", cup.round, language) for language in ("ru", "en")] == [russian, english]
    assert paper_of_round("draw", cup.round, "es") in (russian, english)


@pytest.mark.parametrize(
    ("page", "kind"),
    [("/desk/{}/draw/", "draw"), ("/desk/{}/standings/cross-table/", "cross_table"), ("/t/{}/rounds/1/", "draw")],
)
def test_who_may_issue_finds_the_button(cup: Cup, organiser: Client, referee: Client, page: str, kind: str) -> None:
    EntryFactory(tournament=cup.tournament)
    button = f'<input type="hidden" name="kind" value="{kind}">'

    found = [browser.get(page.format(cup.tournament.slug)).content.decode() for browser in (organiser, referee)]
    assert [button in said for said in found] == [True, False]


# -- papers of before ----------------------------------------------------------------------------------------


def test_the_size_of_an_older_paper_is_taken_from_what_it_says(cup: Cup) -> None:
    """Papers of a round said their size themselves before it was a column."""
    older, newer = issued(cup.round, "draw"), issued(cup.round, "cross_table")
    Document.objects.filter(pk=older.pk).update(content=older.content | {"sheet": "letter"})

    migration = importlib.import_module("tournament.migrations.0011_more_papers")
    migration.take_sizes_from_content(apps, None)

    sizes = dict(Document.objects.values_list("pk", "sheet"))
    assert (sizes[older.pk], sizes[newer.pk]) == ("letter", "a4")
