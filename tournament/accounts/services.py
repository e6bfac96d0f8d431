"""Logging in and out, and the second factor."""

import secrets
from base64 import b32encode

from django.contrib.auth import login, update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django_otp import login as prove
from django_otp import match_token
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.models import RecoveryCode, RecoveryCodes, SignIn, User, recovery_fingerprint
from tournament.phrases import Refused

from . import queries

RECOVERY_CODES = 10
LONGEST_AGENT = 300


def sign_in(request: HttpRequest, user: User, backend: str, *, code: str = "") -> None:
    """Log an account in here, and note in which browser. Its second factor, if it has one, is proven by this code."""
    device = None
    if queries.has_factor(user):
        device = _matched(user, code)
    login(request, user, backend=backend)
    if device is not None:
        prove(request, device)
    note(request, user)


def note(request: HttpRequest, user: User) -> None:
    """Note in which browser an account is logged in."""
    request.session.save()
    SignIn.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={
            "user": user,
            "agent": request.META.get("HTTP_USER_AGENT", "").replace("\x00", "")[:LONGEST_AGENT],
            "address": request.META.get("REMOTE_ADDR", "")[:45],
        },
    )


def _matched(user: User, code: str) -> object:
    """The device that has made this code; a wrong one is counted, and after several the next has to wait."""
    if seconds := queries.seconds_locked(user):
        raise Refused("factor.locked", field="code", seconds=seconds)
    device = match_token(user, code)
    if device is None:
        raise Refused("factor.wrong", field="code")
    return device


# -- sessions ---------------------------------------------------------------------------------------------------------


def end_session(*, user: User, key: str) -> None:
    """Log an account out in one of its browsers."""
    if not SignIn.objects.filter(user=user, session=key).exists():
        raise Refused("session.ended")
    Session.objects.filter(pk=key).delete()


def end_sessions(*, user: User, request: HttpRequest | None = None) -> None:
    """Log an account out everywhere, in browsers that nobody has noted, too; but not in that of `request`."""
    with transaction.atomic():
        mine = request.session.session_key if request else None
        Session.objects.filter(pk__in=user.sign_ins.exclude(session=mine).values("session")).delete()
        User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    user.refresh_from_db(fields=["sessions_ended"])
    if request:
        update_session_auth_hash(request, user)
        note(request, user)


# -- the second factor ------------------------------------------------------------------------------------------------


def begin_factor(*, user: User) -> TOTPDevice:
    """A factor to be set up: another secret each time it is begun anew."""
    if queries.has_factor(user):
        raise Refused("factor.there")
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user, confirmed=False).delete()
        return TOTPDevice.objects.create(user=user, name="TOTP", confirmed=False)


def confirm_factor(*, user: User, code: str, request: HttpRequest) -> list[str]:
    """The first code of an authenticator proves that it has the secret. Returns the recovery codes, shown this once."""
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
        if device is None:
            raise Refused("factor.not_begun")
        if not device.verify_token(code):
            wrong = True
        else:
            wrong = False
            device.confirmed = True
            device.save()
    if wrong:
        raise Refused("factor.wrong", field="code")
    prove(request, device)
    return new_recovery_codes(user=user)


def new_recovery_codes(*, user: User) -> list[str]:
    """Codes that stand in for the authenticator, each once; the former ones hold no more."""
    with transaction.atomic():
        RecoveryCodes.objects.filter(user=user).delete()
        device = RecoveryCodes.objects.create(user=user, name="recovery", confirmed=True)
        codes = [_new_code() for _ in range(RECOVERY_CODES)]
        RecoveryCode.objects.bulk_create(
            RecoveryCode(device=device, code_hmac=recovery_fingerprint(user.pk, code)) for code in codes
        )
    return codes


def _new_code() -> str:
    """40 bits of chance, in eight letters and digits."""
    return b32encode(secrets.token_bytes(5)).decode().lower()


def renew_recovery_codes(*, user: User, code: str) -> list[str]:
    """New recovery codes, for who proves himself once more."""
    _matched(user, code)
    return new_recovery_codes(user=user)


def remove_factor(*, user: User, code: str) -> None:
    """Log in without a second factor from now on, for who proves himself once more."""
    _matched(user, code)
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user).delete()
        RecoveryCodes.objects.filter(user=user).delete()
