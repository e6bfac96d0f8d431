"""`{% fixed "a/template.html" … %}`: what says the same to everyone in a language, drawn once and kept.

For parts of a hall's busiest pages that hold much and never change, such as the board of the 28 tiles.
"""

from collections.abc import Hashable
from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def fixed(name: str, **content: Hashable) -> SafeString:
    """The template of that name. content: what it may read, all of it constants; it knows nothing of the page."""
    return _drawn(name, get_language(), **content)


@cache
def _drawn(name: str, _language: str | None, **content: Hashable) -> SafeString:
    return render_to_string(name, content)
