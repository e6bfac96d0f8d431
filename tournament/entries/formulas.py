"""Texts that spreadsheets would run: which they are, and how they are kept from it."""

import re

# What a spreadsheet would take for the beginning of a formula; some fold the wide signs of Asian keyboards into ours.
FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# What some programs strip before they look at the first sign.
SKIPPED = " \t\r\n\u00a0\ufeff"
# What a spreadsheet would reckon, and what it writes where it can't; a name that begins so has an apostrophe before it.
FORMULA = re.compile(r"=\S.*|#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|ССЫЛКА!|Н/Д|ИМЯ\?|ЗНАЧ!|ДЕЛ/0!|¡REF!)")


def begins_formula(text: str) -> bool:
    """Whether a spreadsheet might run a text.

    >>> [begins_formula(each) for each in ("=1+1", " @A1", "\uff1d1", "Иванов-Петров")]
    [True, True, True, False]
    """
    return text.lstrip(SKIPPED).startswith(FORMULA_SIGNS)


def harmless(text: str) -> str:
    """A text that no spreadsheet runs: an apostrophe before a formula, and before one that has some already."""
    return f"'{text}" if begins_formula(text.lstrip("'")) else text


def without_apostrophe(cell: str) -> str:
    """The text again, as it was before `harmless`."""
    return cell[1:] if cell.startswith("'") and begins_formula(cell.lstrip("'")) else cell
