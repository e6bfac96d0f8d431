"""`manage.py verify_document FILE`."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.documents.conftest import Cup
from tournament.documents import queries

# Long, and the same on any database.
pytestmark = pytest.mark.once


def said(file: Path) -> list[str]:
    out = StringIO()
    call_command("verify_document", str(file), stdout=out)
    return out.getvalue().splitlines()


def test_a_genuine_and_current_paper(cup: Cup) -> None:
    document = cup.made()

    lines = said(queries.path(document))

    assert (lines[0], lines[-1]) == (f"Protocol {document.code}, Кубок «Дупль»", "Genuine and current.")


def test_a_replaced_paper(cup: Cup) -> None:
    old = cup.made()
    cup.protocol.time_after_deals, cup.protocol.time_in_progress = 12, False
    cup.protocol.save()
    cup.made()

    with pytest.raises(CommandError, match=r"^Genuine, replaced by revision 2\.$"):
        said(queries.path(old))


def test_a_changed_paper(cup: Cup, tmp_path: Path) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(queries.path(cup.made()).read_bytes() + b"\n")

    with pytest.raises(CommandError, match=r"^Not genuine: changed after we sealed it\.$"):
        said(file)


def test_something_else(db: None, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no paper")

    with pytest.raises(CommandError, match=r"^Not ours, or damaged beyond recognition\.$"):
        said(file)


def test_a_file_that_is_not_there(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"can't be read: No such file or directory\.$"):
        said(tmp_path / "nothing.pdf")
