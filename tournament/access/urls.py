from django.urls import path

from . import views

app_name = "access"

_desk = "desk/<slug:slug>/"
_links = _desk + "links/<int:number>/"

urlpatterns = [
    path(_desk + "staff/", views.staff, name="staff"),
    path(_desk + "staff/<int:pk>/dismiss/", views.dismiss, name="dismiss"),
    path(_desk + "staff/<int:pk>/club/", views.club, name="club"),
    path(_desk + "staff/<int:pk>/end-sessions/", views.end_sessions, name="end_sessions"),
    path(_desk + "staff/invite/", views.invite, name="invite"),
    path(_desk + "staff/invitations/<int:invitation>/revoke/", views.revoke_invitation, name="revoke_invitation"),
    path(_links, views.links, name="links"),
    path(_links + "make/", views.make_links, name="make_links"),
    path(_links + "revoke/", views.revoke_links, name="revoke_links"),
    path(_links + "print/", views.print_links, name="print_links"),
    path("invitation/<str:token>/", views.accept, name="accept"),
    path("table/", views.enter, name="enter"),
    path("table/<str:token>/", views.open_link, name="open_link"),
]
