from django.urls import path

from . import views

app_name = "protocols"

_table = "<slug:slug>/protocols/<int:number>/<int:table>/"

urlpatterns = [
    path("worker.js", views.worker, name="worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("<slug:slug>/protocols/", views.list_, name="list"),
    path(_table, views.entry, name="entry"),
    path(_table + "preview/", views.preview, name="preview"),
    path(_table + "drop/", views.drop, name="drop"),
    path(_table + "take-over/", views.take_over, name="take_over"),
    path(_table + "take-back/", views.take_back, name="take_back"),
    path(_table + "time/", views.time, name="time"),
    path(_table + "time/take-back/", views.take_back_time, name="take_back_time"),
    path(_table + "finish/", views.finish, name="finish"),
    path(_table + "sign/", views.sign, name="sign"),
    path(_table + "reopen/", views.reopen, name="reopen"),
    path(_table + "confirm/", views.confirm, name="confirm"),
]
