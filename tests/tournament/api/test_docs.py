"""What docs/api.md shows is what is answered, and its receiver believes what is sent."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from tests.tournament.api.asking import ask
from tournament.api.bodies import body_of
from tournament.models import Tournament, WebhookEvent
from tournament.webhooks import services, signature
from tournament.webhooks.services import PAUSES

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
ASKED = re.findall(r"```\nGET (\S+)\n```\n```json\n(.*?)```", DOCS, re.S)
MESSAGE, *_ = re.findall(r"closed \(`round.closed`\):\n\n```json\n(.*?)```", DOCS, re.S)
CODE, *_ = re.findall(r"```python\n(.*?)```", DOCS, re.S)


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://domino.example"


@pytest.mark.parametrize(("url", "shown"), ASKED, ids=[url for url, _shown in ASKED])
def test_the_answer_that_is_shown_is_the_answer(cup: Tournament, url: str, shown: str) -> None:
    assert ask(url).json() == json.loads(shown)


def test_the_message_that_is_shown_is_the_message(cup: Tournament) -> None:
    shown = json.loads(MESSAGE)
    webhook = cup.webhooks.create(url="https://example.org/")
    event = webhook.events.create(
        key=shown["id"],
        kind=WebhookEvent.Kind.RESULT_CONFIRMED.value,
        round_number=1,
        table=1,
        happened_at="2026-05-09T09:50:00+00:00",
        due="2026-05-09T09:50:00+00:00",
    )
    event.refresh_from_db()

    assert json.loads(json.dumps(body_of(event))) == shown


@pytest.mark.parametrize("kind", ["draw.published", "round.closed"])
def test_a_message_about_a_round_has_its_details(cup: Tournament, kind: str) -> None:
    services.tell(tournament=cup, kind=kind, round_number=1)
    cup.webhooks.create(url="https://example.org/")
    services.tell(tournament=cup, kind=kind, round_number=1)

    body: Any = body_of(WebhookEvent.objects.get())
    (row, _second) = ask("/api/v1/tournaments/cup/rounds").json()["items"]
    address = "https://domino.example/api/v1/tournaments/cup/rounds/1/tables"
    assert body["data"] == {"tournament": "cup", "round": 1, "url": address, "details": row}


def test_its_receiver_believes_what_is_genuine_and_fresh() -> None:
    told: dict[str, Any] = {}
    exec(CODE, told)  # noqa: S102 -- the documentation's own code is what is tested
    secret, now = signature.secret_of("nonce"), int(time.time())

    def believes(moment: int, body: bytes, secret: str = secret) -> bool:
        return bool(told["is_genuine"](secret, signature.headers("nonce", "7", moment, b"{}"), body))

    assert believes(now, b"{}")
    assert [believes(now, b"{ }"), believes(now - 301, b"{}"), believes(now, b"{}", signature.secret_of("x"))] == [
        False
    ] * 3


def test_the_pauses_are_those_that_are_kept() -> None:
    minutes = [pause.total_seconds() / 60 for pause in PAUSES]

    assert "after 20 seconds, 1, 5 and 15 minutes, 1, 3, 6 and 12 hours" in DOCS
    assert [round(each, 2) for each in minutes] == [0.33, 1, 5, 15, 60, 180, 360, 720]
