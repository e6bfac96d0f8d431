"""The least that Django does for an answer: no middleware, no database. What live pages are compared with.

Served by `gunicorn tournament.management.benches.bare`, as a program of its own.
"""

from django.conf import settings
from django.core.management.utils import get_random_secret_key
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(
    SECRET_KEY=get_random_secret_key(), ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"], MIDDLEWARE=[]
)


def bare(request: HttpRequest) -> HttpResponse:
    """Says that it is there."""
    return HttpResponse("ok")


urlpatterns = [path("", bare)]
application = get_wsgi_application()
