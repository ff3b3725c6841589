"""Addresses of an event's organising pages."""

from __future__ import annotations

from django.urls import path

from tournament.views import announcements, corrections, discarding, displays, events, history, standstill, timetable

urlpatterns = [
    path("events/new/", events.new_event, name="new_event"),
    path("events/new/<slug:game>/<slug:preset>/", events.create_event, name="create_event"),
    path("events/copy/", events.copy_source, name="copy_source"),
    path("e/<slug:slug>/manage/copy/", events.copy_event, name="copy_event"),
    path("e/<slug:slug>/manage/timetable/", timetable.timetable, name="timetable"),
    path("e/<slug:slug>/manage/corrections/", corrections.corrections, name="corrections"),
    path("e/<slug:slug>/manage/standstill/", standstill.standstill, name="standstill"),
    path("e/<slug:slug>/manage/standings/again/", events.compute_again, name="compute_again"),
    path("e/<slug:slug>/manage/", events.manage, name="manage"),
    path("e/<slug:slug>/manage/status/<slug:status>/", events.event_status, name="event_status"),
    path("e/<slug:slug>/manage/discard/", discarding.discard_event, name="discard_event"),
    path("e/<slug:slug>/manage/settings/", events.event_settings, name="event_settings"),
    path("e/<slug:slug>/manage/rules/", events.event_options, name="event_options"),
    path("e/<slug:slug>/manage/staff/", events.event_staff, name="event_staff"),
    path("e/<slug:slug>/manage/staff/<int:role_id>/remove/", events.remove_role, name="remove_role"),
    path(
        "e/<slug:slug>/manage/invitations/<int:invitation_id>/revoke/",
        events.revoke_invitation,
        name="revoke_invitation",
    ),
    path("e/<slug:slug>/manage/displays/", displays.displays, name="displays"),
    path("e/<slug:slug>/manage/displays/<slug:name>/", displays.switch, name="switch_display"),
    path("e/<slug:slug>/manage/displays/<slug:name>/remove/", displays.remove, name="remove_display"),
    path("e/<slug:slug>/manage/history/", history.history, name="event_history"),
    path("e/<slug:slug>/manage/audit/", events.event_audit, name="event_audit"),
    path("e/<slug:slug>/news/", announcements.news, name="news"),
    path("e/<slug:slug>/manage/announcements/", announcements.announcements, name="announcements"),
    path("e/<slug:slug>/manage/announcements/<int:pk>/", announcements.announcement, name="announcement"),
    path(
        "e/<slug:slug>/manage/announcements/<int:pk>/withdraw/",
        announcements.withdraw_announcement,
        name="withdraw_announcement",
    ),
    path("e/<slug:slug>/manage/messages/", events.event_messages, name="event_messages"),
]
