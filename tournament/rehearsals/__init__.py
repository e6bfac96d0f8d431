"""Rehearsals: filled with invented entries, played by chance, thrown away."""
