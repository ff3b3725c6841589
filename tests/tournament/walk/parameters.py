"""What the blanks of addresses are filled with. A new address with a new kind of blank is added here.

A blank is named by the segment before it and its own name: `rounds/number` of `e/<slug>/manage/rounds/<int:number>/`.
"""

from __future__ import annotations

from typing import Any

from tests.tournament.walk.world import DELETED, DRAFT, PLAYER, RUNNING, SCORER, STALE, World

ROUNDS = (RUNNING, DRAFT, STALE, DELETED)


def values_of(world: World, role: str) -> dict[str, tuple[Any, ...]]:
    """Return what each blank may be for somebody; the first of several is that of a running table.

    Links prove who one is: each has its own, and everybody else tries one that is nobody's.
    """
    known = world.known
    player = world.actors[PLAYER].entry
    assert player is not None
    return {
        "e/slug": (world.event.slug,),
        "events/slug": (world.event.slug,),
        "round/number": (RUNNING, DRAFT),
        "rounds/number": ROUNDS,
        "rounds/round_number": ROUNDS,
        "restore/attempt": (1,),
        "table/table": (1, 2),
        "tables/table_number": (1, 2),
        "correct/seq": (0,),
        "standings/order": (1,),
        "stages/order": (1,),
        "standings/unit": (known["entry"], known["winner"]),
        "entries/number": (known["entry"], known["winner"], player.number),
        "number/status": ("withdraw",),
        "display/name": ("stage",),
        "displays/name": ("stage",),
        "print/kind": ("slips",),
        "jobs/job_id": (known["print"],),
        "prints/job_id": (known["print"],),
        "player/number": (known["entry"], known["winner"]),
        "members/position": (0,),
        "announcements/pk": (known["announcement"],),
        "check-in/number": (known["entry"],),
        "roster/pk": (known["roster"],),
        "wishes/first": (7,),
        "first/second": (8,),
        "p/token": (player.link_token if role == PLAYER else "nobodys",),
        "questions/code": ("size",),
        "registrations/kind": ("csv", "xlsx"),
        "cases/number": (known["issued"], known["proposed"], known["other"], known["earlier"]),
        "photos/photo_id": (known["photo"],),
        "calls/number": (known["call"],),
        "rulings/number": (1,),
        "messages/message_id": (known["message"],),
        "staff/role_id": (known["role"],),
        "invitations/invitation_id": (known["invitation"],),
        "status/status": ("closed",),
        "join/token": (known["token"] if role == SCORER else "nobodys",),
        "accounts/pk": (known["account"],),
        "accounts/username": (known["username"],),
        "reset/uid": ("MQ",),
        "uid/token": ("no-token",),
        "language/language": ("zh-hant",),
        "rules/code": ("taiwan",),
        "games/code": ("taiwan",),
        "new/game": ("toy",),
        "game/preset": ("evening",),
    }
