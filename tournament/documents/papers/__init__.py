"""What a paper shows: a document's fixed content, put into words, local times and columns.

Everything comes from `Document.content` and from the row itself; the tables of the tournament aren't asked, so a
paper reads the same however often it is made. Call it with the paper's language active.
"""

from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.utils.formats import date_format

from tournament.models import Document

from .bracket import BracketPaper, bracket_paper
from .cross_table import CrossTablePaper, cross_table_paper
from .diplomas import DiplomasPaper, diplomas_paper
from .draw import DrawPaper, draw_paper
from .protocol import ProtocolPaper, protocol_paper
from .report import ReportPaper, report_paper
from .rulings import LedgerPaper, ledger_paper
from .sheet import page_class
from .standings import StandingsPaper, standings_paper

Paper = (
    ProtocolPaper
    | StandingsPaper
    | DrawPaper
    | CrossTablePaper
    | BracketPaper
    | LedgerPaper
    | ReportPaper
    | DiplomasPaper
)

PAPERS: Mapping[str, Callable[[Mapping[str, Any]], Paper]] = {
    Document.Kind.PROTOCOL.value: protocol_paper,
    Document.Kind.STANDINGS.value: standings_paper,
    Document.Kind.DRAW.value: draw_paper,
    Document.Kind.CROSS_TABLE.value: cross_table_paper,
    Document.Kind.BRACKET.value: bracket_paper,
    Document.Kind.RULINGS.value: ledger_paper,
    Document.Kind.REPORT.value: report_paper,
    Document.Kind.DIPLOMAS.value: diplomas_paper,
}


def paper(document: Document) -> Paper:
    """What the document says, in the language that is active."""
    return PAPERS[document.kind](document.content)


def context(document: Document) -> dict[str, Any]:
    """What the templates of papers take, in the language that is active."""
    said = paper(document)
    return {
        "document": document,
        "content": document.content,
        "paper": said,
        "page": page_class(document.sheet, landscape=said.landscape),
        "issued": issued(document),
        "qr": qr(document.verify_url),
    }


def qr(address: str) -> str:
    """A QR code as a data address; a fixed mask saves trying all eight."""
    code = segno.make(address, error="m", micro=False, mask=3, boost_error=False)
    return code.svg_data_uri(border=0, xmldecl=False, svgns=True)


def issued(document: Document) -> str:
    """When the paper was issued: date and time in the hall's zone, with its label."""
    local = document.created_at.astimezone(ZoneInfo(document.content["timezone"]))
    return f"{date_format(local, 'DATE_FORMAT')} {local:%H:%M} {local.tzname()}"
