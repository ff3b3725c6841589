"""Addresses of rounds, their draws and tables as the staff runs them."""

from __future__ import annotations

from django.urls import path

from tournament.views import confirming, redraws, results, rounds, table_admin

here = "e/<slug:slug>/manage/rounds/<int:number>/"
urlpatterns = [
    path("e/<slug:slug>/manage/console/", rounds.console, name="console"),
    path(here, rounds.round_console, name="round"),
    path(f"{here}draw/", rounds.draw, name="draw"),
    path(f"{here}job/", rounds.draw_job, name="draw_job"),
    path(f"{here}call/", rounds.call_absent, name="call_absent"),
    path(f"{here}by-hand/", rounds.draw_by_hand, name="draw_by_hand"),
    path(f"{here}redraw/", redraws.redraw, name="redraw"),
    path(f"{here}release/", rounds.release, name="release"),
    path(f"{here}delete/", rounds.delete_draw, name="delete_draw"),
    path(f"{here}restore/<int:attempt>/", rounds.restore_draw, name="restore_draw"),
    path(f"{here}start/", rounds.start, name="start"),
    path(f"{here}clock/", rounds.clock, name="clock"),
    path(f"{here}close/", rounds.close, name="close"),
    path(f"{here}reopen/", rounds.reopen, name="reopen"),
    path(f"{here}drop/", rounds.drop, name="drop"),
    path(f"{here}confirm/", confirming.confirm_all, name="confirm_all"),
    path(f"{here}results/", results.results, name="results"),
    path(f"{here}tables/<int:table_number>/", table_admin.table_admin, name="table_admin"),
]
