"""Entries: pairs register, come in from a list, are corrected, withdraw and return (R1.3, R8.5)."""
