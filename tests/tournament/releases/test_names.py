"""How the public reads names (releases:names)."""

from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import AuditRecord, Tournament

URL = "/desk/cup/publication/names/"


def test_names_are_shown_as_initials(cup: Tournament) -> None:
    assert reverse("releases:names", args=["cup"]) == URL

    for _press in range(2):
        page = browser_of(cup).post(URL, {"names_shown": "initials"}, follow=True)

    assert messages_of(page) == ["Saved."]
    assert Tournament.objects.get().names_shown == "initials"
    record = AuditRecord.objects.get()
    assert (record.action, record.data) == ("names.shown", {"before": "full", "after": "initials"})


def test_another_way_is_refused_in_words(cup: Tournament) -> None:
    page = browser_of(cup).post(URL, {"names_shown": "none"}, follow=True)

    assert messages_of(page) == ["Say whether the public reads names in full or as initials."]
    assert Tournament.objects.get().names_shown == "full"


def test_who_may_not_changes_nothing(cup: Tournament) -> None:
    browsers = [browser_of(cup, "referee"), browser_of(TournamentFactory())]
    assert [browser.post(URL, {"names_shown": "initials"}).status_code for browser in browsers] == [403, 404]
    assert browser_of(cup).get(URL).status_code == 405
    assert set(Tournament.objects.values_list("names_shown", flat=True)) == {"full"}
