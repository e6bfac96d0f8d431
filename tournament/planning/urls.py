from django.urls import path

from . import views

app_name = "planning"

urlpatterns = [
    path("new/", views.create, name="create"),
    path("<slug:slug>/settings/", views.settings, name="settings"),
    path("<slug:slug>/regulations/", views.regulations, name="regulations"),
]
