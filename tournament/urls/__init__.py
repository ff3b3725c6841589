"""Addresses of the pages."""

from __future__ import annotations

from tournament.urls import accounts, entries, events, printing, public, reveal, rounds, stages, tables, wishes

urlpatterns = [
    *accounts.urlpatterns,
    *public.urlpatterns,
    *tables.urlpatterns,
    *events.urlpatterns,
    *wishes.urlpatterns,
    *printing.urlpatterns,
    *entries.urlpatterns,
    *reveal.urlpatterns,
    *rounds.urlpatterns,
    *stages.urlpatterns,
]
