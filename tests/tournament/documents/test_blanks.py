"""Blank protocol sheets of a round, printed before it is played (R11.1)."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import ClubFactory, EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, TournamentFactory
from tests.factories import StageFactory as Stages
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.rounds import LONG, NASTY
from tests.tournament.documents.test_pdf import information, text
from tournament.access.queries import links_in_force
from tournament.access.services import make_links
from tournament.access.tables import cards
from tournament.audit.services import Author
from tournament.documents import pdf
from tournament.documents.papers.blank import Blanks, blanks
from tournament.models import Document, Partida, Round, Ruling
from tournament.phrases import Refused

# Long, and the same on any database.
pytestmark = pytest.mark.once

SITE = "https://domino.example.org"


def address(round_: Round, **asked: object) -> str:
    query = "&".join(f"{key}={value}" for key, value in ({"sheet": "a4"} | asked).items())
    return reverse("documents:blanks", args=[round_.tournament.slug, round_.number]) + f"?{query}"


def paper_of(round_: Round, sheet: str = "a4", first: int = 1, most: int = 100) -> Blanks:
    return blanks(round_, sheet=sheet, site=SITE, first=first, most=most)


def printed(round_: Round, language: str = "ru", sheet: str = "a4") -> bytes:
    with translation.override(language):
        paper = paper_of(round_, sheet)
    return pdf.render("documents/pdf/blank.html", {"round": round_, "paper": paper}, language)


def round_with(tables: int, **rules: object) -> Round:
    """A published round of so many tables, under these rules."""
    tournament = TournamentFactory(**{f"rules__{key}": value for key, value in rules.items()})
    round_: Round = RoundFactory(stage=Stages(tournament=tournament))
    for _each in range(tables):
        ProtocolFactory(partida=PartidaFactory(round=round_))
    return round_


# -- the request ---------------------------------------------------------------------------------------------


def test_they_are_streamed_and_not_recorded(cup: Cup, organiser: Client) -> None:
    answer = organiser.get(address(cup.round))

    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert (answer["Content-Type"], information(data)["Page size"]) == ("application/pdf", "595.276 x 841.89 pts (A4)")
    assert (Document.objects.count(), "no-store" in answer["Cache-Control"]) == (0, True)


def test_they_are_read_not_sent(cup: Cup, organiser: Client) -> None:
    assert organiser.post(address(cup.round)).status_code == 405


def test_a_referee_may_not(cup: Cup, referee: Client) -> None:
    """The codes of all tables stand on them."""
    assert referee.get(address(cup.round)).status_code == 403


def test_another_tournaments_official_may_not(cup: Cup, stranger: Client) -> None:
    assert stranger.get(address(cup.round)).status_code == 404


@pytest.mark.parametrize("asked", [{"sheet": "a3"}, {"first": "x"}, {"first": "0"}, {"first": "99999999999999999999"}])
def test_what_cannot_be_asked_for_is_not_there(cup: Cup, organiser: Client, asked: dict[str, str]) -> None:
    assert organiser.get(address(cup.round, **asked)).status_code == 404


def test_a_proposed_round_has_none_and_says_so(cup: Cup, organiser: Client) -> None:
    proposed = RoundFactory(stage=cup.round.stage, state="proposed")

    page = organiser.get(address(proposed), follow=True)
    (message,) = page.context["messages"]
    assert str(message) == "Round 2 isn't published, so there is nothing of it to print yet."


def test_the_page_of_the_table_links_leads_to_them(cup: Cup, organiser: Client) -> None:
    page = organiser.get(reverse("access:links", args=[cup.tournament.slug, 1]))

    assert page.context["spans"] == [(1, 1)]
    assert address(cup.round, first=1).replace("&", "&amp;") in page.content.decode()


# -- what stands on them -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["a4", "letter"])
@pytest.mark.parametrize("language", ["ru", "en", "es"])
def test_two_stand_on_a_page(db: None, language: str, sheet: str) -> None:
    round_ = round_with(3, preset="fdr_deals")

    data = printed(round_, language, sheet)
    said = text(data, "-raw")
    names = [seat.player.name for seat in round_.partidas.last().seats.all()]
    assert information(data)["Pages"] == "2"
    assert [name for name in [round_.tournament.name, round_.stage.name, *names] if name not in said] == []


def test_there_is_a_column_for_each_deal_and_more(db: None) -> None:
    """R3.1."""
    (heads,) = paper_of(round_with(1, preset="fdr_deals")).grids

    assert heads == (*map(str, range(1, 13)), "+1", "+2", "+3", "+4")


def test_many_deals_stand_in_rows_of_columns_one_sheet_on_a_page(db: None) -> None:
    paper = paper_of(round_with(2, preset="fdr_deals", deals=24))

    assert ([len(heads) for heads in paper.grids], paper.halves) == ([14, 14], False)
    assert list(itertools.chain(*paper.grids))[-5:] == ["24", "+1", "+2", "+3", "+4"]


def test_where_points_alone_end_it_there_are_columns_enough(db: None) -> None:
    """R3.2."""
    (heads,) = paper_of(round_with(1, preset="fdr", deals=None)).grids

    assert heads == tuple(map(str, range(1, 17)))


def test_where_totals_are_written_there_is_a_column_for_each_part(db: None) -> None:
    """R3.6."""
    meeting = {"preset": "fdr", "target": 100, "best_of": 3, "minutes": None, "detail": "totals", "tie": "extra_deals"}
    paper = paper_of(round_with(1, **meeting))

    assert (paper.grids, paper.parts) == ((), (1, 2, 3))


@pytest.mark.parametrize(
    ("signers", "asked"),
    [
        ("all_players", ("Seat 1", "Seat 2", "Seat 3", "Seat 4")),
        ("one_of_each_pair", ("Side A", "Side B")),
        ("losing_pair", ("The losing pair",)),
        ("pairs_and_referee", ("Side A", "Side B", "Referee")),
    ],
)
def test_those_sign_whom_the_regulations_name(db: None, signers: str, asked: tuple[str, ...]) -> None:
    """R11.3."""
    assert paper_of(round_with(1, preset="fdr_deals", signers=signers)).signers == asked


def test_the_code_is_that_of_the_table_link(cup: Cup) -> None:
    make_links(round_=cup.round, by=Author())
    (card,) = cards(links_in_force(cup.round), SITE)

    (sheet,) = paper_of(cup.round).sheets
    assert (sheet.qr, sheet.code, sheet.address) == (card.qr, card.code, card.address)


def test_without_a_link_the_qr_leads_to_the_protocol(cup: Cup) -> None:
    (sheet,) = paper_of(cup.round).sheets

    assert sheet.code == ""
    assert sheet.address == SITE + reverse("protocols:entry", args=[cup.tournament.slug, 1, 1])


def test_cards_that_a_player_holds_are_printed(cup: Cup) -> None:
    """R11.1: a yellow card of the first round; one that was struck out is none."""
    for seat, reason in ((2, ""), (3, "An error")):
        give_card(cup.protocol.partida, seat, withdrawn=reason)
    later = RoundFactory(stage=cup.round.stage)
    PartidaFactory(round=later, entries=list(cup.tournament.entries.order_by("number")))

    (sheet,) = paper_of(later).sheets
    assert [seat.cards for seat in sheet.seats] == ["", "yellow card", "", ""]
    (earlier,) = paper_of(cup.round).sheets
    assert [seat.cards for seat in earlier.seats] == [""] * 4


def give_card(partida: Partida, seat: int, withdrawn: str) -> None:
    """A referee's departure that gives a yellow card (R10.7); withdrawn: why it was struck out, "" if it wasn't."""
    departure = {"departure": {"card": "yellow"}, "reason": "An agreement"}
    Ruling.objects.create(
        partida=partida,
        number=seat,
        data={"code": "noise", "seat": seat, "deal": 1} | departure,
        made_at=timezone.now(),
        withdrawn_at=timezone.now() if withdrawn else None,
        withdrawn_reason=withdrawn,
    )


def test_who_is_free_or_absent_has_no_sheet(cup: Cup) -> None:
    PartidaFactory(round=cup.round, kind="bye", entries=[EntryFactory(tournament=cup.tournament)])
    PartidaFactory(round=cup.round, kind="walkover", winner="a")

    assert [sheet.table for sheet in paper_of(cup.round).sheets] == [1]


def test_a_large_round_is_printed_in_parts(db: None) -> None:
    round_ = round_with(5, preset="fdr_deals")

    assert [sheet.table for sheet in paper_of(round_, first=2, most=3).sheets] == [2, 3, 4]
    with pytest.raises(Refused) as refused:
        paper_of(round_, first=6)
    assert refused.value.code == "document.no_tables"


def test_names_are_printed_as_they_are_however_long_and_whatever_they_contain(db: None) -> None:
    tournament = TournamentFactory(rules__preset="fdr_deals")
    pairs = [
        EntryFactory(tournament=tournament, players=NASTY[:2]),
        EntryFactory(tournament=tournament, players=NASTY[2:]),
    ]
    round_ = RoundFactory(stage=Stages(tournament=tournament))
    PartidaFactory(round=round_, entries=pairs)

    said = text(printed(round_), "-raw").replace(" ", "").replace("-", "")
    assert [name for name in (NASTY[0], LONG) if name.replace(" ", "").replace("-", "") not in said] == []


def test_a_club_stands_beside_its_players(db: None) -> None:
    tournament = TournamentFactory()
    pairs = [EntryFactory(tournament=tournament, club=ClubFactory(name="Дупль")), EntryFactory(tournament=tournament)]
    round_ = RoundFactory(stage=Stages(tournament=tournament))
    PartidaFactory(round=round_, entries=pairs)

    (sheet,) = paper_of(round_).sheets
    assert [seat.club for seat in sheet.seats] == ["Дупль", "", "Дупль", ""]
