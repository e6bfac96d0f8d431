from django.urls import path

from . import views

app_name = "keying"

urlpatterns = [
    path("<slug:slug>/keying/", views.overview, name="overview"),
    path("<slug:slug>/keying/<int:number>/<int:table>/", views.paper, name="paper"),
]
