"""Accounts: the first one, logging in and out, forgotten passwords, invitations to a staff."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import require
from tournament.forms import carried_out
from tournament.forms.accounts import (
    AccountForm,
    AskResetForm,
    ChangePasswordForm,
    LoginForm,
    NewAccountForm,
    ResetForm,
)
from tournament.models import StaffRole, User
from tournament.selectors.events import roles_of
from tournament.services import staff
from tournament.views.base import actor_of, page, posted, shown

BACKEND = "django.contrib.auth.backends.ModelBackend"
form_page = require_http_methods(["GET", "HEAD", "POST"])


@form_page
@page
def setup(request: HttpRequest) -> HttpResponse:
    """Make the first account; afterwards the page is gone."""
    if not staff.first_run_needed():
        return redirect("home")
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made: list[User] = []
        if carried_out(form, lambda: made.append(staff.found_installation(**form.cleaned_data))):
            login(request, made[0], backend=BACKEND)
            messages.success(request, _("Welcome. Create your first event."))
            return redirect("new_event")
    return shown(request, "accounts/setup.html", {"form": form}, status=422 if form.errors else 200)


class Login(LoginView):
    """Log in; too many failures are answered by a page that says how long to wait."""

    authentication_form = LoginForm
    template_name = "accounts/login.html"
    redirect_authenticated_user = False

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say whether mail can be sent, and whether there is anybody to log in."""
        return {
            **super().get_context_data(**kwargs),
            "mail": settings.EMAIL_CONFIGURED,
            "first_run": staff.first_run_needed(),
        }


@posted("home")
def leave(request: HttpRequest) -> HttpResponse:
    """Log out."""
    logout(request)
    messages.success(request, _("You are logged out."))
    return redirect("home")


@login_required
@form_page
@page
def account(request: HttpRequest) -> HttpResponse:
    """Show one's account and roles; change name and e-mail."""
    form = AccountForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        staff.change_account(user=request.user, name=form.cleaned_data["first_name"], email=form.cleaned_data["email"])
        messages.success(request, _("Saved."))
        return redirect("account")
    roles = roles_of(request.user)
    return shown(request, "accounts/account.html", {"form": form, "roles": roles}, status=422 if form.errors else 200)


@login_required
@form_page
@page
def change_password(request: HttpRequest) -> HttpResponse:
    """Set a new password for who knows the old one; the session stays."""
    form = ChangePasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = User.objects.get(pk=request.user.pk)
        if carried_out(form, lambda: staff.change_password(user=user, **form.cleaned_data)):
            update_session_auth_hash(request, user)
            messages.success(request, _("Your new password counts from now on."))
            return redirect("account")
    return shown(request, "accounts/change_password.html", {"form": form}, status=422 if form.errors else 200)


@form_page
@page
def ask_reset(request: HttpRequest) -> HttpResponse:
    """Ask for a reset link; the answer does not say whether there is such an account."""
    form = AskResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        staff.ask_password_reset(email=form.cleaned_data["email"])
        return shown(request, "accounts/reset_asked.html")
    context = {"form": form, "mail": settings.EMAIL_CONFIGURED}
    return shown(request, "accounts/ask_reset.html", context, status=422 if form.errors else 200)


@form_page
@page
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Set a new password with a reset link."""
    staff.check_reset_link(uid=uid, token=token)
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        password = form.cleaned_data["password"]
        if carried_out(form, lambda: staff.reset_password(uid=uid, token=token, password=password)):
            messages.success(request, _("The new password is set. Log in with it."))
            return redirect("login")
    return shown(request, "accounts/reset.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@page
def people(request: HttpRequest) -> HttpResponse:
    """List the accounts to those who found events, who can hand out reset links."""
    require(actor_of(request), "found")
    accounts = User.objects.filter(is_active=True).order_by("username")
    return shown(request, "accounts/people.html", {"accounts": accounts})


@form_page
@page
def issue_reset(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a reset link to be handed over; it is shown this once."""
    require(actor_of(request), "found")
    user = get_object_or_404(User, pk=pk, is_active=True)
    if request.method != "POST":
        question = {
            "title": _("Make a reset link for %(user)s?") % {"user": user.username},
            "act": _("Make the link"),
            "tone": "go",
            "back_url": reverse("people"),
        }
        return shown(request, "confirm.html", question)
    path = staff.issue_password_reset(actor=actor_of(request), user=user)
    link = request.build_absolute_uri(path)
    return shown(request, "accounts/reset_link.html", {"account": user, "link": link})


@form_page
@page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation with the account that is logged in, or with a new one."""
    invitation = staff.find_invitation(token)
    form = NewAccountForm(request.POST or None, initial={"email": invitation.email})
    if request.method == "POST":
        if request.user.is_authenticated:
            role = staff.accept_invitation(token=token, user=request.user)
            return _joined(request, role)
        made: list[StaffRole] = []
        if form.is_valid() and carried_out(
            form, lambda: made.append(staff.join_as_new(token=token, **form.cleaned_data))
        ):
            login(request, made[0].user, backend=BACKEND)
            return _joined(request, made[0])
    context = {
        "invitation": invitation,
        "form": form,
        "login_url": f"{reverse('login')}?next={request.path}",
    }
    return shown(request, "accounts/join.html", context, status=422 if form.errors else 200)


def _joined(request: HttpRequest, role: StaffRole) -> HttpResponse:
    words = _("You are now %(role)s of %(event)s.") % {
        "role": role.get_role_display().lower(),
        "event": role.event.name,
    }
    messages.success(request, words)
    return redirect("console", role.event.slug)
