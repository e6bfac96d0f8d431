"""A receipt for a fee: printed from the payment as it was taken, neither sealed nor recorded as a document."""

from dataclasses import dataclass

from django.utils.formats import date_format, number_format

from tournament.models import Payment


@dataclass(frozen=True)
class ReceiptPaper:
    """What the receipt says. at: by the clock of the hall, with its label; struck_out: the reason, or ""."""

    number: int
    tournament: str
    venue: str
    entry: int
    pair: str
    payer: str
    amount: str
    way: str
    taken_by: str
    at: str
    struck_out: str


def receipt(payment: Payment) -> ReceiptPaper:
    """The paper of a payment, in the language that is active."""
    local = payment.at.astimezone(payment.tournament.zone)
    pair = str(payment.entry)
    return ReceiptPaper(
        number=payment.number,
        tournament=payment.tournament.name,
        venue=payment.tournament.venue,
        entry=payment.entry.number,
        pair=pair,
        payer=payment.payer or pair,
        amount=f"{number_format(payment.amount, 2, force_grouping=True)} {payment.currency}",
        way=payment.get_way_display(),
        taken_by=payment.taken_by_name,
        at=f"{date_format(local, 'DATE_FORMAT')} {local:%H:%M} {local.tzname()}",
        struck_out=payment.void_reason,
    )
