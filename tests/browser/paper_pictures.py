"""A picture of the first page of each kind of paper for docs/documents.md, from the data of the tests."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.tournament.documents import contents, rounds, wholes  # noqa: E402 - Django has to be set up first
from tests.tournament.documents.test_pdf import printed  # noqa: E402 - as above
from tournament.documents import papers, pdf  # noqa: E402 - as above
from tournament.documents.papers.blank import Blanks, BlankSeat, BlankSheet  # noqa: E402 - as above
from tournament.documents.papers.tags import Tag, Tags  # noqa: E402 - as above

LANGUAGE = "ru"
DOTS = "60"  # an inch
PAPERS = {
    "protocol": contents.protocol(),
    "standings": contents.standings(),
    "draw": rounds.draw(),
    "cross_table": rounds.cross_table(12),
    "bracket": rounds.bracket(8),
    "rulings": wholes.rulings(5),
    "report": wholes.report(rows=9),
    "diplomas": wholes.diplomas(),
}


def take_papers(folder: Path) -> None:
    """The pictures `paper-<kind>.png`."""
    for kind, content in PAPERS.items():
        _take(printed(kind, content, LANGUAGE), folder / f"paper-{kind}")
    _take(_tags(), folder / "paper-tags")
    _take(_blanks(), folder / "paper-blank")


def _tags() -> bytes:
    """Name tags, as the program prints them from its tables."""
    address = "https://domino.example.org/t/moscow-cup/"
    leads = (address, papers.qr(address))
    tags = [Tag(name, f"Пара № {7 + at // 2}", contents.CLUB, "", *leads) for at, name in enumerate(contents.PLAYERS)]
    paper = Tags((tuple(tags),), "portrait")
    context = {"tournament": SimpleNamespace(name=contents.COMMON["tournament"]), "paper": paper}
    return pdf.render("documents/pdf/tags.html", context, LANGUAGE)


def _blanks() -> bytes:
    """The sheets of two tables, as the program prints them before a round."""
    address = "https://domino.example.org/table/"
    sheets = tuple(
        BlankSheet(
            table,
            tuple(
                BlankSeat(seat, "ab"[seat % 2 - 1], name, 2 * table - seat % 2, contents.CLUB, "")
                for seat, name in enumerate(contents.PLAYERS, 1)
            ),
            papers.qr(address),
            address,
            code,
        )
        for table, code in ((1, "7KQM-2XRA"), (2, "M4TE-9WQH"))
    )
    heads = (*map(str, range(1, 13)), "+1", "+2", "+3", "+4")
    signers = tuple(f"Место {seat}" for seat in range(1, 5))
    paper = Blanks(sheets, (heads,), (), 1, signers, True, "portrait")
    tournament = SimpleNamespace(name=contents.COMMON["tournament"])
    round_ = Printed("Тур 3", tournament, SimpleNamespace(name=contents.COMMON["stage"]), 3)
    return pdf.render("documents/pdf/blank.html", {"round": round_, "paper": paper}, LANGUAGE)


@dataclass(frozen=True)
class Printed:
    """A round as its blank sheets name it."""

    words: str
    tournament: object
    stage: object
    number: int

    def __str__(self) -> str:
        return self.words


def _take(data: bytes, place: Path) -> None:
    command = ["pdftoppm", "-r", DOTS, "-gray", "-png", "-singlefile", "-f", "1", "-l", "1", "-", str(place)]
    subprocess.run(command, input=data, check=True)
