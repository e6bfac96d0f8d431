"""The Federation's rules with partidas of a number of deals: the default of a new tournament."""

from __future__ import annotations

from typing import Final

from scoring.presets import fdr

TITLE: Final = "Russian Domino Federation, 12 deals"

VALUES: Final[dict[str, object]] = fdr.VALUES | {
    "target": None,  # the number of deals is the length
    "deals": 12,  # ours: FDR allows any multiple of four
    # The walkover credit stays 200: a deals event must name it (R8.2). The bye of 200 and 100: ours.
}
