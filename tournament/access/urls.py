from django.urls import path

from . import views

app_name = "access"

urlpatterns = [
    path("<slug:slug>/staff/", views.staff, name="staff"),
    path("<slug:slug>/staff/<int:pk>/dismiss/", views.dismiss, name="dismiss"),
]
