"""What a sealed paper is beside its words: PDF/A-3a to be kept, PDF/UA-1 for everyone, with the data it was made of.

veraPDF doesn't run here; what its rules ask of our papers is asked of the file itself.
"""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from tests.tournament.documents import contents, rounds, wholes
from tests.tournament.documents.test_pdf import printed
from tournament.documents import sealing
from tournament.models import Document
from tournament.protocols.content import canonical

# Long, and the same on any database.
pytestmark = pytest.mark.once

CONTENTS: dict[str, dict[str, Any]] = {
    "protocol": contents.protocol(),
    "standings": contents.standings(),
    "draw": rounds.draw(),
    "cross_table": rounds.cross_table(),
    "bracket": rounds.bracket(),
    "rulings": wholes.rulings(),
    "report": wholes.report(),
    "diplomas": wholes.diplomas(),
}


@cache
def sealed(kind: str) -> bytes:
    """A paper of each kind, sealed once for all tests."""
    return sealing.seal(printed(kind, CONTENTS[kind]), reason="Paper", name="Cup")


@pytest.fixture(params=CONTENTS)
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of paper."""
    return str(request.param)


@pytest.fixture
def paper(kind: str) -> Iterator[pikepdf.Pdf]:
    """A sealed paper, opened by a library that had no part in making it."""
    with pikepdf.open(BytesIO(sealed(kind))) as opened:
        yield opened


def test_every_kind_of_paper_is_looked_at() -> None:
    assert list(CONTENTS) == Document.Kind.values


def test_it_says_that_it_is_kept_and_accessible(paper: pikepdf.Pdf) -> None:
    """Still so after the seal, which gives the file its identifier."""
    assert len(paper.trailer.ID) == 2
    with paper.open_metadata() as said:
        assert (said.pdfa_status, said["pdfuaid:part"]) == ("3A", "1")


def test_it_is_tagged_and_has_its_language_and_title(paper: pikepdf.Pdf) -> None:
    root = paper.Root
    tags = root.StructTreeRoot.K
    title = str(paper.docinfo["/Title"])
    with paper.open_metadata() as said:
        assert said["dc:title"] == title
    assert (bool(root.MarkInfo.Marked), str(root.Lang), bool(root.ViewerPreferences.DisplayDocTitle)) == (
        True,
        "ru",
        True,
    )
    assert len(tags) > 0
    assert title.endswith("7KQM-2XRA-9D")
    assert {str(page.Tabs) for page in paper.pages} == {"/S"}


def test_every_image_has_its_words(paper: pikepdf.Pdf) -> None:
    figures = [tag for tag in tags_of(paper.Root.StructTreeRoot) if tag.get("/S") == "/Figure"]

    assert figures
    assert [tag for tag in figures if not str(tag.get("/Alt", ""))] == []


def tags_of(tag: Any) -> Iterator[pikepdf.Dictionary]:
    """All tags below one."""
    children = tag.get("/K", [])
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            yield child
            yield from tags_of(child)


def test_its_colours_are_said(paper: pikepdf.Pdf) -> None:
    (intent,) = paper.Root.OutputIntents

    assert (str(intent.S), int(intent.DestOutputProfile.N)) == ("/GTS_PDFA1", 3)
    assert intent.DestOutputProfile.read_bytes()[16:20] == b"RGB "


def test_its_fonts_are_embedded(paper: pikepdf.Pdf) -> None:
    fonts = [font for page in paper.pages for font in page.Resources.Font.values()]
    faces = [font.DescendantFonts[0].FontDescriptor for font in fonts]

    assert fonts
    assert [face for face in faces if not {"/FontFile2", "/FontFile3"} & set(face.keys())] == []
    assert all("/ToUnicode" in font for font in fonts)


def test_it_carries_its_data(paper: pikepdf.Pdf, kind: str) -> None:
    attached = paper.Root.AF[0]

    assert {each.objgen for each in paper.Root.AF} == {attached.objgen}
    assert (str(attached.AFRelationship), str(attached.EF.F.Subtype)) == ("/Source", "/application/json")
    assert attached.EF.F.read_bytes() == canonical(CONTENTS[kind])


def test_its_seal_lies_off_the_page_and_covers_it(paper: pikepdf.Pdf, kind: str) -> None:
    """In PDF/A it may not be hidden, in PDF/UA it would have to be tagged where it can be seen."""
    (seal,) = paper.pages[0].Annots

    assert (int(seal.F) & 0b100, max(map(float, seal.Rect)) < 0) == (0b100, True)
    assert sealing.check(sealed(kind)).genuine


def test_nothing_in_it_runs_or_leads_outside(paper: pikepdf.Pdf) -> None:
    names = {name for thing in paper.objects if isinstance(thing, pikepdf.Dictionary) for name in thing}

    assert names & {"/JS", "/JavaScript", "/Launch", "/OpenAction", "/AA", "/URI"} == set()
    assert paper.is_encrypted is False
