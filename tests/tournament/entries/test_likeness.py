"""Names that may mean one person: what is alike, and what must not be taken for it."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.entries import likeness
from tournament.entries.likeness import Directory, Known, are_alike, words

NAMES = st.text(st.sampled_from("абвгёй abcоo.-'1"), max_size=24)
PEOPLE = st.lists(st.sampled_from(["Иванов", "Королёв", "Салахутдинов", "Ким", "Пётр", "Анна"]), min_size=2, max_size=3)


def alike(one: str, other: str) -> bool:
    return are_alike(words(one), words(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Королёв Пётр", "королев  петр"),
        ("Иванов Пётр", "Пётр Иванов"),
        ("Иванов Пётр", "Иванов П."),
        ("Иванов Пётр Ильич", "И. П. Иванов"),
        ("Иванов Пётр Ильич", "Пётр Иванов"),
        ("Иванов Пётр", "Ивaнoв Пётp"),
        ("Ким К.", "К. Kим"),
        ("Иванов Пётр", "Ивонов Пётр"),
        ("Иванов Пётр", "Ивнаов Пётр"),
        ("Салахутдинов Ринат", "Салахутдинв Ринат"),
        ("Салахутдинов Ринат", "Саллахутдинав Ринат"),
        ("José Núñez", "Nunez Jose"),
        ("Салтыков-Щедрин М.", "Щедрин-Салтыков Михаил"),
    ],
)
def test_alike(one: str, other: str) -> None:
    assert (alike(one, other), alike(other, one)) == (True, True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Иванов Пётр", "Иванов Илья"),
        ("Иванов П.", "Иванов И."),
        ("Ким Анна", "Кин Анна"),
        ("Ли П.", "Ли К."),
        ("Игрок 1-1", "Игрок 1-2"),
        ("Игрок 1-2", "Игрок 2-1"),
        ("Иванов", "Иванов Пётр"),
        ("И. П.", "П. И."),
        ("Цой", "Пак"),
        ("", "Иванов"),
        ("", ""),
    ],
)
def test_not_alike(one: str, other: str) -> None:
    assert (alike(one, other), alike(other, one)) == (False, False)


@given(NAMES, NAMES)
def test_it_goes_both_ways(one: str, other: str) -> None:
    assert alike(one, other) == alike(other, one)


@given(PEOPLE, st.randoms(use_true_random=False))
def test_the_order_of_words_never_matters(parts: list[str], random: object) -> None:
    mixed = list(parts)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert alike(" ".join(parts), " ".join(mixed))


@given(st.lists(NAMES, max_size=12), NAMES)
def test_the_directory_finds_what_comparing_with_each_finds(names: list[str], wanted: str) -> None:
    known = [Known(key, name) for key, name in enumerate(names)]
    expected = {each for each in known if alike(each.name, wanted)}
    assert set(Directory.of(known).alike(wanted)) == expected


def test_a_name_without_end_is_compared_at_once() -> None:
    assert alike("а " * 100, "а " * 99) is False
    assert alike("а " * 100, "а " * 100) is True


def test_the_examples() -> None:
    assert doctest.testmod(likeness).failed == 0
