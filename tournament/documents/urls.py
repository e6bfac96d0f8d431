from django.urls import path

from .views import approval, batches, checks, papers, streamed

app_name = "documents"

_desk = "desk/<slug:slug>/documents/"

urlpatterns = [
    path(_desk, papers.list_, name="list"),
    path(_desk + "protocol/", papers.issue_protocol, name="issue_protocol"),
    path(_desk + "standings/", papers.issue_standings, name="issue_standings"),
    path(_desk + "of-round/", papers.issue_of_round, name="issue_of_round"),
    path(_desk + "report/", papers.issue_report, name="issue_report"),
    path(_desk + "diplomas/", papers.issue_diplomas, name="issue_diplomas"),
    path(_desk + "tags/", streamed.tags, name="tags"),
    path(_desk + "receipts/<int:receipt>/", streamed.receipt, name="receipt"),
    path(_desk + "approval/", approval.approval, name="approval"),
    path(_desk + "release/", approval.release, name="release"),
    path(_desk + "blanks/<int:number>/", streamed.blanks, name="blanks"),
    path(_desk + "round/", batches.issue_round, name="issue_round"),
    path(_desk + "batches/<int:batch>/", batches.batch, name="batch"),
    path(_desk + "batches/<int:batch>/retry/", batches.retry_batch, name="retry_batch"),
    path(_desk + "batches/<int:batch>/papers.zip", batches.batch_file, name="batch_file"),
    path(_desk + "batches/<int:batch>/papers.pdf", batches.print_copy, name="print_copy"),
    path(_desk + "<str:code>/retry/", papers.retry, name="retry"),
    path("documents/<str:code>.pdf", papers.download, name="download"),
    path("verify/", checks.verify, name="verify"),
    path("verify/<str:code>", checks.verify_code, name="verify_code"),
]
