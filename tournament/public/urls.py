from django.urls import path

from .views import pages, people, registration

app_name = "public"

urlpatterns = [
    path("", pages.index, name="index"),
    path("t/<slug:slug>/", pages.tournament, name="tournament"),
    path("t/<slug:slug>/card.png", pages.card, name="card"),
    path("t/<slug:slug>/standings/", pages.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/", pages.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/<int:entry>/", pages.why, name="why"),
    path("t/<slug:slug>/rounds/<int:number>/", pages.round_, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/", pages.protocol, name="protocol"),
    path("t/<slug:slug>/timetable/", pages.timetable, name="timetable"),
    path("t/<slug:slug>/entries/", pages.entries, name="entries"),
    path("t/<slug:slug>/entries/<int:number>/", pages.entry, name="entry"),
    path("t/<slug:slug>/tags/<int:number>/", people.tag, name="tag"),
    path("t/<slug:slug>/register/", registration.register, name="register"),
    path("t/<slug:slug>/register/<str:key>/", registration.request, name="request"),
    path("t/<slug:slug>/register/<str:key>/take/", registration.take, name="take"),
    path("t/<slug:slug>/register/<str:key>/withdraw/", registration.withdraw, name="withdraw"),
    path("players/<int:player>/", people.player, name="player"),
    path("t/<slug:slug>/brackets/<int:stage>/", pages.bracket, name="bracket"),
    path("t/<slug:slug>/cross-tables/<int:stage>/", pages.cross_table, name="cross_table"),
    path("t/<slug:slug>/rulings/", pages.rulings, name="rulings"),
    path("t/<slug:slug>/documents/", pages.documents, name="documents"),
    path("t/<slug:slug>/errata/", pages.errata, name="errata"),
]
