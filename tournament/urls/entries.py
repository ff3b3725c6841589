"""Addresses of entries and check-in."""

from __future__ import annotations

from django.urls import path

from tournament.views import check_in, entries, registration, roster

urlpatterns = [
    path("e/<slug:slug>/manage/entries/", entries.entries, name="entries"),
    path("e/<slug:slug>/manage/entries/add/", entries.add_entry, name="add_entry"),
    path("e/<slug:slug>/manage/entries/promote/", entries.promote, name="promote"),
    path("e/<slug:slug>/manage/entries/<int:number>/", entries.entry, name="entry"),
    path("e/<slug:slug>/manage/entries/<int:number>/payment/", registration.payment, name="payment"),
    path("e/<slug:slug>/manage/entries/<int:number>/link/", entries.renew_link, name="renew_link"),
    path("e/<slug:slug>/manage/entries/<int:number>/<slug:status>/", entries.entry_status, name="entry_status"),
    path("e/<slug:slug>/manage/registrations/", registration.registrations_list, name="registrations"),
    path(
        "e/<slug:slug>/manage/registrations/file.<slug:kind>",
        registration.registrations_file,
        name="registrations_file",
    ),
    path("e/<slug:slug>/manage/registration/", registration.registration_settings, name="registration_settings"),
    path("e/<slug:slug>/manage/registration/questions/", registration.question, name="new_question"),
    path("e/<slug:slug>/manage/registration/questions/<slug:code>/", registration.question, name="question"),
    path(
        "e/<slug:slug>/manage/registration/questions/<slug:code>/move/",
        registration.question_moved,
        name="move_question",
    ),
    path("e/<slug:slug>/manage/roster/", roster.roster, name="roster"),
    path("e/<slug:slug>/manage/roster/export/", roster.roster_export, name="roster_export"),
    path("e/<slug:slug>/manage/roster/<int:pk>/", roster.roster_preview, name="roster_preview"),
    path("e/<slug:slug>/manage/roster/<int:pk>/put-away/", roster.roster_put_away, name="roster_put_away"),
    path("e/<slug:slug>/manage/check-in/", check_in.check_in, name="check_in"),
    path("e/<slug:slug>/manage/check-in/close/", check_in.close_check_in, name="close_check_in"),
    path("e/<slug:slug>/manage/check-in/reopen/", check_in.reopen_check_in, name="reopen_check_in"),
    path("e/<slug:slug>/manage/check-in/missing/", check_in.missing_list, name="missing"),
    path("e/<slug:slug>/manage/check-in/<int:number>/", check_in.check_in_one, name="check_in_one"),
]
