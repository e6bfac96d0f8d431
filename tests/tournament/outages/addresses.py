"""Addresses for the tests of what is done once more: two steps that PostgreSQL gives up at first."""

import psycopg
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from tournament.models import Club
from tournament.outages.answers import server_error

handler500 = server_error


def given_up() -> OperationalError:
    error = OperationalError("deadlock detected")
    error.__cause__ = psycopg.errors.DeadlockDetected("deadlock detected")
    return error


@csrf_exempt
def two_transactions(request: HttpRequest) -> HttpResponse:
    Club.objects.create(name="Сокол")
    raise given_up()


@csrf_exempt
def a_file(request: HttpRequest) -> HttpResponse:
    data = request.FILES["file"].read()
    if not request.session.get("begun"):
        request.session["begun"] = True
        raise given_up()
    return HttpResponse(data)


urlpatterns = [path("two-transactions/", two_transactions), path("a-file/", a_file)]
