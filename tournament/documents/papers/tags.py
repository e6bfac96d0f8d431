"""Name tags of players and officials, to be cut: printed for a tournament, neither recorded nor sealed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Entry, EntryMember, Staff, Tournament
from tournament.phrases import Refused

from . import qr
from .sheet import page_class

ENTRIES_IN_A_FILE = 100
ON_A_SHEET = 10
LONG, LONGEST = 26, 70  # so many letters of a name ask for smaller ones


@dataclass(frozen=True)
class Tag:
    """A name tag; role: the number of the entry, or what the official is. size: "", `long` or `longest`.

    A player's QR code leads officials to the check-in of his entry and anybody else to its page; that of an official
    to the tournament's public page.
    """

    name: str
    role: str
    origin: str
    size: str
    address: str
    qr: str


@dataclass(frozen=True)
class Tags:
    """The tags sheet by sheet."""

    sheets: tuple[tuple[Tag, ...], ...]
    page: str


def tags(tournament: Tournament, *, sheet: str, site: str, first: int, most: int) -> Tags:
    """The tags of the entries from number `first` on, at most so many entries; with the first, those of the officials.

    sheet: `a4` or `letter`; site: the address the program was asked at, where PUBLIC_URL isn't set. Raises Refused
    where there is nobody.
    """
    base = settings.PUBLIC_URL or site.rstrip("/")
    everyone = [*_players(tournament, first, most, base), *(_officials(tournament, base) if first == 1 else ())]
    if not everyone:
        raise Refused("tags.nobody")
    return Tags(
        sheets=tuple(tuple(everyone[at : at + ON_A_SHEET]) for at in range(0, len(everyone), ON_A_SHEET)),
        page=page_class(sheet, landscape=False),
    )


def _players(tournament: Tournament, first: int, most: int, base: str) -> Iterator[Tag]:
    """Those who play now, in the order of entries; who has withdrawn needs no tag."""
    members = Prefetch("members", EntryMember.objects.filter(to_round=None).select_related("player__club"))
    entries = tournament.entries.filter(number__gte=first, withdrawn_from=None).select_related("club")
    role = _("Player No. %(number)d") if tournament.is_individual else _("Pair No. %(number)d")
    for entry in entries.prefetch_related(members)[:most]:
        leads = _leads_to(base + reverse("public:tag", args=[tournament.slug, entry.number]))
        for member in entry.members.all():
            yield _tag(member.player.name, role % {"number": entry.number}, _origin(entry, member), leads)


def _origin(entry: Entry, member: EntryMember) -> str:
    club = entry.club or member.player.club
    return ", ".join(text for text in (club.name if club else "", entry.country) if text)


def _officials(tournament: Tournament, base: str) -> Iterator[Tag]:
    """One for each official, with all his roles."""
    posts: dict[str, list[str]] = {}
    for post in tournament.staff.select_related("user").order_by("user__last_name", "user__username", "pk"):
        posts.setdefault(str(post.user), []).append(str(Staff.Role(post.role).label))
    leads = _leads_to(base + reverse("public:tournament", args=[tournament.slug]))
    yield from (_tag(name, ", ".join(roles), "", leads) for name, roles in posts.items())


def _leads_to(address: str) -> tuple[str, str]:
    """An address and its QR code."""
    return address, qr(address)


def _tag(name: str, role: str, origin: str, leads: tuple[str, str]) -> Tag:
    size = "longest" if len(name) > LONGEST else "long" if len(name) > LONG else ""
    return Tag(name, role, origin, size, *leads)
