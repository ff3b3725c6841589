"""The first account, invitations, roles, passwords."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.authtoken.models import Token

from tests.tournament import setting
from tournament.access import Role, may
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, NotFound, Refused
from tournament.models import Event, Invitation, Message, User
from tournament.selectors.events import staff_of
from tournament.services import staff
from tournament.services.messages import post_message

GOOD = "correct-horse-battery"


def test_the_first_account_founds_the_installation_and_no_second_one_does(db):
    assert staff.first_run_needed()
    user = staff.found_installation(username="first", password=GOOD)
    assert may(Actor(user=user), "found")
    assert not staff.first_run_needed()
    with pytest.raises(Conflict, match="already_founded"):
        staff.found_installation(username="second", password=GOOD)


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [("", GOOD, "username_missing"), ("a b!", GOOD, "account_invalid"), ("new", "12345", "password_weak")],
)
def test_an_account_needs_a_name_and_a_password(db, name, password, code):
    with pytest.raises(Refused, match=code):
        staff.create_user(username=name, password=password)
    assert not User.objects.exists()


def test_an_invitation_gives_its_role_once(event, organiser):
    _invitation, token = staff.invite_staff(actor=organiser, event=event, role=Role.REFEREE, email="r@example.org")
    assert token not in Invitation.objects.get().token_hash
    assert token in Message.objects.get(kind="invitation").body
    role = staff.join_as_new(token=token, username="ref", password=GOOD)
    assert (role.role, role.event) == (Role.REFEREE, event)
    with pytest.raises(Refused, match="invitation_over"):
        staff.accept_invitation(token=token, user=organiser.user)
    with pytest.raises(NotFound):
        staff.find_invitation("other")


def test_an_invitation_ends_when_it_expires_or_is_taken_back(event, organiser):
    _invitation, token = staff.invite_staff(actor=organiser, event=event, role=Role.SCORER)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Refused, match="invitation_over"):
        staff.join_as_new(token=token, username="late", password=GOOD)
    assert not User.objects.filter(username="late").exists()
    invitation, token = staff.invite_staff(actor=organiser, event=event, role=Role.SCORER)
    staff.revoke_invitation(actor=organiser, event=event, invitation_id=invitation.pk)
    with pytest.raises(Refused, match="invitation_over"):
        staff.accept_invitation(token=token, user=organiser.user)


def test_only_organisers_invite_and_an_event_keeps_one(event, organiser):
    with pytest.raises(NotAllowed):
        staff.invite_staff(actor=setting.chief(event), event=event, role=Role.SCORER)
    only = staff_of(event).get(role=Role.ORGANISER)
    with pytest.raises(Refused, match="last_organiser"):
        staff.remove_role(actor=organiser, event=event, role_id=only.pk)
    other = User.objects.create_user("other")
    staff.grant_role(actor=organiser, event=event, user=other, role=Role.ORGANISER)
    staff.remove_role(actor=organiser, event=event, role_id=only.pk)
    with pytest.raises(NotAllowed):
        staff.invite_staff(actor=Actor(user=organiser.user), event=event, role=Role.SCORER)


def test_a_password_is_set_anew_by_a_link_that_serves_once(organiser):
    staff.ask_password_reset(email="nobody@example.org")
    assert not Message.objects.exists()
    staff.ask_password_reset(email="FOUNDER@example.org")
    uid, token = re.search(r"/account/reset/([^/]+)/([^/]+)/", Message.objects.get().body).groups()
    with pytest.raises(Refused, match="password_weak"):
        staff.reset_password(uid=uid, token=token, password="1")
    staff.reset_password(uid=uid, token=token, password=GOOD)
    assert User.objects.get(pk=organiser.user.pk).check_password(GOOD)
    with pytest.raises(Refused, match="reset_link_over"):
        staff.reset_password(uid=uid, token=token, password=GOOD + "2")
    with pytest.raises(Refused, match="reset_link_over"):
        staff.reset_password(uid="!", token=token, password=GOOD)


def test_a_letter_box_is_not_filled_with_reset_links(organiser):
    User.objects.create_user("second", email="Founder@example.org")
    for _attempt in range(staff.MOST_RESETS + 2):
        staff.ask_password_reset(email="founder@example.org")
    assert Message.objects.count() == 2 * staff.MOST_RESETS
    User.objects.create_user("other", email="other@example.org")
    staff.ask_password_reset(email="other@example.org")
    assert Message.objects.filter(to="other@example.org").count() == 1
    assert staff.issue_password_reset(actor=organiser, user=organiser.user)
    Message.objects.update(created_at=timezone.now() - staff.RESETS_WITHIN)
    before = Message.objects.count()
    staff.ask_password_reset(email="founder@example.org")
    assert Message.objects.count() == before + 2


def test_a_new_password_ends_what_the_old_one_let_in(organiser):
    organiser.user.set_password(GOOD)
    organiser.user.save()
    mine = Token.objects.create(user=organiser.user)
    with pytest.raises(Refused, match="password_wrong"):
        staff.change_password(user=organiser.user, old="other", password=GOOD + "2")
    staff.change_password(user=organiser.user, old=GOOD, password=GOOD, keep=mine.key)
    assert Token.objects.exists()
    staff.change_password(user=organiser.user, old=GOOD, password=GOOD + "2")
    assert not Token.objects.exists()
    Token.objects.create(user=organiser.user)
    path = staff.issue_password_reset(actor=organiser, user=organiser.user)
    uid, token = path.strip("/").split("/")[-2:]
    staff.reset_password(uid=uid, token=token, password=GOOD + "3")
    assert not Token.objects.exists()


def test_the_subject_of_a_letter_is_one_line_and_fits(event, organiser):
    Event.objects.update(name="Cup\r\nBcc: others@example.org " + "x" * 170)
    event.refresh_from_db()
    staff.invite_staff(actor=organiser, event=event, role=Role.SCORER, email="s@example.org")
    assert Message.objects.get().subject.startswith("Cup Bcc: others@example.org xx")
    told = post_message(event=event, kind="x", to="", subject="x" * 300, body="")
    assert len(told.subject) == 250


def test_mail_is_sent_where_a_server_is_set_and_kept_otherwise(
    event, organiser, settings, mailoutbox, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        staff.invite_staff(actor=organiser, event=event, role=Role.SCORER, email="s@example.org")
    assert (len(mailoutbox), Message.objects.get().sent_at) == (0, None)
    settings.EMAIL_CONFIGURED = True
    with django_capture_on_commit_callbacks(execute=True):
        staff.invite_staff(actor=organiser, event=event, role=Role.SCORER, email="s@example.org")
    assert [mail.to for mail in mailoutbox] == [["s@example.org"]]
    assert Message.objects.exclude(sent_at=None).count() == 1
