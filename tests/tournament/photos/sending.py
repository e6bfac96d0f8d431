"""Sending a photo of table 1, and what lies on the disk afterwards."""

from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournament.protocols.sheets import address

from .pictures import photo

WHITE, BLACK = photo(), photo(colour="black")


def send(browser: Client, data: bytes = WHITE, name: str = "sheet.jpg") -> Any:
    return browser.post(address("photos:add"), {"photo": SimpleUploadedFile(name, data)}, follow=True)


def kept(files: Path) -> list[str]:
    """The files of the tournament's photos, without the rest of a writing that went wrong."""
    return sorted(file.name for file in files.rglob("*") if file.is_file())
