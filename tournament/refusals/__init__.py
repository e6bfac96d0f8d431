"""What the program refuses beside the rules of the game: a sentence for each code, by what it is about."""

from collections.abc import Mapping
from typing import Any

from .draws import DRAWS
from .entries import ENTRIES
from .files import FILES
from .installation import INSTALLATION
from .papers import PAPERS
from .people import PEOPLE
from .protocols import PROTOCOLS

REFUSALS: Mapping[str, Any] = {**ENTRIES, **DRAWS, **PROTOCOLS, **PEOPLE, **FILES, **PAPERS, **INSTALLATION}
