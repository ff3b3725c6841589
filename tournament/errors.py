"""Refusals of the services: a rule error with the answer's status, and the sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext

from engine.errors import RuleError, noop
from engine.text import Text
from tournament.wording import FLAG_NAMES, PLACE_NAMES

# The name under which the parameters of a refusal tell of which area of the hall it speaks.
IN_AREA = "in_area"
# Entries of a table are numbered from 0 in data and told from 1, as its page lists them.
ENTRIES = ("seq", "after")
# The name under which they tell in which line of what was written it stands.
IN_LINE = "in_line"
# Parameters that hold a code of the engine, with the words that readers know it by.
_CODES: Mapping[str, Mapping[Any, Text]] = {"seat": PLACE_NAMES, "place": PLACE_NAMES, "flag": FLAG_NAMES}
_AREA_SAYS = noop("{area}: {words}")
_LINE_SAYS = noop("Line {line}: {words}")


class Refused(RuleError):
    """A request that cannot be carried out; `facts` is handed on with the answer."""

    status = 400

    def __init__(
        self, code: str, template: str, *, path: str = "", facts: Mapping[str, Any] | None = None, **params: object
    ) -> None:
        super().__init__(code, template, path=path, **params)
        self.facts = dict(facts or {})


class NotAllowed(Refused):
    """The actor has no right to do this (403)."""

    status = 403


class NotFound(Refused):
    """There is no such thing, or the actor may not know of it (404)."""

    status = 404


class Conflict(Refused):
    """The actor has not seen the newest state (409); `facts` carries what was accepted since."""

    status = 409


class KeyReused(Refused):
    """An idempotency key came a second time with another request (422)."""

    status = 422


class TooMany(Refused):
    """The same was asked for too often from one address (429)."""

    status = 429


def not_allowed() -> NotAllowed:
    """The common refusal: no right."""
    return NotAllowed("not_allowed", noop("You may not do this."))


def not_found(what: str = "object") -> NotFound:
    """The common refusal: nothing there."""
    return NotFound("not_found", noop("There is no such thing here."), what=what)


def status_of(error: RuleError) -> int:
    """Return the HTTP status of a refusal; what the engine refuses is a bad request."""
    return error.status if isinstance(error, Refused) else 400


def sentence(error: RuleError) -> str:
    """Return the refusal in the language of the request."""
    language = get_language() or "en"
    worded = {
        name: _CODES[name].get(value, value) if name in _CODES and isinstance(value, str) else value
        for name, value in error.params.items()
    }
    params = {name: value.in_language(language) if isinstance(value, Text) else value for name, value in worded.items()}
    params |= {name: params[name] + 1 for name in ENTRIES if isinstance(params.get(name), int)}
    words = gettext(error.template).format(**params)
    line, area = error.params.get(IN_LINE), error.params.get(IN_AREA)
    words = words if line is None else gettext(_LINE_SAYS).format(line=line, words=words)
    return words if area is None else gettext(_AREA_SAYS).format(area=area, words=words)


def sentences(error: RuleError) -> list[str]:
    """Return a refusal in the language of the request, followed by each mistake it sums up, as far as they are told."""
    told = [str(item["message"]) for item in error.facts.get("mistakes", ())] if isinstance(error, Refused) else []
    more = int(str(error.params.get("count", 0))) - len(told) if told else 0
    return [sentence(error), *told, *([gettext("and {count} more").format(count=more)] if more > 0 else [])]


def as_data(error: RuleError) -> dict[str, Any]:
    """Return the body of an API answer: stable code, sentence, path of what was wrong, and the facts."""
    facts = error.facts if isinstance(error, Refused) else {}
    return {"code": error.code, "message": sentence(error), "path": error.path, **facts}


def kept_sentence(code: str, template: str, params: Mapping[str, str]) -> str:
    """Return a refusal that was stored, in the language of the request; a failure without words by its name."""
    return gettext(template).format(**params) if template else code
