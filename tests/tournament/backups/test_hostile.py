"""A file that is called a backup and is something else: it writes nothing but its own folder, and is told in words."""

import json
import stat
import zipfile
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournament.backups import services, store
from tournament.management.commands import restore

# What a zip says is the same for any database; each opens one of its own.
pytestmark = [pytest.mark.once, pytest.mark.django_db(transaction=True)]

ABSOLUTE = "/var/tmp/evil-of-domino"  # noqa: S108 - nothing is ever written there


def restored(file: Path, folder: Path) -> str:
    out = StringIO()
    call_command("restore", str(file), str(folder), stdout=out)
    return out.getvalue()


def everything_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def archive(file: Path, **changed: Any) -> zipfile.ZipFile:
    """A whole backup of this installation as a zip that can be added to; changed: in its manifest."""
    backup = services.take(reason="by_hand")
    made = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
    manifest = json.loads((backup.folder / store.MANIFEST).read_text(encoding="utf-8")) | changed
    made.writestr(f"{backup.name}/{store.MANIFEST}", json.dumps(manifest))
    made.write(backup.copy, f"{backup.name}/{backup.database}")
    return made


@pytest.mark.parametrize(
    "name",
    ["../../evil", ABSOLUTE, "{name}/../../../evil", "{name}/files/../../../../evil", "..\\..\\evil"],
)
def test_a_name_that_leads_out_of_the_folder_leads_nowhere(tmp_path: Path, name: str) -> None:
    with archive(tmp_path / "hostile.zip") as made:
        made.writestr(name.format(name=made.namelist()[0].partition("/")[0]), b"evil")
    before = everything_below(tmp_path)

    # Where its name makes a second folder of it, it is no backup.
    with suppress(CommandError):
        restored(tmp_path / "hostile.zip", tmp_path / "new")

    beside = {path for path in everything_below(tmp_path) - before if not path.startswith("new/")}
    assert (beside, Path(ABSOLUTE).exists()) == (set(), False)


def test_a_link_comes_out_as_a_file(tmp_path: Path) -> None:
    """Else a paper of the restored tournament could be any file of the machine."""
    with archive(tmp_path / "hostile.zip") as made:
        link = zipfile.ZipInfo(f"{made.namelist()[0].partition('/')[0]}/files/documents/paper.pdf")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, b"/etc/passwd")

    restored(tmp_path / "hostile.zip", tmp_path / "new")

    paper = tmp_path / "new" / "files" / "documents" / "paper.pdf"
    assert (paper.is_symlink(), paper.read_bytes()) == (False, b"/etc/passwd")


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nothing, which packs to a thousandth; small here, so that it is made quickly."""
    monkeypatch.setattr(restore, "SMALL", 0)
    with archive(tmp_path / "bomb.zip") as made, made.open("files/zeros", "w", force_zip64=True) as zeros:
        for _megabyte in range(100):
            zeros.write(bytes(1_000_000))

    with pytest.raises(CommandError, match=r"bomb\.zip would unpack to 10\d MB: that is no backup"):
        restored(tmp_path / "bomb.zip", tmp_path / "new")
    assert list(store.root().glob(".unpacked-*")) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"database": "../../../etc/passwd"},
        {"database": "/etc/passwd"},
        {"database": ".."},
        {"database": 7},
        {"name": "another"},
        {"sha256": None},
        {"more": "than there is"},
    ],
)
def test_a_manifest_that_names_what_isnt_its_own_is_no_backups(tmp_path: Path, changed: dict[str, Any]) -> None:
    archive(tmp_path / "hostile.zip", **changed).close()

    with pytest.raises(CommandError, match=r"^There is no backup «"):
        restored(tmp_path / "hostile.zip", tmp_path / "new")
    assert (tmp_path / "new").exists() is False


def test_a_database_that_was_changed_on_the_way_is_not_opened(tmp_path: Path) -> None:
    archive(tmp_path / "hostile.zip", sha256="0" * 64).close()

    with pytest.raises(CommandError, match=r"^The backup is damaged: .*\(SHA-256\)"):
        restored(tmp_path / "hostile.zip", tmp_path / "new")


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06" + bytes(18), b"no zip", bytes(10_000)])
def test_what_is_no_zip_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "hostile.zip").write_bytes(data)

    with pytest.raises(CommandError):
        restored(tmp_path / "hostile.zip", tmp_path / "new")
    assert (tmp_path / "new").exists() is False
