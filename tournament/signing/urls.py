from django.urls import path

from . import views

app_name = "signing"

_signing = "<slug:slug>/protocols/<int:number>/<int:table>/signing/"

urlpatterns = [
    path(_signing, views.players, name="players"),
    path(_signing + "<int:seat>/draw/", views.draw, name="draw"),
    path(_signing + "<int:seat>/pin/", views.pin, name="pin"),
    path(_signing + "<int:seat>/refuse/", views.refuse, name="refuse"),
]
