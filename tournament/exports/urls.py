from django.urls import path

from . import views

app_name = "exports"

urlpatterns = [
    path("desk/<slug:slug>/exports/<slug:what>.<slug:kind>", views.file, name="file"),
    path("t/<slug:slug>/files/standings-<int:after>.<slug:kind>", views.public_standings, name="public_standings"),
    path("t/<slug:slug>/files/entries.<slug:kind>", views.public_entries, name="public_entries"),
    path("t/<slug:slug>/files/round-<int:number>.<slug:kind>", views.public_round, name="public_round"),
]
