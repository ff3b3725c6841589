"""Addresses of the pages of tables and players."""

from __future__ import annotations

from django.urls import include, path

from tournament.views import calendars, players, registration, seats, table_status, tables, waiting

_table = [
    path("", tables.table_page, name="table"),
    path("open/", tables.open_here, name="table_open"),
    path("record/", tables.record, name="table_record"),
    path("preview/", tables.preview, name="table_preview"),
    path("undo/", tables.undo, name="table_undo"),
    path("correct/<int:seq>/", tables.correct, name="table_correct"),
    path("finish/", table_status.finish, name="table_finish"),
    path("confirm/", table_status.confirm, name="table_confirm"),
    path("count/", table_status.count, name="table_count"),
    path("void/", table_status.void, name="table_void"),
    path("seats/", seats.seats, name="table_seats"),
    path("missing/", waiting.missing, name="table_missing"),
]
urlpatterns = [
    path("e/<slug:slug>/round/<int:number>/table/<int:table>/", include(_table)),
    path("e/<slug:slug>/player/<int:number>/", players.card, name="player_card"),
    path("p/<str:token>/calendar.ics", calendars.own_rounds, name="player_calendar"),
    path("p/<str:token>/", players.own_page, name="player"),
    path("p/<str:token>/withdraw/", registration.withdraw, name="withdraw"),
]
