from django.urls import path

from . import views

app_name = "entries"

_entry = "<slug:slug>/entries/<int:number>/"

urlpatterns = [
    path("<slug:slug>/entries/", views.list_, name="list"),
    path("<slug:slug>/entries/import/", views.import_pairs, name="import_pairs"),
    path("<slug:slug>/entries/export/", views.export, name="export"),
    path("<slug:slug>/entries/add/", views.add, name="add"),
    path("<slug:slug>/entries/pins/", views.pins, name="pins"),
    path(_entry, views.edit, name="edit"),
    path(_entry + "remove/", views.remove, name="remove"),
    path(_entry + "pin/", views.pin, name="pin"),
    path(_entry + "withdraw/", views.withdraw, name="withdraw"),
    path(_entry + "substitute/<int:slot>/", views.substitute, name="substitute"),
    path(_entry + "reinstate/", views.reinstate, name="reinstate"),
]
