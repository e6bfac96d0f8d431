"""Whole Swiss events by chance, played by the systems alone or through the program, and every draw verified (R13.1)."""
