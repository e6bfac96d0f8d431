"""Who is who: accounts, players, clubs, and the officials of each tournament."""

import unicodedata
from collections.abc import Iterable

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def search_key(text: str) -> str:
    """The form in which names are compared and searched: no case, no accents, ё as е, single spaces.

    SQLite's own search knows the case of ASCII letters only.

    >>> search_key("  Королёв  Пётр ")
    'королев петр'
    >>> search_key("Núñez")
    'nunez'
    """
    # PostgreSQL keeps no NUL, and can't be asked for one: what stands for it is in nobody's name.
    plain = unicodedata.normalize("NFKD", " ".join(text.replace("\0", "\ufffd").split()).casefold())
    # й is и with a breve in NFKD: only marks that are no part of a Russian letter's identity go.
    kept = "".join(c for c in plain if not unicodedata.combining(c) or c == "\u0306")
    return unicodedata.normalize("NFC", kept)


class User(AbstractUser):
    """An account of an official. Players need none."""

    # How often all its sessions were ended at once: what a session was given at its log-in holds no more after that.
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)

    def get_session_auth_hash(self) -> str:
        """By what a session is known to be this account's; another after all of them were ended."""
        by_password = super().get_session_auth_hash()
        if not self.sessions_ended:
            return by_password
        return salted_hmac("accounts.sessions", f"{by_password}:{self.sessions_ended}", algorithm="sha256").hexdigest()

    def get_session_auth_fallback_hash(self) -> Iterable[str]:
        """The same by secrets of the installation that were in use before; none once sessions were ended."""
        return () if self.sessions_ended else super().get_session_auth_fallback_hash()

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Club(models.Model):
    """A club or school that players and entries belong to."""

    name = models.CharField(max_length=200)
    search_key = models.CharField(max_length=200, unique=True, editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.search_key = search_key(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]


class Player(models.Model):
    """A person who plays. Two persons may have one name: the club tells them apart."""

    name = models.CharField(max_length=200)
    search_key = models.CharField(max_length=200, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="players")

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["search_key"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.search_key = search_key(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]


class Staff(models.Model):
    """A role of an account in one tournament; an account may hold several."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", pgettext_lazy("role", "Organiser")
        CHIEF_REFEREE = "chief_referee", pgettext_lazy("role", "Chief referee")
        SECRETARY = "secretary", pgettext_lazy("role", "Secretary")
        REFEREE = "referee", pgettext_lazy("role", "Referee")

    user = models.ForeignKey(User, models.CASCADE, related_name="posts")
    tournament = models.ForeignKey("tournament.Tournament", models.CASCADE, related_name="staff")
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    # Referees aren't sent to a table at which their own club plays (R13.5).
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="officials")

    class Meta:
        ordering = ["role", "user__last_name", "user__username"]
        constraints = [models.UniqueConstraint(fields=["user", "tournament", "role"], name="staff_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
