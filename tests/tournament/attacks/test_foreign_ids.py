"""Somebody who has rights in his own tournament names a thing of another one: in an address, and in a field of a form.

Addresses are tried in `access/test_rights.py`. In forms all choices of rows are among those of the tournament, which
the forms themselves are asked here; whatever else is named is a number within it. And fields that a form hasn't got
are nobody's.
"""

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tests.pages import browser_of
from tests.tournament.documents.conftest import make_cup
from tournament.documents.forms import IssueForm
from tournament.models import Document, Player, Tournament, User

pytestmark = pytest.mark.once

FORMS = sorted(
    str(path.relative_to(settings.BASE_DIR).with_suffix("")).replace("/", ".")
    for path in (Path(settings.BASE_DIR) / "tournament").rglob("*.py")
    if "forms" in path.relative_to(settings.BASE_DIR).parts or path.name in ("forms.py", "fields.py")
)


def _choosing() -> list[tuple[type[forms.Form], str]]:
    """The forms of the program with a field in which a row of the database is chosen."""
    classes = {
        each
        for module in FORMS
        for _name, each in inspect.getmembers(import_module(module), inspect.isclass)
        if issubclass(each, forms.BaseForm) and each.__module__.startswith("tournament.")
    }
    return [
        (each, name)
        for each in sorted(classes, key=lambda each: each.__qualname__)
        for name, field in getattr(each, "base_fields", {}).items()
        if isinstance(field, forms.ModelChoiceField)
    ]


def test_every_choice_of_rows_is_among_those_of_one_tournament(db: None) -> None:
    """Two tournaments with the same of everything; each field is asked what it offers to the first."""
    mine, theirs = make_cup().tournament, make_cup().tournament
    found = _choosing()

    assert {each.__qualname__ for each, _name in found} == {
        "IssueOfRoundForm",
        "IssueProtocolForm",
        "IssueRoundForm",
        "IssueStandingsForm",
    }
    for each, name in found:
        assert issubclass(each, IssueForm)
        rows = each(tournament=mine).fields[name].queryset  # type: ignore[call-arg, attr-defined]
        owners = {row.tournament if hasattr(row, "tournament") else row.partida.round.tournament for row in rows}
        assert owners == {mine}, (each, name, theirs)


@pytest.mark.parametrize(
    ("route", "field"),
    [
        ("documents:issue_protocol", "protocol"),
        ("documents:issue_standings", "round"),
        ("documents:issue_of_round", "round"),
        ("documents:issue_round", "round"),
    ],
)
def test_no_paper_is_issued_of_what_is_anothers(db: None, route: str, field: str) -> None:
    mine, theirs = make_cup(), make_cup()
    row = theirs.protocol if field == "protocol" else theirs.round
    browser = browser_of(mine.tournament)

    browser.post(reverse(route, args=[mine.tournament.slug]), {field: row.pk, "language": "ru", "kind": "draw"})

    assert Document.objects.count() == 0
    assert Tournament.objects.filter(pk=theirs.tournament.pk, version=theirs.tournament.version).exists()


def test_players_of_another_tournament_are_not_merged_from_here(db: None) -> None:
    mine, theirs = make_cup(), make_cup()
    names = sorted(Player.objects.values_list("pk", flat=True))
    foreign = sorted(theirs.tournament.entries.values_list("members__player", flat=True))
    address = reverse("entries:merge_players", args=[mine.tournament.slug, foreign[0], foreign[1]])

    browser_of(mine.tournament).post(address, {"sure": "on"})

    assert sorted(Player.objects.values_list("pk", flat=True)) == names


# -- fields that a form hasn't got ------------------------------------------------------------------------------------

MORE = {"is_staff": "on", "is_superuser": "on", "is_active": "", "role": "organiser", "user": "1", "tournament": "1"}


def test_nobody_makes_himself_an_administrator(db: None) -> None:
    """Fields are posted that the account's page has not (mass assignment)."""
    user, browser = UserFactory(username="petrov"), Client()
    browser.force_login(user)
    given: dict[str, Any] = {"first_name": "Пётр", "last_name": "Петров", "email": "p@example.org"}

    browser.post(reverse("accounts:account"), given | MORE | {"username": "admin", "password": "x"})

    user.refresh_from_db()
    assert (user.first_name, user.username) == ("Пётр", "petrov")
    assert (user.is_staff, user.is_superuser, user.is_active, user.check_password(PASSWORD)) == (
        False,
        False,
        True,
        True,
    )


def test_a_tournament_is_no_rehearsal_and_no_mirror_by_a_field(db: None) -> None:
    cup = make_cup().tournament
    more = {"slug": "taken-over", "version": "0", "is_rehearsal": "on", "mirror_of": "x", "archived_at": "2026-01-01"}
    browser = browser_of(cup)
    address = reverse("planning:settings", args=[cup.slug])
    given = {"name": "Кубок «Дупль» 2", "timezone": "Europe/Moscow"}

    browser.post(address, given | more)

    now = Tournament.objects.get(pk=cup.pk)
    assert (now.slug, now.is_rehearsal, now.mirror_of, now.archived_at) == (cup.slug, False, cup.mirror_of, None)
    assert User.objects.filter(is_superuser=True).count() == 0
