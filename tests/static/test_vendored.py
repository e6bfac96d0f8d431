"""What was taken from elsewhere is what its VENDORED.md says, to the byte, with its licence."""

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = sorted([*(ROOT / "static/vendor").iterdir(), *(ROOT / "tests/browser/vendor").iterdir()])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_files_are_those_on_record(folder):
    on_record = {
        name: digest
        for digest, name in re.findall(r"^([0-9a-f]{64})  (\S+)$", (folder / "VENDORED.md").read_text(), re.M)
    }
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "VENDORED.md"
    }
    assert found == on_record
