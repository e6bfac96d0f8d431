"""The seal on a paper and its check: the only package that knows pyHanko.

A seal is a PAdES signature (SHA-256) that certifies the whole file and allows no change. The certificate is the
organisation's, from PKCS#12 (`SEAL_PKCS12`) or PEM files (`SEAL_KEY`, `SEAL_CERTIFICATE`); without one a development
authority is made in `DATA_DIR/seal` at first use. Trust goes to the authority that issued the certificate: after a
renewal old papers stay genuine. With `SEAL_TIMESTAMP_URL` each seal carries the word of a time stamp authority.

From top to bottom: seals | checking → stamps → keys.
"""

from .checking import SealCheck, Verdict, check, check_strange
from .keys import is_development
from .seals import bytes_reserved, seal

__all__ = ["SealCheck", "Verdict", "bytes_reserved", "check", "check_strange", "is_development", "seal"]
