"""Addresses below /api/v1/."""

from __future__ import annotations

from django.urls import include, path

from tournament.api import accounts, entries, events, games, rounds, standings, tables

table_urls = [
    path("", tables.TableDetail.as_view()),
    path("events/", tables.TableEvents.as_view()),
    path("preview/", tables.TablePreview.as_view()),
    path("winds/", tables.TableWinds.as_view()),
    path("undo/", tables.TableUndo.as_view()),
    path("correct/", tables.TableCorrect.as_view()),
    path("finish/", tables.TableFinish.as_view()),
    path("confirm/", tables.TableConfirm.as_view()),
    path("void/", tables.TableVoid.as_view()),
    path("minutes/", tables.TableMinutes.as_view()),
    path("number/", tables.TableNumber.as_view()),
]
round_urls = [
    path("", rounds.RoundDetail.as_view()),
    path("draw/", rounds.RoundDraw.as_view()),
    path("field/", rounds.RoundField.as_view()),
    path("release/", rounds.Release.as_view()),
    path("restore/", rounds.Restore.as_view()),
    path("start/", rounds.Start.as_view()),
    path("clock/", rounds.Clock.as_view()),
    path("close/", rounds.Close.as_view()),
    path("reopen/", rounds.Reopen.as_view()),
    path("tables/<int:table_number>/", include(table_urls)),
]
event_urls = [
    path("", events.EventDetail.as_view()),
    path("options/", events.EventOptions.as_view()),
    path("status/", events.EventStatus.as_view()),
    path("open/", events.EventOpen.as_view()),
    path("staff/", events.Staff.as_view()),
    path("staff/<int:role_id>/", events.StaffMember.as_view()),
    path("invitations/", events.Invitations.as_view()),
    path("invitations/<int:invitation_id>/", events.InvitationDetail.as_view()),
    path("entries/", entries.Entries.as_view()),
    path("entries/bulk/", entries.EntriesBulk.as_view()),
    path("entries/<int:number>/", entries.EntryDetail.as_view()),
    path("entries/<int:number>/link/", entries.EntryLink.as_view()),
    path("entries/<int:number>/members/<int:position>/", entries.Member.as_view()),
    path("check-in/", entries.CheckIn.as_view()),
    path("waitlist/", entries.Waitlist.as_view()),
    path("stages/", events.Stages.as_view()),
    path("stages/<int:order>/", events.StageDetail.as_view()),
    path("stages/<int:order>/rounds/", events.StageRounds.as_view()),
    path("stages/<int:order>/standings/", standings.Standings.as_view()),
    path("draws/", rounds.Draws.as_view()),
    path("rounds/", rounds.Rounds.as_view()),
    path("rounds/<int:round_number>/", include(round_urls)),
    path("rulings/", standings.Rulings.as_view()),
    path("rulings/<int:number>/undo/", standings.RulingUndo.as_view()),
    path("audit/", events.Audit.as_view()),
    path("messages/", events.Messages.as_view()),
    path("messages/<int:message_id>/handed-over/", events.MessageHandedOver.as_view()),
]
urlpatterns = [
    path("installation/", accounts.Installation.as_view()),
    path("login/", accounts.Login.as_view()),
    path("logout/", accounts.Logout.as_view()),
    path("me/", accounts.Me.as_view()),
    path("me/password/", accounts.MyPassword.as_view()),
    path("accounts/<str:username>/reset-link/", accounts.ResetLink.as_view()),
    path("password-reset/", accounts.PasswordReset.as_view()),
    path("password-reset/confirm/", accounts.PasswordResetConfirm.as_view()),
    path("invitations/accept/", accounts.AcceptInvitation.as_view()),
    path("games/", games.Games.as_view()),
    path("games/<slug:code>/", games.GameDetail.as_view()),
    path("games/<slug:code>/score/", games.Score.as_view()),
    path("games/<slug:code>/settle/", games.Settle.as_view()),
    path("games/<slug:code>/trick/", games.Trick.as_view()),
    path("events/", events.Events.as_view()),
    path("events/<slug:slug>/", include(event_urls)),
]
