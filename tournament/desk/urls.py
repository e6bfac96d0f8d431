from django.urls import path

from . import views

app_name = "desk"

urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:slug>/", views.now, name="now"),
    path("<slug:slug>/journal/", views.journal, name="journal"),
    path("<slug:slug>/journal/<int:number>/<int:table>/", views.table, name="table"),
    path("<slug:slug>/rights/", views.rights, name="rights"),
    path("<slug:slug>/rights.json", views.rights_data, name="rights_data"),
]
