"""Papers as people get and check them: issued, downloaded, read, compared with the record."""

import re
import shutil
import subprocess
from dataclasses import dataclass

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.walk import Walk, go, look, says

GENUINE = "This file is genuine and current."
CHANGED = "This file was changed after we sealed it: it is not genuine."


@dataclass(frozen=True)
class Paper:
    """A paper that was issued: its code and its file."""

    code: str
    file: bytes


def issue_papers(page: Page, chief: Page, walk: Walk) -> tuple[Paper, Paper]:
    """The protocol of table 1 and the standings, once the chief referee has released them and they are made."""
    go(page, walk, "Documents")
    for act in ("Issue the protocol", "Issue the standings"):
        page.get_by_role("button", name=act).click()
    go(chief, walk, "Documents")
    chief.get_by_role("link", name="2 papers wait for the chief referee").click()
    look(chief)
    chief.get_by_role("button", name="Release all 2 papers").click()
    says(chief, "2 papers are released, and being made.")
    go(page, walk, "Documents")
    expect(page.get_by_role("link", name="PDF")).to_have_count(2, timeout=60_000)
    look(page)
    return _paper(page, "Protocol, round 1, table 1"), _paper(page, "Standings after round 1")


def issue_protocol(page: Page) -> Paper:
    """The protocol of table 1, from the page on which it was confirmed."""
    page.get_by_role("button", name="Issue as a sealed PDF").click()
    expect(page.get_by_role("link", name="PDF")).to_have_count(1, timeout=60_000)
    return _paper(page, "Protocol, round 1, table 1")


def _paper(page: Page, about: str) -> Paper:
    row = page.locator("main tbody tr", has=page.get_by_role("rowheader", name=about, exact=True))
    return Paper(code=_code(row), file=_download(page, row))


def _code(row: Locator) -> str:
    address = row.get_by_role("link", name="Check").get_attribute("href")
    return str(address).removeprefix("/verify/")


def _download(page: Page, row: Locator) -> bytes:
    """The file behind the link: Chromium would show it in a window that can't be read."""
    answer = page.request.get(str(row.get_by_role("link", name="PDF").get_attribute("href")))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return answer.body()


def text_of(file: bytes) -> str:
    """The words of a PDF file, one space between them."""
    return " ".join(lines_of(file).split())


def lines_of(file: bytes) -> str:
    """The same, line by line as they are printed."""
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler-utils is not installed: apt-get install poppler-utils")
    read = subprocess.run(["pdftotext", "-raw", "-", "-"], input=file, capture_output=True, check=True)
    return read.stdout.decode()


def seats_in(protocol: Paper) -> dict[int, str]:
    """Who sits where, as the protocol prints it."""
    seats = re.findall(r"Seat (\d) · [AB] (\S+ \S+) No\.", text_of(protocol.file))
    return {int(seat): player for seat, player in seats}


def rulings_in(protocol: Paper) -> list[str]:
    """The rulings, as the protocol prints them, without the referee and the time."""
    rulings = text_of(protocol.file).split("Rulings No. Deal Player Infraction Consequence Referee ")[1]
    return re.findall(r"\[\d\] (.+?) \S+ \S+, \d\d:\d\d MSK", rulings)


def signatures_in(protocol: Paper) -> list[str]:
    """How the players have answered the sheet, in the order of their seats, as the protocol prints it."""
    return re.findall(r"(signed with a finger|signed by PIN|signed|refused) \d\d:\d\d MSK", text_of(protocol.file))


def pairs_in(standings: Paper) -> list[str]:
    """The pairs, as the standings print them."""
    return re.findall(r"\d (\S+ \S+ / \S+ \S+)", text_of(standings.file))


def check(page: Page, paper: Paper) -> None:
    """The page of the paper's code, and what it says of the file, of an altered one and of one with an addition."""
    page.goto("/verify/")
    page.get_by_role("textbox", name="Code").fill(paper.code.replace("-", "").lower())
    page.get_by_role("button", name="Check the code").click()
    expect(page.locator("main .message-success strong")).to_have_text(
        "A document with this code was issued here, and it is current."
    )
    look(page)
    middle = len(paper.file) // 2
    altered = bytearray(paper.file)
    altered[middle] ^= 1
    for file, finding in ((paper.file, GENUINE), (bytes(altered), CHANGED), (paper.file + b"\n", CHANGED)):
        _send(page, file)
        expect(page.locator("main .message[role=status] strong")).to_have_text(finding)
        look(page)


def _send(page: Page, file: bytes) -> None:
    payload: FilePayload = {"name": "paper.pdf", "mimeType": "application/pdf", "buffer": file}
    page.get_by_label("PDF file").set_input_files(payload)
    page.get_by_role("button", name="Check the file").click()
