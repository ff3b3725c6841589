"""Who may change what in which round, asked from the permissions themselves."""

from __future__ import annotations

from typing import Any

from tournament.access import PERMISSIONS, Role, Standing
from tournament.actors import Actor
from tournament.models import Event, User
from tournament.services.table_rights import NEEDED

# Other acts that undo or change something, each a permission.
ACTS = ("confirm", "run", "draw", "delete_draw", "keep_apart_late", "decide_appeal", "enter", "manage")


def holders(event: Event, *permissions: str) -> list[str]:
    """Return the roles that hold every one of the permissions at an event, over the whole hall."""
    found = []
    for role in Role:
        actor = Actor(user=User(is_active=True), known={event.pk: Standing(((role.value, ""),))})
        if all(PERMISSIONS[name].test(actor, event) for name in permissions):
            found.append(role.value)
    return found


def hands_and_rulings(event: Event) -> list[dict[str, Any]]:
    """Return, for each place a table can stand at, which roles may change hands there and which may rule."""
    return [
        {
            "code": code,
            "hands": holders(event, "record", *([extra] if extra else [])),
            "rulings": holders(event, "rule", *([extra] if extra else [])),
        }
        for code, extra in NEEDED.items()
    ]


def other_acts(event: Event) -> list[dict[str, Any]]:
    """Return the other acts that undo or change something, with the roles that may do them."""
    return [{"code": code, "who": holders(event, code)} for code in ACTS]
