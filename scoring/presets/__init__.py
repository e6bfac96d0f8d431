"""Ready regulations, one data file each, every value with its source beside it.

The files are plain data below the rules; :func:`scoring.preset` makes :class:`scoring.Regulations` of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from scoring.presets import (
    brazil_150,
    club_100,
    fdr,
    fdr_deals,
    femundo_2025,
    sanctions_fdr,
    sanctions_femundo_2025,
    spain_200,
    spain_300,
    venezuela,
)
from scoring.presets.sanctions import Sanctions


@dataclass(frozen=True)
class Preset:
    """A named set of regulations as data.

    ``values`` has every field of the regulations; ``final`` the fields that its source changes for a final
    (R3.5).
    """

    name: str
    title: str
    values: Mapping[str, Any]
    final: Mapping[str, Any] = field(default_factory=dict)


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "fdr_deals": Preset("fdr_deals", fdr_deals.TITLE, fdr_deals.VALUES),
        "fdr": Preset("fdr", fdr.TITLE, fdr.VALUES),
        "femundo_2025": Preset("femundo_2025", femundo_2025.TITLE, femundo_2025.VALUES),
        "venezuela": Preset("venezuela", venezuela.TITLE, venezuela.VALUES),
        "spain_200": Preset("spain_200", spain_200.TITLE, spain_200.VALUES, spain_200.FINAL),
        "spain_300": Preset("spain_300", spain_300.TITLE, spain_300.VALUES),
        "brazil_150": Preset("brazil_150", brazil_150.TITLE, brazil_150.VALUES),
        "club_100": Preset("club_100", club_100.TITLE, club_100.VALUES),
    }
)
"""Preset name → preset, in the order in which a form offers them; the first is a new tournament's default."""

SANCTIONS: Final[Mapping[str, Sanctions]] = MappingProxyType(
    {
        "fdr": sanctions_fdr.SANCTIONS,
        "femundo_2025": sanctions_femundo_2025.SANCTIONS,
        "none": Sanctions("none", "No table: the referee decides freely", {}, scope="partida"),
    }
)
"""Name → table of infractions (R10.1); the regulations name one of them."""
