"""Addresses of the page that keeps standings back and tells them."""

from __future__ import annotations

from django.urls import path

from tournament.views import reveal

urlpatterns = [
    path("e/<slug:slug>/manage/reveal/", reveal.reveal, name="reveal"),
    path("e/<slug:slug>/manage/reveal/keep-back/", reveal.keep_back, name="reveal_keep_back"),
    path("e/<slug:slug>/manage/reveal/nothing/", reveal.keep_nothing, name="reveal_nothing"),
    path("e/<slug:slug>/manage/reveal/all/", reveal.tell_all, name="reveal_all"),
]
