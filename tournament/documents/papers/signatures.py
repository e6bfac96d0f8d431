"""How players have answered a sheet, as papers show it: what they drew, how and when (R11.3)."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from tournament.protocols.tables import ink_lines

from .times import clock

# How a player answered the sheet (R11.3).
HOW = {
    "drawn": gettext_lazy("signed with a finger %(time)s"),
    "pin": gettext_lazy("signed by PIN %(time)s"),
    "paper": gettext_lazy("signed %(time)s"),
    "refused": gettext_lazy("refused %(time)s"),
}
PEN = 'fill="none" stroke="#000" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"'


@dataclass(frozen=True)
class SignatureBox:
    """Where a player signs; `at` is the time at which he did, before a witness, `how` says in which way.

    ink: what he drew, as the address of an image; reason: why he refused. revision: the one whose text he signed, where
    the sheet was corrected since: he didn't sign what stands here.
    """

    seat: int
    player: str
    at: str
    how: str
    ink: str
    reason: str
    revision: int | None = None


def signature_boxes(content: Mapping[str, Any]) -> Iterable[SignatureBox]:
    signed = {signature["seat"]: signature for signature in content["signatures"]}
    for line in content["seats"]:
        given = signed.get(line["seat"], {})
        revision = given.get("revision")
        yield SignatureBox(
            seat=line["seat"],
            player=line["player"],
            at=(at := clock(given.get("at"), content)),
            # Papers of the first version know signatures on paper only.
            how=str(HOW[given.get("how", "paper")]) % {"time": at} if given else "",
            ink=_ink(given.get("strokes")),
            reason=given.get("reason", ""),
            revision=revision if revision is not None and revision < content["revision"] else None,
        )


def _ink(strokes: Iterable[Sequence[Sequence[int]]] | None) -> str:
    """What a finger drew as an image that the paper carries itself; it is drawn from whole numbers alone."""
    lines = "".join(f'<polyline points="{line}"/>' for line in ink_lines(strokes))
    if not lines:
        return ""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400"><g {PEN}>{lines}</g></svg>'
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode("ascii")).decode("ascii")
