"""Parts of a round's console in words: its steps, the hall, tables still out, blockers, questions before acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.links import numbered
from tournament.models import Draw, Event, Round, Table
from tournament.persons import number_of, sides_of, told_apart
from tournament.reveal import reveal_of
from tournament.seating.methods import METHODS
from tournament.selectors.carried import carried_to
from tournament.selectors.console import ConsoleTable
from tournament.selectors.entries import stand_ins_here
from tournament.selectors.rulesets import rules_of
from tournament.stage_settings import drawing_of
from tournament.templatetags.look import carried
from tournament.views.organising import Question
from tournament.wording import in_words, listed, place_name

Status = Round.Status
# Lists of the console show so many at once; the rest is folded away.
SHOWN = 12


def round_steps() -> list[str]:
    """Return the names of a round's steps."""
    return [_("Draw"), _("Release"), _("Play"), _("Settle"), _("Close")]


def round_step(round_: Round, tables: Sequence[ConsoleTable]) -> int:
    """Return which step a round has come to, from 0; past the last one it is closed."""
    if round_.status == Status.RUNNING:
        played = all(row.table.status not in (Table.Status.WAITING, Table.Status.RUNNING) for row in tables)
        return 3 if played else 2
    return {Status.PLANNED: 0, Status.DRAWN: 1, Status.RELEASED: 2, Status.CLOSED: 5}[Status(round_.status)]


def state_words(row: ConsoleTable) -> str:
    """Say in two or three words how far a table is."""
    status = row.table.status
    if status == Table.Status.RUNNING:
        return _("hand {number}").format(number=row.hand)
    if row.agreed:
        return _("all agree")
    if status == Table.Status.FINISHED and row.confirmed:
        count = len(row.confirmed)
        return ngettext("{count} confirmed", "{count} confirmed", count).format(count=count)
    return str(Table.Status(status).label).lower()


def is_stopped(row: ConsoleTable) -> bool:
    """Tell whether a table needs a hand: somebody is missing, or it has finished and waits to be confirmed."""
    return not row.over and (bool(row.empty) or bool(row.table.waiting) or row.table.status == Table.Status.FINISHED)


def hall_rows(event: Event, round_: Round, tables: Sequence[ConsoleTable]) -> list[dict[str, Any]]:
    """Return the tables as the hall draws them."""
    page = numbered("table", event.slug, round_.number)
    return [
        {
            "number": row.number,
            "area": row.table.area,
            "url": page(row.number),
            "state": state_words(row),
            "confirmed": row.confirmed,
            "stop": is_stopped(row),
        }
        for row in tables
    ]


def stops(
    event: Event,
    round_: Round,
    tables: Sequence[ConsoleTable],
    earlier: Sequence[Round],
    proposals: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return what stands in the way of starting or closing a round, by name, each with a link.

    `earlier` are the rounds before it that are not closed, `proposals` its proposed rulings.
    """
    if round_.status not in (Status.RELEASED, Status.RUNNING):
        return []
    found: list[dict[str, Any]] = []
    finished: list[dict[str, Any]] = []
    if round_.status == Status.RELEASED:
        found += [
            {
                "number": before.number,
                "number_label": _("Round"),
                "title": _("Round {number} is not closed").format(number=before.number),
                "detail": _("Close it before this one starts."),
                "act": _("Go there"),
                "url": reverse("round", args=[event.slug, before.number]),
                "stop": True,
            }
            for before in earlier
        ]
    page, seats, missing = (
        numbered(name, event.slug, round_.number) for name in ("table", "table_seats", "table_missing")
    )
    label, comma = _("Table"), listed(("", ""))
    played, agreed, confirm = (
        _("Finished, not confirmed"),
        _("Everybody there agrees; a referee confirms"),
        _("Confirm"),
    )
    for row in tables:
        if row.over:
            continue
        common = {"number": row.number, "number_label": label, "url": page(row.number), "stop": True}
        if row.withdrawn:
            names = listed(f"{number} {name}" for place, number, name in row.seats if place in row.withdrawn)
            found.append(
                common
                | {
                    "title": _("Withdrawn, and still seated: {names}").format(names=names),
                    "detail": _("Seat a substitute, leave the place empty, or declare the table void."),
                    "act": _("Change the seats"),
                    "url": seats(row.number),
                }
            )
        if row.empty:
            found.append(
                common
                | {
                    "title": _("Nobody sits {places}").format(places=listed(map(place_name, row.empty))),
                    "detail": _("Play with three, seat a stand-in, or declare the table void."),
                    "act": _("Seat somebody"),
                    "url": seats(row.number),
                }
            )
        elif row.table.waiting:
            found.append(
                common
                | {
                    "title": _("Nobody sits {places} yet").format(places=listed(map(place_name, row.table.waiting))),
                    "detail": _("The time of this table stands still."),
                    "act": _("See who stands by"),
                    "url": missing(row.number),
                }
            )
        elif row.table.status == Table.Status.FINISHED:
            seated = told_apart({number: name for _place, number, name in row.seats if name})
            title = agreed if row.agreed else played
            finished.append(common | {"title": title, "detail": comma.join(seated.values()), "act": confirm})
    return found + proposal_stops(event, proposals) + carried_stops(event, round_, tables) + finished


def proposal_stops(event: Event, proposals: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return proposed rulings, each with the way to its case: a round can close before they count."""
    return [
        {
            "number": row["case"] if row["table"] is None else row["table"],
            "number_label": _("Case") if row["table"] is None else _("Table"),
            "title": _("A ruling is not decided yet: {title}").format(title=row["title"]),
            "detail": listed(row["names"]),
            "act": _("Decide"),
            "url": reverse("case", args=[event.slug, row["case"]]),
            "stop": True,
        }
        for row in proposals
    ]


def carried_stops(event: Event, round_: Round, tables: Sequence[ConsoleTable]) -> list[dict[str, Any]]:
    """Return the penalties of earlier rounds that wait in a round, each with the way to its case.

    They hold up its end: one is applied at the player's table while it plays, else waived or carried on.
    """
    seats = {number_of(person): row.number for row in tables for _place, person, _name in row.seats if person}
    return [
        {
            "number": seats.get(row["number"], row["number"]),
            "number_label": _("Table") if row["number"] in seats else _("Player"),
            "title": _("A penalty of an earlier round waits: {name}").format(name=row["name"]),
            "detail": listed([row["title"], carried(row["what"])]),
            "act": _("Decide"),
            "url": reverse("case", args=[event.slug, row["case"]]),
            "stop": True,
        }
        for row in carried_to(round_)
    ]


def proposal_links(event: Event, proposals: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """Return the way to each proposed ruling, by number and name, for a question that speaks of them."""
    label = _("Case {number}: {title}")
    return tuple(
        (label.format(number=row["case"], title=row["title"]), reverse("case", args=[event.slug, row["case"]]))
        for row in proposals
    )


def proposal_words(proposals: Sequence[Mapping[str, Any]]) -> str:
    """Say before a round or an event closes that proposed rulings are not decided yet; nothing where there are none."""
    if not proposals:
        return ""
    count = len(proposals)
    return ngettext(
        "{count} proposed ruling is not decided yet: it counts for nothing until it is issued.",
        "{count} proposed rulings are not decided yet: they count for nothing until they are issued.",
        count,
    ).format(count=count)


def stand_in_words(event: Event, round_: Round, draw: Draw | None, field: int) -> str:
    """Say how stand-ins who are here complete a table of those who would sit out; "" where they cannot."""
    if round_.status not in (Status.PLANNED, Status.DRAWN):
        return ""
    least = len(sides_of(rules_of(event).ruleset))
    left = len(draw.result["out"]) if draw else field % least
    here = list(stand_ins_here(event)) if left else []
    if not left or left % least + len(here) < least:
        return ""
    text = ngettext(
        "{count} sits out, and stand-ins are here who could complete a table: {names}. The draw seats none of them: "
        "after drawing, change the seating by hand, add a table with whoever sits out and a dash for each empty place, "
        "release, and seat the stand-in under Seats of that table.",
        "{count} sit out, and stand-ins are here who could complete a table: {names}. The draw seats none of them: "
        "after drawing, change the seating by hand, add a table with those who sit out and a dash for each empty "
        "place, release, and seat the stand-in under Seats of that table.",
        left,
    )
    return text.format(count=left, names=listed(f"{entry.number} {entry.name}" for entry in here))


def untold(event: Event) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return what is said before an event ends while standings are still kept back, with where they are told."""
    kept = reveal_of(event)
    if kept is None:
        return "", ()
    words = (
        _("Standings are still kept back: nothing of them has been told.")
        if kept.told is None
        else _("Standings are still kept back: told so far from rank {rank} down.").format(rank=kept.told)
    )
    return words, ((_("Tell the standings"), reverse("reveal", args=[event.slug])),)


def joined(*sentences: str) -> str:
    """Put sentences one after the other, as the language does."""
    said = ""
    for one in sentences:
        said = _("{first} {second}").format(first=said, second=one) if said and one else said or one
    return said


def method_words(draw: Draw | None, round_: Round) -> str:
    """Name the way a round was drawn, or is going to be, with the standings it read."""
    code = drawing_of(round_.stage).method if draw is None else draw.inputs.get("method", "")
    words = in_words(METHODS[code].name) if code in METHODS else str(code)
    version = draw.inputs.get("standings_version") if draw else None
    if version is None:
        return words
    return _("{method}, standings of version {version}").format(method=words, version=version)


def fair_lines(draw: Draw) -> list[dict[str, Any]]:
    """Return how good a draw is, each number with the least that is possible."""
    report = draw.report
    if "repeats" not in report:
        return []
    repeats, bound = report["repeats"], report["repeat_lower_bound"]
    if not repeats:
        meaning = _("Nobody meets anybody twice.")
    elif report.get("proven"):
        meaning = _("Fewer are impossible.")
    else:
        meaning = _("Best known; not proven best.")
    lines = [_fair(_("Pairs meeting again"), repeats, bound, meaning)]
    if "wind_spread" in report:
        spread = report["wind_spread"]
        text = _("Counts of East, South, West and North differ by at most {count}.").format(count=spread)
        lines.append(_fair(_("Unevenness of winds"), spread, 1, text))
    if "table_revisits" in report:
        lines.append(_fair(_("Back at the same table"), report["table_revisits"], 0, _("Counted over all rounds.")))
    if report.get("club_lower_bound") or report.get("club_meetings"):
        lines.append(
            _fair(
                _("Meetings within a team or club"),
                report["club_meetings"],
                report["club_lower_bound"],
                _("Kept as few as possible."),
            )
        )
    return lines


def _fair(name: str, value: int, bound: int, text: str) -> dict[str, Any]:
    return {"name": name, "value": value, "value_text": str(value), "bound": bound, "text": text}


def notices(draw: Draw) -> list[str]:
    """Return what the engine warns of, in the language of the page."""
    return [_(found["template"]).format(**found["params"]) for found in draw.report.get("notices", ())]


def draw_questions(event: Event, round_: Round, draw: Draw | None) -> dict[str, Question]:
    """Return what is asked before drawing and releasing."""
    number = round_.number
    if draw is None:
        first = _("Draw round {number}").format(number=number)
        title, text = _("Draw round {number}?").format(number=number), _("The draft is seen by you only.")
        drawing = Question("draw", reverse("draw", args=[event.slug, number]), first, title, first, text, "go")
    else:
        drawing = Question(
            "draw",
            reverse("draw", args=[event.slug, number]),
            _("Draw again"),
            _("Draw round {number} again?").format(number=number),
            _("Draw again"),
            _("The draw there is now is put away; that there was one stays on record."),
        )
    release = _("Release round {number}").format(number=number)
    releasing = Question(
        "release",
        reverse("release", args=[event.slug, number]),
        release,
        _("Release round {number}?").format(number=number),
        release,
        _("The event is a draft: only the staff sees the seats then.")
        if event.status == Event.Status.DRAFT
        else _("Everybody sees the seats then, and the seed is shown."),
        "go",
    )
    return {"draw": drawing, "release": releasing}


def round_questions(event: Event, round_: Round, proposals: Sequence[Mapping[str, Any]]) -> dict[str, Question]:
    """Return what is asked before a round starts and before it closes; `proposals` are its proposed rulings."""
    number = round_.number
    told, links = untold(event)
    if told and Round.objects.filter(event=event, number__gt=number).exists():
        told, links = "", ()
    draft = event.status == Event.Status.DRAFT
    opens = _("The event is a draft: starting opens it, and everybody can see it.") if draft else ""
    start, close = _("Start round {number}").format(number=number), _("Close round {number}").format(number=number)
    return {
        "start": Question(
            "start",
            reverse("start", args=[event.slug, number]),
            start,
            _("Start round {number}?").format(number=number),
            start,
            joined(_("The clock starts where one is set.") if round_.clock_minutes else "", opens),
            "go",
        ),
        "close": Question(
            "close",
            reverse("close", args=[event.slug, number]),
            close,
            _("Close round {number}?").format(number=number),
            close,
            joined(proposal_words(proposals), _("Only referees and organisers change its results then."), told),
            "go",
            links=proposal_links(event, proposals) + links,
        ),
    }
