"""What all endpoints share: the actor, the event of the address, the description in OpenAPI."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication, TokenAuthentication
from rest_framework.request import Request
from rest_framework.views import APIView

from engine.errors import join_path, noop
from tournament.actors import Actor
from tournament.api.authentication import EntryAuthentication, actor_of
from tournament.errors import Refused, not_allowed
from tournament.models import Event, Round, Table, User
from tournament.selectors.events import get_event
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.advancing import Advance


class Problem(serializers.Serializer):
    """A refusal: stable code, sentence in the request's language, path of what was wrong."""

    code = serializers.CharField()
    message = serializers.CharField()
    path = serializers.CharField(allow_blank=True)


KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Made by the client for each intended write; a retry with the same key and body gets the first answer.",
)


def endpoint(
    summary: str,
    *,
    body: Any = None,
    answer: Any = OpenApiTypes.OBJECT,
    status: int = 200,
    parameters: list[Any] | None = None,
    refusals: tuple[int, ...] = (400, 401, 403, 404),
    name: str | None = None,
    media: str = "application/json",
) -> Callable[..., Any]:
    """Describe one method of a view: what it takes, what it answers, and that refusals have one shape.

    `name` is its name in the OpenAPI document where the address would give a name twice.
    """
    responses: dict[int, Any] = dict.fromkeys(refusals, Problem)
    responses[(status, media)] = OpenApiResponse(description=summary) if answer is None else answer
    described = extend_schema(
        summary=summary, request=body, responses=responses, parameters=parameters, operation_id=name
    )
    asked = tuple(one.name for one in parameters or () if one.location == OpenApiParameter.QUERY)

    def decorate(method: Any) -> Any:
        found = described(method)
        found.query = asked
        return found

    return decorate


def refuse_unknown(field: serializers.Field, data: Any, path: str = "") -> None:
    """Refuse what a body says that nobody reads, by its path; what is of the wrong kind is left to the serializer."""
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        for index, item in enumerate(data if isinstance(data, list) else ()):
            refuse_unknown(field.child, item, f"{path}[{index}]")
    elif isinstance(field, serializers.Serializer) and isinstance(data, Mapping):
        for name, value in data.items():
            here = join_path(path, str(name))
            if name not in field.fields or field.fields[name].read_only:
                raise Refused("field_unknown", noop("“{field}” is not known here."), path=here, field=name)
            refuse_unknown(field.fields[name], value, here)


class View(APIView):
    """An endpoint; rights are checked by selectors and services, never here."""

    authentication_classes = [EntryAuthentication, TokenAuthentication, SessionAuthentication]
    permission_classes: list[Any] = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what an address asks for that its endpoint does not know; it would be ignored silently otherwise."""
        super().initial(request, *args, **kwargs)
        known = getattr(getattr(self, str(request.method).lower(), None), "query", None)
        unknown = None if known is None else next((name for name in request.query_params if name not in known), None)
        if unknown is not None:
            raise Refused("parameter_unknown", noop("“{field}” is not known here."), path=unknown, field=unknown)

    @property
    def actor(self) -> Actor:
        """Who acts; the same object for the whole request, so that roles are asked for once."""
        if not hasattr(self, "_actor"):
            self._actor = actor_of(self.request)
        return self._actor

    def account(self) -> User:
        """Return the account of the request, or refuse."""
        if self.actor.user is None:
            raise not_allowed()
        return self.actor.user

    def event(self, permission: str | None = None) -> Event:
        """Return the event of the address, as far as the actor may know of it."""
        return get_event(self.actor, self.kwargs["slug"], permission)

    def round(self, permission: str | None = None) -> Round:
        """Return the round of the address."""
        return get_round(self.event(permission), self.kwargs["round_number"])

    def table(self) -> Table:
        """Return the table of the address."""
        return get_table(self.event(), self.kwargs["round_number"], self.kwargs["table_number"])

    def read(self, kind: type[serializers.Serializer], **options: Any) -> dict[str, Any]:
        """Return the request's body as `kind` validates it, or refuse with the path of what is wrong."""
        request: Request = self.request
        serializer = kind(data=request.data, **options)
        refuse_unknown(serializer, request.data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    @staticmethod
    def advance(given: dict[str, Any]) -> Advance | None:
        """Take out of a body what it decides on places in a later stage; None where it decides nothing."""
        found = given.pop("advance")
        return None if found is None else Advance(**found)

    @property
    def key(self) -> str | None:
        """The request's idempotency key."""
        return self.request.headers.get("Idempotency-Key") or None
