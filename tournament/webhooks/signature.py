"""What makes a message genuine: the headers of the Standard Webhooks specification, so that its libraries check ours.

The signature covers the message's id, the moment of sending and the body. A receiver that refuses what was sent more
than five minutes ago can't be told the same thing again by whoever has listened in.
"""

import hmac
from base64 import b64encode
from hashlib import sha256

from django.utils.crypto import salted_hmac

PREFIX = "whsec_"


def secret_of(nonce: str) -> str:
    """The secret of an address as it is shown to people: `whsec_` and 32 bytes in base64."""
    return PREFIX + b64encode(_key_of(nonce)).decode()


def headers(nonce: str, key: str, moment: int, body: bytes) -> dict[str, str]:
    """The headers of a message.

    key: its id; moment: when it is sent, in seconds since 1970.
    """
    digest = hmac.new(_key_of(nonce), f"{key}.{moment}.".encode() + body, sha256).digest()
    return {
        "webhook-id": key,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }


def _key_of(nonce: str) -> bytes:
    """Follows from the nonce and the secret of the installation: a copy of the database alone signs nothing."""
    return salted_hmac("webhooks.secret", nonce, algorithm="sha256").digest()
