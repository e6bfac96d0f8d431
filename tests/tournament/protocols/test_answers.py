"""What a script is told that sends a deal to the page of a protocol, and what becomes of one that waited."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tests.tournament.access.ways import link_of, opened
from tournament.access import services as links
from tournament.audit.services import Author
from tournament.models import AuditRecord, Deal, Protocol
from tournament.protocols import queries

from .sheets import DEALS, SECOND, address, afresh, posted

URL = "/desk/cup/protocols/1/1/"
THIRD = DEALS[2]


def send(browser: Client, fields: dict[str, Any], url: str = URL) -> tuple[int, dict[str, Any]]:
    """Status and data of the answer to a script."""
    response: HttpResponse = browser.post(url, fields, headers={"accept": "application/json"})
    assert response.headers["Content-Type"] == "application/json"
    return response.status_code, response.json()


def numbers(protocol: Protocol) -> list[tuple[int, str | None]]:
    """The written deals by number, with their keys."""
    return list(Deal.objects.filter(protocol=protocol).values_list("number", "key"))


def recorded() -> list[tuple[str, str]]:
    """The journal: what was done, to what."""
    return list(AuditRecord.objects.order_by("number").values_list("action", "subject"))


# -- taken ---------------------------------------------------------------------------------------------------


def test_a_deal_is_taken_once_and_its_key_comes_back(referee: Client, protocol: Protocol) -> None:
    answers = [send(referee, posted(SECOND, key="k1")) for _ in range(3)]

    said = {"key": "k1", "number": 2, "version": 1}
    assert answers == [(201, said), (200, said), (200, said)]
    assert numbers(protocol) == [(1, None), (2, "k1")]


def test_a_repeated_request_learns_nothing_of_what_came_later(referee: Client, protocol: Protocol) -> None:
    """Else the next that waits would be written behind something that its writer never saw."""
    send(referee, posted(SECOND, key="k1"))
    referee.post(URL, posted(THIRD, version=1))

    assert send(referee, posted(SECOND, key="k1"))[1]["version"] == 1
    assert send(referee, posted(THIRD, version=1, key="k2"))[0] == 409


def test_those_that_wait_are_sent_one_after_the_other(referee: Client, protocol: Protocol) -> None:
    statuses = [send(referee, posted(deal, version=place, key=f"k{place}"))[0] for place, deal in enumerate(DEALS[1:])]

    assert (statuses, queries.sheet(protocol.partida).score.totals) == ([201, 201, 201], (77, 50))


# -- changed meanwhile ---------------------------------------------------------------------------------------


def test_other_figures_under_the_same_key_are_refused(referee: Client, protocol: Protocol) -> None:
    send(referee, posted(SECOND, key="k1"))

    status, said = send(referee, posted(SECOND, key="k1", pips_1=12))

    assert (status, said["key"], [each["sentence"] for each in said["errors"]]) == (
        409,
        "k1",
        ["This deal was already written with other figures. Reload the page to see what is written down."],
    )
    assert numbers(protocol) == [(1, None), (2, "k1")]


def test_a_sheet_that_was_changed_comes_back_as_it_stands(referee: Client, protocol: Protocol) -> None:
    desk = browser_of(protocol.partida.round.tournament, "organiser")
    desk.post(URL, posted(SECOND))

    status, said = send(referee, posted(SECOND, key="k1"))

    server = said["server"]
    assert (status, server["version"], server["open"], 110 < server["undo_seconds"] <= 120) == (409, 1, True, True)
    written = afresh(protocol.partida).deals.last()
    assert written
    assert [(deal["number"], deal["by"]) for deal in server["deals"]] == [("1", ""), ("2", str(written.recorded_by))]
    assert {name: server["deals"][1][name] for name in ("kind", "closer", "pips", "points", "totals")} == {
        "kind": "Domino",
        "closer": 2,
        "pips": [10, 0, 8, 4],
        "points": [0, 22],
        "totals": [31, 22],
    }
    assert numbers(protocol) == [(1, None), (2, None)]


def test_a_mistake_on_a_changed_sheet_is_a_conflict_first(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, posted(SECOND))

    assert send(referee, posted(SECOND, key="k1", pips_1=""))[0] == 409


def test_a_sheet_that_was_handed_in_is_no_longer_open(referee: Client, protocol: Protocol) -> None:
    Protocol.objects.filter(pk=protocol.pk).update(state="entered", version=5)

    status, said = send(referee, posted(SECOND, key="k1"))

    assert (status, said["server"]["open"], said["server"]["undo_seconds"]) == (409, False, 0)


# -- what a person chooses -----------------------------------------------------------------------------------


def test_written_after_what_came_between(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, posted(SECOND))

    status, said = send(referee, posted(THIRD, version=1, key="k1", choice="after"))

    assert (status, said) == (201, {"key": "k1", "number": 3, "version": 2})
    assert recorded()[-2:] == [("deal.recorded", "round 1, table 1"), ("deal.chosen", "round 1, table 1")]
    assert AuditRecord.objects.latest("number").data == {"number": 3, "choice": "after"}


def test_in_place_of_the_last_deal_within_two_minutes(referee: Client, protocol: Protocol) -> None:
    referee.post(URL, posted(SECOND, pips_1=12))

    answers = [send(referee, posted(SECOND, version=1, key="k1", choice="instead")) for _ in range(2)]

    said = {"key": "k1", "number": 2, "version": 3}
    assert answers == [(201, said), (200, said)]
    assert queries.sheet(protocol.partida).deals == (DEALS[0], SECOND)
    assert [action for action, _ in recorded()] == ["deal.recorded", "deal.taken_back", "deal.recorded", "deal.chosen"]


def test_later_nothing_is_replaced(referee: Client, protocol: Protocol) -> None:
    Deal.objects.update(recorded_at="2020-01-01T00:00Z")

    status, said = send(referee, posted(DEALS[0], key="k1", choice="instead"))

    assert (status, [each["sentence"] for each in said["errors"]]) == (
        422,
        [
            "The last deal was written more than 2 minutes ago. Call the chief referee or an organiser: they can "
            "still take it back, with a reason."
        ],
    )
    assert numbers(protocol) == [(1, None)]


def test_what_cannot_be_written_instead_leaves_the_last_deal_where_it_is(referee: Client, protocol: Protocol) -> None:
    """R4.1: one act or none."""
    status, _said = send(referee, posted(DEALS[0], key="k1", choice="instead", pips_1=70))

    assert (status, numbers(protocol), recorded()) == (422, [(1, None)], [])


def test_the_servers_is_kept_and_the_journal_knows_what_was_dropped(referee: Client, protocol: Protocol) -> None:
    for _ in range(2):
        assert send(referee, posted(SECOND, key="k1"), address("protocols:drop")) == (200, {"key": "k1"})

    assert recorded() == [("deal.dropped", "round 1, table 1")]
    said = AuditRecord.objects.get().data
    assert (said["key"], said["said"]["closer"], said["said"]["pips_1"]) == ("k1", "2", "10")
    assert afresh(protocol.partida).version == 0


def test_what_is_written_is_not_dropped(referee: Client, protocol: Protocol) -> None:
    send(referee, posted(SECOND, key="k1"))

    assert send(referee, posted(SECOND, key="k1"), address("protocols:drop")) == (
        409,
        {"key": "k1", "detail": "This deal is written already, as deal 2: nothing is dropped."},
    )


def test_nothing_is_dropped_without_its_key(referee: Client, protocol: Protocol) -> None:
    assert send(referee, {}, address("protocols:drop"))[0] == 422
    assert recorded() == []


# -- refused -------------------------------------------------------------------------------------------------


def test_what_cannot_be_is_said_by_field(referee: Client, protocol: Protocol) -> None:
    assert send(referee, posted(SECOND, key="k1", pips_1=70)) == (
        422,
        {
            "key": "k1",
            "errors": [{"field": "pips_1", "sentence": "Seat 1 cannot hold 70 pips: 69 is the most possible."}],
        },
    )
    assert numbers(protocol) == [(1, None)]


def test_without_a_version_nothing_is_written(referee: Client, protocol: Protocol) -> None:
    fields = posted(SECOND, key="k1")
    del fields["version"]

    assert send(referee, fields)[0] == 422
    assert numbers(protocol) == [(1, None)]


# -- who may not ---------------------------------------------------------------------------------------------


def test_who_was_logged_out_gets_data_and_no_form(protocol: Protocol) -> None:
    assert send(Client(), posted(SECOND, key="k1")) == (401, {"detail": "Log in, or open your table link again."})


def test_a_link_that_has_ended_is_refused_with_its_reason(protocol: Protocol) -> None:
    link = link_of(protocol.partida.round)
    browser = opened(link)
    links.revoke_links(round_=link.round, table=1, by=Author())

    status, said = send(browser, posted(SECOND, key="k1"))

    assert (status, "table 1" in said["detail"]) == (403, True)


def test_to_a_stranger_there_is_nothing(protocol: Protocol) -> None:
    """The deal stays on his phone, with the sentence."""
    for url in (URL, address("protocols:drop")):
        assert send(browser_of(TournamentFactory()), posted(SECOND, key="k1"), url) == (
            404,
            {
                "detail": "Who is logged in here has nothing to do with this table. Log in as its referee, or open "
                "its link."
            },
        )


# -- the page ------------------------------------------------------------------------------------------------


def test_the_worker_and_the_manifest_are_there_for_everyone(db: None) -> None:
    worker = Client().get(reverse("protocols:worker"))
    manifest = Client().get(reverse("protocols:manifest"))

    assert (reverse("protocols:worker"), worker.headers["Content-Type"]) == ("/desk/worker.js", "text/javascript")
    assert "no-cache" in worker.headers["Cache-Control"]
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    assert {name: manifest.json()[name] for name in ("start_url", "scope", "display")} == {
        "start_url": "/desk/",
        "scope": "/",
        "display": "standalone",
    }
