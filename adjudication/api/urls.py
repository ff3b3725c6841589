"""Addresses below /api/v1/ that are about rulings."""

from __future__ import annotations

from django.urls import include, path

from adjudication.api import calls, cases, games

case_urls = [
    path("", cases.CaseDetail.as_view()),
    path("preview/", cases.CasePreview.as_view()),
    path("issue/", cases.CaseIssue.as_view()),
    path("withdraw/", cases.CaseWithdraw.as_view()),
    path("overturn/", cases.CaseOverturn.as_view()),
    path("amend/", cases.CaseAmend.as_view()),
    path("carried/", cases.CaseCarried.as_view()),
    path("acknowledge/", cases.CaseAcknowledge.as_view()),
    path("appeal/", cases.CaseAppeal.as_view()),
    path("decide/", cases.CaseDecide.as_view()),
    path("photos/", cases.CasePhotos.as_view()),
    path("photos/<int:photo_id>/", cases.CasePhotoDetail.as_view()),
]
table = "rounds/<int:round_number>/tables/<int:table_number>"
event_urls = [
    path("infractions/", cases.Infractions.as_view()),
    path("calls/", calls.Calls.as_view()),
    path("calls/<int:number>/take/", calls.TakeCall.as_view()),
    path("calls/<int:number>/close/", calls.CloseCall.as_view()),
    path(f"{table}/call/", calls.TableCall.as_view()),
    path(f"{table}/kept-call/", calls.KeptCall.as_view()),
    path(f"{table}/review/", cases.TableReview.as_view()),
    path("cases/", cases.Cases.as_view()),
    path("cases/<int:number>/", include(case_urls)),
    path("entries/<int:number>/history/", cases.EntryHistory.as_view()),
    path("report/", cases.Report.as_view()),
]
urlpatterns = [
    path("games/<slug:code>/rule/", games.Rule.as_view()),
    path("events/<slug:slug>/", include(event_urls)),
]
