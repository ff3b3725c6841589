"""Accounts: the first one, logging in, invitations, passwords."""

from __future__ import annotations

from django.contrib.auth import authenticate
from rest_framework.authtoken.models import Token
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import noop
from tournament.access import require
from tournament.api import serializers as shapes
from tournament.api.base import View, endpoint
from tournament.errors import NotAllowed, Refused, not_found
from tournament.models import User
from tournament.selectors.events import roles_of
from tournament.services import staff


class Installation(View):
    """The first account of an installation."""

    @endpoint("Whether this installation still needs its first account")
    def get(self, request: Request) -> Response:
        """Answer without saying anything else."""
        return Response({"first_run": staff.first_run_needed()})

    @endpoint("Make the first account, the organiser", body=shapes.AccountIn, status=201, refusals=(400, 409))
    def post(self, request: Request) -> Response:
        """Found the installation."""
        user = staff.found_installation(**self.read(shapes.AccountIn))
        return Response({"username": user.username, "token": Token.objects.create(user=user).key}, status=201)


class Login(View):
    """Tokens for programs; pages use sessions."""

    @endpoint("Get a token for user name and password", body=shapes.AccountIn, refusals=(400, 403))
    def post(self, request: Request) -> Response:
        """Log in."""
        given = self.read(shapes.AccountIn)
        user = authenticate(request._request, username=given["username"], password=given["password"])
        if user is None:
            raise NotAllowed("login_failed", noop("User name and password do not match."))
        token, _created = Token.objects.get_or_create(user=user)
        return Response({"token": token.key})


class Logout(View):
    """The end of a token."""

    @endpoint("Make the account's token worthless")
    def post(self, request: Request) -> Response:
        """Log out."""
        if self.actor.user is not None:
            Token.objects.filter(user=self.actor.user).delete()
        return Response({})


class Me(View):
    """Who the request comes from."""

    @endpoint("Account, entry and roles of the request")
    def get(self, request: Request) -> Response:
        """Say who this is."""
        actor = self.actor
        roles = []
        if actor.user is not None:
            found = roles_of(actor.user).order_by("pk")
            roles = [{"event": role.event.slug, "role": role.role, "area": role.area} for role in found]
        return Response(
            {
                "username": actor.user.username if actor.user else None,
                "entry": actor.entry.number if actor.entry else None,
                "event": actor.entry.event.slug if actor.entry else None,
                "roles": roles,
            }
        )

    @endpoint("Change the shown name and the e-mail address of the account", body=shapes.MeChange)
    def patch(self, request: Request) -> Response:
        """Change them."""
        given = self.read(shapes.MeChange)
        user = staff.change_account(user=self.account(), **given)
        return Response({"username": user.username, "name": user.first_name, "email": user.email})


class MyPassword(View):
    """One's own password."""

    @endpoint("Set a new password, knowing the old one", body=shapes.PasswordChange)
    def post(self, request: Request) -> Response:
        """Set it; a program that asks by the account's token keeps it."""
        keep = request.auth.key if isinstance(request.auth, Token) else ""
        staff.change_password(user=self.account(), keep=keep, **self.read(shapes.PasswordChange))
        return Response({})


class ResetLink(View):
    """A reset link handed over by whoever runs the site."""

    @endpoint("Make a reset link for an account", status=201)
    def post(self, request: Request, username: str) -> Response:
        """Make it; its path is shown this once."""
        require(self.actor, "found")
        user = User.objects.filter(username=username).first()
        if user is None:
            raise not_found("account")
        return Response({"path": staff.issue_password_reset(actor=self.actor, user=user)}, status=201)


class PasswordReset(View):
    """A forgotten password."""

    @endpoint("Have a reset link sent (or shown to the organiser)", body=shapes.ResetIn, status=202, refusals=(400,))
    def post(self, request: Request) -> Response:
        """Say nothing of whether there is such an account."""
        staff.ask_password_reset(**self.read(shapes.ResetIn))
        return Response({}, status=202)


class PasswordResetConfirm(View):
    """The other end of a reset link."""

    @endpoint("Set a new password", body=shapes.ResetConfirm, refusals=(400,))
    def post(self, request: Request) -> Response:
        """Set it."""
        staff.reset_password(**self.read(shapes.ResetConfirm))
        return Response({})


class AcceptInvitation(View):
    """Join the staff of an event."""

    @endpoint("Accept an invitation", body=shapes.AcceptIn, status=201, refusals=(400, 404, 409))
    def post(self, request: Request) -> Response:
        """Accept with the request's account, or with a new one."""
        given = self.read(shapes.AcceptIn)
        user = self.actor.user
        if user is None:
            if not given.get("username") or not given.get("password"):
                raise Refused("account_missing", noop("Log in, or choose a user name and a password."))
            role = staff.join_as_new(
                token=given["token"], username=given["username"], password=given["password"], email=given["email"]
            )
            user = role.user
        else:
            role = staff.accept_invitation(token=given["token"], user=user)
        token, _created = Token.objects.get_or_create(user=user)
        return Response(
            {"event": role.event.slug, "role": role.role, "area": role.area, "token": token.key}, status=201
        )
