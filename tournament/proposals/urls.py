from django.urls import path

from . import views

app_name = "proposals"

urlpatterns = [
    path("new/plan/", views.new, name="new"),
]
