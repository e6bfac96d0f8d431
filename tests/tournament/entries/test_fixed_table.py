"""A pair that can't change places keeps its table (R13.5)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory
from tournament.models import Entry, Tournament

TYPED = {"player_1": "Иванов И.", "player_2": "Петров П.", "club": "", "country": "", "seed": ""}
URL = reverse("entries:edit", args=["cup", 7])


@pytest.fixture(autouse=True)
def _entry_7(cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=7, players=("Иванов И.", "Петров П."))


def test_the_table_is_kept_and_given_up_again(secretary: Client, cup: Tournament) -> None:
    kept = []
    for typed in ("3", ""):
        secretary.post(URL, TYPED | {"fixed_table": typed})
        kept.append(Entry.objects.get(number=7).fixed_table)

    assert kept == [3, None]
    assert cup.journal.first().data["after"]["fixed_table"] == 3


def test_a_table_is_kept_for_one_pair_only(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=8, fixed_table=3)

    page = secretary.post(URL, TYPED | {"fixed_table": "3"})

    assert (page.status_code, page.context["form"].errors) == (
        422,
        {"fixed_table": ["Table 3 is kept for another one already: pair 8."]},
    )
    assert Entry.objects.get(number=7).fixed_table is None
