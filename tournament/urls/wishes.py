"""Addresses of what draws have to respect, and of changes to a draft."""

from __future__ import annotations

from django.urls import path

from tournament.views import areas, wishes

urlpatterns = [
    path("e/<slug:slug>/manage/venues/", areas.areas, name="areas"),
    path("e/<slug:slug>/manage/wishes/", wishes.wishes, name="wishes"),
    path("e/<slug:slug>/manage/wishes/<int:first>/<int:second>/", wishes.let_meet, name="let_meet"),
    path("e/<slug:slug>/manage/entries/<int:number>/table/", wishes.fixed_table, name="fixed_table"),
    path("e/<slug:slug>/manage/rounds/<int:number>/edit/", wishes.edit_draft, name="edit_draft"),
]
