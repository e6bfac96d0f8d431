from django.urls import path

from . import views

app_name = "photos"

_photo = "<slug:slug>/protocols/<int:number>/<int:table>/photo/"

urlpatterns = [
    path(_photo + "add/", views.add, name="add"),
    path(_photo + "remove/", views.remove, name="remove"),
    path(_photo + "<str:sha256>/", views.show, name="show"),
]
