"""An event's rounds as a calendar (RFC 5545), for everybody or with the tables of one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from tournament.actors import Actor
from tournament.models import Entry, Event, Round
from tournament.selectors.players import player_card
from tournament.wording import listed, seat_words

REFRESH = timedelta(minutes=15)


def event_calendar(
    event: Event, rounds: Sequence[Round], *, url: str, now: datetime, entry: Entry | None = None
) -> bytes:
    """Return the calendar: one entry a round whose start is planned, else one for the days of the event.

    With `entry` each round says at which table and place that player sits, once it is released, and never before.
    Times are those of the event's zone, which the calendar brings along. Identities stay; a later version replaces.
    """
    from icalendar import Calendar  # slow to load, and only calendars ask for it
    from icalendar import Event as Item

    calendar = Calendar()
    calendar.add("prodid", "-//Banfeng//Rounds//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", event.name if entry is None else f"{event.name}, {entry.name}")
    calendar.add("x-wr-timezone", event.zone)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT15M")
    seats = {} if entry is None else _seats(entry)
    zone = ZoneInfo(event.zone)

    def item(key: str, summary: str, place: str) -> Any:
        made = Item()
        made.add("uid", _identity(event, key, entry))
        made.add("dtstamp", now)
        made.add("sequence", event.version)
        made.add("summary", summary)
        if place:
            made.add("location", place)
        made.add("url", url)
        calendar.add_component(made)
        return made

    timed = [round_ for round_ in rounds if round_.starts_at is not None]
    for round_ in timed:
        starts = round_.starts_at.astimezone(zone)
        seat = seats.get(round_.number, "")
        words = gettext("Round {number}").format(number=round_.number)
        made = item(
            f"round-{round_.number}",
            f"{event.name}: {listed([words, seat] if seat else [words])}",
            listed(part for part in (event.place, seat) if part),
        )
        made.add("dtstart", starts)
        if round_.clock_minutes:
            made.add("dtend", starts + timedelta(minutes=round_.clock_minutes))
    if not timed and event.starts_on is not None:
        made = item("days", event.name, event.place)
        made.add("dtstart", event.starts_on)
        made.add("dtend", (event.ends_on or event.starts_on) + timedelta(days=1))
        if seats:
            words = gettext("Round {number}")
            made.add("description", "\n".join(f"{words.format(number=n)}: {seat}" for n, seat in seats.items()))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def has_days(event: Event) -> bool:
    """Tell whether a calendar of an event has anything in it: days, or the start of a round."""
    return event.starts_on is not None or Round.objects.filter(event=event, starts_at__isnull=False).exists()


def _identity(event: Event, key: str, entry: Entry | None) -> str:
    """Return an identity that no other installation gives, and that never changes."""
    own = "" if entry is None else f"-entry-{entry.number}"
    return f"{key}{own}.{event.slug}.{event.created_at:%Y%m%dT%H%M%S%f}@banfeng"


def _seats(entry: Entry) -> Mapping[int, str]:
    """Return where a player sits in each released round, in words."""
    found = {}
    for card in player_card(Actor(entry=entry), entry)["rounds"]:
        if card.get("table"):
            found[card["round"]] = seat_words(card["table"]["area"], card["table"]["table"], card["places"])
        elif card["status"] == "sat_out":
            found[card["round"]] = gettext("sits out")
    return found
