from django.urls import path

from . import views

app_name = "hall"

urlpatterns = [
    path("t/<slug:slug>/hall/", views.screen, name="screen"),
    path("t/<slug:slug>/hall/clock/<int:number>/", views.clock, name="clock"),
    path("t/<slug:slug>/my-table/", views.find_table, name="find_table"),
    path("t/<slug:slug>/my-table/<int:number>/", views.my_table, name="my_table"),
    path("desk/<slug:slug>/hall/", views.message, name="message"),
    path("desk/<slug:slug>/hall/take-down/", views.take_down, name="take_down"),
    path("desk/<slug:slug>/hall/cards/", views.cards, name="cards"),
]
