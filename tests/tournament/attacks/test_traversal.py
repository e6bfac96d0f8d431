"""A path in a request that leads out of where it should stay: addresses and names of files, the address in a file.

Hostile zips are tried in `backups/test_hostile.py`.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.tournament.exchange.documents import small
from tests.tournament.photos.sending import WHITE
from tournament.models import Tournament

from .scene import everything
from .test_elsewhere import leads_elsewhere

pytestmark = pytest.mark.once

SECRET = "secret_key"
OUT = ["../", "..%2f", "%2e%2e/", "..%5c", "%252e%252e%252f", "/"]


@pytest.fixture
def data(settings: Settings, tmp_path: Path) -> Path:
    """The folder of an installation, with a secret beside its papers."""
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "files"
    settings.WHITENOISE_USE_FINDERS = True
    (tmp_path / "files").mkdir()
    (tmp_path / "secret_key").write_text("the secret")
    return tmp_path


@pytest.mark.parametrize("way", OUT)
def test_no_address_of_a_file_leads_out_of_its_folder(db: None, data: Path, way: str) -> None:
    way += SECRET
    scene = everything()
    browser = scene.browser()
    slug = scene.cup.slug
    addresses = [
        f"/static/{way}",
        f"/static/css/../../../{way}",
        f"/static/{data}/secret_key",
        f"/documents/{way}.pdf",
        f"/verify/{way}",
        f"/t/{slug}/files/standings-1.{way}",
        f"/desk/{slug}/protocols/1/1/photo/{way}.jpg",
        f"/desk/{slug}/files/{way}",
    ]
    answers: list[Any] = [browser.get(address) for address in addresses]
    said = [b"".join(each.streaming_content) if each.streaming else each.content for each in answers]

    assert {each.status_code for each in answers} <= {301, 302, 404}
    assert [each["Location"] for each in answers if leads_elsewhere(each.get("Location", ""))] == []
    assert [body for body in said if b"the secret" in body] == []


@pytest.mark.parametrize("name", ["../../evil.jpg", "/etc/evil.jpg", "..\\..\\evil.jpg", "a\x00.jpg", "a\r\nX: 1.jpg"])
def test_the_name_of_an_upload_is_nobodys_path(db: None, data: Path, name: str) -> None:
    """A photo is kept under its fingerprint, whatever it was called."""
    scene = everything()
    before = {path for path in data.rglob("*") if path.is_file()}
    address = reverse("photos:add", args=[scene.cup.slug, 1, scene.arguments["table"]])

    scene.browser().post(address, {"photo": SimpleUploadedFile(name, WHITE, "image/jpeg")})

    made = {path for path in data.rglob("*") if path.is_file() and path not in before and path.parent.name != "packed"}
    assert [path for path in made if len(path.stem) != 64 or data / "files" not in path.parents] == []
    assert (len(made), Path("/etc/evil.jpg").exists()) == (1, False)


@pytest.mark.parametrize("slug", ["../../etc", "a/b", "..", "a b", "a\r\nb", "%2e%2e"])
def test_a_tournament_files_own_address_is_a_plain_word(db: None, data: Path, slug: str) -> None:
    """Folders of papers are called by it."""
    browser = Client()
    browser.force_login(everything().administrator)
    before = Tournament.objects.count()
    file = SimpleUploadedFile("cup.json", json.dumps(small() | {"slug": slug}).encode())

    answer = browser.post(reverse("exchange:load"), {"file": file})

    assert (answer.status_code, Tournament.objects.count()) == (422, before)
