"""Protests of pairs against protocols, and their decision (R11.5)."""
