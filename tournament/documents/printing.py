"""Many papers as one file for the printer: the only module that knows pikepdf."""

from collections.abc import Iterable
from io import BytesIO
from typing import BinaryIO

import pikepdf

LIFT = 19.8
"""How far above the place in which it was set the mark is put, in points (7 mm): into the margin of the page."""
# What belongs to a whole file and not to a page of another: the seal's field, the tags, what a reader may do.
LEFT_BEHIND = ("/Annots", "/StructParents", "/Tabs", "/AA", "/Metadata")


def print_copy(papers: Iterable[bytes], mark: bytes, title: str, into: BinaryIO) -> int:
    """Writes the pages of all papers into one file, with the mark on each; returns how many pages they are.

    papers: PDF files, read one by one. mark: a PDF file whose first page is laid over each page. The copy has neither
    seals nor attachments: what it shows is compared with the sealed papers by their codes, which stay on its pages.
    """
    with pikepdf.new() as copy, pikepdf.open(BytesIO(mark)) as marks:
        for paper in papers:
            with pikepdf.open(BytesIO(paper)) as source:
                for page in source.pages:
                    for key in LEFT_BEHIND:
                        if key in page:
                            del page[key]
                    copy.pages.append(page)
        for page in copy.pages:
            _mark(page, marks.pages[0])
        copy.docinfo["/Title"] = title
        copy.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        copy.save(into, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return len(copy.pages)


def _mark(page: pikepdf.Page, mark: pikepdf.Page) -> None:
    """The mark at the upper left corner of the page, whatever the page's size is."""
    _left, _bottom, width, height = (float(edge) for edge in mark.mediabox)
    top = float(page.mediabox[3]) + LIFT
    page.add_overlay(mark, pikepdf.Rectangle(0, top - height, width, top))
