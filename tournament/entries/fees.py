"""Fees: what was taken, how and by whom; what is still due. Receipts are numbered and never removed."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Max
from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import Entry, Payment, Tournament
from tournament.phrases import Refused

from .joining import terms_of
from .queries import entries_of, entry_for

LARGEST, NOTHING = Decimal("9999999.99"), Decimal("0.00")


@dataclass(frozen=True)
class Account:
    """An entry and its fee, in the tournament's currency."""

    entry: Entry
    due: Decimal
    payments: tuple[Payment, ...]

    @property
    def paid(self) -> Decimal:
        return sum((payment.amount for payment in self.payments if not payment.void_reason), NOTHING)

    @property
    def rest(self) -> Decimal:
        """What is still to be paid."""
        return max(self.due - self.paid, NOTHING)


@dataclass(frozen=True)
class Sums:
    """What all entries come to. by_way: what was taken in each way."""

    due: Decimal
    paid: Decimal
    rest: Decimal
    owing: int
    by_way: tuple[tuple[str, Decimal], ...]


def accounts(tournament: Tournament) -> list[Account]:
    """All entries with what they paid, by number. Who has withdrawn without paying owes nothing."""
    fee = terms_of(tournament).fee
    entries = entries_of(tournament).prefetch_related("payments")
    return [
        Account(
            entry=entry,
            due=fee if entry.withdrawn_from is None else NOTHING,
            payments=tuple(entry.payments.all()),
        )
        for entry in entries
    ]


def sums(every: Iterable[Account]) -> Sums:
    """What the accounts come to together."""
    found = list(every)
    taken = [each for account in found for each in account.payments if not each.void_reason]
    ways = {way.value: way.label for way in Payment.Way}
    by_way = tuple(
        (str(label), sum((each.amount for each in taken if each.way == way), NOTHING))
        for way, label in ways.items()
        if any(each.way == way for each in taken)
    )
    return Sums(
        due=sum((account.due for account in found), NOTHING),
        paid=sum((account.paid for account in found), NOTHING),
        rest=sum((account.rest for account in found), NOTHING),
        owing=sum(account.rest > 0 for account in found),
        by_way=by_way,
    )


def take(*, entry: Entry, amount: Decimal, way: str, payer: str, seen: int, by: Author) -> Payment:
    """Take a fee and give a receipt. seen: how many receipts the entry had on the page, for two may take it at once."""
    with act(entry.tournament, "fee.taken", by) as doing:
        entry = entry_for(doing.tournament, entry.number)
        if entry.payments.count() != seen:
            raise Refused("fees.taken_meanwhile", number=entry.number)
        receipt = Payment.objects.create(
            tournament=doing.tournament,
            entry=entry,
            number=(doing.tournament.payments.aggregate(last=Max("number"))["last"] or 0) + 1,
            amount=amount,
            currency=terms_of(doing.tournament).currency,
            way=way,
            payer=payer,
            taken_by=by.user,
            taken_by_name=by.name,
            at=timezone.now(),
        )
        doing.subject = f"entry:{entry.number}"
        doing.data = {"receipt": receipt.number, "amount": str(amount), "currency": receipt.currency, "way": way}
        return receipt


def strike_out(*, receipt: Payment, reason: str, by: Author) -> None:
    """The receipt counts no more; it stays in the list, struck out, with the reason."""
    with act(receipt.tournament, "fee.struck_out", by) as doing:
        receipt = doing.tournament.payments.select_related("entry").get(pk=receipt.pk)
        if receipt.void_reason:
            raise Refused("fees.struck_out", number=receipt.number)
        receipt.void_reason = reason
        receipt.save(update_fields=["void_reason"])
        doing.subject = f"entry:{receipt.entry.number}"
        doing.data = {"receipt": receipt.number, "amount": str(receipt.amount), "reason": reason}
