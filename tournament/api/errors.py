"""Every refusal as one shape: {code, message in the request's language, path, …}."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as default_handler

from engine.errors import RuleError, join_path
from tournament.errors import as_data, status_of


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer refusals of services, of the engine and of the framework alike."""
    if isinstance(error, RuleError):
        return Response(as_data(error), status=status_of(error))
    response = default_handler(error, context)
    if response is None:
        return None
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        response.data = _body(error)
    return response


def _body(error: exceptions.APIException) -> dict[str, Any]:
    if not isinstance(error, exceptions.ValidationError):
        codes = error.get_codes()
        return {
            "code": codes if isinstance(codes, str) else error.default_code,
            "message": str(error.detail),
            "path": "",
        }
    problems = list(_problems(error.detail, ""))
    first = problems[0] if problems else {"code": "invalid", "message": "", "path": ""}
    return {**first, "problems": problems}


def _problems(detail: Any, path: str) -> Iterator[dict[str, str]]:
    """Yield each problem of a nested validation error with the path of what is wrong."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            step = f"[{name}]" if isinstance(name, int) else str(name)
            here = path if name == "non_field_errors" else join_path(path, step)
            yield from _problems(inner, here)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            yield from _problems(inner, f"{path}[{index}]" if isinstance(inner, dict) else path)
    else:
        yield {"code": getattr(detail, "code", "invalid"), "message": str(detail), "path": path}
