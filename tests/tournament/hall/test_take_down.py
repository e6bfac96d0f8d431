"""The message in the hall is taken down."""

from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.hall.services import put_up
from tournament.models import AuditRecord, HallMessage, Tournament

URL = "/desk/cup/hall/take-down/"


def test_it_is_gone_and_the_journal_keeps_what_it_said(cup: Tournament, client: Client) -> None:
    put_up(tournament=cup, text="Обед", by=Author())

    assert reverse("hall:take_down", args=["cup"]) == URL
    assert messages_of(browser_of(cup).post(URL, follow=True)) == ["The message is taken down."]
    assert "Обед" not in client.get("/t/cup/hall/").content.decode()
    record = AuditRecord.objects.latest("number")
    assert (record.action, record.data) == ("hall.taken_down", {"text": "Обед"})


def test_where_none_is_up_there_is_none_to_take_down(cup: Tournament) -> None:
    assert messages_of(browser_of(cup).post(URL, follow=True)) == ["No message is up: there is nothing to take down."]
    assert AuditRecord.objects.count() == 0


def test_it_is_posted(cup: Tournament) -> None:
    assert browser_of(cup).get(URL).status_code == 405


def test_only_who_speaks_to_the_hall_takes_it_down(cup: Tournament) -> None:
    put_up(tournament=cup, text="Обед", by=Author())

    answers = [who.post(URL).status_code for who in (browser_of(cup, "referee"), browser_of(TournamentFactory()))]

    assert (answers, HallMessage.objects.get().taken_down_at) == ([403, 404], None)
