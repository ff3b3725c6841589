"""The rules an event is played by, restored from what was stored with it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, restore
from tournament.models import Event, StoredRuleset


@lru_cache(maxsize=32)
def _restored(digest: str) -> ResolvedRuleset:
    # Bodies never change and are named by their digest, so a copy in memory is never stale.
    body = msgspec.json.decode(StoredRuleset.objects.values_list("body", flat=True).get(digest=digest))
    return restore(body, find_game(body["ruleset"]["code"]).ruleset)


def rules_of(event: Event) -> ResolvedRuleset:
    """Return the resolved ruleset of an event."""
    return _restored(event.ruleset_id)
