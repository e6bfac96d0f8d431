from django.urls import path

from . import views

app_name = "standings"

urlpatterns = [
    path("<slug:slug>/standings/", views.table, name="table"),
    path("<slug:slug>/standings/cross-table/", views.cross_table, name="cross_table"),
    path("<slug:slug>/standings/order/", views.order, name="order"),
    path("<slug:slug>/standings/lots/<int:stage>/", views.lots, name="lots"),
    path("<slug:slug>/standings/<int:after>/<int:entry>/", views.why, name="why"),
    path("<slug:slug>/rounds/<int:number>/close/", views.close, name="close"),
]
