"""Addresses of the pages for everybody."""

from __future__ import annotations

from django.urls import path

from tournament.views import calendars, groups, public, registration, rules, trick, walls

urlpatterns = [
    path("rules/", rules.rules_list, name="rules"),
    path("rules/<slug:code>/", rules.rules_of_game, name="game_rules"),
    path("rules/<slug:code>/trick/", trick.trick_of_game, name="game_trick"),
    path("e/<slug:slug>/", public.event_info, name="event"),
    path("e/<slug:slug>/register/", registration.register, name="register"),
    path("e/<slug:slug>/register/done/", registration.registered, name="registered"),
    path("e/<slug:slug>/rules/", public.event_rules, name="event_rules"),
    path("e/<slug:slug>/trick/", trick.trick_of_event, name="event_trick"),
    path("e/<slug:slug>/calendar.ics", calendars.event_rounds, name="event_calendar"),
    path("e/<slug:slug>/seating/", public.seating, name="seating"),
    path("e/<slug:slug>/standings/", public.standings, name="standings"),
    path("e/<slug:slug>/standings/<int:order>/", public.standings, name="stage_standings"),
    path("e/<slug:slug>/tables/", public.tables, name="tables"),
    path("e/<slug:slug>/standings/<int:order>/report/", public.standings_report, name="standings_report"),
    path("e/<slug:slug>/standings/<int:order>/teams/", groups.group_standings, {"by": "team"}, name="team_standings"),
    path("e/<slug:slug>/standings/<int:order>/pairs/", groups.group_standings, {"by": "pair"}, name="pair_standings"),
    path("e/<slug:slug>/projector/", walls.projector, name="projector"),
    path("e/<slug:slug>/projector/teams/", walls.group_projector, {"by": "team"}, name="team_projector"),
    path("e/<slug:slug>/projector/pairs/", walls.group_projector, {"by": "pair"}, name="pair_projector"),
    path("e/<slug:slug>/display/<slug:name>/", walls.display, name="display"),
    path("e/<slug:slug>/round/<int:number>/drawn/", public.drawn, name="drawn"),
]
