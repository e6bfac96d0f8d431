"""What opens a table: the token in the address of its QR code, and the short code beside it.

Both follow from the link's nonce and the secret of the installation, so that a lost sheet is printed again without
spoiling those that lie on the tables, and a copy of the database alone opens nothing.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from django.utils.crypto import salted_hmac

from tournament.models.documents import CODE_ALPHABET

LETTERS = 8
"""Of a code: 31 to the 8th, 40 bits."""
CODE = re.compile(f"[{CODE_ALPHABET}]{{{LETTERS}}}")
# Cyrillic letters that look like Latin ones, for who types on a Russian keyboard what he reads.
LOOKALIKES = str.maketrans("АВЕЗКМНРСТУХ", "ABE3KMHPCTYX")


def new_nonce() -> str:
    """128 bits of chance."""
    return secrets.token_hex(16)


def token_of(nonce: str) -> str:
    """The token of the link's address: 128 bits, 22 letters."""
    digest = salted_hmac("access.table_link.token", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def invitation_of(nonce: str) -> str:
    """The token of an invitation's address: as long, and no link's."""
    digest = salted_hmac("access.invitation.token", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def code_of(nonce: str) -> str:
    """The link's short code, as `normalised` gives it."""
    number = int.from_bytes(salted_hmac("access.table_link.code", nonce, algorithm="sha256").digest())
    letters = []
    for _ in range(LETTERS):
        number, place = divmod(number, len(CODE_ALPHABET))
        letters.append(CODE_ALPHABET[place])
    return "".join(letters)


def grouped(code: str) -> str:
    """A code as it is printed.

    >>> grouped("7KQM2XRA")
    '7KQM-2XRA'
    """
    return f"{code[:4]}-{code[4:]}"


def normalised(typed: str) -> str | None:
    """A code however it was typed: any case, gaps, dashes, Cyrillic lookalikes; None if it can't be one.

    >>> normalised(" 7кqм 2хrа")
    '7KQM2XRA'
    """
    letters = re.sub(r"[\s.\-–—_]", "", typed).upper().translate(LOOKALIKES)
    return letters if CODE.fullmatch(letters) else None


def token_fingerprint(token: str) -> str:
    """What is kept of a token: it is long enough for a plain SHA-256."""
    return sha256(token.encode()).hexdigest()


def code_fingerprint(code: str) -> str:
    """What is kept of a code: with the installation's secret, for all short codes can be tried out."""
    return salted_hmac("access.table_link.kept", code, algorithm="sha256").hexdigest()
