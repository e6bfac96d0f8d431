"""Fees: who paid what, to whom; receipts that are struck out and never removed; the sums."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PaymentFactory
from tests.pages import errors_of, messages_of, rows_of
from tournament.models import AuditRecord, Entry, EntryTerms, Payment, Tournament

URL = reverse("entries:fees", args=["cup"])
PAY = reverse("entries:pay", args=["cup", 1])
TYPED = {"amount": "1500", "way": "cash", "payer": "", "seen": "0"}


@pytest.fixture(autouse=True)
def entry(cup: Tournament) -> Entry:
    EntryTerms.objects.create(tournament=cup, fee=Decimal(1500), currency="₽")
    EntryFactory(tournament=cup, number=2, players=("Ким К.", "Ли Л."))
    return EntryFactory(tournament=cup, number=1, players=("Иванов И.", "Петров П."))


def strike(browser: Client, number: int, reason: str = "ошибка") -> list[str]:
    url = reverse("entries:strike_receipt", args=["cup", number])
    return messages_of(browser.post(url, {"reason": reason}, follow=True))


def test_a_fee_is_taken_with_a_numbered_receipt(secretary: Client, cup: Tournament) -> None:
    page = secretary.post(PAY, TYPED, follow=True)
    receipt = Payment.objects.get()
    assert messages_of(page) == ["Receipt 1 is made."]
    assert (receipt.number, receipt.amount, receipt.currency, receipt.way, receipt.taken_by_name) == (
        1,
        Decimal(1500),
        "₽",
        "cash",
        str(receipt.taken_by),
    )
    assert AuditRecord.objects.latest("number").data == {
        "receipt": 1,
        "amount": "1500",
        "currency": "₽",
        "way": "cash",
    }


def test_two_who_take_it_at_once_take_it_once(secretary: Client) -> None:
    secretary.post(PAY, TYPED)
    answer = secretary.post(PAY, TYPED)
    assert (answer.status_code, errors_of(answer), Payment.objects.count()) == (
        422,
        {
            "__all__": [
                "A receipt for entry 1 was made meanwhile. Look at what is paid now, and take only what is still due."
            ]
        },
        1,
    )


@pytest.mark.parametrize("amount", ["0", "-1", "много", "0.001", "1e20", "NaN", ""])
def test_what_is_no_amount(secretary: Client, amount: str) -> None:
    answer = secretary.post(PAY, TYPED | {"amount": amount})
    assert (answer.status_code, list(errors_of(answer)), Payment.objects.count()) == (422, ["amount"], 0)


def test_what_is_still_due_is_filled_in(secretary: Client, entry: Entry) -> None:
    PaymentFactory(entry=entry, amount=Decimal(1000))
    assert secretary.get(PAY).context["form"].initial == {"amount": Decimal(500), "seen": 1}


def test_the_list_has_sums(secretary: Client, entry: Entry) -> None:
    PaymentFactory(entry=entry, amount=Decimal(1000))
    PaymentFactory(entry=entry, amount=Decimal("500.50"), way="card")
    page = secretary.get(URL)
    assert rows_of(page) == [
        ["1", "Иванов И. / Петров П.", "1500.50", "0.00", "cash card", "Секретарь Секретарь"],
        ["2", "Ким К. / Ли Л.", "0.00", "1500.00", "", ""],
    ]
    sums = page.context["sums"]
    assert (sums.paid, sums.rest, sums.owing, sums.by_way) == (
        Decimal("1500.50"),
        Decimal(1500),
        1,
        (("cash", Decimal(1000)), ("card", Decimal("500.50"))),
    )


def test_only_those_who_owe(secretary: Client, entry: Entry) -> None:
    PaymentFactory(entry=entry, amount=Decimal(1500))
    assert [row[0] for row in rows_of(secretary.get(URL, {"only": "owing"}))] == ["2"]


def test_who_withdrew_without_paying_owes_nothing(secretary: Client, cup: Tournament) -> None:
    cup.entries.filter(number=2).update(withdrawn_from=1)
    assert secretary.get(URL).context["sums"].rest == Decimal(1500)


def test_a_struck_out_receipt_counts_no_more_and_stays(secretary: Client, entry: Entry) -> None:
    PaymentFactory(entry=entry, amount=Decimal(1500))
    assert strike(secretary, 1) == ["Receipt 1 is struck out."]
    assert secretary.get(URL).context["sums"].paid == 0
    assert [(each.number, each.void_reason) for each in Payment.objects.all()] == [(1, "ошибка")]


def test_it_is_struck_out_once_and_with_a_reason(secretary: Client, entry: Entry) -> None:
    PaymentFactory(entry=entry)
    assert strike(secretary, 1, "") == ["Say why the receipt is struck out: the journal keeps the reason."]
    strike(secretary, 1)
    assert strike(secretary, 1, "ещё раз") == ["Receipt 1 is struck out already."]
    assert Payment.objects.get().void_reason == "ошибка"


@pytest.mark.parametrize("number", [9, 2**40])
def test_a_receipt_that_is_not_there(secretary: Client, number: int) -> None:
    url = reverse("entries:strike_receipt", args=["cup", number])
    assert secretary.post(url, {"reason": "x"}).status_code == 404


def test_an_entry_with_receipts_is_not_removed(secretary: Client, cup: Tournament, entry: Entry) -> None:
    """Not even with one that is struck out: its number would be missing in the book."""
    PaymentFactory(entry=entry, void_reason="ошибка")
    page = secretary.post(reverse("entries:remove", args=["cup", 1]), follow=True)
    assert messages_of(page) == ["Entry 1 has receipts, so it stays on the list. Let it withdraw instead."]
    assert cup.entries.count() == 2


def test_a_whole_tournament_can_still_be_deleted(cup: Tournament, entry: Entry) -> None:
    PaymentFactory(entry=entry)
    Tournament.objects.filter(pk=cup.pk).delete()
    assert Payment.objects.count() == 0


@pytest.mark.parametrize("count", [0, 3])
def test_queries_do_not_grow_with_the_list(
    secretary: Client, cup: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    for _each in range(count):
        PaymentFactory(entry=EntryFactory(tournament=cup))
    # session, account, tournament, roles; terms twice, entries, members with players, payments
    with django_assert_num_queries(9):
        secretary.get(URL)
