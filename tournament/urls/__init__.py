"""Addresses of the pages."""

from __future__ import annotations

from tournament.urls import public, tables

urlpatterns = [*public.urlpatterns, *tables.urlpatterns]
