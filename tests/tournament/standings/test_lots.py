"""The lots of a stage: drawn once, by a seed that stays on record (R12.3)."""

import importlib
import re
from random import Random

import pytest
from django.apps import apps
from django.urls import reverse

import scoring
from tests.factories import EntryFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.models import LotsDrawn, Protocol, Round, Stage
from tournament.phrases import Refused
from tournament.planning.services import change_regulations
from tournament.standings.queries import table
from tournament.standings.results import lots_of
from tournament.standings.services import draw_lots

BY = Author()


@pytest.fixture
def level(round_: Round) -> Stage:
    """1 and 4 have won with the same points, 2 and 3 lost; the order asks for lots at the end."""
    Protocol.objects.filter(partida__table=1).update(parts=[[100, 80]])
    regulations = round_.regulations
    assert regulations is not None
    regulations.data |= {"criteria": ["wins", "difference", "lots"]}
    regulations.save()
    return Stage.objects.get(pk=round_.stage_id)


def places(stage: Stage) -> list[tuple[int, int]]:
    return [(row.place, row.entry) for row in table(Stage.objects.get(pk=stage.pk)).rows]


def address(stage: Stage) -> str:
    return reverse("standings:lots", args=[stage.tournament.slug, stage.number])


def test_before_they_are_drawn_places_are_shared(level: Stage) -> None:
    """R12.4."""
    assert places(level) == [(1, 1), (1, 4), (3, 2), (3, 3)]


def test_drawn_they_part_those_who_are_level(level: Stage) -> None:
    drawn = draw_lots(stage=level, seed="шесть-шесть", by=BY)

    assert drawn.entries == scoring.draw_lots([1, 2, 3, 4], "шесть-шесть") == [3, 4, 2, 1]
    assert places(level) == [(1, 4), (2, 1), (3, 3), (4, 2)]


def test_who_when_and_the_seed_stay_in_the_journal_and_on_the_pages(level: Stage) -> None:
    organiser = browser_of(level.tournament)
    level.tournament.is_public = True
    level.tournament.save()

    answer = organiser.post(address(level), {"seed": " 6-6 "}, follow=True)

    drawn = LotsDrawn.objects.get()
    record = level.tournament.journal.get(action="lots.drawn")
    assert (drawn.seed, drawn.drawn_by, record.actor) == ("6-6", record.actor, drawn.drawn_by)
    assert (record.subject, record.data) == ("stage:1", {"seed": "6-6", "entries": drawn.entries})
    assert messages_of(answer) == ["The lots are drawn; seed and order are on record."]
    public = organiser.get(reverse("public:standings", args=["cup"]))
    said = [re.sub(r"<[^>]+>|\s+", " ", page.content.decode()) for page in (answer, public)]
    assert ["seed  6-6" in page for page in said] == [True, True]
    assert [str(drawn.drawn_by) in re.search("seed  6-6 .{80}", page)[0] for page in said] == [True, False]  # type: ignore[index]


def test_without_a_seed_nobody_can_foresee_it(level: Stage) -> None:
    browser_of(level.tournament, "chief_referee").post(address(level))

    assert re.fullmatch("[0-9a-f]{16}", LotsDrawn.objects.get().seed)


def test_they_are_drawn_once(level: Stage) -> None:
    draw_lots(stage=level, by=BY)

    answer = browser_of(level.tournament).post(address(level), {"seed": "another"}, follow=True)

    assert messages_of(answer) == [
        "Everybody in «Этап» has a lot already. Lots are drawn once: the order that came out stays (R12.3)."
    ]
    assert LotsDrawn.objects.count() == 1


def test_a_newcomer_draws_after_all_others_and_changes_nobodys_place(level: Stage) -> None:
    first = draw_lots(stage=level, seed="шесть-шесть", by=BY)
    EntryFactory(tournament=level.tournament)

    second = draw_lots(stage=level, seed="ещё", by=BY)

    assert (second.number, second.entries) == (2, [5])
    assert sorted(lots_of(level), key=lots_of(level).__getitem__) == [*first.entries, 5]


def test_an_order_without_lots_asks_for_none(round_: Round) -> None:
    with pytest.raises(Refused) as refusal:
        draw_lots(stage=round_.stage, by=BY)
    assert refusal.value.code == "lots.not_asked"


def test_regulations_in_force_are_enough_to_ask_for_them(round_: Round) -> None:
    cup = round_.tournament
    change_regulations(tournament=cup, regulations=cup.regulations.value.replace(criteria=["lots"]), by=BY)

    page = browser_of(cup).get(reverse("standings:table", args=["cup"]))

    assert (page.context["lots"].waiting, page.context["may_draw_lots"]) == (4, True)


def test_only_those_of_the_lineup_draw(level: Stage) -> None:
    level.lineup = [[1, 4]]
    level.save()

    assert sorted(draw_lots(stage=level, by=BY).entries) == [1, 4]


def test_a_seed_that_is_too_long_is_said(level: Stage) -> None:
    answer = browser_of(level.tournament).post(address(level), {"seed": "6" * 61}, follow=True)

    assert messages_of(answer)[0].startswith("Seed of the lots: ")
    assert LotsDrawn.objects.count() == 0


def test_the_address_only_takes_orders(level: Stage) -> None:
    assert browser_of(level.tournament).get(address(level)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(level: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(level)).status_code == 404


def test_an_old_tournament_keeps_the_lots_that_it_had(level: Stage) -> None:
    """Until now they were shuffled by the tournament's address, group by group."""
    level.lineup = [[1, 2, 3], [4]]
    level.save()
    StageFactory(tournament=level.tournament)
    RoundFactory(stage=StageFactory(), regulations=None)
    migration = importlib.import_module("tournament.migrations.0013_lots_drawn")

    migration.keep_lots(apps, None)

    (kept,) = LotsDrawn.objects.all()
    first = [1, 2, 3]
    Random("cup").shuffle(first)
    assert (kept.stage, kept.seed, kept.entries) == (level, "cup", [*first, 4])
    assert (kept.drawn_by, kept.drawn_at) == (None, None)
