"""A picture of the first page of each kind of paper for docs/documents.md, from the data of the tests."""

import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.tournament.documents import contents, rounds, wholes  # noqa: E402 - Django has to be set up first
from tests.tournament.documents.test_pdf import printed  # noqa: E402 - as above
from tournament.documents import papers, pdf  # noqa: E402 - as above
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


def _tags() -> bytes:
    """Name tags, as the program prints them from its tables."""
    address = "https://domino.example.org/t/moscow-cup/"
    tags = tuple(Tag(name, f"Пара № {7 + at // 2}", contents.CLUB, "") for at, name in enumerate(contents.PLAYERS))
    paper = Tags((tags,), papers.qr(address), address, "portrait")
    context = {"tournament": SimpleNamespace(name=contents.COMMON["tournament"]), "paper": paper}
    return pdf.render("documents/pdf/tags.html", context, LANGUAGE)


def _take(data: bytes, place: Path) -> None:
    command = ["pdftoppm", "-r", DOTS, "-gray", "-png", "-singlefile", "-f", "1", "-l", "1", "-", str(place)]
    subprocess.run(command, input=data, check=True)
