from django.urls import path

from . import views

app_name = "officials"

urlpatterns = [
    path("<slug:slug>/referees/", views.overview, name="overview"),
    path("<slug:slug>/referees/<int:number>/divide/", views.divide, name="divide"),
    path("<slug:slug>/referees/<int:number>/change/", views.change, name="change"),
    path("<slug:slug>/mine/", views.mine, name="mine"),
]
