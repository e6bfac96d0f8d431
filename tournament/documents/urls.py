from django.urls import path

from . import views

app_name = "documents"

_desk = "desk/<slug:slug>/documents/"

urlpatterns = [
    path(_desk, views.list_, name="list"),
    path(_desk + "protocol/", views.issue_protocol, name="issue_protocol"),
    path(_desk + "standings/", views.issue_standings, name="issue_standings"),
    path(_desk + "of-round/", views.issue_of_round, name="issue_of_round"),
    path(_desk + "blanks/<int:number>/", views.blanks, name="blanks"),
    path(_desk + "round/", views.issue_round, name="issue_round"),
    path(_desk + "batches/<int:batch>/", views.batch, name="batch"),
    path(_desk + "batches/<int:batch>/retry/", views.retry_batch, name="retry_batch"),
    path(_desk + "batches/<int:batch>/papers.zip", views.batch_file, name="batch_file"),
    path(_desk + "<str:code>/retry/", views.retry, name="retry"),
    path("documents/<str:code>.pdf", views.download, name="download"),
    path("verify/", views.verify, name="verify"),
    path("verify/<str:code>", views.verify_code, name="verify_code"),
]
