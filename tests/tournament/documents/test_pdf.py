"""Papers as PDF files: what is printed can be read back letter by letter, and nothing is fetched."""

import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import translation
from pyhanko.pdf_utils.reader import PdfFileReader
from weasyprint.css import StyleFor
from weasyprint.html import UA_STYLESHEET

from tests.tournament.documents import contents
from tournament.documents import papers, pdf
from tournament.documents.papers.protocol import ENDINGS
from tournament.models import Document
from tournament.protocols.content import canonical

# Long, and the same on any database.
pytestmark = pytest.mark.once

OF_EVERY_ELEMENT = {"marker", "footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"}
AT = datetime(2026, 3, 14, 12, tzinfo=UTC)


def printed(kind: str, content: dict[str, object], language: str = "ru", sheet: str = "a4") -> bytes:
    document = Document(
        kind=kind,
        content=content,
        language=language,
        sheet=sheet,
        code="7KQM-2XRA-9D",
        verify_url="https://domino.example.org/verify/7KQM-2XRA-9D",
        content_sha256="0" * 64,
        created_at=AT,
    )
    with translation.override(language):
        context = papers.context(document)
    attachment = pdf.Attachment("data.json", canonical(content), "data", AT)
    return pdf.render(f"documents/pdf/{kind}.html", context, language, attachment)


def text(data: bytes, *options: str) -> str:
    """The words of a PDF in reading order, single spaces."""
    command = ["pdftotext", *options, "-", "-"]
    said = subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()
    return " ".join(said.split())


def information(data: bytes) -> dict[str, str]:
    said = subprocess.run(["pdfinfo", "-"], input=data, capture_output=True, check=True).stdout.decode()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in said.splitlines())}


@pytest.mark.parametrize("language", ["ru", "en", "es"])
@pytest.mark.parametrize("kind", ["protocol", "standings"])
def test_names_come_out_letter_by_letter(kind: str, language: str) -> None:
    """Subsets of one font family would print "Zawκί nicy" under a valid seal."""
    said = text(printed(kind, getattr(contents, kind)(), language))

    names = [contents.COMMON["tournament"], contents.COMMON["venue"], contents.CLUB, *contents.PLAYERS]
    assert [name for name in names if name not in said] == []


def test_a_protocol_has_the_running_totals_of_every_deal() -> None:
    said = text(printed("protocol", contents.protocol(12)), "-layout")

    with translation.override("ru"):
        domino = str(ENDINGS["domino"])
    rows = [
        f"{number} {(number - 1) % 4 + 1} {domino} 1 0 4 5 1 6–4 21 10 · {10 * number} 0" for number in range(1, 13)
    ]
    assert [row for row in rows if row not in said] == []


@pytest.mark.parametrize(
    ("kind", "content", "pages"),
    [
        ("protocol", contents.protocol(0), 1),
        ("protocol", contents.protocol(12), 1),
        ("protocol", contents.protocol(40), 2),
        ("standings", contents.standings(15), 1),
        ("standings", contents.standings(60), 3),
    ],
)
def test_every_page_has_tournament_code_and_number(kind: str, content: dict[str, object], pages: int) -> None:
    data = printed(kind, content)

    assert information(data)["Pages"] == str(pages)
    for page in range(1, pages + 1):
        last_line = text(data, "-layout", "-f", str(page), "-l", str(page)).rpartition(contents.COMMON["tournament"])[2]
        assert last_line.rpartition("7KQM-2XRA-9D")[2].replace(" ", "") == f"{page}/{pages}"


def test_a_paper_is_tagged_and_says_its_title_and_language() -> None:
    data = printed("protocol", contents.protocol(), "es")

    found = information(data)
    assert (found["Tagged"], found["Page size"]) == ("yes", "595.276 x 841.89 pts (A4)")
    assert found["Title"].endswith("· Кубок Москвы по спортивному домино · 7KQM-2XRA-9D")
    assert PdfFileReader(BytesIO(data)).root["/Lang"] == "es"


def test_the_data_is_attached_as_it_was_hashed(tmp_path: Path) -> None:
    content = contents.protocol()
    (tmp_path / "paper.pdf").write_bytes(printed("protocol", content))

    subprocess.run(["pdfdetach", "-saveall", "paper.pdf"], cwd=tmp_path, check=True)

    assert (tmp_path / "data.json").read_bytes() == canonical(content)


def test_the_same_content_gives_the_same_bytes() -> None:
    assert printed("standings", contents.standings()) == printed("standings", contents.standings())


def test_the_first_paper_of_a_process_has_the_colours_of_all_others() -> None:
    colours = pdf._colours()
    first = colours.content

    assert colours.name.endswith("sRGB")
    assert colours.content == first


@pytest.fixture
def visits() -> Iterator[tuple[str, list[str]]]:
    """A web server of our own: its address, and the paths that were asked of it."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_an_address_in_a_name_is_printed_and_not_fetched(visits: tuple[str, list[str]]) -> None:
    site, asked = visits
    names = (f"<img src={site}/a>", f"<style>@import url({site}/b)</style>", f"url({site}/c)", "<b>Bold</b>")

    said = text(printed("protocol", contents.protocol(players=names)))

    assert asked == []
    assert "<b>Bold</b>" in said


@pytest.mark.parametrize("address", ["{site}/a", "file:///etc/hostname", "ftp://127.0.0.1/a"])
def test_even_our_own_template_could_load_nothing_from_outside(address: str, visits: tuple[str, list[str]]) -> None:
    site, asked = visits
    fetch = pdf.press()._fetcher.fetch

    with pytest.raises(ValueError, match="A paper loads nothing from outside"):
        fetch(address.format(site=site))

    assert asked == []


def test_long_names_wrap_and_are_never_cut() -> None:
    names = ("Константинопольский-Задунайский Александр Владимирович " * 3, "X" * 200, "Y", "Z")

    said = text(printed("protocol", contents.protocol(players=names)))

    assert said.replace(" ", "").count("X" * 200) >= 2
    assert names[0].strip() in said


def test_fonts_and_stylesheet_are_read_once_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper after the first takes them from nowhere: their files might as well be gone."""
    before = printed("protocol", contents.protocol())
    monkeypatch.setattr(pdf, "STYLESHEET", tmp_path / "gone.css")
    monkeypatch.setattr(pdf, "FACES", (tmp_path / "gone.ttf",))

    assert (printed("protocol", contents.protocol()), pdf.press()) == (before, pdf.press())


@pytest.mark.parametrize("kind", ["protocol", "standings"])
def test_styles_that_no_paper_needs_are_left_out_and_nothing_changes(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WeasyPrint's own for notes and markers of every element took a quarter of the memory of long standings."""
    content, styled = getattr(contents, kind)(), set[object]()
    computed = StyleFor.set_computed_styles

    def noted(self: StyleFor, *given: object, pseudo_type: object = None, **others: object) -> None:
        styled.add(pseudo_type)
        computed(self, *given, pseudo_type=pseudo_type, **others)

    monkeypatch.setattr(StyleFor, "set_computed_styles", noted)
    ours = printed(kind, content)
    assert styled & OF_EVERY_ELEMENT == set()

    monkeypatch.setattr(pdf.press(), "_usual", [UA_STYLESHEET])
    assert printed(kind, content) == ours
    assert styled >= OF_EVERY_ELEMENT
