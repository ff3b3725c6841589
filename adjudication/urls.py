"""Addresses of the pages of referees."""

from __future__ import annotations

from django.urls import path

from adjudication.views import calls, cases, keeping, lists, ruling

TABLE = "e/<slug:slug>/round/<int:number>/table/<int:table>"

urlpatterns = [
    path("e/<slug:slug>/calls/", calls.calls, name="calls"),
    path("e/<slug:slug>/calls/late/", calls.late_calls, name="late_calls"),
    path("e/<slug:slug>/calls/<int:number>/", calls.answer_call, name="answer_call"),
    path(f"{TABLE}/call/", calls.call, name="call"),
    path(f"{TABLE}/rule/", ruling.rule, name="rule"),
    path(f"{TABLE}/rule/kept/", keeping.send_kept, name="send_kept"),
    path("e/<slug:slug>/rulings/", lists.rulings, name="rulings"),
    path("e/<slug:slug>/rulings/report/", lists.rulings_report, name="rulings_report"),
    path("e/<slug:slug>/rulings/new/", ruling.rule_entry, name="rule_entry"),
    path("e/<slug:slug>/cases/<int:number>/", cases.case_page, name="case"),
    path("e/<slug:slug>/cases/<int:number>/act/", cases.act, name="case_act"),
    path("e/<slug:slug>/cases/<int:number>/photos/<int:photo_id>/", cases.photo, name="case_photo"),
    path("p/<str:token>/rulings/", lists.player_rulings, name="player_rulings"),
]
