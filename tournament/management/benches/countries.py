"""The pairs of a championship by country, kept apart where possible: what each round gives up, proven the least."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournament.draw.systems.certificate import Certificate, certify
from tournament.draw.systems.field import Policy, Within
from tournament.draw.systems.swiss import draw

from .event import Event
from .watch import Watch, given_up


def run(write: Callable[[str], Any], path: Path, *, rounds: int, within: Within, seed: str) -> None:
    """Plays so many rounds; of each a line with what it gives up and the proof, which is checked here."""
    country = read(path)
    event = Event(country, seed)
    write(f"{len(country)} pairs from {len(set(country.values()))} countries, kept apart where possible:")
    for number in range(1, rounds + 1):
        policy, field, watch = Policy(within, "where_possible", number, seed), event.field(), Watch()
        proposal = draw(field, policy)
        watch("draw")
        certificate = certify(field, policy, proposal.pairings)
        watch("proof")
        write(f"round {number}:  {line(certificate)}  |  {watch}")
        event.play(proposal, number)


def read(path: Path) -> dict[int, str]:
    """The country of each entry, numbered in the order of the file: a row is a country and the number of its pairs."""
    try:
        rows = [row for row in path.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
        counts = {row["country"]: int(row["pairs"]) for row in csv.DictReader(rows)}
    except (OSError, KeyError, TypeError, ValueError) as problem:
        raise CommandError(f"{path} is no table with the columns country, pairs: {problem}") from None
    return dict(enumerate((name for name, pairs in counts.items() for _ in range(pairs)), start=1))


def line(certificate: Certificate) -> str:
    """What a draw gives up and how that is proven to be the least. Raises CommandError if it isn't."""
    if certificate.has != certificate.least:
        raise CommandError(f"The draw has {certificate.has}, but {certificate.least} is not excluded.")
    circles = [circle for circle, _price in certificate.proof.of_circles]
    prices = f"{len(certificate.proof.of_each)} prices and {len(circles)} circles"
    return f"{given_up(certificate.has)}; no draw has less: {prices} add up to it"
