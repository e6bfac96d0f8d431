"""No text that people wrote is run by a spreadsheet, and it comes back as it was."""

import pytest

from tournament.entries.formulas import harmless, without_apostrophe


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+7 900",
        "-1",
        "@A1",
        " =1",
        "\t=1",
        "\r=1",
        "\u00a0=1",
        "\uff1d1",
        "\uff0b1",
        "\uff0d1",
        "\uff20A1",
        "'=1",
    ],
)
def test_what_a_spreadsheet_might_run(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert without_apostrophe(harmless(text)) == text


@pytest.mark.parametrize("text", ["Иванов-Петров", "O'Neill", "'Novi", "1-2", ""])
def test_what_it_would_not(text: str) -> None:
    assert (harmless(text), without_apostrophe(text)) == (text, text)
