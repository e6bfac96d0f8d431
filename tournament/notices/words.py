"""What a notice says, at the moment at which it is sent or shown beforehand."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.access import tokens
from tournament.models import Invitation, Notice, Round, Tournament
from tournament.protocols.lists import TableLine, tables
from tournament.releases.queries import DRAW, seen

LONGEST_CHAT = 4096
"""Letters of a message in Telegram, counted in UTF-16."""


@dataclass(frozen=True)
class Words:
    """A message: its subject, the lines of its text, and the address that it leads to."""

    subject: str
    lines: tuple[str, ...]
    link: str

    @property
    def body(self) -> str:
        """All of it but the link, which follows in a line of its own."""
        return "\n".join([self.subject, "", *self.lines, ""])

    @property
    def text(self) -> str:
        """The whole of it."""
        return f"{self.body}\n{self.link}"

    def within(self, most: int = LONGEST_CHAT) -> str:
        """As much of it as a chat takes: whole lines, and always the subject and the link."""
        kept = list(self.lines)
        while kept and _length(self._cut(kept)) > most:
            kept.pop()
        return self._cut(kept)

    def _cut(self, kept: list[str]) -> str:
        left_out = ["…"] if len(kept) < len(self.lines) else []
        return "\n".join([self.subject, "", *kept, *left_out, "", self.link])


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def words_of(notice: Notice) -> Words | None:
    """What a notice says now, in its language; None while the public may not know it, or where it is over."""
    with override(notice.language):
        if notice.invitation is not None:
            return invitation_words(notice.invitation, notice.site)
        round_ = notice.tournament.rounds.filter(number=notice.round_number or 0).first()
        return draw_words(notice.tournament, round_, notice.site) if round_ else None


def draw_words(tournament: Tournament, round_: Round, site: str = "") -> Words | None:
    """The draw of a round as everybody may read it; None where he may not."""
    public = seen(tournament, official=False)
    if not public.may(DRAW, round_.number):
        return None
    lines = [_table(line.named(public.name)) for line in tables(round_)]
    subject = _("%(tournament)s. Round %(number)d: the draw") % {
        "tournament": " ".join(tournament.name.split()),
        "number": round_.number,
    }
    return Words(subject, tuple(lines), _root(site) + reverse("public:round", args=[tournament.slug, round_.number]))


def _table(line: TableLine) -> str:
    names = " — ".join(side.name for side in line.sides)
    if line.table is None:
        return _("Free: %(names)s") % {"names": names}
    return _("Table %(table)d: %(names)s") % {"table": line.table, "names": names}


def invitation_words(invitation: Invitation, site: str = "") -> Words | None:
    """An invitation with its link; None once it is over."""
    if invitation.ended:
        return None
    name = " ".join(invitation.tournament.name.split())
    until = date_format(localtime(invitation.expires_at, invitation.tournament.zone), "DATETIME_FORMAT")
    return Words(
        subject=_("Invitation to «%(tournament)s»") % {"tournament": name},
        lines=(
            _("You are invited as: %(role)s.") % {"role": invitation.get_role_display()},
            _("The link below holds for you alone, once, until %(time)s.") % {"time": until},
        ),
        link=_root(site) + reverse("access:accept", args=[tokens.invitation_of(invitation.nonce)]),
    )


def _root(site: str) -> str:
    return settings.PUBLIC_URL or site.rstrip("/")
