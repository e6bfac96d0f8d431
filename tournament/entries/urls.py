from django.urls import path

from .views import importing, leaving, lists, registering, signing_pins

app_name = "entries"

_entry = "<slug:slug>/entries/<int:number>/"

urlpatterns = [
    path("<slug:slug>/entries/", lists.list_, name="list"),
    path("<slug:slug>/entries/import/", importing.import_pairs, name="import_pairs"),
    path("<slug:slug>/entries/export/", lists.export, name="export"),
    path("<slug:slug>/entries/add/", registering.add, name="add"),
    path("<slug:slug>/entries/pins/", signing_pins.pins, name="pins"),
    path(_entry, registering.edit, name="edit"),
    path(_entry + "remove/", registering.remove, name="remove"),
    path(_entry + "pin/", signing_pins.pin, name="pin"),
    path(_entry + "withdraw/", leaving.withdraw, name="withdraw"),
    path(_entry + "substitute/<int:slot>/", leaving.substitute, name="substitute"),
    path(_entry + "reinstate/", leaving.reinstate, name="reinstate"),
]
