"""The sizes of paper, and how a paper's page is called in its stylesheet."""

from django.utils.translation import gettext_lazy as _

SHEETS = (("a4", _("A4")), ("letter", _("Letter")))


def page_class(sheet: str, *, landscape: bool) -> str:
    """The classes of the page: which way it lies, and of what size it is where it isn't A4."""
    lies = "landscape" if landscape else "portrait"
    return f"{lies} letter" if sheet == "letter" else lies
