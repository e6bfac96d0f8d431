from django.urls import path

from . import views

app_name = "exchange"

urlpatterns = [
    path("load/", views.load, name="load"),
    path("<slug:slug>/file/", views.file, name="file"),
    path("<slug:slug>/file/download/", views.download, name="download"),
]
