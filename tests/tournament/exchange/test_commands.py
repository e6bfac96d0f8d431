"""`load_tournament`, `dump_tournament`, `standings`."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.exchange.documents import small
from tournament.audit.services import Author
from tournament.exchange.services import load
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

SHORT = small()
del SHORT["stages"][0]["rounds"][2]["partidas"][0]["deals"]

UNSIGNED = "The file isn't signed: nobody says where it comes from.\n"


def output_of(command: str, *arguments: str, **options: object) -> str:
    out = io.StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SHORT, ensure_ascii=False), encoding="utf-8")
    return path


def test_a_file_is_loaded_and_dumped(file: Path, tmp_path: Path) -> None:
    assert output_of("load_tournament", str(file)) == "small: Кубок, 3 entries, 3 rounds\n" + UNSIGNED
    assert json.loads(output_of("dump_tournament", "small", unsigned=True)) == SHORT
    output_of("dump_tournament", "small", unsigned=True, output=str(tmp_path / "again.json"))
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8")) == SHORT


def test_a_file_is_loaded_under_another_address(file: Path) -> None:
    assert output_of("load_tournament", str(file), slug="other") == "other: Кубок, 3 entries, 3 rounds\n" + UNSIGNED


def test_a_file_comes_in_by_the_standard_input(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with file.open("rb") as raw:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        assert output_of("load_tournament", "-") == "small: Кубок, 3 entries, 3 rounds\n" + UNSIGNED


def test_each_problem_is_a_line_with_its_path(tmp_path: Path) -> None:
    document = small()
    document["entries"][2]["number"] = 6
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(CommandError) as error:
        call_command("load_tournament", str(path))
    assert (str(error.value).splitlines(), error.value.returncode) == (
        [
            "stages[0].rounds[0].partidas[1].a: There is no entry 5 in this file.",
            "stages[0].rounds[1].partidas[0].b: There is no entry 5 in this file.",
            "stages[0].rounds[2].partidas[0].a: There is no entry 5 in this file.",
        ],
        1,
    )
    assert Tournament.objects.count() == 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as error:
        call_command("load_tournament", str(tmp_path / "none.json"))
    assert str(error.value) == f"{tmp_path / 'none.json'}: No such file or directory"


def test_a_file_that_is_cut_ends_the_program_with_1(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8")[:100], encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "manage.py", "load_tournament", str(file), "--settings=tests.settings"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.splitlines()[-1] == (
        "CommandError: $: The file ends in the middle, at line 1, column 100: a part of it is missing."
    )


@pytest.mark.parametrize("command", ["dump_tournament", "standings"])
def test_a_tournament_that_is_not_there(command: str) -> None:
    with pytest.raises(CommandError) as error:
        call_command(command, "none")
    assert str(error.value) == "There is no tournament «none»."


def test_a_dump_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    load(small(), Author())
    with pytest.raises(CommandError) as error:
        call_command("dump_tournament", "small", output=str(tmp_path / "none" / "small.json"))
    assert str(error.value) == f"{tmp_path / 'none' / 'small.json'}: No such file or directory"


def test_standings_as_a_table_a_csv_and_json() -> None:
    """After the first round: 31 points by a domino, and a bye worth the target, half of it as difference (R8.4)."""
    load(small(), Author())
    assert output_of("standings", "small", after=1).splitlines() == [
        "place  entry  players                played  wins  losses  points_for  points_against  difference",
        "    1      1  Иванов И. / Петров П.       1     1       0          31               0          31",
        "    2      5  José Núñez / Ana Peña       0     1       0          30               0          15",
        "    3      2  Ким К. / Ли Л.              1     0       1           0              31         -31",
    ]
    assert output_of("standings", "small", after=1, format="csv").splitlines() == [
        "place,entry,players,played,wins,losses,points_for,points_against,difference",
        "1,1,Иванов И. / Петров П.,1,1,0,31,0,31",
        "2,5,José Núñez / Ana Peña,0,1,0,30,0,15",
        "3,2,Ким К. / Ли Л.,1,0,1,0,31,-31",
    ]
    rows = json.loads(output_of("standings", "small", after=1, format="json"))
    assert [(row["place"], row["entry"], row["players"]) for row in rows] == [
        (1, 1, ["Иванов И.", "Петров П."]),
        (2, 5, ["José Núñez", "Ana Peña"]),
        (3, 2, ["Ким К.", "Ли Л."]),
    ]


@pytest.mark.parametrize("options", [{"stage": 2}, {"after": 8}])
def test_a_stage_or_round_that_is_not_there(options: dict[str, int]) -> None:
    load(small(), Author())
    with pytest.raises(CommandError) as error:
        call_command("standings", "small", **options)
    assert str(error.value) == "The tournament «small» has no such stage or round."


def test_a_round_of_another_stage() -> None:
    document = small()
    document["stages"].append({"name": "Финал", "system": "free", "rounds": []})
    load(document, Author())
    with pytest.raises(CommandError) as error:
        call_command("standings", "small", stage=2, after=1)
    assert str(error.value) == "Stage 2 has no published round 1."
