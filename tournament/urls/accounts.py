"""Addresses of the start page and of accounts."""

from __future__ import annotations

from django.urls import path

from tournament.views import accounts, home

urlpatterns = [
    path("", home.home, name="home"),
    path("setup/", accounts.setup, name="setup"),
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", accounts.leave, name="logout"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.change_password, name="change_password"),
    path("account/reset/", accounts.ask_reset, name="ask_reset"),
    path("account/reset/<str:uid>/<str:token>/", accounts.reset, name="reset_password"),
    path("accounts/", accounts.people, name="people"),
    path("accounts/<int:pk>/reset/", accounts.issue_reset, name="issue_reset"),
    path("join/<str:token>/", accounts.join, name="join"),
]
