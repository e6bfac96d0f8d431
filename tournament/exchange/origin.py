"""Where a tournament file comes from: signed by the installation that wrote it, and checked where it is read.

The signature is Ed25519 over the document as canonical JSON, the origin without the signature included. Its key is made
at the first file and kept beside the data. Who holds a key calls himself as he likes: so an origin is known by the
fingerprint of its key, which people compare.
"""

import base64
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

Data = Mapping[str, Any]
UNCHANGED, CHANGED, UNSIGNED = "unchanged", "changed", "unsigned"


@dataclass(frozen=True)
class Origin:
    """What a file says of where it comes from, and whether it holds.

    state: `unchanged` since it was signed, `changed`, or `unsigned`. name: what the installation calls itself; key: its
    public key; version: of the tournament there; at: when it was written. own: by this installation.
    """

    state: str
    name: str = ""
    key: str = ""
    version: int = 0
    at: str = ""

    @property
    def fingerprint(self) -> str:
        """Sixteen letters and digits by which people compare keys."""
        return fingerprint(self.key) if self.key else ""

    @property
    def own(self) -> bool:
        return self.state == UNCHANGED and self.key == own_key()

    def __str__(self) -> str:
        """The verdict as a sentence."""
        if self.state == UNSIGNED:
            return _("The file isn't signed: nobody says where it comes from.")
        said = {"name": self.name, "key": self.fingerprint, "at": self.at}
        if self.state == CHANGED:
            return _("The file was changed after “%(name)s” had signed it (key %(key)s).") % said
        if self.own:
            return _("Written by this installation on %(at)s, unchanged since.") % said
        return _("From “%(name)s” (key %(key)s), written on %(at)s, unchanged since.") % said


def signed(document: Data, version: int) -> dict[str, Any]:
    """The document with its origin; version: of the tournament, by which a later file is told from an earlier one."""
    private = _private_key()
    origin = {
        "name": installation_name(),
        "version": version,
        "at": timezone.now().isoformat(timespec="seconds"),
        "key": _text(private.public_key().public_bytes_raw()),
    }
    whole = {**document, "origin": origin}
    return whole | {"origin": origin | {"signature": _text(private.sign(_canonical(whole)))}}


def origin_of(document: Any) -> Origin:
    """What a document says of its origin, and whether that holds. Its shape needn't be right otherwise."""
    said = document.get("origin") if isinstance(document, dict) else None
    if not isinstance(said, dict):
        return Origin(UNSIGNED)
    unsigned = {key: value for key, value in said.items() if key != "signature"}
    whole = {**document, "origin": unsigned}
    state = UNCHANGED if _holds(said, _canonical(whole)) else CHANGED
    version = said.get("version")
    return Origin(
        state,
        name=str(said.get("name", ""))[:200],
        key=str(said.get("key", ""))[:100],
        version=version if isinstance(version, int) else 0,
        at=str(said.get("at", ""))[:40],
    )


def _holds(said: Data, whole: bytes) -> bool:
    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(said["key"], validate=True))
        public.verify(base64.b64decode(said["signature"], validate=True), whole)
    except (KeyError, ValueError, TypeError, InvalidSignature):
        return False
    return True


def installation_name() -> str:
    """What this installation calls itself: INSTALLATION_NAME, else its address."""
    return str(settings.INSTALLATION_NAME or settings.PUBLIC_URL.partition("://")[2] or "domino")[:200]


def own_key() -> str:
    """The public key of this installation."""
    return _text(_private_key().public_key().public_bytes_raw())


def fingerprint(key: str) -> str:
    """Sixteen letters and digits of a key, in fours."""
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


def _private_key() -> Ed25519PrivateKey:
    place = Path(settings.DATA_DIR) / "origin_key"
    if not place.exists():
        made = Ed25519PrivateKey.generate().private_bytes_raw()
        beside = place.with_name(f".origin_key.{os.getpid()}")
        beside.touch(mode=0o600)
        beside.write_text(_text(made), encoding="ascii")
        try:
            # Of two processes that begin at once the first one's key stays.
            os.link(beside, place)
        except FileExistsError:
            pass
        finally:
            beside.unlink(missing_ok=True)
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(place.read_text(encoding="ascii")))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _canonical(document: Data) -> bytes:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
