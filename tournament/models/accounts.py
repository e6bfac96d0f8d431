"""How an account gets in: where it is logged in, the codes that stand in for its authenticator, and the invitations by
which somebody becomes an official.
"""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django_otp.models import Device, ThrottlingMixin, TimestampMixin

from .people import Staff
from .planning import Tournament


class SignIn(models.Model):
    """A browser in which an account is logged in. It ends with the session, whichever way that ends."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_ins")
    # What the browser says of itself.
    agent = models.CharField(max_length=300, blank=True)
    address = models.CharField(max_length=45, blank=True)
    signed_in_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-signed_in_at"]

    def __str__(self) -> str:
        return f"{self.user}: {self.agent}"


class RecoveryCodes(TimestampMixin, ThrottlingMixin, Device):  # type: ignore[misc] # django_otp is untyped
    """The recovery codes of an account, as a device of django-otp; its own kind keeps the codes themselves."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    def get_throttle_factor(self) -> int:
        """Seconds after the first wrong code; doubled with each further one."""
        return 1

    def verify_token(self, token: str) -> bool:
        """Whether it is one of the codes that are left; it is used up by that."""
        allowed, _why = self.verify_is_allowed()
        if not allowed:
            return False
        used, _each = self.codes.filter(code_hmac=recovery_fingerprint(self.user_id, token)).delete()
        if not used:
            self.throttle_increment()
            return False
        self.throttle_reset(commit=False)
        self.set_last_used_timestamp(commit=False)
        self.save()
        return True


class RecoveryCode(models.Model):
    """One of them that hasn't been used: what is kept of it."""

    device = models.ForeignKey(RecoveryCodes, models.CASCADE, related_name="codes")
    code_hmac = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "code_hmac"], name="recovery_code_once")]

    def __str__(self) -> str:
        return "…"


def recovery_fingerprint(user: int, code: str) -> str:
    """What is kept of a recovery code: with the installation's secret, for all of them can be tried out."""
    return salted_hmac("accounts.recovery_code", f"{user}/{code}", algorithm="sha256").hexdigest()


class Invitation(models.Model):
    """A way for one person to become an official of a tournament: once, for some days, and until it is withdrawn.

    The token of its address isn't kept: it follows from `nonce` and the secret of the installation (access/tokens.py).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=Staff.Role.choices)
    # Where it is sent; empty: the organiser hands the address over himself.
    email = models.EmailField(blank=True)
    nonce = models.CharField(max_length=32, unique=True)
    token_sha256 = models.CharField(max_length=64, unique=True)
    # The address at which the program was asked, for the link where PUBLIC_URL isn't set.
    site = models.CharField(max_length=270, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.get_role_display()}"

    @property
    def ended(self) -> str:
        """Why it opens nothing any more: `accepted`, `revoked` or `expired`; empty while it does."""
        if self.accepted_at:
            return "accepted"
        if self.revoked_at:
            return "revoked"
        return "expired" if self.expires_at <= timezone.now() else ""
