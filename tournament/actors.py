"""Who acts: a user, a player by personal link, or the program itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.models import Entry, User


@dataclass(frozen=True)
class Actor:
    """Handed to every service and check. Without user and entry it is the public or, with `system`, the program."""

    user: User | None = None
    entry: Entry | None = None
    system: bool = False
    # Roles by event, filled on first use so that one request asks the database once.
    known: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def label(self) -> str:
        """How the actor is named in lists of what was done."""
        if self.user is not None:
            return self.user.get_full_name() or self.user.get_username()
        if self.entry is not None:
            return f"#{self.entry.number} {self.entry.name}"
        return "system" if self.system else "public"


PUBLIC = Actor()
SYSTEM = Actor(system=True)
