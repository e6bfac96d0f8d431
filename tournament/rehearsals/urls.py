from django.urls import path

from . import views

app_name = "rehearsals"

urlpatterns = [
    path("<slug:slug>/rehearsal/", views.overview, name="overview"),
    path("<slug:slug>/rehearsal/invent/", views.invent, name="invent"),
    path("<slug:slug>/rehearsal/play/", views.play, name="play"),
    path("<slug:slug>/rehearsal/throw-away/", views.throw_away, name="throw_away"),
]
