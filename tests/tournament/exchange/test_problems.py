"""What can't be loaded: each thing said in a sentence at its path, and nothing written."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories import TournamentFactory
from tests.tournament.exchange.documents import DEAL, Document, small
from tournament.audit.services import Author
from tournament.exchange.checks import problems
from tournament.exchange.services import LoadError, load
from tournament.exchange.shape import Unreadable, read
from tournament.models import Club, Player, Tournament


def found(document: object) -> list[tuple[str, str]]:
    return [(problem.path, problem.sentence) for problem in problems(document)]


def round_(document: Document, index: int = 0) -> Document:
    return document["stages"][0]["rounds"][index]


def partida(document: Document, round_index: int = 0, index: int = 0) -> Document:
    return round_(document, round_index)["partidas"][index]


def substitute(name: str) -> Document:
    """Who takes over the first place from round 2 on."""
    return {"place": 1, "player": name, "from_round": 2}


FIRST = "stages[0].rounds[0].partidas[0]"
BYE = "stages[0].rounds[0].partidas[1]"
WALKOVER = "stages[0].rounds[1].partidas[0]"
OPEN = "stages[0].rounds[2].partidas[0]"


def test_a_sound_file_has_no_problem() -> None:
    assert found(small()) == []


# What is done to the sound file → where it is said, and how.
SHAPE: dict[str, tuple[Callable[[Document], Any], str, str]] = {
    "unknown key": (
        lambda d: d["entries"][1].update(rating=5),
        "entries[1].rating",
        "The key «rating» isn't known here. Known are: number, players, club, country, seed, fixed_table, "
        "withdrawn_from, sits_out, substitutes.",
    ),
    "missing key": (lambda d: d.pop("name"), "name", "The key «name» is missing."),
    "missing key below": (lambda d: partida(d).pop("a"), f"{FIRST}.a", "The key «a» is missing."),
    "wrong type": (
        lambda d: d.update(entries={}),
        "entries",
        "{} stands here where a list is needed.",
    ),
    "fraction": (
        lambda d: partida(d).update(table=1.0),
        f"{FIRST}.table",
        "1.0 stands here where a whole number / null is needed.",
    ),
    "true is no number": (
        lambda d: d["entries"][0].update(number=True),
        "entries[0].number",
        "true stands here where a whole number is needed.",
    ),
    "another format": (
        lambda d: d.update(format="domino-tournament/9"),
        "format",
        '"domino-tournament/9" isn\'t one of: "domino-tournament/1".',
    ),
    "not one of": (
        lambda d: partida(d).update(kind="lost"),
        f"{FIRST}.kind",
        '"lost" isn\'t one of: "played", "walkover", "bye", "both_absent", "void".',
    ),
    "too small": (lambda d: d["entries"][0].update(seed=0), "entries[0].seed", "0 is too small: at least 1."),
    "too big": (
        lambda d: round_(d).update(number=10_000),
        "stages[0].rounds[0].number",
        "10000 is too big: at most 9999.",
    ),
    "long text": (lambda d: d.update(venue="ы" * 201), "venue", "This text has 201 letters; at most 200 can be kept."),
    "one player": (
        lambda d: d["entries"][0].update(players=["Иванов И."]),
        "entries[0].players",
        "There are 1 here; at least 2 are needed.",
    ),
    "three players": (
        lambda d: d["entries"][0].update(players=["А", "Б", "В"]),
        "entries[0].players",
        "There are 3 here; at most 2 can stand.",
    ),
    "address": (
        lambda d: d.update(slug="кубок"),
        "slug",
        '"кубок" hasn\'t the form that is needed here: Latin letters, figures, - and _.',
    ),
    "blank name": (
        lambda d: d["entries"][0].update(players=[" ", "Б"]),
        "entries[0].players[0]",
        '" " hasn\'t the form that is needed here: a letter at least.',
    ),
    "tile": (
        lambda d: partida(d).update(deals=[DEAL | {"tiles": [[], ["6-7"], [], []]}]),
        f"{FIRST}.deals[0].tiles[1]",
        "“6-7” is not a tile: write two halves from 0 to 6, for example 6-4.",
    ),
    "U+0000": (
        lambda d: d.update(name="a\0b"),
        "name",
        "This text has a character that can't be kept (U+0000 or half of a pair).",
    ),
    "half of a pair in a key": (
        lambda d: round_(d).update(draw={"\ud800": 1}),
        "stages[0].rounds[0].draw.?",
        "This text has a character that can't be kept (U+0000 or half of a pair).",
    ),
}

PARTS: dict[str, tuple[Callable[[Document], Any], str, str]] = {
    "time zone": (
        lambda d: d.update(timezone="Moscow"),
        "timezone",
        "«Moscow» is no known time zone. Write it like «Europe/Moscow».",
    ),
    "address of a page": (
        lambda d: d.update(slug="load"),
        "slug",
        "The address «load» belongs to a page of the program. Load it under another one.",
    ),
    "number of deals (R3.1)": (
        lambda d: d.update(regulations={"preset": "fdr_deals", "deals": 10}),
        "regulations.deals",
        "10 deals cannot be played: the number of deals is a multiple of four, so that each player leads equally "
        "often.",
    ),
    "unknown field of the regulations": (
        lambda d: round_(d).update(regulations={"preset": "fdr", "walkover": {"points": 1}}),
        "stages[0].rounds[0].regulations.walkover.points",
        "“points” is not known here. Known are: winner_points, loser_points, winner_difference, loser_difference.",
    ),
    "released twice": (
        lambda d: d.update(releases=[{"kind": "draw", "round": 1, "level": level} for level in ("public", "hidden")]),
        "releases[1]",
        "Who sees «draw» is decided twice for the same rounds.",
    ),
    "entries of a round": (
        lambda d: d.update(releases=[{"kind": "entries", "round": 1, "level": "public"}]),
        "releases[0].round",
        "«Entries» is decided for the whole tournament, not for one round. Leave the round empty.",
    ),
    "number twice": (
        lambda d: d["entries"].append({"number": 1, "players": ["А", "Б"]}),
        "entries[3].number",
        "Entry number 1 is given twice; first in entries[0].",
    ),
    "same player": (
        lambda d: d["entries"][1].update(players=["Ким К.", "КИМ К."]),
        "entries[1].players[1]",
        "КИМ К. stands twice in this entry.",
    ),
    "player in two entries": (
        lambda d: d["entries"][2].update(players=["José Núñez", "ли Л."]),
        "entries[2].players[1]",
        "ли Л. already plays in entry 2. A player is in one entry only.",
    ),
    "substitute who plays elsewhere (R8.5)": (
        lambda d: d["entries"][0].update(substitutes=[substitute("Ким К.")]) or d["entries"][0].pop("club"),
        "entries[1].players[0]",
        "Ким К. already plays in entry 1. A player is in one entry only.",
    ),
    "substitute for himself": (
        lambda d: d["entries"][0].update(substitutes=[substitute("Петров П.")]),
        "entries[0].players[1]",
        "Петров П. stands twice in this entry.",
    ),
    "substitutes in the wrong order": (
        lambda d: d["entries"][0].update(substitutes=[substitute("А"), substitute("Б")]),
        "entries[0].substitutes[1].from_round",
        "A substitute from round 2 stands after the one who plays from round 2: the rounds of a place have to grow.",
    ),
    "round numbers": (
        lambda d: round_(d, 1).update(number=1),
        "stages[0].rounds[1].number",
        "Round 1 comes after round 1: numbers have to grow through the whole file.",
    ),
    "no such entry": (lambda d: partida(d, 1).update(b=7), f"{WALKOVER}.b", "There is no entry 7 in this file."),
    "itself": (lambda d: partida(d).update(b=1), f"{FIRST}.b", "Entry 1 can't sit on both sides."),
    "twice in a round": (
        lambda d: partida(d, 0, 1).update(a=2),
        f"{BYE}.a",
        f"Entry 2 is already seated in this round, in {FIRST}.",
    ),
    "no opponent": (
        lambda d: partida(d).pop("b"),
        f"{FIRST}.b",
        "Side «b» is missing. Only a bye has no opponent.",
    ),
    "no table": (
        lambda d: partida(d).update(table=None),
        f"{FIRST}.table",
        "The table is missing. Only a bye has none.",
    ),
    "bye with a table (R8.4)": (
        lambda d: partida(d, 0, 1).update(table=2),
        f"{BYE}.table",
        "A bye has neither an opponent nor a table nor a result: «table» can't stand here.",
    ),
    "walkover without a winner (R8.1)": (
        lambda d: partida(d, 1).pop("winner"),
        f"{WALKOVER}.winner",
        'A walkover needs the side that was present: «winner» is "a" or "b" (R8.1).',
    ),
    "winner without a walkover": (
        lambda d: partida(d).update(winner="a"),
        f"{FIRST}.winner",
        "Only a walkover names its winner; otherwise the result tells it.",
    ),
    "two results": (
        lambda d: partida(d).update(points=[30, 0]),
        f"{FIRST}.deals",
        "A result stands once: «points» and «deals» can't stand together.",
    ),
    "result of a proposed round": (
        lambda d: (round_(d, 2).update(state="proposed"), partida(d, 2).pop("deals")),
        f"{OPEN}.state",
        "The round is only proposed, so nothing can have been played in it.",
    ),
    "totals where deals are asked for": (
        lambda d: (partida(d).pop("deals"), partida(d).update(points=[30, 0])),
        f"{FIRST}.points",
        'The regulations ask for deals, so totals alone can\'t stand here ("detail": "deals").',
    ),
    "deals where totals are asked for": (
        lambda d: round_(d).update(regulations={"preset": "fdr", "detail": "totals"}),
        f"{FIRST}.deals",
        'The regulations ask for totals, so deals can\'t stand here ("detail": "totals").',
    ),
    "parts of one part": (
        lambda d: (
            partida(d).pop("deals"),
            partida(d).update(parts=[[30, 0]]),
            round_(d).update(regulations={"preset": "fdr", "target": 30, "detail": "totals"}),
        ),
        f"{FIRST}.parts",
        'With "best_of": 1 the result is written as «points».',
    ),
    "impossible totals (R3.2)": (
        lambda d: (
            partida(d).pop("deals"),
            partida(d).update(points=[30, 30]),
            round_(d).update(regulations={"preset": "fdr", "target": 30, "detail": "totals"}),
        ),
        f"{FIRST}.points",
        "Part 1 stands level at 30–30: a part has a winner.",
    ),
    "impossible deal (R5.4)": (
        lambda d: partida(d).update(deals=[DEAL | {"pips": [14, 6, 5, 11]}]),
        f"{FIRST}.deals[0].pips[2]",
        "Seat 3 went out, so nothing is left there, but 5 pips are written.",
    ),
    "no control figures (R5.4a)": (
        lambda d: partida(d)["deals"][0].pop("ends"),
        f"{FIRST}.deals[0].ends",
        "Write the two open ends: the regulations ask for them.",
    ),
    "deal after the end (R7.1)": (
        lambda d: partida(d).update(deals=[DEAL, DEAL | {"lead": 2}]),
        f"{FIRST}.deals[1]",
        "Deal 2 cannot be written: the partida was over after deal 1.",
    ),
    "wrong lead (R4.2)": (
        lambda d: partida(d, 2).update(deals=[{"lead": 1, "ending": "broken"}, DEAL | {"lead": 2}]),
        f"{OPEN}.deals[1].lead",
        "Seat 2 is written as leading deal 2, but the lead belongs to seat 1.",
    ),
    "unfinished but confirmed (R11.2)": (
        lambda d: partida(d).update(deals=[{"lead": 1, "ending": "broken"}]),
        f"{FIRST}.state",
        "The partida isn't over, so its state can't be «confirmed»: only «open».",
    ),
    "confirmed without a result": (
        lambda d: partida(d).pop("deals"),
        f"{FIRST}.state",
        "The partida isn't over, so its state can't be «confirmed»: only «open».",
    ),
    "time without a limit (R3.4)": (
        lambda d: (
            round_(d).update(regulations={"preset": "fdr", "target": 30, "minutes": None}),
            partida(d).update(time={"after_deals": 1, "in_progress": False}),
        ),
        f"{FIRST}.time",
        "The regulations set no time for a partida, so none can have run out or been added (R3.4).",
    ),
    "time after deals that are not there (R6.2)": (
        lambda d: partida(d).update(time={"after_deals": 5, "in_progress": False}),
        f"{FIRST}.time",
        "Time cannot run out after 5 deals: 1 are written.",
    ),
    "regulations of a stage (R3.5)": (
        lambda d: d["stages"][0].update(regulations={"preset": "fdr", "deals": 10}),
        "stages[0].regulations.deals",
        "10 deals cannot be played: the number of deals is a multiple of four, so that each player leads equally "
        "often.",
    ),
}


@pytest.mark.parametrize("case", SHAPE | PARTS)
def test_one_thing_wrong_is_said_where_it_is(case: str) -> None:
    spoil, path, sentence = (SHAPE | PARTS)[case]
    document = copy.deepcopy(small())
    spoil(document)
    assert found(document) == [(path, sentence)]


def test_table_twice_in_a_round() -> None:
    document = small()
    round_(document)["partidas"][1] = {"table": 1, "a": 5, "b": 2, "kind": "void"}
    assert found(document) == [
        (f"{BYE}.b", f"Entry 2 is already seated in this round, in {FIRST}."),
        (f"{BYE}.table", f"Table 1 is already taken in this round, by {FIRST}."),
    ]


def test_all_that_is_wrong_is_said_in_the_order_of_the_document() -> None:
    document = small()
    document["entries"][0]["number"] = 11
    partida(document)["deals"][0]["pips"] = [14, 6, 0, 12]
    partida(document, 2)["a"] = 8
    assert [path for path, _sentence in found(document)] == [
        f"{FIRST}.a",
        f"{FIRST}.deals[0].ends",
        f"{OPEN}.a",
        f"{OPEN}.b",
    ]


@pytest.mark.parametrize("document", [None, [], 5, "text", {}])
def test_what_is_no_tournament_file_at_all(document: object) -> None:
    missing = ["format", "slug", "name", "regulations", "entries", "stages"]
    expected = missing if document == {} else ["$"]
    assert [path for path, _sentence in found(document)] == expected


def test_endless_nesting_is_said() -> None:
    deep: Any = 1
    for _level in range(500):
        deep = [deep]
    document = small()
    round_(document)["draw"] = {"order": deep}
    assert [sentence for _path, sentence in found(document)] == ["This is nested too deeply for a tournament file."]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["slug", "regulations", "entries", "stages", "partidas", "deals", "added", "rulings", "time"]),
    anything,
)
def test_whatever_stands_somewhere_is_taken_or_said(key: str, value: Any) -> None:
    """No document, however strange, ends in anything but problems with a path and a sentence."""
    document = small()
    holder = {"partidas": round_(document)}.get(key) or (document if key in document else partida(document))
    holder[key] = value
    for path, sentence in found(document):
        assert path
        assert sentence


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["code", "seat", "deal", "choice", "departure", "reason", "withdrawn"]), anything)
def test_whatever_stands_in_a_ruling_is_taken_or_said(key: str, value: Any) -> None:
    document = small()
    partida(document)["rulings"] = [{"code": "move_time", "seat": 1, "reason": "late", key: value}]
    for path, sentence in found(document):
        assert path[: len(FIRST)] == FIRST
        assert sentence


@pytest.mark.django_db
@pytest.mark.parametrize("case", SHAPE | PARTS)
def test_nothing_is_written(case: str) -> None:
    document = small()
    (SHAPE | PARTS)[case][0](document)
    with pytest.raises(LoadError):
        load(document, Author())
    assert (Tournament.objects.count(), Player.objects.count(), Club.objects.count()) == (0, 0, 0)


@pytest.mark.django_db
def test_an_address_is_taken_once() -> None:
    TournamentFactory(slug="small")
    with pytest.raises(LoadError) as error:
        load(small(), Author())
    assert str(error.value) == (
        "slug: The address «small» is already taken by another tournament. Load it under another one."
    )
    assert load(small(), Author(), slug="small-2").slug == "small-2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe\x00", "The file isn't UTF-8 text, so it is no tournament file."),
        (b'{"a": 1,\n "b": NaN}', "NaN is no number that can be kept."),
        (b'{"a": 1e999}', "1e999 is no number that can be kept."),
        (b'{"a": ' + b"9" * 5000 + b"}", "123… is no number that can be kept."),
        (b'{"a": 1, "a": 2}', "The key «a» stands twice in one object."),
        (b'{"a": 1,\n "b" 2}', "This can't be read as JSON: line 2, column 6."),
        (b"[" * 100_000, "This is nested too deeply for a tournament file."),
        (b" " * 20_000_001, "The file has 20000001 bytes; up to 20000000 are read."),
    ],
)
def test_what_is_no_json(text: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as error:
        read(text)
    assert (error.value.problem.path, error.value.problem.sentence) == ("$", sentence)


def test_a_file_cut_in_half_is_said_to_end_there() -> None:
    raw = json.dumps(small(), ensure_ascii=False, indent=1).encode()
    for length in range(2, len(raw) - 1):
        lines = raw[:length].decode(errors="ignore").rstrip().split("\n")
        with pytest.raises(Unreadable) as error:
            read(raw[:length])
        assert error.value.problem.sentence == (
            f"The file ends in the middle, at line {len(lines)}, column {len(lines[-1])}: a part of it is missing."
        )


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read(json.dumps(small()).encode("utf-8-sig")) == small()


@pytest.mark.parametrize(
    ("lines", "path", "sentence"),
    [
        ([{"starts": "2026-12-05 10:00"}], "timetable[0].starts", None),
        (
            [{"starts": "2026-13-05T10:00+03:00", "round": 1}],
            "timetable[0].starts",
            "There is no such time: 2026-13-05T10:00+03:00. Write it as 2026-12-05T10:00+03:00.",
        ),
        (
            [{"starts": "1905-12-05T10:00+03:00", "round": 1}],
            "timetable[0].starts",
            "Choose a day between the years 1980 and 2199.",
        ),
        (
            [{"starts": "2026-12-05T10:00+03:00"}],
            "timetable[0]",
            "Say which round it is, or what else is planned.",
        ),
        (
            [{"starts": "2026-12-05T10:00+03:00", "round": 1}, {"starts": "2026-12-05T11:00+03:00", "round": 1}],
            "timetable[1].round",
            "Round 1 is planned already. Change its line instead.",
        ),
        (
            [{"starts": "2026-12-05T10:00+03:00", "round": 2}, {"starts": "2026-12-05T11:00+03:00", "round": 1}],
            "timetable",
            "Round 2 would begin before round 1, or with it. Rounds follow one another.",
        ),
    ],
)
def test_a_timetable_that_cannot_be(lines: list[Document], path: str, sentence: str | None) -> None:
    (problem,) = found(small() | {"timetable": lines})
    assert problem[0] == path
    assert sentence is None or problem[1] == sentence


def test_no_rehearsal_is_public() -> None:
    assert found(small() | {"rehearsal": True, "public": True}) == [
        ("public", "A rehearsal is never public. Copy it as a real tournament, and make that one public.")
    ]
