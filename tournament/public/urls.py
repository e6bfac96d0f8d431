from django.urls import path

from . import views

app_name = "public"

urlpatterns = [
    path("", views.index, name="index"),
    path("t/<slug:slug>/", views.tournament, name="tournament"),
    path("t/<slug:slug>/card.png", views.card, name="card"),
    path("t/<slug:slug>/standings/", views.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/", views.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/<int:entry>/", views.why, name="why"),
    path("t/<slug:slug>/rounds/<int:number>/", views.round_, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/", views.protocol, name="protocol"),
    path("t/<slug:slug>/timetable/", views.timetable, name="timetable"),
    path("t/<slug:slug>/entries/", views.entries, name="entries"),
    path("t/<slug:slug>/entries/<int:number>/", views.entry, name="entry"),
    path("t/<slug:slug>/brackets/<int:stage>/", views.bracket, name="bracket"),
    path("t/<slug:slug>/cross-tables/<int:stage>/", views.cross_table, name="cross_table"),
    path("t/<slug:slug>/rulings/", views.rulings, name="rulings"),
    path("t/<slug:slug>/documents/", views.documents, name="documents"),
    path("t/<slug:slug>/errata/", views.errata, name="errata"),
]
