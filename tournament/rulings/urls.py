from django.urls import path

from . import views

app_name = "rulings"

_table = "<slug:slug>/protocols/<int:number>/<int:table>/"

urlpatterns = [
    path("<slug:slug>/rulings/", views.ledger, name="ledger"),
    path(_table + "rulings/new/", views.new, name="new"),
    path(_table + "rulings/<int:ruling>/strike/", views.strike, name="strike"),
    path(_table + "rulings/<int:ruling>/restore/", views.restore, name="restore"),
    path(_table + "absent/", views.absent, name="absent"),
    path(_table + "void/", views.void, name="void"),
    path(_table + "play-after-all/", views.play_after_all, name="play_after_all"),
]
