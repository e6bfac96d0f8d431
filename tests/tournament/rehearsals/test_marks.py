"""A rehearsal says what it is: on every page, on every page of every paper, in every file, and when it is checked."""

import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from openpyxl import load_workbook
from pyhanko.pdf_utils.reader import PdfFileReader

from tests.factories import official
from tests.pages import browser_of
from tests.tournament.documents import contents, wholes
from tests.tournament.documents.test_pdf import printed
from tests.tournament.draw.play import BY
from tournament.documents import queries
from tournament.documents import services as documents
from tournament.draw import services as draw
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.exports.views import EXPORTS
from tournament.models import Document, Protocol, Staff, Tournament
from tournament.planning.scheduling import plan_line
from tournament.planning.timetable import Planned
from tournament.rehearsals import services
from tournament.standings.services import close_round

# Long, and the same on any database.
pytestmark = pytest.mark.once

MARK = "Rehearsal: nothing here is real."
SAID = "This paper is of a rehearsal: nothing in it was played for real."


@pytest.fixture
def played(trial: Tournament) -> Tournament:
    """A closed round, one that is on, a line of the timetable, and papers."""
    official(trial, "chief_referee")
    services.invent(tournament=trial, count=4, language="ru", by=BY)
    for number in (1, 2):
        round_ = draw.propose_swiss(stage=trial.stages.get(), seed="1", by=BY)
        draw.publish(round_=round_, by=BY)
        if number == 1:
            services.play(round_=round_)
            close_round(round_=round_, by=BY)
    plan_line(tournament=trial, planned=Planned(datetime(2026, 12, 5, 7, 0, tzinfo=UTC), 50, 2), by=BY)
    return trial


def _addresses(trial: Tournament) -> Iterator[str]:
    """Every address of the desk and of the public pages, for the rehearsal."""
    values: dict[str, Any] = {
        "slug": trial.slug,
        "stage": 1,
        "number": 2,
        "table": 1,
        "entry": 1,
        "after": 1,
        "slot": 1,
        "line": trial.timetable.get().pk,
        "pk": trial.staff.first().pk,
        "revision": 1,
    }
    for feature in get_resolver().url_patterns:
        for route in getattr(feature, "url_patterns", []):
            wanted = route.pattern.converters if isinstance(route, URLPattern) else {}
            address = f"{feature.pattern}{route.pattern}"
            if "slug" in wanted and set(wanted) <= set(values) and address.startswith(("desk/", "t/")):
                yield reverse(f"{feature.app_name}:{route.name}", kwargs={name: values[name] for name in wanted})


def test_every_page_says_so(played: Tournament) -> None:
    """Whatever page there is, now or later: all addresses are asked, and whatever answers with a page is looked at."""
    everything = official(played, "chief_referee")
    Staff.objects.create(tournament=played, user=everything, role="organiser")
    browser = Client()
    browser.force_login(everything)
    seen, unmarked = 0, []
    for address in _addresses(played):
        answer = browser.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            seen += 1
            page = answer.content.decode()
            unmarked += [address] * (MARK not in page or "<title>Rehearsal · " not in page)
    assert unmarked == []
    assert seen > 40


def test_nobody_but_its_officials_sees_a_page(played: Tournament) -> None:
    public = [address for address in _addresses(played) if address.startswith("/t/")]

    assert {Client().get(address).status_code for address in public} == {404}
    assert len(public) > 10


def test_the_list_of_tournaments_says_so(played: Tournament) -> None:
    assert '<span class="badge badge-warn">rehearsal</span>' in browser_of(played).get("/desk/").content.decode()


# -- papers ---------------------------------------------------------------------------------------------------------


def pages(data: bytes) -> list[str]:
    """The words of each page of a PDF."""
    said = subprocess.run(["pdftotext", "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    return said.split("\f")[:-1]


PAPERS: dict[str, Any] = {
    "protocol": lambda: contents.protocol(60),
    "standings": lambda: contents.standings(120),
    "report": lambda: wholes.report(contents.PLAYERS),
    "diplomas": lambda: wholes.diplomas(contents.PLAYERS),
    "rulings": lambda: wholes.rulings(60, contents.PLAYERS),
}


@pytest.mark.parametrize("kind", PAPERS)
def test_every_page_of_a_paper_says_so(kind: str) -> None:
    content = PAPERS[kind]()
    marked, real = (pages(printed(kind, content | more, "en")) for more in ({"rehearsal": True}, {}))

    assert ["REHEARSAL" in page for page in marked] == [True] * len(marked)
    assert ["REHEARSAL" in page for page in real] == [False] * len(real)


def test_a_paper_that_is_issued_says_so_in_itself_in_its_seal_and_when_it_is_checked(
    played: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    protocol = Protocol.objects.filter(state="confirmed").first()
    assert protocol is not None
    stage = played.stages.get()
    made = [
        documents.issue_protocol(protocol=protocol, language="en", by=BY),
        documents.issue_standings(stage=stage, after_round=1, language="en", by=BY),
        documents.issue_of_round(round_=played.rounds.get(number=1), kind="draw", language="en", by=BY),
    ]
    for paper in made:
        Document.objects.filter(pk=paper.pk).update(state=Document.State.QUEUED.value)
        documents.make(Document.objects.get(pk=paper.pk))
        sealed = Document.objects.get(pk=paper.pk)
        data = queries.path(sealed).read_bytes()
        file = tmp_path / "paper.pdf"
        file.write_bytes(data)

        assert all("REHEARSAL" in page for page in pages(data))
        assert sealed.content["rehearsal"] is True
        assert PdfFileReader(BytesIO(data)).embedded_signatures[0].sig_object["/Reason"].startswith("Rehearsal. ")
        by_code = Client().get(reverse("documents:verify_code", args=[sealed.code])).content.decode()
        upload = SimpleUploadedFile("paper.pdf", data, "application/pdf")
        by_file = Client().post(reverse("documents:verify"), {"file": upload}).content.decode()
        assert (SAID in by_code, SAID in by_file) == (True, True)
        call_command("verify_document", str(file))
        assert SAID in capsys.readouterr().out


def test_what_is_only_printed_says_so(played: Tournament) -> None:
    browser = browser_of(played)
    for address in (reverse("documents:blanks", args=["trial", 2]), reverse("documents:tags", args=["trial"])):
        data = b"".join(browser.get(address, {"sheet": "a4"}).streaming_content)
        assert [page.count("REHEARSAL") for page in pages(data)] == [1] * len(pages(data))


# -- files ----------------------------------------------------------------------------------------------------------


def test_every_export_says_so_in_its_name_and_in_each_row(played: Tournament) -> None:
    browser = browser_of(played)
    for what in EXPORTS:
        csv, xlsx, data = (
            browser.get(reverse("exports:file", args=["trial", what, kind]), {"round": "1"})
            for kind in ("csv", "xlsx", "json")
        )
        lines = csv.content.decode("utf-8-sig").splitlines()
        assert csv["Content-Disposition"].startswith('attachment; filename="rehearsal-trial-')
        assert all(line.endswith(";Rehearsal") for line in lines)
        rows = [[cell.value for cell in row] for row in load_workbook(BytesIO(xlsx.content)).active]
        assert {row[-1] for row in rows} == {"Rehearsal"}
        assert data.json()["title"].startswith("Rehearsal ")
        assert {row["rehearsal"] for row in data.json()["rows"]} <= {"Rehearsal"}


def test_the_list_for_the_import_says_so_in_its_name(played: Tournament) -> None:
    answer = browser_of(played).get(reverse("entries:export", args=["trial"]))

    assert answer["Content-Disposition"] == 'attachment; filename="rehearsal-trial-entries.csv"'


def test_the_tournament_file_says_so_and_stays_a_rehearsal(played: Tournament) -> None:
    document = dump(played)
    answer = browser_of(played).get(reverse("exchange:download", args=["trial"]))
    assert answer["Content-Disposition"] == 'attachment; filename="rehearsal-trial.json"'

    assert (document["rehearsal"], "public" in document) == (True, False)
    assert load(document, BY, slug="again").is_rehearsal
