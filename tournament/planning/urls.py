from django.urls import path

from . import views

app_name = "planning"

urlpatterns = [
    path("new/", views.create, name="create"),
    path("<slug:slug>/settings/", views.settings, name="settings"),
    path("<slug:slug>/settings/event/", views.change_event, name="change_event"),
    path("<slug:slug>/regulations/", views.regulations, name="regulations"),
    path("<slug:slug>/stages/add/", views.add_stage, name="add_stage"),
    path("<slug:slug>/stages/<int:number>/regulations/", views.stage_regulations, name="stage_regulations"),
    path("<slug:slug>/stages/<int:number>/follow/", views.follow_tournament, name="follow_tournament"),
    path("<slug:slug>/stages/<int:number>/remove/", views.remove_stage, name="remove_stage"),
]
