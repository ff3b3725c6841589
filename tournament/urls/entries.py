"""Addresses of entries and check-in."""

from __future__ import annotations

from django.urls import path

from tournament.views import entries

urlpatterns = [
    path("e/<slug:slug>/manage/entries/", entries.entries, name="entries"),
    path("e/<slug:slug>/manage/entries/add/", entries.add_entry, name="add_entry"),
    path("e/<slug:slug>/manage/entries/promote/", entries.promote, name="promote"),
    path("e/<slug:slug>/manage/entries/cards/", entries.cards, name="cards"),
    path("e/<slug:slug>/manage/entries/<int:number>/", entries.entry, name="entry"),
    path("e/<slug:slug>/manage/entries/<int:number>/link/", entries.renew_link, name="renew_link"),
    path("e/<slug:slug>/manage/entries/<int:number>/<slug:status>/", entries.entry_status, name="entry_status"),
    path("e/<slug:slug>/manage/check-in/", entries.check_in, name="check_in"),
    path("e/<slug:slug>/manage/check-in/close/", entries.close_check_in, name="close_check_in"),
]
