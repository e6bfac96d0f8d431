from django.urls import path

from . import views

app_name = "standings"

urlpatterns = [
    path("<slug:slug>/standings/", views.table, name="table"),
    path("<slug:slug>/standings/cross-table/", views.cross_table, name="cross_table"),
    path("<slug:slug>/rounds/<int:number>/close/", views.close, name="close"),
]
