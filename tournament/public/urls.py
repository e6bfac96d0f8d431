from django.urls import path

from . import views

app_name = "public"

urlpatterns = [
    path("", views.index, name="index"),
    path("t/<slug:slug>/", views.tournament, name="tournament"),
    path("t/<slug:slug>/brackets/<int:stage>/", views.bracket, name="bracket"),
    path("t/<slug:slug>/cross-tables/<int:stage>/", views.cross_table, name="cross_table"),
    path("t/<slug:slug>/errata/", views.errata, name="errata"),
    path("t/<slug:slug>/rounds/<int:number>/", views.round_, name="round"),
]
