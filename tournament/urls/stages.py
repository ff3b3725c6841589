"""Addresses of stages and their standings policy."""

from __future__ import annotations

from django.urls import path

from tournament.views import stages

urlpatterns = [
    path("e/<slug:slug>/manage/stages/", stages.stages, name="stages"),
    path("e/<slug:slug>/manage/stages/<int:order>/", stages.stage, name="stage"),
    path("e/<slug:slug>/manage/stages/<int:order>/everybody/", stages.uncut, name="uncut"),
    path("e/<slug:slug>/manage/stages/<int:order>/standings/", stages.policy, name="policy"),
]
