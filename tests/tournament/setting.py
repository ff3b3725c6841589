"""What tests set up, by the services that pages use."""

from __future__ import annotations

from tournament.access import Role
from tournament.actors import Actor
from tournament.models import Event, Round, StaffRole, Stage, Table, User
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.cuts import cut_stage
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.rounds import close_round, start_round
from tournament.services.stages import add_stage
from tournament.services.table_status import confirm_table
from tournament.services.tables import record_events


def organiser(name: str = "founder") -> Actor:
    """The account that founds events."""
    user = User.objects.create_user(name, f"{name}@example.org", "secret-of-tests", is_staff=True)
    return Actor(user=user)


def event(actor: Actor, *, players: int = 8, slug: str = "evening", rounds: int = 2, **more) -> Event:
    """An event with everybody present, of the toy game unless `more` names another."""
    more = {"game": "toy", "preset": "evening"} | more
    made = create_event(
        actor=actor,
        name="An evening",
        slug=slug,
        zone="Asia/Taipei",
        rounds=rounds,
        **more,
    )
    add_entries(actor=actor, event=made, names=[f"選手 {number:02}" for number in range(1, players + 1)])
    check_in(actor=actor, event=made, numbers=list(range(1, players + 1)), state="present")
    return made


def pairs_event(actor: Actor, *, pairs: int = 4, slug: str = "pairs", rounds: int = 2, **more) -> Event:
    """An event of a game of partners with everybody present: pair 1 are 甲 01 and 乙 01; a round is two hands."""
    more = {"length": {"unit": "hands", "count": 2}} | more
    made = create_event(
        actor=actor,
        name="Pairs",
        slug=slug,
        zone="Asia/Shanghai",
        game="shengji",
        preset="pairs_hands",
        rounds=rounds,
        **more,
    )
    add_entries(actor=actor, event=made, names=[f"甲 {number:02} / 乙 {number:02}" for number in range(1, pairs + 1)])
    check_in(actor=actor, event=made, numbers=list(range(1, pairs + 1)), state="present")
    return made


def member(event_: Event, role: str, name: str | None = None, area: str = "") -> Actor:
    """Somebody with a role."""
    user = User.objects.create_user(name or f"{role}-{event_.slug}{area}", password="secret-of-tests")
    StaffRole.objects.create(event=event_, user=user, role=role, area=area)
    return Actor(user=user)


def chief(event_: Event) -> Actor:
    """A chief referee."""
    return member(event_, Role.CHIEF_REFEREE)


def running_round(event_: Event, actor: Actor, number: int = 1) -> Round:
    """A round that is drawn, released and started."""
    round_ = get_round(event_, number)
    draw_round(actor=actor, round_=round_)
    release_draw(actor=actor, round_=round_)
    start_round(actor=actor, round_=round_)
    return round_


def running_table(event_: Event, actor: Actor, number: int = 1) -> Table:
    """The first table of a running round."""
    running_round(event_, actor, number)
    return get_table(event_, number, 1)


def win(seat: str = "E", giver: str = "S", total: int = 2, **more) -> dict:
    """A win on a discard."""
    return {"type": "win", "wins": [{"seat": seat, "by": "discard", "from": giver, "total": total}], **more}


def record(table_: Table, actor: Actor, *events: dict, key: str | None = None, **more) -> dict:
    """Record events at a table as it stands."""
    return record_events(actor=actor, table=table_, expected_seq=table_.seq, key=key, events=list(events), **more)


def play_round(round_: Round, actor: Actor, hands: int = 3, hand: dict | None = None) -> None:
    """Play, confirm and close a whole round: East wins every hand off South, or as `hand` says."""
    for table_ in Table.objects.filter(round=round_).select_related("event", "round__stage", "draw"):
        play_table(table_, actor, hands, hand)
    close_round(actor=actor, round_=round_)


def play_table(table_: Table, actor: Actor, hands: int = 3, hand: dict | None = None) -> None:
    """Play and confirm a whole table."""
    for _ in range(hands):
        record(table_, actor, hand or win())
    confirm_table(actor=actor, table=table_, seq=table_.seq)


def finals(event_: Event, actor: Actor, size: int) -> Stage:
    """A second stage after round 1, which is over, with the first `size` let through to it."""
    stage = add_stage(
        actor=actor, event=event_, name="Finals", seating="table", length={"unit": "hands", "count": 1},
        policy="points", rounds=1,
    )  # fmt: skip
    get_round(event_, 2).delete()
    cut_stage(actor=actor, stage=stage, size=size, ties="lot")
    stage.refresh_from_db()
    return stage


def through(stage: Stage) -> list[int]:
    """Who goes on to a stage, by number, as it stands now."""
    return list(Stage.objects.get(pk=stage.pk).cut["through"])
