"""The administrator's site: behind the same log-in as everything, its second factor included."""

from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from . import queries


class SupportSite(AdminSite):
    """Asks for the second factor of an account that has one, or must have one."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not queries.lacks_factor(request, administrator=True)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Our own page of the log-in; whoever only lacks the second factor is led to it."""
        if request.user.is_authenticated and super().has_permission(request):
            return redirect("accounts:second_factor")
        back = request.GET.get("next", reverse("admin:index"))
        return redirect(f"{reverse('login')}?{urlencode({'next': back})}")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """What no page of it asks for, such as rows by keys that are no numbers, is refused; its views would fail."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            try:
                return inner(request, *args, **kwargs)
            except (OverflowError, ValueError) as unreadable:
                raise BadRequest(str(unreadable)) from unreadable

        return answered
