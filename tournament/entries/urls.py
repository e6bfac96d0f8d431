from django.urls import path

from .views import check_in, fees, importing, leaving, lists, people, registering, requests, signing_pins

app_name = "entries"

_list = "<slug:slug>/entries/"
_entry = _list + "<int:number>/"

urlpatterns = [
    path(_list, lists.list_, name="list"),
    path(_list + "import/", importing.import_pairs, name="import_pairs"),
    path(_list + "export/", lists.export, name="export"),
    path(_list + "add/", registering.add, name="add"),
    path(_list + "pins/", signing_pins.pins, name="pins"),
    path(_list + "terms/", requests.terms, name="terms"),
    path(_list + "requests/", requests.requests, name="requests"),
    path(_list + "requests/<int:number>/", requests.decide, name="decide"),
    path(_list + "check-in/", check_in.check_in, name="check_in"),
    path(_list + "check-in/leave-out/", check_in.leave_out, name="leave_out"),
    path(_list + "check-in/let-in/", check_in.let_in, name="let_in"),
    path(_list + "fees/", fees.fees, name="fees"),
    path(_list + "fees/receipts/<int:receipt>/strike-out/", fees.strike_receipt, name="strike_receipt"),
    path(_list + "namesakes/", people.namesakes, name="namesakes"),
    path(_list + "namesakes/players/<int:kept>/<int:gone>/", people.merge_players, name="merge_players"),
    path(_list + "namesakes/clubs/<int:kept_club>/<int:gone_club>/", people.merge_clubs, name="merge_clubs"),
    path(_entry + "arrived/", check_in.arrive, name="arrive"),
    path(_entry + "not-here/", check_in.not_here, name="not_here"),
    path(_entry + "fee/", fees.pay, name="pay"),
    path(_entry, registering.edit, name="edit"),
    path(_entry + "remove/", registering.remove, name="remove"),
    path(_entry + "pin/", signing_pins.pin, name="pin"),
    path(_entry + "withdraw/", leaving.withdraw, name="withdraw"),
    path(_entry + "substitute/<int:slot>/", leaving.substitute, name="substitute"),
    path(_entry + "reinstate/", leaving.reinstate, name="reinstate"),
]
