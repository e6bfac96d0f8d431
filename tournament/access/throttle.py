"""Wrong codes, and what the public sends, are counted: by browser, by address, over all, in windows of ten minutes.

A code has 40 bits and a hall some hundred that are in force, so a guess hits once in two thousand million times. Over
all two thousand are free in ten minutes, less than three hundred thousand a day: the chance is below one in five
thousand for a whole day of trying by everybody together. A browser has ten. An address has two hundred, for a
whole hall stands behind one: its referees may mistype, and none of them locks the others out by ten mistakes.

Who throws his cookies away has as many browsers as he likes, and uses up what an address has, or everybody: then it is
new browsers that wait, and read that the picture on the card always works. Those that have shown who they are, by an
account or by a card of theirs, have their own ten, and are counted by it however many browsers it has.

The counts live in the cache; without Redis each process has its own. When the cache is away, nothing is counted.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest
from django.middleware.csrf import get_token

from . import queries

SECONDS = 600
BROWSER, ADDRESS, EVERYBODY = 10, 200, 2_000


@dataclass(frozen=True)
class Throttle:
    """What is counted under a name, and how often it is free in ten minutes."""

    name: str
    browser: int
    address: int
    everybody: int
    proof: Callable[[HttpRequest], str] = lambda _request: ""
    """What a browser has shown of who it is; empty: nothing."""

    def is_blocked(self, request: HttpRequest) -> bool:
        """Whether too many came from this browser, from this address, or over all."""
        return any((cache.get(key) or 0) >= limit for key, limit in self._limits(request))

    def count(self, request: HttpRequest) -> None:
        """One more from this browser."""
        for key, _limit in self._counts(request):
            cache.add(key, 0, SECONDS)
            # A window that has ended between the two, or a cache that is away.
            with suppress(ValueError):
                cache.incr(key)

    def _limits(self, request: HttpRequest) -> list[tuple[str, int]]:
        """What binds this browser: one that is known by more than a cookie is bound by its own count alone."""
        known = [(key, limit) for key, limit in self._counts(request) if key.startswith(f"{self.name}/known/")]
        return known or list(self._counts(request))

    def _counts(self, request: HttpRequest) -> Iterator[tuple[str, int]]:
        """The keys of what is counted, with their limits. The browser is known by its cookie against forged forms."""
        if proof := self.proof(request):
            yield f"{self.name}/known/{_short(proof)}", self.browser
        get_token(request)
        browser = request.META.get("CSRF_COOKIE", "")
        yield f"{self.name}/all", self.everybody
        yield f"{self.name}/address/{_short(request.META.get('REMOTE_ADDR', ''))}", self.address
        yield f"{self.name}/browser/{_short(browser)}", self.browser


def _account_or_card(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"account {request.user.pk}"
    held = queries.links_held(request)
    return f"card {held[0].pk}" if held else ""


CODES = Throttle("codes", BROWSER, ADDRESS, EVERYBODY, proof=_account_or_card)


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]
