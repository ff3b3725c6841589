"""Accounts and roles: the first organiser, invitations by link, passwords."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from rest_framework.authtoken.models import Token

from engine.errors import noop
from tournament.access import Role, require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_found
from tournament.event_settings import settings_of
from tournament.models import AuditEntry, Event, Invitation, Message, StaffRole, User
from tournament.services.areas import check_area
from tournament.services.messages import absolute, post_message
from tournament.services.writing import writing

# The page that asks for a reset link is open to everybody: nobody's letter box is filled by it.
MOST_RESETS = 3
RESETS_WITHIN = timedelta(hours=1)
_RESET = "password_reset"


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _checked_password(password: str, user: User) -> str:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused(
            "password_weak",
            noop("Choose another password: {problem}"),
            path="password",
            problem=" ".join(error.messages),
        ) from error
    return password


def create_user(*, username: str, password: str, email: str = "", name: str = "", founder: bool = False) -> User:
    """Make an account; refuses a taken name and a weak password."""
    username = username.strip()
    if not username:
        raise Refused("username_missing", noop("Choose a user name."), path="username")
    if User.objects.filter(username__iexact=username).exists():
        raise Refused("username_taken", noop("The user name {name} is taken."), path="username", name=username)
    user = User(username=username, email=email, first_name=name[:150], is_staff=founder, is_superuser=founder)
    user.set_password(_checked_password(password, user))
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        field, problems = next(iter(error.message_dict.items()))
        raise Refused(
            "account_invalid", noop("This account cannot be made: {problem}"), path=field, problem=" ".join(problems)
        ) from error
    user.save()
    return user


def first_run_needed() -> bool:
    """Tell whether this installation has no account yet."""
    return not User.objects.exists()


def found_installation(*, username: str, password: str, email: str = "") -> User:
    """Make the first account, the organiser of everything; refused once there is one."""
    with transaction.atomic():
        if User.objects.select_for_update().exists():
            raise Conflict("already_founded", noop("This installation has its organiser; log in instead."))
        user = create_user(username=username, password=password, email=email, founder=True)
        AuditEntry.objects.create(actor=user, action="installation.founded", at=timezone.now())
    return user


def invite_staff(*, actor: Actor, event: Event, role: str, email: str = "", area: str = "") -> tuple[Invitation, str]:
    """Make an invitation and return it with its token, which is shown this once (and sent where mail is set)."""
    require(actor, "manage", event)
    if role not in Role.values:
        raise Refused("role_unknown", noop("There is no role “{role}”."), path="role", role=role)
    token = secrets.token_urlsafe(24)
    with writing(event, actor) as write:
        write.standings_change = False
        if settings_of(write.event).areas:
            check_area(write.event, area)
        invitation = Invitation.objects.create(
            event=event,
            token_hash=_hashed(token),
            role=role,
            area=area,
            email=email,
            created_by=actor.user,
            expires_at=write.at + timedelta(days=settings_of(event).invitation_days),
        )
        write.audit("staff.invited", f"invitation:{invitation.pk}", after={"role": role, "email": email, "area": area})
        post_message(
            event=event,
            kind="invitation",
            to=email,
            subject=_("%(event)s: invitation to the staff") % {"event": event.name},
            body=_("Open this link to join the staff as %(role)s: %(path)s")
            % {"role": Role(role).label, "path": absolute(invitation_path(token))},
        )
    return invitation, token


def invitation_path(token: str) -> str:
    """Return the address of an invitation on this site."""
    return f"/join/{token}/"


def find_invitation(token: str) -> Invitation:
    """Return an invitation that can still be accepted."""
    invitation = Invitation.objects.select_related("event").filter(token_hash=_hashed(token)).first()
    if invitation is None:
        raise not_found("invitation")
    if invitation.accepted_at or invitation.revoked_at or invitation.expires_at < timezone.now():
        raise Refused("invitation_over", noop("This invitation was used, taken back, or has expired."))
    return invitation


def accept_invitation(*, token: str, user: User) -> StaffRole:
    """Give the role of an invitation to a user; each invitation serves once."""
    invitation = find_invitation(token)
    actor = Actor(user=user)
    with writing(invitation.event, actor) as write:
        write.standings_change = False
        locked = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if locked.accepted_at or locked.revoked_at:
            raise Refused("invitation_over", noop("This invitation was used, taken back, or has expired."))
        locked.accepted_at, locked.accepted_by = write.at, user
        locked.save(update_fields=["accepted_at", "accepted_by"])
        role, _created = StaffRole.objects.get_or_create(
            event=invitation.event, user=user, role=invitation.role, area=invitation.area
        )
        write.audit("staff.joined", f"user:{user.username}", after={"role": role.role, "area": role.area})
    return role


def join_as_new(*, token: str, username: str, password: str, email: str = "") -> StaffRole:
    """Accept an invitation with a new account; neither is made without the other."""
    find_invitation(token)
    with transaction.atomic():
        user = create_user(username=username, password=password, email=email)
        return accept_invitation(token=token, user=user)


def revoke_invitation(*, actor: Actor, event: Event, invitation_id: int) -> None:
    """Take an open invitation back."""
    require(actor, "manage", event)
    with writing(event, actor) as write:
        write.standings_change = False
        found = Invitation.objects.filter(event=event, pk=invitation_id, accepted_at=None, revoked_at=None)
        if not found.update(revoked_at=write.at):
            raise not_found("invitation")
        write.audit("staff.invitation_revoked", f"invitation:{invitation_id}")


def grant_role(*, actor: Actor, event: Event, user: User, role: str, area: str = "") -> StaffRole:
    """Give a role to an account that exists."""
    require(actor, "manage", event)
    if role not in Role.values:
        raise Refused("role_unknown", noop("There is no role “{role}”."), path="role", role=role)
    with writing(event, actor) as write:
        write.standings_change = False
        if settings_of(write.event).areas:
            check_area(write.event, area)
        granted, _created = StaffRole.objects.get_or_create(event=event, user=user, role=role, area=area)
        write.audit("staff.granted", f"user:{user.username}", after={"role": role, "area": area})
    return granted


def remove_role(*, actor: Actor, event: Event, role_id: int) -> None:
    """Take a role away; an event keeps at least one organiser."""
    require(actor, "manage", event)
    with writing(event, actor) as write:
        write.standings_change = False
        role = StaffRole.objects.filter(event=event, pk=role_id).select_related("user").first()
        if role is None:
            raise not_found("role")
        organisers = StaffRole.objects.filter(event=event, role=Role.ORGANISER)
        if role.role == Role.ORGANISER and organisers.count() == 1:
            raise Refused("last_organiser", noop("An event keeps at least one organiser."))
        write.audit("staff.removed", f"user:{role.user.username}", before={"role": role.role, "area": role.area})
        role.delete()


def _reset_path(user: User) -> str:
    uid = urlsafe_base64_encode(str(user.pk).encode())
    return f"/account/reset/{uid}/{default_token_generator.make_token(user)}/"


def ask_password_reset(*, email: str) -> None:
    """Write a reset message for every account with this address; says nothing of whether there is one.

    An account is written to at most `MOST_RESETS` times within `RESETS_WITHIN`; what is asked beyond that is no error,
    and the links of before still hold.
    """
    users = User.objects.filter(email__iexact=email.strip(), is_active=True).exclude(email="")
    since = timezone.now() - RESETS_WITHIN
    lately = Message.objects.filter(kind=_RESET, to__iexact=email.strip(), created_at__gt=since).count()
    if lately >= MOST_RESETS * len(users):
        return
    for user in users:
        _post_reset(user)


def issue_password_reset(*, actor: Actor, user: User) -> str:
    """Let a founder hand somebody a reset link; returns its path."""
    require(actor, "found")
    AuditEntry.objects.create(
        actor=actor.user, action="account.reset_issued", subject=f"user:{user.username}", at=timezone.now()
    )
    return _post_reset(user)


def _post_reset(user: User) -> str:
    path = _reset_path(user)
    post_message(
        event=None,
        kind=_RESET,
        to=user.email,
        subject=_("Banfeng: set a new password"),
        body=_("Open this link to set a new password for %(user)s: %(path)s")
        % {"user": user.username, "path": absolute(path)},
    )
    return path


def check_reset_link(*, uid: str, token: str) -> User:
    """Return the account a reset link is for; a link that was used or is too old is refused."""
    try:
        user = User.objects.get(pk=int(force_str(urlsafe_base64_decode(uid))), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        raise Refused("reset_link_over", noop("This link was used before or has expired."))
    return user


def reset_password(*, uid: str, token: str, password: str) -> User:
    """Set a new password with the two parts of a reset link; a link serves once."""
    user = check_reset_link(uid=uid, token=token)
    _set_password(user, password, "account.password_reset")
    return user


def _set_password(user: User, password: str, action: str, *, keep: str = "") -> None:
    """Whoever had got in by the old password is out: sessions end by themselves, tokens of programs here."""
    user.set_password(_checked_password(password, user))
    with transaction.atomic():
        user.save(update_fields=["password"])
        Token.objects.filter(user=user).exclude(key=keep).delete()
        AuditEntry.objects.create(actor=user, action=action, subject=f"user:{user.username}", at=timezone.now())


def change_password(*, user: User, old: str, password: str, keep: str = "") -> User:
    """Set a new password for who knows the old one; `keep` is the token of the program that asks, which stays."""
    if not user.check_password(old):
        raise Refused("password_wrong", noop("This is not your password."), path="old")
    _set_password(user, password, "account.password_changed", keep=keep)
    return user


def change_account(*, user: User, name: str, email: str) -> User:
    """Change the shown name and the e-mail address of one's own account."""
    user.first_name, user.email = " ".join(name.split())[:150], email
    user.save(update_fields=["first_name", "email"])
    AuditEntry.objects.create(actor=user, action="account.changed", subject=f"user:{user.username}", at=timezone.now())
    return user
