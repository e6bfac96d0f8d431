from django.urls import path

from . import views

app_name = "exports"

urlpatterns = [
    path("<slug:slug>/exports/<slug:what>.<slug:kind>", views.file, name="file"),
]
