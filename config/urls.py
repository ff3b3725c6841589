"""Every address of the site."""

from __future__ import annotations

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.health import healthz
from config.language import switch
from tournament.views.look import look

# The documentation page sets its layout inline; its scripts still come from here only.
api_docs = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))

handler404 = "config.missing.missing"
urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("language/<slug:language>", switch, name="language"),
    path("look/", look, name="look"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs/", api_docs, name="api-docs"),
    path("api/v1/", include("tournament.api.urls")),
    path("api/v1/", include("adjudication.api.urls")),
    path("", include("tournament.urls")),
    path("", include("adjudication.urls")),
]
