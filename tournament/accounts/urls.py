from django.urls import path

from . import views

app_name = "accounts"

urlpatterns = [
    path("login/code/", views.prove, name="prove"),
    path("account/", views.account, name="account"),
    path("account/password/", views.password, name="password"),
    path("account/sessions/end/", views.end_session, name="end_session"),
    path("account/sessions/end-others/", views.end_others, name="end_others"),
    path("account/second-factor/", views.second_factor, name="second_factor"),
    path("account/second-factor/begin/", views.begin_factor, name="begin_factor"),
    path("account/second-factor/confirm/", views.confirm_factor, name="confirm_factor"),
    path("account/second-factor/codes/", views.renew_codes, name="renew_codes"),
    path("account/second-factor/remove/", views.remove_factor, name="remove_factor"),
]
