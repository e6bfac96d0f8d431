"""A receipt for a fee, printed from the payment."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, PaymentFactory, TournamentFactory
from tests.pages import browser_of
from tests.tournament.documents.test_pdf import text
from tests.tournament.documents.test_round_papers import joined
from tournament.models import Document

# Long, and the same on any database.
pytestmark = pytest.mark.once


def test_it_says_who_paid_what_for_what_to_whom_and_when(db: None) -> None:
    cup = TournamentFactory(name="Кубок Москвы", venue="Дворец спорта")
    entry = EntryFactory(tournament=cup, number=7, players=("Иванов И.", "Петров П."))
    at = datetime(2026, 11, 30, 7, 5, tzinfo=UTC)
    receipt = PaymentFactory(entry=entry, number=12, amount=Decimal(1500), payer="Клуб «Рыба»", at=at)

    answer = browser_of(cup).get(reverse("documents:receipt", args=[cup.slug, receipt.number]))
    said = joined(text(b"".join(answer.streaming_content), "-raw"))  # type: ignore[attr-defined]
    expected = ["Receipt 12", "Кубок Москвы", "Дворец спорта", "1,500.00 ₽, cash", "Клуб «Рыба»", "10:05 MSK"]
    expected += ["Fee of entry 7, Иванов И. / Петров П.", "Секретарь"]
    assert [words for words in expected if joined(words) not in said] == []
    assert Document.objects.count() == 0


def test_one_that_is_struck_out_says_so(db: None) -> None:
    receipt = PaymentFactory(void_reason="Не та сумма")
    address = reverse("documents:receipt", args=[receipt.tournament.slug, receipt.number])
    data = b"".join(browser_of(receipt.tournament).get(address).streaming_content)  # type: ignore[attr-defined]
    assert joined("Struck out: Не та сумма") in joined(text(data, "-raw"))


def test_a_receipt_of_another_tournament_is_not_there(db: None) -> None:
    receipt = PaymentFactory()
    other = TournamentFactory()
    assert browser_of(other).get(reverse("documents:receipt", args=[other.slug, receipt.number])).status_code == 404
