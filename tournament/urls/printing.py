"""Addresses of what is printed."""

from __future__ import annotations

from django.urls import path

from tournament.views import printing

here = "e/<slug:slug>/manage/print/"
urlpatterns = [
    path(here, printing.print_all, name="print"),
    path(f"{here}jobs/<int:job_id>/", printing.print_job, name="print_job"),
    path(f"{here}jobs/<int:job_id>/again/", printing.print_again, name="print_again"),
    path(f"{here}jobs/<int:job_id>/file/", printing.print_file, name="print_file"),
    path(f"{here}<slug:kind>/", printing.print_document, name="print_document"),
    path(f"{here}<slug:kind>/page/", printing.print_page, name="print_page"),
    # The browser's print pages that stand beside what they print.
    path("e/<slug:slug>/manage/entries/cards/", printing.print_page, {"kind": "cards"}, name="cards"),
    path("e/<slug:slug>/manage/rounds/<int:number>/wall/", printing.print_page, {"kind": "wall"}, name="wall_list"),
    path("e/<slug:slug>/manage/rounds/<int:number>/slips/", printing.print_page, {"kind": "slips"}, name="slips"),
]
