"""What never stands in a log: whatever opens a door, and how a person is reached."""

import re

SECRETS = (
    # Whoever knows these addresses gets in by them: table links, invitations, requests for a place, codes of papers.
    (re.compile(r"(/(?:table|invitation|register|verify|documents)/)[^/\s?\"']+"), r"\1…"),
    # redis://:password@host, postgres://user:password@host
    (re.compile(r"(\w://)[^/\s@]+@"), r"\1…@"),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "…@…"),
    (re.compile(r"(/bot)\d+:[\w-]+"), r"\1…"),
    (re.compile(r"((?:Bearer|Basic|Token)\s+)\S+", re.I), r"\1…"),
)
"""What is sought, and what stands in its place."""


def safe(text: str) -> str:
    """The text without tokens, passwords and e-mail addresses."""
    for secret, instead in SECRETS:
        text = secret.sub(instead, text)
    return text
