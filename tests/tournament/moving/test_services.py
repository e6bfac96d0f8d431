"""A tournament received from where it is played: only forward, the same twice is once, conflicts in words."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import TournamentFactory, UserFactory
from tests.pages import browser_of, errors_of, messages_of
from tests.services.servers import free_port
from tests.tournament.draw.play import stage_of, swiss_rounds
from tests.tournament.webhooks.receiver import receiving, saying
from tournament.audit.chain import verify
from tournament.audit.services import Author
from tournament.exchange.origin import signed
from tournament.exchange.queries import dump
from tournament.models import Job, Mirror, ReceivingToken, Tournament, Upstream, User
from tournament.moving import services
from tournament.safety.services import archive
from tournament.standings.queries import table
from tournament.webhooks import sending

pytestmark = pytest.mark.django_db
RECEIVE = reverse("moving:receive")


@pytest.fixture(autouse=True)
def _hall(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.INSTALLATION_NAME = "Зал"


@pytest.fixture
def administrator() -> User:
    return UserFactory(is_superuser=True)


@pytest.fixture
def token(administrator: User) -> str:
    return services.give_token(name="Зал", by=administrator)[1]


def played(rounds: int = 1, version: int = 5) -> dict[str, Any]:
    """The file of a tournament that is played elsewhere, after so many rounds; here nothing of it is left."""
    stage = stage_of(6)
    swiss_rounds(stage, rounds)
    document = signed(dump(stage.tournament), version)
    stage.tournament.rounds.all().delete()
    stage.tournament.delete()
    return document


def send(document: Any, token: str) -> tuple[int, dict[str, Any]]:
    answer = Client().post(
        RECEIVE, json.dumps(document), content_type="application/json", headers={"authorization": f"Bearer {token}"}
    )
    return answer.status_code, answer.json()


def mirror() -> Tournament:
    return Tournament.objects.get(slug="cup")


def test_the_first_file_is_a_mirror_and_a_later_one_brings_it_forward(token: str, administrator: User) -> None:
    first, second = played(1, version=5), played(2, version=9)

    assert send(first, token) == (201, {"slug": "cup", "what": "created"})
    before = dump(mirror())
    key = mirror().pk
    assert send(second, token) == (200, {"slug": "cup", "what": "updated"})
    after = dump(mirror())

    origin = {"origin": first["origin"]}
    assert (before | origin, after) == (first, {name: said for name, said in second.items() if name != "origin"})
    assert (mirror().pk, mirror().mirror_of, Mirror.objects.get().version) == (key, "Зал", 9)
    assert len(table(mirror().stages.get()).rows) == 6
    assert [str(post.user) for post in mirror().staff.all()] == [str(administrator)]
    assert verify(mirror().journal.all()).intact


def test_the_same_twice_is_once(token: str) -> None:
    document = played()
    send(document, token)
    version, records = mirror().version, mirror().journal.count()

    assert send(document, token) == (200, {"slug": "cup", "what": "already"})
    assert (mirror().version, mirror().journal.count()) == (version, records)


def test_only_forward(token: str) -> None:
    older, newer = played(1, version=5), played(2, version=9)
    send(newer, token)
    before = dump(mirror())

    status, said = send(older, token)

    assert (status, said["detail"].startswith("What is here is newer (version 9) than what was sent (version 5).")) == (
        409,
        True,
    )
    assert dump(mirror()) == before


def test_a_mirror_is_not_changed_here_until_it_is_taken_over(token: str) -> None:
    first, second = played(1, version=5), played(2, version=9)
    send(first, token)
    organiser = browser_of(mirror())
    refused = organiser.post(reverse("releases:hold_back", args=["cup"]))
    page = organiser.post(reverse("moving:take_over", args=["cup"]), follow=True)
    allowed = organiser.post(reverse("releases:hold_back", args=["cup"]))

    assert (refused.status_code, "is played elsewhere (Зал)" in refused.context["why"]) == (409, True)
    assert messages_of(page) == ["The tournament is played here now; nothing more is received for it."]
    assert allowed.status_code == 302
    assert send(second, token) == (
        409,
        {
            "detail": "The tournament «cup» is played on this server: it was made here or taken over. Nothing is "
            "received for it."
        },
    )
    assert [record.action for record in mirror().journal.all()][-2:] == ["mirror.taken_over", "results.held_back"]


def test_a_tournament_of_our_own_is_never_overwritten(token: str) -> None:
    document = played()
    own = TournamentFactory(slug="cup", name="Наш")

    assert send(document, token)[0] == 409
    assert dump(own)["name"] == "Наш"


def test_an_archived_mirror_stays_as_it_is_for_people_and_is_still_brought_forward(token: str) -> None:
    first, second = played(1, version=5), played(2, version=9)
    send(first, token)
    archive(tournament=mirror(), by=Author())

    assert send(second, token)[0] == 200


def test_a_token_is_for_the_tournament_and_the_key_of_its_first_file(
    token: str, settings: Settings, tmp_path: Path
) -> None:
    document = played()
    send(document, token)
    (tmp_path / "other").mkdir()
    settings.DATA_DIR = tmp_path / "other"
    unsigned = {name: said for name, said in document.items() if name != "origin"}

    assert send(signed(unsigned, 99), token)[0] == 409
    settings.DATA_DIR = tmp_path
    assert send(signed(unsigned | {"slug": "another"}, 99), token)[0] == 409
    assert [tournament.slug for tournament in Tournament.objects.all()] == ["cup"]


def test_another_key_with_a_token_of_its_own_does_not_get_the_mirror(
    token: str, administrator: User, settings: Settings, tmp_path: Path
) -> None:
    document = played()
    send(document, token)
    (tmp_path / "other").mkdir()
    settings.DATA_DIR = tmp_path / "other"
    unsigned = {name: said for name, said in document.items() if name != "origin"}
    own = services.give_token(name="Чужой", by=administrator)[1]

    assert send(signed(unsigned, 99), own)[0] == 409


@pytest.mark.parametrize("spoilt", ["unsigned", "changed"])
def test_only_what_is_signed_and_unchanged(token: str, spoilt: str) -> None:
    document = played()
    if spoilt == "changed":
        document["name"] = "Другой"
    else:
        del document["origin"]

    status, said = send(document, token)
    assert (status, said["detail"].startswith("Only a signed file is received, unchanged since: The file ")) == (
        409,
        True,
    )
    assert Tournament.objects.count() == 0


def test_a_file_with_mistakes_writes_nothing(token: str) -> None:
    document = played()
    del document["origin"]
    document["entries"][0]["number"] = 99
    status, said = send(signed(document, 5), token)

    assert (status, "There is no entry 1 in this file." in said["detail"]) == (422, True)
    assert (Tournament.objects.count(), ReceivingToken.objects.get().key) == (0, "")


def test_a_stranger_sends_nothing(token: str, administrator: User) -> None:
    document = played()
    services.revoke_token(given=ReceivingToken.objects.get())

    assert [send(document, each)[0] for each in (token, "", "wrong")] == [401, 401, 401]
    assert Client().get(RECEIVE).status_code == 405


def test_what_is_no_json_is_said(token: str) -> None:
    answer = Client().post(RECEIVE, b"{", content_type="application/json", headers={"authorization": f"Bearer {token}"})

    assert answer.status_code == 422


# -- by file ------------------------------------------------------------------------------------------------------


def test_a_file_does_what_the_net_does(administrator: User) -> None:
    browser = Client()
    browser.force_login(administrator)

    def bring(document: dict[str, Any]) -> Any:
        file = SimpleUploadedFile("cup.json", json.dumps(document).encode())
        return browser.post(reverse("moving:receive_file"), {"file": file}, follow=True)

    first, second = played(1, version=5), played(2, version=9)
    said = [messages_of(bring(document)) for document in (first, second, second)]
    late = bring(first)

    assert said == [
        [f"«{first['name']}» is here now, as a mirror."],
        [f"«{second['name']}» is as the file says now."],
        [f"«{second['name']}» was so already."],
    ]
    assert late.status_code == 422
    assert late.context["file_form"].errors["file"][0].startswith("What is here is newer")


# -- pages --------------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once(administrator: User) -> None:
    browser = Client()
    browser.force_login(administrator)
    made = browser.post(reverse("moving:tokens"), {"name": "Зал"})
    again = browser.get(reverse("moving:tokens"))
    given = ReceivingToken.objects.get()

    assert services.token_of(made.context["token"]) == given
    assert made.context["token"] not in again.content.decode()
    browser.post(reverse("moving:revoke", args=[given.pk]))
    assert services.token_of(made.context["token"]) is None


@pytest.mark.parametrize("route", ["moving:tokens", "moving:receive_file"])
def test_tokens_are_the_administrators(route: str) -> None:
    browser = Client()
    browser.force_login(UserFactory())

    assert browser.post(reverse(route)).status_code == 404


def test_the_hall_names_a_server_and_stops(settings: Settings) -> None:
    cup = TournamentFactory(slug="cup")
    address, browser = reverse("moving:upstream", args=["cup"]), browser_of(cup)
    refused = browser.post(address, {"url": "ftp://example.org/", "token": "x"})
    named = browser.post(address, {"url": "https://example.org/receive/", "token": "x"}, follow=True)
    asked = browser.post(reverse("moving:send", args=["cup"]), follow=True)
    looks = Job.objects.filter(task="tournament.moving.tasks.push", status="queued").count()
    stopped = browser.post(reverse("moving:stop", args=["cup"]), follow=True)

    assert (refused.status_code, list(errors_of(refused))) == (422, ["url"])
    assert messages_of(named) == ["The results are being sent, and again whenever something is new."]
    assert (messages_of(asked), looks) == (["The results are being sent."], 1)
    assert messages_of(stopped) == ["Nothing more is sent. What has arrived there stays."]
    late = browser.post(reverse("moving:send", args=["cup"]), follow=True)
    assert messages_of(late) == ["No server is named to send to. Name one first."]
    assert Upstream.objects.count() == 0
    assert [record.action for record in cup.journal.all()] == ["upstream.set", "upstream.removed"]


def test_a_server_that_is_away_is_a_problem_in_words(settings: Settings) -> None:
    settings.WEBHOOKS_PRIVATE = True
    cup = stage_of(4).tournament
    upstream = services.name_upstream(
        tournament=cup, url=f"http://127.0.0.1:{free_port()}/receive/", token="x", by=Author()
    )

    services.push(upstream=upstream)
    upstream.refresh_from_db()
    assert (upstream.problem.startswith("The server can't be reached: "), upstream.version) == (True, None)


def test_nothing_is_sent_into_a_private_network(settings: Settings) -> None:
    cup = stage_of(4).tournament
    upstream = services.name_upstream(tournament=cup, url="http://127.0.0.1:1/", token="x", by=Author())

    services.push(upstream=upstream)
    upstream.refresh_from_db()
    assert upstream.problem == "The address lies in a private network; WEBHOOKS_PRIVATE allows that."


def test_a_name_that_leads_elsewhere_a_moment_later_leads_nowhere(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: public when it is looked at, the server itself when it is connected to."""
    cup = stage_of(4).tournament
    connected: list[tuple[str, int]] = []

    with receiving() as receiver:
        port = int(receiver.url.rsplit(":", 1)[1].partition("/")[0])
        answers = iter(["93.184.215.14"])

        def resolved(*_about: object, **_how: object) -> list[tuple[object, ...]]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers, "127.0.0.1"), port))]

        def connect(address: tuple[str, int], *_how: object) -> socket.socket:
            connected.append(address)
            raise OSError("nobody there")

        monkeypatch.setattr(socket, "getaddrinfo", resolved)
        monkeypatch.setattr(sending, "getaddrinfo", resolved)
        monkeypatch.setattr(sending, "create_connection", connect)
        url = f"http://rebinding.example:{port}/"
        upstream = services.name_upstream(tournament=cup, url=url, token="secret", by=Author())
        services.push(upstream=upstream)

    assert (receiver.received, connected) == ([], [("93.184.215.14", port)])


def test_the_token_goes_to_its_address_and_no_further(settings: Settings) -> None:
    """A redirect is an answer, not a way on."""
    settings.WEBHOOKS_PRIVATE = True
    cup = stage_of(4).tournament

    with receiving() as receiver:
        receiver.answers = [saying(307, Location=receiver.url + "/elsewhere")]
        upstream = services.name_upstream(tournament=cup, url=receiver.url, token="secret", by=Author())
        sent = services.push(upstream=upstream)

    assert [message.path for message in receiver.received] == ["/hook"]
    assert sent is not None
    assert (sent.is_there, sent.words) == (False, "The server answered 307.")


def test_no_second_header_is_put_into_a_token(settings: Settings) -> None:
    settings.WEBHOOKS_PRIVATE = True
    cup = stage_of(4).tournament

    with receiving() as receiver:
        upstream = services.name_upstream(tournament=cup, url=receiver.url, token="x\r\nX-Evil: 1", by=Author())
        sent = services.push(upstream=upstream)

    assert (receiver.received, sent is not None and sent.is_there) == ([], False)
