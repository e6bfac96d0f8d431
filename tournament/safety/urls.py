from django.urls import path

from . import views

app_name = "safety"

urlpatterns = [
    path("desk/<slug:slug>/safety/", views.tournament, name="tournament"),
    path("desk/<slug:slug>/safety/archive/", views.archive, name="archive"),
    path("desk/<slug:slug>/safety/reopen/", views.reopen, name="reopen"),
    path("desk/<slug:slug>/safety/delete/", views.delete, name="delete"),
    path("installation/", views.installation, name="installation"),
    path("installation/back-up/", views.back_up, name="back_up"),
    path("installation/health/", views.health, name="health"),
    path("installation/persons/", views.persons, name="persons"),
    path("installation/persons/<slug:kind>/<int:pk>/", views.person, name="person"),
    path("installation/persons/<slug:kind>/<int:pk>/data.json", views.person_data, name="person_data"),
]
