"""Who a request comes from: account by token or session, or a player by the token of his personal link."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournament.actors import Actor
from tournament.models import Entry
from tournament.selectors.entries import entry_by_token


class EntryAuthentication(BaseAuthentication):
    """`Authorization: Entry <token of the personal link>`."""

    keyword = b"entry"

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the anonymous user with the entry as proof, or None where another scheme is meant."""
        words = get_authorization_header(request).split()
        if len(words) != 2 or words[0].lower() != self.keyword:
            return None
        entry = entry_by_token(words[1].decode("ascii", "replace"))
        if entry is None:
            raise AuthenticationFailed()
        return AnonymousUser(), entry

    def authenticate_header(self, request: Request) -> str:
        """Make a refusal a 401."""
        return "Entry"


class EntryScheme(OpenApiAuthenticationExtension):
    """Describes the scheme in the OpenAPI document."""

    target_class = "tournament.api.authentication.EntryAuthentication"
    name = "entryLink"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": 'The token of a player\'s personal link with the prefix "Entry".',
        }


def actor_of(request: Any) -> Actor:
    """Return who acts in a request, of the API or of a page."""
    auth = getattr(request, "auth", None)
    if isinstance(auth, Entry):
        return Actor(entry=auth)
    user = request.user
    return Actor(user=user) if user.is_authenticated else Actor()
