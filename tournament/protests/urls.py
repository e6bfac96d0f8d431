from django.urls import path

from . import views

app_name = "protests"

_table = "<slug:slug>/protocols/<int:number>/<int:table>/protests/"

urlpatterns = [
    path(_table + "new/", views.new, name="new"),
    path(_table + "<int:protest>/", views.decide, name="decide"),
]
