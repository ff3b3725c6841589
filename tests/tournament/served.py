"""The application as server processes of a test run it: with the toy game among the games."""

from __future__ import annotations

from config.wsgi import application
from tests.toy.finding import toy_found

_found = toy_found()
_found.__enter__()

__all__ = ["application"]
