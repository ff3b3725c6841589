"""Who may open and who may write at every address: data that grows with the addresses.

`READERS` says who is answered by GET, `WRITERS` who may change something there; everybody else is refused and changes
nothing. An address in neither place fails the walk, which says so. `BODIES` are what programs send: well-formed, so
that a refusal is for want of a right and not for a missing field.
"""

from __future__ import annotations

from typing import Any

from tests.tournament.walk.world import (
    ANONYMOUS,
    CHIEF,
    FLOOR,
    LEADERS,
    ORGANISERS,
    PLAYER,
    REFEREE,
    ROLES,
    SCORER,
    STAFF,
    STRANGER,
    SUPERUSER,
)

EVERYBODY = frozenset(ROLES)
NOBODY: frozenset[str] = frozenset()
ACCOUNTS = EVERYBODY - {ANONYMOUS, PLAYER, STRANGER}
SCORING = STAFF - {FLOOR}
RULING = frozenset({REFEREE, *LEADERS})
DECIDING = frozenset({CHIEF, SUPERUSER})
CONCERNED = STAFF | {PLAYER}

# The parts that addresses share.
API = "api/v1/events/<slug:slug>/"
API_ROUND = f"{API}rounds/<int:round_number>/"
API_TABLE = f"{API_ROUND}tables/<int:table_number>/"
API_CASE = f"{API}cases/<int:number>/"
PAGE = "e/<slug:slug>/"
TABLE = f"{PAGE}round/<int:number>/table/<int:table>/"
MANAGE = f"{PAGE}manage/"
ROUND = f"{MANAGE}rounds/<int:number>/"
STAGE = f"{MANAGE}stages/<int:order>/"


def _below(start: str, *tails: str) -> tuple[str, ...]:
    return tuple(start + tail for tail in tails)


# who is answered by GET: addresses
_READ: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (
        EVERYBODY,
        (
            "", "healthz", "login/", "account/reset/", "rules/", "rules/<slug:code>/", "rules/<slug:code>/trick/",
            *_below(
                "api/v1/", "bounds/", "docs/", "schema/", "draw-methods/", "events/", "games/", "installation/", "me/",
            ),
            *_below("api/v1/games/<slug:code>/", "", "rule/"),
            *_below(
                API, "", "announcements/", "areas/", "timetable/", "waitlist/",
                "cases/", "cases/<int:number>/", "draws/", "entries/", "entries/<int:number>/", "hall/",
                "infractions/", "report/", "reveal/", "rounds/", "rulings/", "stages/",
                "stages/<int:order>/cut/",
                "stages/<int:order>/standings/", "stages/<int:order>/standings/<str:unit>/",
            ),
            *_below(API_ROUND, "", "clock/", "draw/", "draw/explained/", "draw/replay/", "tables/<int:table_number>/"),
            *_below(
                PAGE, "", "player/<int:number>/", "projector/", "projector/teams/", "projector/pairs/",
                "round/<int:number>/drawn/", "rules/", "rulings/", "rulings/report/", "seating/", "standings/",
                "standings/<int:order>/", "tables/", "trick/",
                "calendar.ics", "display/<slug:name>/", "news/", "standings/<int:order>/report/",
                "standings/<int:order>/teams/", "standings/<int:order>/pairs/",
                "cases/<int:number>/",
            ),
            *_below(PAGE, "register/", "register/done/"),
            TABLE,
        ),
    ),
    (
        frozenset({PLAYER}),
        _below("p/<str:token>/", "", "calendar.ics", "rulings/", "withdraw/"),
    ),
    (frozenset({SCORER}), ("join/<str:token>/",)),
    (ACCOUNTS, ("account/", "account/password/")),
    (
        CONCERNED,
        (f"{PAGE}cases/<int:number>/photos/<int:photo_id>/", f"{TABLE}call/"),
    ),
    (
        STAFF,
        (
            *_below(API, "audit/", "calls/", "calls/<int:number>/close/", "open/", "staff/"),
            *_below(API, "corrections/", "documents/", "prints/", "registrations/"),
            f"{API}entries/<int:number>/history/",
            f"{API_CASE}preview/", f"{API_ROUND}standbys/", f"{API_TABLE}review/",
            f"{PAGE}calls/", f"{PAGE}calls/late/", f"{TABLE}rule/",
            *_below(MANAGE, "print/", "print/<slug:kind>/", "print/<slug:kind>/page/"),
            *_below(MANAGE, "", "announcements/", "audit/", "console/", "corrections/", "entries/", "standstill/",
                    "entries/<int:number>/", "registrations/",
                    "roster/export/", "staff/"),
            *_below(ROUND, "", "slips/", "wall/", "tables/<int:table_number>/"),
        ),
    ),
    (
        SCORING,
        (
            f"{API}check-in/missing/",
            *_below(MANAGE, "check-in/", "check-in/missing/", "check-in/<int:number>/"),
            *_below(TABLE, "correct/<int:seq>/", "finish/", "open/", "seats/", "undo/"),
        ),
    ),
    (SCORING | {PLAYER}, (f"{TABLE}missing/",)),
    (RULING, (f"{PAGE}rulings/new/", f"{ROUND}results/", f"{ROUND}confirm/")),
    (DECIDING, (f"{TABLE}count/",)),
    (
        LEADERS,
        (
            f"{MANAGE}history/",
            *_below(API, "displays/", "prints/<int:job_id>/", "prints/<int:job_id>/file/"),
            *_below(API, "history/", "apart/", "entries/<int:number>/link/", "stages/<int:order>/schedule/"),
            *_below(API_ROUND, "draw/absent/", "draw/job/", "field/"),
            f"{TABLE}void/",
            *_below(
                MANAGE, "announcements/<int:pk>/", "announcements/<int:pk>/withdraw/", "standings/again/",
                "print/jobs/<int:job_id>/", "print/jobs/<int:job_id>/file/", "print/jobs/<int:job_id>/again/",
                "displays/", "displays/<slug:name>/", "displays/<slug:name>/remove/",
                "entries/<int:number>/link/", "entries/<int:number>/table/", "entries/cards/", "venues/", "wishes/",
                "wishes/<int:first>/<int:second>/",
            ),
            *_below(
                ROUND, "by-hand/", "close/", "delete/", "draw/", "edit/", "redraw/", "release/", "reopen/",
                "restore/<int:attempt>/", "start/", "call/", "clock/", "job/",
            ),
            f"{STAGE}everybody/",
        ),
    ),
    (
        ORGANISERS,
        (
            "events/copy/",
            "look/", "accounts/", "accounts/<int:pk>/reset/", "events/new/", "events/new/<slug:game>/<slug:preset>/",
            *_below(API, "invitations/", "messages/", "roster/<int:pk>/"),
            *_below(
                MANAGE, "check-in/close/", "check-in/reopen/", "copy/", "timetable/",
                "entries/<int:number>/payment/", "registration/", "registration/questions/",
                "registration/questions/<slug:code>/", "registration/questions/<slug:code>/move/",
                "registrations/file.<slug:kind>", "roster/", "roster/<int:pk>/", "roster/<int:pk>/put-away/",
                "entries/add/", "entries/promote/", "invitations/<int:invitation_id>/revoke/", "messages/",
                "reveal/", "reveal/all/", "reveal/keep-back/", "reveal/nothing/", "rules/", "settings/",
                "staff/<int:role_id>/remove/",
                "stages/", "status/<slug:status>/", "entries/<int:number>/<slug:status>/", "discard/",
            ),
            f"{ROUND}drop/", STAGE, f"{STAGE}standings/",
        ),
    ),
)  # fmt: skip

# who may write: addresses
_WRITE: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (
        EVERYBODY,  # what costs nothing, proves who one is, or only counts
        (
            "login/", "logout/", "account/reset/", "account/reset/<str:uid>/<str:token>/", "setup/",
            "join/<str:token>/",
            *_below(
                "api/v1/", "invitations/accept/", "login/", "logout/", "installation/", "password-reset/",
                "password-reset/confirm/",
            ),
            *_below("api/v1/games/<slug:code>/", "rule/", "score/", "settle/", "trick/"),
            f"{API_TABLE}preview/", f"{TABLE}preview/", f"{PAGE}register/",
        ),
    ),
    (ACCOUNTS, ("account/", "account/password/", *_below("api/v1/", "me/", "me/password/"))),
    (
        CONCERNED,
        (
            f"{API_CASE}appeal/", f"{API_CASE}photos/", f"{API_TABLE}call/", f"{API_TABLE}confirm/",
            f"{TABLE}call/", f"{TABLE}confirm/", f"{PAGE}cases/<int:number>/act/",
        ),
    ),
    (frozenset({PLAYER}), (f"{API_CASE}acknowledge/", "p/<str:token>/withdraw/")),
    (SCORING | {PLAYER}, (f"{TABLE}missing/", *_below(API_TABLE, "arrived/", "missing/"))),
    (
        STAFF,
        (
            f"{API}cases/", f"{API_CASE}withdraw/", f"{API_TABLE}kept-call/", f"{TABLE}rule/kept/",
            f"{MANAGE}roster/export/",
            *_below(API, "calls/<int:number>/close/", "calls/<int:number>/take/", "prints/"),
            f"{PAGE}calls/<int:number>/", f"{TABLE}rule/",
            *_below(MANAGE, "", "audit/", "console/", "corrections/", "print/", "print/<slug:kind>/",
                    "print/<slug:kind>/page/"),
            *_below(ROUND, "", "slips/", "wall/", "tables/<int:table_number>/"),
        ),
    ),
    (
        SCORING,
        (
            f"{API}check-in/",
            *_below(API_TABLE, "correct/", "events/", "finish/", "undo/", "wall/", "winds/"),
            *_below(MANAGE, "check-in/", "check-in/missing/", "check-in/<int:number>/"),
            *_below(TABLE, "correct/<int:seq>/", "finish/", "record/", "seats/", "undo/"),
        ),
    ),
    (
        RULING,
        (
            f"{API}rulings/", f"{API}rulings/<int:number>/undo/", *_below(API_TABLE, "hands/", "minutes/"),
            f"{API_CASE}issue/", f"{API_CASE}amend/", f"{API_CASE}carried/", f"{API_CASE}photos/<int:photo_id>/",
            f"{API_ROUND}results/", f"{ROUND}results/",
            f"{API_ROUND}confirm/", f"{ROUND}confirm/",
            f"{PAGE}rulings/new/",
        ),
    ),
    (DECIDING, (f"{API_CASE}decide/", f"{API_CASE}overturn/", f"{API_TABLE}count/", f"{TABLE}count/")),
    (
        LEADERS,
        (
            f"{API}history/", f"{MANAGE}history/", f"{API_ROUND}unfinished/",
            *_below(API, "announcements/", "announcements/<int:pk>/", "announcements/<int:pk>/withdraw/"),
            *_below(API, "displays/", "displays/<slug:name>/", "prints/<int:job_id>/"),
            *_below(
                API, "apart/", "areas/", "areas/entries/", "entries/<int:number>/link/",
                "entries/<int:number>/table/", "hall/",
                "stages/<int:order>/cut/",
            ),
            *_below(
                API_ROUND, "clock/", "close/", "draw/", "draw/absent/", "draw/edit/", "draw/job/", "release/",
                "reopen/", "restore/", "start/",
            ),
            *_below(API_TABLE, "number/", "void/"),
            f"{TABLE}void/",
            *_below(
                MANAGE, "announcements/", "announcements/<int:pk>/", "announcements/<int:pk>/withdraw/",
                "standings/again/",
                "print/jobs/<int:job_id>/", "print/jobs/<int:job_id>/file/", "print/jobs/<int:job_id>/again/",
                "displays/", "displays/<slug:name>/", "displays/<slug:name>/remove/",
                "entries/<int:number>/link/", "entries/<int:number>/table/", "entries/cards/", "venues/", "wishes/",
                "wishes/<int:first>/<int:second>/",
            ),
            *_below(
                ROUND, "by-hand/", "call/", "clock/", "close/", "delete/", "draw/", "edit/", "job/", "redraw/",
                "release/", "reopen/", "restore/<int:attempt>/", "start/",
            ),
            f"{STAGE}everybody/",
        ),
    ),
    (
        ORGANISERS,
        (
            "accounts/<int:pk>/reset/", "events/new/<slug:game>/<slug:preset>/",
            "api/v1/events/", "api/v1/accounts/<str:username>/reset-link/",
            *_below(
                API, "check-in/reopen/", "check-in/until/", "entries/<int:number>/call/",
                "entries/<int:number>/put-back/",
                "registrations/approve/", "registrations/decline/", "registrations/payment/", "timetable/",
                "roster/", "roster/<int:pk>/", "roster/<int:pk>/confirm/",
                "", "check-in/end/", "entries/", "entries/<int:number>/", "entries/<int:number>/members/",
                "entries/<int:number>/members/<int:position>/", "entries/bulk/", "invitations/",
                "invitations/<int:invitation_id>/", "messages/<int:message_id>/handed-over/", "options/", "reveal/",
                "reveal/tell/", "staff/",
                "staff/<int:role_id>/", "stages/", "stages/<int:order>/", "stages/<int:order>/rounds/", "status/",
                "discard/",
                "waitlist/",
            ),
            API_ROUND,
            *_below(
                MANAGE, "check-in/close/", "check-in/reopen/", "copy/", "timetable/",
                "entries/<int:number>/payment/", "registration/", "registration/questions/",
                "registration/questions/<slug:code>/", "registration/questions/<slug:code>/move/",
                "registrations/", "roster/", "roster/<int:pk>/", "roster/<int:pk>/put-away/",
                "entries/", "entries/<int:number>/", "entries/<int:number>/<slug:status>/", "entries/add/",
                "entries/promote/", "invitations/<int:invitation_id>/revoke/", "messages/", "reveal/",
                "reveal/all/", "reveal/keep-back/", "reveal/nothing/", "rules/", "settings/", "staff/",
                "staff/<int:role_id>/remove/", "stages/", "status/<slug:status>/", "discard/",
            ),
            f"{ROUND}drop/", STAGE, f"{STAGE}standings/",
        ),
    ),
)  # fmt: skip

READERS = {route: roles for roles, found in _READ for route in found}
WRITERS = {route: roles for roles, found in _WRITE for route in found}
# Pages of the toy game that has none of the kind, and what GET only leads away from.
NEVER_SHOWN = frozenset(
    {
        "account/reset/<str:uid>/<str:token>/", "api/v1/bounds/", "rules/<slug:code>/trick/", f"{PAGE}trick/",
        f"{API_ROUND}draw/job/", f"{API}prints/<int:job_id>/file/", f"{MANAGE}reveal/keep-back/",
        f"{API}stages/<int:order>/schedule/", f"{MANAGE}entries/<int:number>/<slug:status>/",
    }
)  # fmt: skip

_SEEN = {"expected_seq": 1}
_WHY = {"reason": "because"}
BODIES: dict[str, Any] = {
    "api/v1/events/": {"name": "New", "slug": "new", "zone": "UTC", "game": "toy", "preset": "evening"},
    "api/v1/me/": {"name": "N", "email": "n@example.org"},
    "api/v1/me/password/": {"old": "x", "password": "y"},
    f"{API}announcements/": {"en": "Lunch"},
    f"{API}announcements/<int:pk>/": {"en": "Lunch"},
    f"{API}check-in/until/": {"until": None},
    f"{API}discard/": {"name": "An evening"},
    f"{API}displays/": {"name": "door"},
    f"{API}displays/<slug:name>/": {"shows": "clock"},
    f"{API}prints/": {"kind": "slips", "options": {"round": 2}},
    f"{API}registrations/approve/": {"numbers": [1]},
    f"{API}registrations/decline/": {"numbers": [1]},
    f"{API}registrations/payment/": {"numbers": [1], "payment": "paid"},
    f"{API}timetable/": {"slots": []},
    f"{API}apart/": {"first": 1, "second": 2, "reason": "because"},
    f"{API}areas/": {"areas": []},
    f"{API}areas/entries/": {"numbers": [1], "area": ""},
    f"{API}cases/": {"infraction": "T9", "table": 1, "table_round": 2, "offender": ["S"]},
    f"{API}check-in/": {"numbers": [1], "state": "absent"},
    f"{API}entries/": {"people": [{"name": "A"}]},
    f"{API}entries/<int:number>/members/": {"name": "A"},
    f"{API}entries/<int:number>/table/": {"table": 1},
    f"{API}entries/bulk/": {"names": ["A"]},
    f"{API}history/": {"version": 1},
    f"{API}invitations/": {"role": "scorer"},
    f"{API}options/": {"options": {}},
    f"{API}reveal/": {"round": 2},
    f"{API}roster/": {"text": "name\nA\n"},
    f"{API}roster/<int:pk>/confirm/": {"expected": "0"},
    f"{API}rulings/": {"entry": 1, "round": 2, "points": 5},
    f"{API}staff/": {"username": "founder", "role": "scorer"},
    f"{API}stages/": {"seating": "schedule", "length": {}, "policy": {}, "rounds": 1},
    f"{API}stages/<int:order>/cut/": {"size": 4},
    f"{API}stages/<int:order>/rounds/": {"count": 1},
    f"{API}status/": {"status": "closed"},
    f"{API}waitlist/": {"count": 1},
    f"{API_CASE}amend/": _WHY,
    f"{API_CASE}appeal/": {"text": "I object"},
    f"{API_CASE}carried/": {"person": "1", "act": "waive", "reason": "because"},
    f"{API_CASE}decide/": {"reason": "because", "outcome": "upheld"},
    f"{API_CASE}issue/": {"mark": "x"},
    f"{API_CASE}overturn/": _WHY,
    f"{API_CASE}withdraw/": _WHY,
    f"{API_ROUND}draw/edit/": {"edit": {"kind": "players", "first": 1, "second": 2}},
    f"{API_ROUND}reopen/": _WHY,
    f"{API_ROUND}restore/": {"attempt": 1},
    f"{API_ROUND}results/": {"csv": "table,player,points\n1,1,0"},
    f"{API_ROUND}confirm/": {"tables": [{"table": 1, "seq": 0}]},
    f"{API_ROUND}unfinished/": {"tables": []},
    f"{API_TABLE}arrived/": {"place": "E"},
    f"{API_TABLE}missing/": {"places": ["E"]},
    f"{API_TABLE}confirm/": _SEEN,
    f"{API_TABLE}correct/": {"expected_seq": 1, "seq": 0},
    f"{API_TABLE}count/": _WHY,
    f"{API_TABLE}events/": {"expected_seq": 1, "events": [{"type": "exhausted"}]},
    f"{API_TABLE}finish/": _SEEN,
    f"{API_TABLE}hands/": {"hands": 1},
    f"{API_TABLE}kept-call/": {"infraction": "T9", "hand": 1, "seen_seq": 1, "sender": "founder"},
    f"{API_TABLE}minutes/": {"minutes": 5},
    f"{API_TABLE}number/": {"number": 2},
    f"{API_TABLE}preview/": {"events": [{"type": "exhausted"}]},
    f"{API_TABLE}undo/": _SEEN,
    f"{API_TABLE}void/": _WHY,
    f"{API_TABLE}wall/": _SEEN,
    f"{API_TABLE}winds/": _SEEN,
}
BODIES[f"{MANAGE}registrations/"] = {"number": "1", "act": "approve"}
# Files instead of JSON.
FILES = frozenset({f"{API_CASE}photos/"})
