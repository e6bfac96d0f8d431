from django.urls import path

from . import views

app_name = "moving"

urlpatterns = [
    path("desk/<slug:slug>/moving/", views.upstream, name="upstream"),
    path("desk/<slug:slug>/moving/send/", views.send, name="send"),
    path("desk/<slug:slug>/moving/stop/", views.stop, name="stop"),
    path("desk/<slug:slug>/moving/take-over/", views.take_over, name="take_over"),
    path("installation/tokens/", views.tokens, name="tokens"),
    path("installation/tokens/file/", views.receive_file, name="receive_file"),
    path("installation/tokens/<int:pk>/revoke/", views.revoke, name="revoke"),
    path("receive/", views.receive, name="receive"),
]
