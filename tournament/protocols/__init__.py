"""The official sheets of partidas (R11): written deal by deal, signed, confirmed, corrected."""
