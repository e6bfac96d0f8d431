from django.urls import path

from . import views

app_name = "releases"

urlpatterns = [
    path("<slug:slug>/publication/", views.overview, name="overview"),
    path("<slug:slug>/publication/change/", views.change, name="change"),
    path("<slug:slug>/publication/hold-back/", views.hold_back, name="hold_back"),
    path("<slug:slug>/publication/publish-all/", views.publish_all, name="publish_all"),
    path("<slug:slug>/publication/names/", views.names, name="names"),
]
