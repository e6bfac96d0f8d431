"""One kind of page shown to others than before (releases:change)."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.models import AuditRecord, Release, Tournament

from .decisions import decided

URL = "/desk/cup/publication/change/"


def press(cup: Tournament, to: str, **more: str) -> Any:
    return browser_of(cup).post(URL, {"to": to} | more, follow=True)


def test_one_press_holds_back(cup: Tournament) -> None:
    assert reverse("releases:change", args=["cup"]) == URL

    page = press(cup, "results 2 officials")

    assert decided(cup) == [("results", 2, "officials")]
    assert messages_of(page) == ["Results, round 2: only officials see it."]


def test_publishing_is_asked_about_first(cup: Tournament) -> None:
    asked = press(cup, "protocols 0 public")

    assert (decided(cup), asked.context["what"]) == ([], "Protocols")
    assert asked.context["fields"] == {"kind": "protocols", "round_number": "", "level": "public"}

    page = browser_of(cup).post(URL, asked.context["fields"] | {"sure": "1"}, follow=True)

    assert decided(cup) == [("protocols", None, "public")]
    assert messages_of(page) == ["Protocols: everyone sees it."]


def test_the_form_hides_from_officials_too(cup: Tournament) -> None:
    browser_of(cup).post(URL, {"kind": "draw", "round_number": "9", "level": "hidden"})

    assert decided(cup) == [("draw", 9, "hidden")]


def test_it_is_in_the_journal_once_and_pages_are_made_anew(cup: Tournament) -> None:
    for _press in range(2):
        press(cup, "results 2 officials")

    record = AuditRecord.objects.get()
    assert (record.action, record.subject) == ("release.changed", "round:2")
    assert record.data == {"kind": "results", "before": "", "after": "officials"}
    assert Tournament.objects.get().version == 1


def test_a_decision_is_changed_not_added_to(cup: Tournament) -> None:
    press(cup, "results 2 officials")
    press(cup, "results 2 hidden")

    assert decided(cup) == [("results", 2, "hidden")]


@pytest.mark.parametrize(
    "to", ["", " ", "results", "secrets 1 officials", "results x officials", "results -1 officials", "results 1 all"]
)
def test_what_is_not_known_changes_nothing(cup: Tournament, to: str) -> None:
    page = press(cup, to)

    assert (page.status_code, decided(cup)) == (422, [])
    assert errors_of(page) != {}


def test_entries_are_decided_for_the_whole_tournament(cup: Tournament) -> None:
    page = press(cup, "entries 2 officials")

    assert (page.status_code, decided(cup)) == (422, [])
    assert errors_of(page) == {
        "round_number": ["«Entries» is decided for the whole tournament, not for one round. Leave the round empty."]
    }


def test_a_get_changes_nothing(cup: Tournament) -> None:
    assert browser_of(cup).get(URL, {"to": "results 2 officials"}).status_code == 405


def test_only_organiser_and_chief_referee_may(cup: Tournament) -> None:
    asked = [
        browser_of(cup, role).post(URL, {"to": "results 2 officials"}).status_code for role in ("secretary", "referee")
    ]
    assert (asked, decided(cup)) == ([403, 403], [])


def test_an_organiser_of_another_tournament_changes_nothing(cup: Tournament) -> None:
    stranger = browser_of(TournamentFactory())
    assert stranger.post(URL, {"to": "results 2 officials"}).status_code == 404
    assert Release.objects.count() == 0
