from collections.abc import Iterator
from functools import wraps

from django.urls import URLPattern, path, register_converter
from django.urls.converters import PathConverter

from . import views
from .answers import for_everyone

app_name = "api"

_v1 = "api/v1/"


class Anything(PathConverter):
    """The rest of an address, with line breaks in it, too."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")


def _data() -> Iterator[URLPattern]:
    """The addresses of the data, each under the name of its view; of the framework's own ones none."""
    for pattern in views.api.urls[0]:
        view = getattr(views, pattern.name or "", None) if isinstance(pattern, URLPattern) else None
        if view is not None and isinstance(pattern, URLPattern):
            answered = for_everyone(wraps(view)(pattern.callback))
            yield path(f"{_v1}{pattern.pattern}", answered, name=pattern.name)


urlpatterns = [
    *_data(),
    path(_v1, views.documentation_, name="documentation"),
    path(_v1 + "openapi.json", for_everyone(views.openapi), name="openapi"),
    path("t/<slug:slug>/rounds.ics", for_everyone(views.calendar), name="calendar"),
    path("t/<slug:slug>/feed.xml", for_everyone(views.feed), name="feed"),
    path(_v1 + "<anything:rest>", for_everyone(views.not_found), name="not_found"),
]
