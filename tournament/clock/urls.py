from django.urls import path

from . import views

app_name = "clock"

_round = "<slug:slug>/rounds/<int:number>/clock/"

urlpatterns = [
    path(_round, views.state, name="state"),
    path(_round + "start/", views.start, name="start"),
    path(_round + "start/take-back/", views.take_back_start, name="take_back_start"),
    path(_round + "pause/", views.pause, name="pause"),
    path(_round + "resume/", views.resume, name="resume"),
    path("<slug:slug>/protocols/<int:number>/<int:table>/add-time/", views.add_time, name="add_time"),
]
