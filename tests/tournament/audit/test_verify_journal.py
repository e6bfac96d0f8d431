"""`manage.py verify_journal`: what it says of journals, and its exit code."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import TournamentFactory
from tournament.audit.services import Author, act
from tournament.models import AuditRecord, Tournament


@pytest.fixture
def cup(db: None) -> Tournament:
    cup = TournamentFactory(slug="cup")
    for _ in range(2):
        with act(cup, "tournament.changed", Author()):
            pass
    return cup


def said(*arguments: str) -> tuple[list[str], str]:
    """The lines of its output, and what it fails with."""
    out, failure = StringIO(), ""
    try:
        call_command("verify_journal", *arguments, stdout=out)
    except CommandError as error:
        failure = str(error)
    return out.getvalue().splitlines(), failure


def head(cup: Tournament) -> str:
    return cup.journal.last().hash  # type: ignore[union-attr]


def test_all_journals_are_intact(cup: Tournament) -> None:
    TournamentFactory(slug="another")

    assert said() == (["another: 0 records, intact", f"cup: 2 records, intact; last hash {head(cup)}"], "")


def test_the_record_that_was_changed_is_named(cup: Tournament) -> None:
    AuditRecord.objects.filter(tournament=cup, number=2).update(actor_name="somebody else")

    assert said("cup") == (
        [f"cup: 2 records, not intact; last hash {head(cup)}", "  Record 2 was changed after it was written."],
        "Not intact: cup.",
    )


def test_a_hash_that_was_noted_down_is_looked_for(cup: Tournament) -> None:
    assert said("cup", "--hash", head(cup))[1] == ""
    assert said("cup", "--hash", "0" * 64) == (
        [
            f"cup: 2 records, intact; last hash {head(cup)}",
            "  The hash isn't in the journal: it was rewritten, or its end cut off.",
        ],
        "Not intact: cup.",
    )


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["nowhere"], "There is no tournament «nowhere»."),
        (["--hash", "0" * 64], "Say which tournament's journal the hash is of."),
    ],
)
def test_what_it_cannot_answer(cup: Tournament, asked: list[str], answer: str) -> None:
    assert said(*asked) == ([], answer)
