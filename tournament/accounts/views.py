"""Logging in, and what an official does about his own account."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import User
from tournament.replies import refusal_in, refusal_said

from . import queries, services
from .forms import CodeForm, ContactForm, LoginForm, SessionForm

HALFWAY = "log_in"
"""Where the session keeps who has given his password and not yet his code."""
HALFWAY_SECONDS = 300


class Login(LoginView):
    """The log-in: an account with a second factor is asked for its code before anything of it is logged in."""

    redirect_authenticated_user = True
    authentication_form = LoginForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user: Any = form.get_user()
        if queries.has_factor(user):
            self.request.session[HALFWAY] = {
                "user": user.pk,
                "backend": user.backend,
                "hash": user.get_session_auth_hash(),
                "at": timezone.now().timestamp(),
                "next": self.get_success_url(),
            }
            return redirect("accounts:prove")
        services.sign_in(self.request, user, user.backend)
        return HttpResponseRedirect(self.get_success_url())


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("code")
def prove(request: HttpRequest) -> HttpResponse:
    """The second step of a log-in: the code of the authenticator, or a recovery code."""
    halfway: dict[str, Any] = request.session.get(HALFWAY) or {}
    user = User.objects.filter(pk=halfway.get("user", 0), is_active=True).first()
    late = timezone.now().timestamp() - halfway.get("at", 0) > HALFWAY_SECONDS
    if user is None or late or user.get_session_auth_hash() != halfway["hash"]:
        request.session.pop(HALFWAY, None)
        messages.error(request, _("Begin with your account and password: the code follows within five minutes."))
        return redirect("login")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            services.sign_in(request, user, halfway["backend"], code=form.cleaned_data["code"])
            request.session.pop(HALFWAY, None)
            return HttpResponseRedirect(_allowed(request, halfway["next"]))
    return render(request, "accounts/prove.html", {"form": form}, status=422 if form.errors else 200)


def _allowed(request: HttpRequest, address: str) -> str:
    own = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if own else "/desk/"


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """My account: name and e-mail, password, second factor, and where I am logged in."""
    user = _me(request)
    form = ContactForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("accounts:account")
    return _account(request, form=form)


def _account(request: HttpRequest, **forms: Any) -> HttpResponse:
    user = _me(request)
    wrong = any(form.errors for form in forms.values())
    context = {
        "form": ContactForm(instance=user),
        "password_form": _password_form(user),
        "has_factor": queries.has_factor(user),
        "codes_left": queries.recovery_codes_left(user),
        "sessions": queries.signed_in([user], request.session.session_key),
        **forms,
    }
    return render(request, "accounts/account.html", context, status=422 if wrong else 200)


def _password_form(user: User, *data: Any) -> PasswordChangeForm:
    """Django's form, which otherwise takes the focus of a page on which it is one of several."""
    form = PasswordChangeForm(user, *data)
    form.fields["old_password"].widget.attrs.pop("autofocus", None)
    return form


def _me(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)  # noqa: S101 -- for the type checker: `login_required` has seen to it
    return user


@login_required
@require_POST
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Another password; all other sessions of the account end."""
    form: Any = _password_form(_me(request), request.POST)
    if not form.is_valid():
        return _account(request, password_form=form)
    form.save()
    services.end_sessions(user=form.user, request=request)
    messages.success(request, _("The password is changed. You are logged out everywhere else."))
    return redirect("accounts:account")


@login_required
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """Log out in another browser."""
    form = SessionForm(request.POST)
    with refusal_said(request):
        services.end_session(user=_me(request), key=form.cleaned_data["key"] if form.is_valid() else "")
        messages.success(request, _("Logged out there."))
    return redirect("accounts:account")


@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """Log out everywhere but here."""
    services.end_sessions(user=_me(request), request=request)
    messages.success(request, _("You are logged out everywhere but here."))
    return redirect("accounts:account")


# -- the second factor ------------------------------------------------------------------------------------------------


@login_required
@never_cache
@require_http_methods(["GET"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """The second factor: what it is, its setting up, its recovery codes."""
    return _factor(request)


def _factor(request: HttpRequest, form: CodeForm | None = None, codes: list[str] | None = None) -> HttpResponse:
    user = _me(request)
    device = queries.new_factor(user)
    context = {
        "form": form or CodeForm(),
        "has_factor": queries.has_factor(user),
        "required": settings.SECOND_FACTOR or (user.is_superuser and settings.HTTPS),
        "qr": queries.qr_of(device) if device else "",
        "secret": queries.secret_of(device) if device else "",
        "codes_left": queries.recovery_codes_left(user),
        # Shown once, on the answer to the request that made them.
        "codes": codes,
    }
    return render(request, "accounts/second_factor.html", context, status=422 if form and form.errors else 200)


@login_required
@require_POST
def begin_factor(request: HttpRequest) -> HttpResponse:
    """Show the secret to an authenticator."""
    with refusal_said(request):
        services.begin_factor(user=_me(request))
    return redirect("accounts:second_factor")


@login_required
@never_cache
@require_POST
@sensitive_post_parameters("code")
def confirm_factor(request: HttpRequest) -> HttpResponse:
    """The first code of the authenticator; from then on the account logs in with it."""
    form = CodeForm(request.POST)
    codes = None
    if form.is_valid():
        with refusal_in(form):
            code = form.cleaned_data["code"]
            codes = services.confirm_factor(user=_me(request), code=code, request=request)
    return _factor(request, None if codes else form, codes)


@login_required
@never_cache
@require_POST
@sensitive_post_parameters("code")
def renew_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes."""
    form = CodeForm(request.POST)
    codes = None
    if form.is_valid():
        with refusal_in(form):
            codes = services.renew_recovery_codes(user=_me(request), code=form.cleaned_data["code"])
    return _factor(request, None if codes else form, codes)


@login_required
@require_POST
@sensitive_post_parameters("code")
def remove_factor(request: HttpRequest) -> HttpResponse:
    """Log in without it from now on."""
    form = CodeForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            services.remove_factor(user=_me(request), code=form.cleaned_data["code"])
            messages.success(request, _("The second factor is switched off."))
            return redirect("accounts:account")
    return _factor(request, form)
