"""Where an account is logged in, and how it proves itself."""

import re
from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime

import segno
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django_otp import devices_for_user
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.models import RecoveryCode, SignIn, User

from . import presence

# What browsers call themselves, the first that is found; several name others beside themselves.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "YaBrowser": "Yandex",
    "Firefox": "Firefox",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


class FactorNeeded(Exception):
    """An account has to set its second factor up, or to prove it, before it may go on."""


def device_words(agent: str) -> str:
    """A browser and its system, as far as they say.

    >>> device_words("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36")
    'Chrome, Android'
    >>> device_words("curl/8")
    'curl/8'
    """
    found = [
        next((name for mark, name in known.items() if re.search(rf"\b{mark}\b|{mark}/", agent)), "")
        for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or agent[:40] or "—"


@dataclass(frozen=True)
class SignedIn:
    """A browser in which an account is logged in; heard: when it last asked for something, None where not known."""

    key: str
    user: int
    device: str
    address: str
    since: datetime
    heard: datetime | None
    here: bool


def signed_in(users: list[User], here: str | None = None) -> list[SignedIn]:
    """The sessions of accounts, the newest first; here: the key of the reader's own."""
    rows = list(SignIn.objects.filter(user__in=users).select_related("session"))
    heard = presence.heard(rows)
    return [
        SignedIn(
            key=row.session_id,
            user=row.user_id,
            device=device_words(row.agent),
            address=row.address,
            since=row.signed_in_at,
            heard=heard.get(row.session_id),
            here=row.session_id == here,
        )
        for row in rows
    ]


# -- the second factor ------------------------------------------------------------------------------------------------


def has_factor(user: User | AnonymousUser) -> bool:
    """Whether an account has set a second factor up."""
    return isinstance(user, User) and TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def lacks_factor(request: HttpRequest, *, organiser: bool = False, administrator: bool = False) -> bool:
    """Whether a request must not go on before its account has proven itself, by what the installation asks of it.

    Of an administrator a server always asks it; a laptop, which nobody reaches from outside, where it is told to.
    """
    asked = {"": False, "organisers": organiser or administrator, "all": True}.get(settings.SECOND_FACTOR, True)
    asked = asked or (administrator and settings.HTTPS)
    proven = getattr(request.user, "is_verified", None)
    return asked and not (proven and proven())


def new_factor(user: User) -> TOTPDevice | None:
    """The factor that is being set up, until its first code has proven it."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def recovery_codes_left(user: User) -> int:
    """How many recovery codes haven't been used."""
    return RecoveryCode.objects.filter(device__user=user, device__confirmed=True).count()


def qr_of(device: TOTPDevice) -> str:
    """What an authenticator scans, as a data address."""
    return str(
        segno.make(device.config_url, error="m", micro=False).svg_data_uri(
            border=4, light="#fff", xmldecl=False, svgns=True
        )
    )


def secret_of(device: TOTPDevice) -> str:
    """The secret for who types it: base 32, in fours."""
    letters = b32encode(device.bin_key).decode().rstrip("=")
    return " ".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def seconds_locked(user: User) -> int:
    """For how long no code is taken after wrong ones; 0: one may be tried."""
    waits = []
    for device in devices_for_user(user):
        allowed, why = device.verify_is_allowed()
        if not allowed and why and "locked_until" in why:
            waits.append(why["locked_until"])
    if not waits:
        return 0
    left: float = (max(waits) - timezone.now()).total_seconds()
    return max(1, round(left))
