"""PINs by which pairs sign protocols: made, kept as hashes, compared."""

import secrets

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.crypto import get_random_string

SHORTEST, LONGEST = 4, 6
PIN = rf"^[0-9]{{{SHORTEST},{LONGEST}}}\Z"
# Ten thousand PINs of four digits can be tried through in any case: what protects them is that wrong tries lock. So
# a hash needn't take the half second that a password's does, for a hundred pairs at once.
ROUNDS = 20_000


def new_pin() -> str:
    """A PIN of four digits by chance."""
    return "".join(secrets.choice("0123456789") for _ in range(SHORTEST))


def hashed(pin: str) -> str:
    """A PIN as it is kept."""
    return PBKDF2PasswordHasher().encode(pin, get_random_string(16), iterations=ROUNDS)


def fits(pin: str, kept: str) -> bool:
    """Whether this is the PIN that was kept."""
    return PBKDF2PasswordHasher().verify(pin, kept)
