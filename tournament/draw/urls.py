from django.urls import path

from . import views

app_name = "draw"

urlpatterns = [
    path("<slug:slug>/draw/", views.overview, name="overview"),
    path("<slug:slug>/draw/<int:stage>/lots/", views.lots, name="lots"),
    path("<slug:slug>/draw/<int:stage>/round-robin/", views.round_robin, name="round_robin"),
    path("<slug:slug>/draw/<int:stage>/swiss/", views.swiss, name="swiss"),
    path("<slug:slug>/draw/<int:stage>/knockout/", views.knockout, name="knockout"),
    path("<slug:slug>/draw/<int:stage>/individual/", views.individual_, name="individual"),
    path("<slug:slug>/draw/<int:stage>/policy/", views.policy, name="policy"),
    path("<slug:slug>/draw/<int:stage>/bracket/", views.bracket, name="bracket"),
    path("<slug:slug>/draw/<int:stage>/by-hand/", views.by_hand, name="by_hand"),
    path("<slug:slug>/draw/rounds/<int:number>/change/", views.change, name="change"),
    path("<slug:slug>/draw/rounds/<int:number>/swap/", views.swap, name="swap"),
    path("<slug:slug>/draw/rounds/<int:number>/redraw/", views.redraw, name="redraw"),
    path("<slug:slug>/draw/rounds/<int:number>/publish/", views.publish, name="publish"),
    path("<slug:slug>/draw/rounds/<int:number>/take-back/", views.take_back, name="take_back"),
]
