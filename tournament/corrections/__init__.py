"""Corrections of confirmed protocols: what would follow, the act, the revisions, the errata (R11.4)."""
