from django.urls import path

from . import views

app_name = "checking"

_table = "<slug:slug>/checking/<int:number>/<int:table>/"

urlpatterns = [
    path("<slug:slug>/checking/", views.queue, name="queue"),
    path(_table + "confirm/", views.confirm, name="confirm"),
    path(_table + "send-back/", views.send_back, name="send_back"),
]
