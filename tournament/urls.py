"""Root routes: the public pages, the desk, documents and their verification."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.accounts.views import Login
from tournament.outages.answers import server_error

handler500 = server_error

urlpatterns = [
    path("", include("tournament.public.urls")),
    path("", include("tournament.api.urls")),
    path("login/", Login.as_view(), name="login"),
    path("", include("tournament.accounts.urls")),
    path("logout/", LogoutView.as_view(), name="logout"),
    # Without a token: pages that everybody reads have none, and a stranger could only change a language.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("", include("tournament.documents.urls")),
    path("", include("tournament.access.urls")),
    path("", include("tournament.hall.urls")),
    path("desk/", include("tournament.planning.urls")),
    path("desk/", include("tournament.proposals.urls")),
    path("desk/", include("tournament.copies.urls")),
    path("desk/", include("tournament.rehearsals.urls")),
    path("desk/", include("tournament.releases.urls")),
    path("desk/", include("tournament.exchange.urls")),
    path("desk/", include("tournament.desk.urls")),
    path("desk/", include("tournament.entries.urls")),
    path("desk/", include("tournament.draw.urls")),
    path("desk/", include("tournament.protocols.urls")),
    path("desk/", include("tournament.signing.urls")),
    path("desk/", include("tournament.photos.urls")),
    path("desk/", include("tournament.officials.urls")),
    path("desk/", include("tournament.clock.urls")),
    path("desk/", include("tournament.rulings.urls")),
    path("desk/", include("tournament.protests.urls")),
    path("desk/", include("tournament.checking.urls")),
    path("desk/", include("tournament.keying.urls")),
    path("desk/", include("tournament.corrections.urls")),
    path("desk/", include("tournament.standings.urls")),
    path("desk/", include("tournament.webhooks.urls")),
    path("", include("tournament.exports.urls")),
    path("", include("tournament.safety.urls")),
    path("", include("tournament.moving.urls")),
    path("desk/", include("tournament.notices.urls")),
    path("", include("tournament.monitoring.urls")),
    path("admin/", admin.site.urls),
]
