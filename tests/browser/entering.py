"""A tournament before its first round: open to the public, with requests in every state, fees and a double.

It is made in the program's own database by its services: `program.run(site, "from tests.browser import entering",
"entering.make()")`; `make_bare()` makes one in which a walk begins.
"""

from decimal import Decimal

import scoring
from tests.browser.draws import author
from tournament.entries import attendance, fees, registration
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.management.commands.demo import PAIRS
from tournament.models import Stage, Tournament
from tournament.planning import services as planning

OPEN = "zayavki"
BARE = "vhod"
OPEN_NAME = "Кубок открытых дверей"
NOTE = "Сбор в 9:30. Взнос — секретарю в зале."
GUESTS = [
    ("Орлов Денис", "Быков Антон", "«Рыба», Ростов-на-Дону"),
    ("Тихонов Глеб", "Романова Вера", ""),
    ("Гусев Олег", "Гусева Нина", "«Невский дубль», Санкт-Петербург"),
    ("Панов Лев", "Егоров Макар", ""),
    ("Иваноа Алексей", "Белов Савва", ""),
]


def make() -> None:
    """Seven pairs, a player of whom is known in another spelling; five guests ask for a place, in vain or not."""
    cup, by = _cup(OPEN, OPEN_NAME), author("organiser")
    applications = {line: Application((one, two), club) for line, (one, two, club) in enumerate(PAIRS[:6], 1)}
    entries.import_pairs(tournament=cup, applications=applications, by=by)
    # In the other order, with a letter of the other alphabet.
    entries.add_entry(tournament=cup, application=Application(("Ольга Мeльник", "Дорохов Иван")), by=by)
    _terms(cup, is_open=True, capacity=8, last_round=2, fee=Decimal(1500), note=NOTE)
    for number, (one, two, club) in enumerate(GUESTS):
        _ask(cup, number, Application((one, two), club))
    _decide(cup)
    for number in (1, 2, 4):
        attendance.check_in(entry=cup.entries.get(number=number), by=by)
    fees.take(entry=cup.entries.get(number=1), amount=Decimal(1500), way="cash", payer="", seen=0, by=by)
    wrong = fees.take(entry=cup.entries.get(number=2), amount=Decimal(150), way="card", payer="", seen=0, by=by)
    fees.strike_out(receipt=wrong, reason="Не та сумма", by=by)
    attendance.leave_out(tournament=cup, numbers=[5], round_number=1, by=by)


def make_bare() -> None:
    """Nobody is registered yet; a place costs something."""
    _terms(_cup(BARE, "Кубок с нуля"), is_open=True, fee=Decimal(500))


def _cup(slug: str, name: str) -> Tournament:
    by = author("organiser")
    cup = planning.create_tournament(
        slug=slug,
        name=name,
        venue="Дворец спорта, малый зал",
        timezone="Europe/Moscow",
        regulations=scoring.Regulations.from_dict({"preset": "fdr", "target": 100, "detail": "totals"}),
        stage_name="Основной этап",
        system=Stage.System.SWISS.value,
        by=by,
    )
    planning.change_tournament(
        tournament=cup, name=name, venue=cup.venue, timezone="Europe/Moscow", is_public=True, by=by
    )
    return cup


def _terms(cup: Tournament, **wanted: object) -> None:
    cup.refresh_from_db()
    registration.set_terms(tournament=cup, version=cup.version, by=author("organiser"), **wanted)


def _ask(cup: Tournament, number: int, application: Application) -> None:
    contact = registration.Contact("Орлов Денис", "guest@example.org", "+7 900 123-45-67", "Приедем накануне.")
    registration.ask(
        tournament=cup, application=application, contact=contact, key=str(number), language="ru", by=author("organiser")
    )


def _decide(cup: Tournament) -> None:
    """One takes the last place; two wait, and the first of them is offered one more; one is declined, one new."""
    first, second, third, fourth, _fifth = cup.entry_requests.all()
    by = author("organiser")
    registration.accept(request=first, seen="new", by=by)
    for each in (second, third):
        registration.put_on_list(request=each, seen="new", by=by)
    _terms(cup, capacity=9)
    registration.decline(request=fourth, seen="new", reason="Пара уже играет в другом городе", by=by)
