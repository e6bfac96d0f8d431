from django.urls import path

from . import views

app_name = "webhooks"

urlpatterns = [
    path("<slug:slug>/webhooks/", views.list_, name="list"),
    path("<slug:slug>/webhooks/<int:webhook>/switch-off/", views.switch_off, name="switch_off"),
    path("<slug:slug>/webhooks/<int:webhook>/switch-on/", views.switch_on, name="switch_on"),
    path("<slug:slug>/webhooks/<int:webhook>/test/", views.send_test, name="send_test"),
]
