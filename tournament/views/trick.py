"""The page that checks a disputed trick, by a game's rules as they ship or as an event plays them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from engine.game import Game, TrickGame
from engine.registry import find_game, game_of
from engine.rulesets import ResolvedRuleset, resolve
from tournament.errors import not_found
from tournament.models import Event
from tournament.selectors.events import get_event
from tournament.selectors.rulesets import rules_of
from tournament.trick_page import TrickPage
from tournament.views.base import actor_of, page, shown


@require_safe
@page
def trick_of_game(request: HttpRequest, code: str) -> HttpResponse:
    """Check a trick by the rules as they ship."""
    game = find_game(code)
    return _checked(request, game, resolve(game.ruleset), None)


@require_safe
@page
def trick_of_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Check a trick by the rules of an event."""
    event = get_event(actor_of(request), slug)
    rules = rules_of(event)
    return _checked(request, game_of(rules), rules, event)


def _checked(request: HttpRequest, game: Game, rules: ResolvedRuleset, event: Event | None) -> HttpResponse:
    if not isinstance(game, TrickGame):
        raise not_found("trick")
    trick = TrickPage(game, rules, request.GET.dict())
    if "card" in request.GET:
        trick.press(request.GET["card"])
        return HttpResponseRedirect(f"{request.path}?{urlencode(trick.query())}#cards")
    context = {**trick.context(), "ruleset": rules.ruleset, "event": event}
    if request.htmx:
        return render(request, "rules/trick_answer.html", context)
    return shown(request, "rules/trick.html", context, event=event, current="rulings" if event else "")
