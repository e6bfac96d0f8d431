"""Invented people: names that could be somebody's, in clubs that nobody is in."""

from collections.abc import Iterator, Mapping
from itertools import islice, product
from random import Random

from django.utils.translation import gettext as _

from tournament.entries.queries import Application

CLUBS = 6
MOST = 300
"""Entries that are invented at once."""

SURNAMES: Mapping[str, str] = {
    "ru": "Азаров Белов Вихров Гусев Дубов Ежов Жаров Зимин Ильин Киселёв Лосев Маков Носов Орлов Панов Рыбин Седов "
    "Титов Усов Фомин Хомяков Цветов Чижов Шубин Щукин Юрьев Яшин Бобров Волков Громов",
    "en": "Archer Baker Carter Dawson Ellis Fisher Gardner Harper Irving Jarvis Keller Lawson Mason Norris Osborne "
    "Parker Quinn Rogers Sawyer Turner Underhill Vaughn Walker York Zimmer Barker Cooper Draper Foster Glover",
    "es": "Alonso Blanco Campos Delgado Esteban Fuentes Gallego Herrero Ibáñez Jurado Lorenzo Molina Navarro Ortega "
    "Pardo Quiroga Romero Santos Torres Urrutia Vargas Yáñez Zamora Bravo Cortés Duarte Franco Garrido Hidalgo León",
}
FIRST_NAMES: Mapping[str, str] = {
    "ru": "Алексей Борис Виктор Глеб Денис Егор Иван Кирилл Лев Максим Никита Олег Павел Роман Сергей Тимур Фёдор Юрий "
    "Антон Вадим",
    "en": "Adam Ben Colin Dan Ed Frank George Harry Ian Jack Keith Leo Mark Neil Owen Paul Ray Sam Tom Will",
    "es": "Andrés Bruno Carlos Diego Emilio Félix Gabriel Hugo Iván Javier Luis Mario Nicolás Óscar Pablo Rafael "
    "Sergio Tomás Víctor Jorge",
}


def invented(count: int, size: int, taken: set[str], language: str, chance: Random) -> list[Application]:
    """Applications of so many entries, each of `size` players; nobody bears a name that is taken."""
    people = [name for name in _people(language, chance) if name not in taken]
    # There are six hundred names in a language; who still comes after them gets a number behind his.
    more = (f"{name} {number}" for number in range(2, 10_000) for name in people)
    everybody = islice(_both(people, (name for name in more if name not in taken)), count * size)
    names = list(everybody)
    return [
        Application(
            players=tuple(names[at * size : (at + 1) * size]),
            club=_("Rehearsal club %(number)d") % {"number": at % CLUBS + 1},
        )
        for at in range(count)
    ]


def _people(language: str, chance: Random) -> list[str]:
    surnames, first_names = (each.get(language, each["en"]).split() for each in (SURNAMES, FIRST_NAMES))
    people = [f"{surname} {first}" for surname, first in product(surnames, first_names)]
    chance.shuffle(people)
    return people


def _both(first: list[str], then: Iterator[str]) -> Iterator[str]:
    yield from first
    yield from then
