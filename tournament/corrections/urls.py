from django.urls import path

from . import views

app_name = "corrections"

_table = "<slug:slug>/protocols/<int:number>/<int:table>/"

urlpatterns = [
    path(_table + "correct/", views.correct, name="correct"),
    path(_table + "revisions/<int:revision>/", views.revision, name="revision"),
]
