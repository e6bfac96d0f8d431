"""One tournament with one of everything that an address of the desk can name."""

from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from tests.factories import (
    ClubFactory,
    EntryRequestFactory,
    PartidaFactory,
    PaymentFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    UserFactory,
)
from tournament.access.services import invite
from tournament.audit.services import Author
from tournament.models import (
    Batch,
    Document,
    Player,
    Protest,
    ProtocolRevision,
    Ruling,
    Staff,
    TimetableLine,
    Tournament,
)
from tournament.photos.picture import Picture
from tournament.photos.services import add as add_photo
from tournament.protocols.queries import sheet


def desk_routes() -> dict[str, URLPattern]:
    """The routes of the desk that belong to one tournament."""
    found = {}
    for feature in get_resolver().url_patterns:
        for route in getattr(feature, "url_patterns", []):
            address = f"{feature.pattern}{route.pattern}"
            if address.startswith("desk/<slug:slug>/"):
                found[f"{feature.app_name}:{route.name}"] = route
    return found


@dataclass(frozen=True)
class Scene:
    """A tournament with one of everything that an address can name."""

    cup: Tournament
    arguments: dict[str, Any]

    def address(self, route: str) -> str:
        return reverse(route, kwargs={name: self.arguments[name] for name in desk_routes()[route].pattern.converters})


def built() -> Scene:
    """A new tournament in play with one of everything else; a rehearsal, so that its acts are there, too."""
    cup = TournamentFactory(is_rehearsal=True)
    round_ = RoundFactory(stage=StageFactory(tournament=cup, system="knockout"))
    protocol = ProtocolFactory(partida=PartidaFactory(round=round_))
    Ruling.objects.create(partida=protocol.partida, number=1, data={"code": "noise", "seat": 1}, made_at=timezone.now())
    Protest.objects.create(protocol=protocol, number=1, side="a", text="Не так", lodged_at=timezone.now())
    ProtocolRevision.objects.create(
        protocol=protocol, number=1, content=sheet(protocol.partida).as_dict(), sha256="", made_at=timezone.now()
    )
    document = Document.objects.create(
        tournament=cup,
        kind=Document.Kind.PROTOCOL.value,
        protocol=protocol,
        language="ru",
        content={"round": 1, "table": 1},
        state=Document.State.FAILED,
    )
    batch = Batch.objects.create(
        tournament=cup, round=round_, kind=Document.Kind.PROTOCOL.value, language="ru", created_at=timezone.now()
    )
    add_photo(partida=protocol.partida, picture=Picture(b"", "0" * 64, 1, 1), chief=True, by=Author())
    post = Staff.objects.create(tournament=cup, user=UserFactory(), role=Staff.Role.REFEREE.value)
    entry = protocol.partida.seats.get(number=1).entry
    EntryRequestFactory(tournament=cup, number=1)
    PaymentFactory(entry=entry, number=1)
    return Scene(
        cup,
        {
            "slug": cup.slug,
            "stage": 1,
            "number": 1,
            "table": protocol.partida.table,
            "ruling": 1,
            "protest": 1,
            "revision": 1,
            "slot": 1,
            "code": document.code,
            "batch": batch.pk,
            "seat": 1,
            "sha256": "0" * 64,
            "pk": post.pk,
            "after": 1,
            "entry": entry.number,
            "receipt": 1,
            "kept": entry.members.get(slot=1).player_id,
            "gone": Player.objects.create(name="Двойник").pk,
            "kept_club": ClubFactory().pk,
            "gone_club": ClubFactory().pk,
            "line": TimetableLine.objects.create(tournament=cup, starts_at=timezone.now(), title="Обед").pk,
            "invitation": invite(tournament=cup, role="referee", by=Author()).pk,
            "webhook": cup.webhooks.create(url="https://example.org/").pk,
            "what": "standings",
            "kind": "csv",
        },
    )
