"""All results held back until the ceremony, and published again (releases:hold_back, releases:publish_all)."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import AuditRecord, Release, Tournament
from tournament.releases.queries import seen

from .decisions import decided

HOLD, PUBLISH = "/desk/cup/publication/hold-back/", "/desk/cup/publication/publish-all/"


def test_all_results_are_held_back_with_one_press(cup: Tournament) -> None:
    assert (reverse("releases:hold_back", args=["cup"]), reverse("releases:publish_all", args=["cup"])) == (
        HOLD,
        PUBLISH,
    )
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="public")
    Release.objects.create(tournament=cup, kind="draw", round_number=1, level="officials")

    page = browser_of(cup).post(HOLD, follow=True)

    assert messages_of(page) == ["All results and standings are held back: only officials see them."]
    assert decided(cup) == [("draw", 1, "officials"), ("results", None, "officials"), ("standings", None, "officials")]
    public = seen(cup, official=False)
    assert [sorted(public.rounds(kind)) for kind in ("draw", "results", "standings")] == [[2], [], []]


def test_publishing_them_is_asked_about_first(cup: Tournament) -> None:
    browser = browser_of(cup)
    browser.post(HOLD)

    asked = browser.post(PUBLISH)

    assert asked.context["what"] == "All results and standings"
    assert sorted(seen(cup, official=False).rounds("results")) == []
    page = browser.post(PUBLISH, {"sure": "1"}, follow=True)
    assert messages_of(page) == ["All results and standings are public."]
    assert sorted(seen(cup, official=False).rounds("standings")) == [1, 2]


def test_both_are_in_the_journal_once(cup: Tournament) -> None:
    browser = browser_of(cup)
    for _press in range(2):
        browser.post(HOLD)
    browser.post(PUBLISH, {"sure": "1"})

    held, published = AuditRecord.objects.order_by("number")
    assert [held.action, published.action] == ["results.held_back", "results.published"]
    assert held.data == {"before": [], "after": "officials"}
    assert published.data == {
        "before": [["results", None, "officials"], ["standings", None, "officials"]],
        "after": "public",
    }


@pytest.mark.parametrize("url", [HOLD, PUBLISH])
def test_who_may_not_changes_nothing(cup: Tournament, url: str) -> None:
    browsers = [browser_of(cup, "secretary"), browser_of(TournamentFactory())]
    assert [browser.post(url, {"sure": "1"}).status_code for browser in browsers] == [403, 404]
    assert browser_of(cup).get(url).status_code == 405
    assert decided(cup) == []
