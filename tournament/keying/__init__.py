"""Sheets of paper typed in at the desk, twice."""
