from django.urls import path

from . import views

app_name = "notices"

urlpatterns = [
    path("<slug:slug>/announce/<int:number>/", views.announce, name="announce"),
    path("<slug:slug>/announce/<int:number>/chat/", views.chat, name="chat"),
]
