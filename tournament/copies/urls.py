from django.urls import path

from . import views

app_name = "copies"

urlpatterns = [
    path("<slug:slug>/copy/", views.new, name="new"),
]
