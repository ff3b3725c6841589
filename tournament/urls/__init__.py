"""Addresses of the pages."""

from __future__ import annotations

from tournament.urls import accounts, entries, events, public, rounds, stages, tables

urlpatterns = [
    *accounts.urlpatterns,
    *public.urlpatterns,
    *tables.urlpatterns,
    *events.urlpatterns,
    *entries.urlpatterns,
    *rounds.urlpatterns,
    *stages.urlpatterns,
]
