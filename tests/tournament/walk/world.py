"""An event with something unreleased or private of every kind, each with a marker that nothing else contains."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from adjudication.models import Case, CasePhoto
from adjudication.services.calls import call_referee
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.views.browsing import client_of
from tournament.access import Role
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Invitation, Message, PrintJob, StaffRole, Table, User
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.announcements import announce
from tournament.services.displays import add_display
from tournament.services.draws import delete_draw, draw_round
from tournament.services.entries import add_entries, update_entry
from tournament.services.events import set_status
from tournament.services.reveal import keep_back
from tournament.services.roster import start_import
from tournament.services.rulings import rule_entry
from tournament.services.staff import invite_staff
from tournament.services.stages import update_stage
from tournament.services.standings import publish
from tournament.services.wishes import keep_apart

ANONYMOUS, PLAYER, STRANGER = "anonymous", "player", "player of another event"
FLOOR, SCORER, REFEREE, CHIEF, ORGANISER = "floor referee", "scorer", "referee", "chief referee", "organiser"
OTHER, SUPERUSER = "organiser of another event", "superuser"
ROLES = (ANONYMOUS, PLAYER, STRANGER, FLOOR, SCORER, REFEREE, CHIEF, ORGANISER, OTHER, SUPERUSER)

LEADERS = frozenset({CHIEF, ORGANISER, SUPERUSER})
ORGANISERS = frozenset({ORGANISER, SUPERUSER})
STAFF = frozenset({FLOOR, SCORER, REFEREE, CHIEF, ORGANISER, SUPERUSER})

CLOSED, RUNNING, DRAFT, STALE, DELETED, PLANNED = 1, 2, 3, 4, 5, 6
AREA = "West hall"


@dataclass
class World:
    """The event, who is there, and each marker with the roles that may meet it."""

    event: Event
    preparing: Event
    actors: dict[str, Actor]
    markers: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)

    def plant(self, what: str, marker: str, *may_see: str) -> str:
        """Remember a marker and who may see it; returns the marker."""
        assert len(marker) >= 8, marker
        self.markers[what] = (marker, frozenset(may_see))
        return marker

    def browser(self, role: str, language: str = "en") -> Client:
        """Return a browser of somebody; a player's also proves his link to the API."""
        actor = self.actors[role]
        client = client_of(actor, language)
        if actor.entry is not None:
            client.defaults["HTTP_AUTHORIZATION"] = f"Entry {actor.entry.link_token}"
        return client


def build() -> World:
    """Make it, by the services that pages use where they can make it."""
    organiser = setting.organiser()
    event = setting.event(organiser, rounds=6, starts_on=date(2027, 3, 20))
    set_status(actor=organiser, event=event, status="open")
    elsewhere = setting.event(setting.organiser("elsewhere"), slug="elsewhere")
    set_status(actor=Actor(user=User.objects.get(username="elsewhere")), event=elsewhere, status="open")
    superuser = User.objects.create_superuser("superuser", "", "secret-of-tests")
    preparing = setting.event(Actor(user=superuser), slug="preparing", rounds=6, players=4)
    Event.objects.filter(pk=preparing.pk).update(name="SecretlyPrepared")
    other = setting.member(elsewhere, Role.ORGANISER, "other-organiser")
    world = World(
        event,
        preparing,
        {
            ANONYMOUS: Actor(),
            STRANGER: Actor(entry=get_entry(elsewhere, 1)),
            FLOOR: setting.member(event, Role.FLOOR_REFEREE),
            SCORER: setting.member(event, Role.SCORER, "scorer-who-wrote"),
            REFEREE: setting.member(event, Role.REFEREE, area=AREA),
            CHIEF: setting.chief(event),
            ORGANISER: organiser,
            OTHER: other,
            SUPERUSER: Actor(user=superuser),
        },
    )
    world.plant("event in preparation", "SecretlyPrepared", SUPERUSER)
    rank_teams(organiser, event)
    _rounds(world, organiser)
    _people(world, organiser)
    _rulings(world)
    publish(event.pk)
    event.refresh_from_db()
    return world


def rank_teams(organiser: Actor, event: Event) -> None:
    """Put every two players into a team, and rank the teams, and as pairs too, in every stage."""
    for entry in Entry.objects.filter(event=event):
        update_entry(actor=organiser, entry=entry, changes={"team": f"Team {(entry.number + 1) // 2}"})
    groups = [{"by": "team", "tie_breaks": ["total"]}, {"by": "pair", "tie_breaks": ["total"], "divide": 2}]
    for stage in event.stages.all():
        policy = stage.policy | {"groups": groups}
        update_stage(actor=organiser, stage=stage, changes={"policy": policy}, confirm_stage=stage.order)


def _rounds(world: World, organiser: Actor) -> None:
    event = world.event
    setting.play_round(setting.running_round(event, organiser, CLOSED), organiser)
    table = setting.running_table(event, organiser, RUNNING)
    Table.objects.filter(pk=table.pk).update(area=AREA)
    table = get_table(event, RUNNING, 1)
    setting.record(table, world.actors[SCORER], setting.win())
    world.plant("who wrote a hand", "scorer-who-wrote", *STAFF, PLAYER)
    other = get_table(event, RUNNING, 2)
    setting.record(other, organiser, setting.win(total=70_707_070))
    elsewhere = steps.ruled(world.actors[CHIEF], get_table(event, RUNNING, 2))
    told = world.plant("a ruling kept back at another table", "RuledAtTheSecondTable", *STAFF)
    Case.objects.filter(pk=elsewhere.pk).update(public_text=told)
    world.known["other"] = elsewhere.number
    won = max(get_table(event, RUNNING, 2).state["scores"].values())
    world.plant("a result kept back", str(won), *STAFF)
    world.plant("a result kept back, as pages write it", f"{won:,}", *STAFF)
    world.known["winner"] = int(other.state["seats"]["E"])
    keep_back(actor=organiser, event=event, from_round=get_round(event, RUNNING))
    world.actors[PLAYER] = Actor(entry=get_entry(event, int(table.state["seats"]["S"])))
    for number in (DRAFT, STALE, DELETED):
        _hidden_draw(world, organiser, number)
    delete_draw(actor=organiser, round_=get_round(event, DELETED), confirm_round=DELETED)
    Draw.objects.filter(round__event=event, round__number=STALE).update(status=Draw.Status.STALE)
    world.plant("seed of a round not drawn", get_round(event, PLANNED).seed)


def _hidden_draw(world: World, organiser: Actor, number: int) -> None:
    """Draw a round; its first table has a number that stands for all of the seating."""
    draw = draw_round(actor=organiser, round_=get_round(world.event, number))
    told = 770_770_000 + number
    draw.result["tables"][0]["number"] = told
    draw.save()
    world.plant(f"seating of round {number}", str(told), *LEADERS)
    world.plant(f"seed of round {number}", draw.base_seed, *LEADERS)


def _people(world: World, organiser: Actor) -> None:
    event, player = world.event, world.actors[PLAYER].entry
    assert player is not None
    other = get_entry(event, 1 + player.number % 8)
    for entry, who in ((player, (PLAYER,)), (other, ())):
        entry.email = f"mail-of-{entry.number}@example.org"
        entry.save()
        world.plant(f"e-mail address of player {entry.number}", entry.email, *STAFF)
        world.plant(f"personal link of player {entry.number}", entry.link_token, *LEADERS, *who)
    question = {"code": "size", "label": "Size"}
    asked = {"offered": True, "questions": [question]}
    Event.objects.filter(pk=event.pk).update(settings=event.settings | {"registration": asked})
    told = world.plant("what a player answered at registration", "AnswerOfPlayer", *STAFF)
    other.answers = [question | {"value": told}]
    other.payment_note = world.plant("what is noted of a payment", "NoteOfPayment", *STAFF)
    other.save()
    pending = add_entries(actor=organiser, event=event, names=["PersonNotApproved"])[0]
    Entry.objects.filter(pk=pending.pk).update(status=Entry.Status.PENDING)
    world.plant("who is not approved", "PersonNotApproved", *STAFF)
    reason = world.plant("why two are kept apart", "ReasonToKeepApart", *STAFF)
    keep_apart(
        actor=world.actors[CHIEF], event=event, first=get_entry(event, 7), second=get_entry(event, 8), reason=reason
    )
    invitation, token = invite_staff(actor=organiser, event=event, role=Role.SCORER, email="invited@example.org")
    world.plant("whom an invitation was sent to", "invited@example.org", *STAFF)
    message = Message.objects.create(
        event=event,
        kind="call",
        entry=other,
        subject="A message",
        body=world.plant("a message", "BodyOfMessage", *STAFF),
    )
    name = world.plant("name of an uploaded roster", "NameOfRoster.csv", *ORGANISERS)
    row = world.plant("row of an uploaded roster", "RowOfRoster", *ORGANISERS)
    roster = start_import(actor=organiser, event=event, filename=name, content=f"name\n{row}\n".encode())
    world.plant("password of an account", organiser.user.password)
    world.plant("hash of an invitation", Invitation.objects.get(pk=invitation.pk).token_hash)
    world.plant("e-mail address of the organiser", organiser.user.email, *ORGANISERS, OTHER)
    role = StaffRole.objects.get(event=event, user=world.actors[SCORER].user)
    cards = PrintJob.objects.create(
        event=event, kind="cards", language="en", paper="a4", requested_by=organiser.user, status=PrintJob.Status.DONE,
        file="gone.pdf",
    )  # fmt: skip
    add_display(actor=organiser, event=event, name="stage", shows="seating")
    staged = announce(
        actor=organiser,
        event=event,
        texts={"en": world.plant("what is announced later", "AnnouncedLater", *STAFF)},
        publish_at=timezone.now() + timedelta(days=1),
    )
    world.known |= {
        "announcement": staged.pk,
        "entry": other.number, "invitation": invitation.pk, "token": token, "message": message.pk, "role": role.pk,
        "roster": roster.pk, "print": cards.pk, "account": organiser.user.pk, "username": organiser.user.username,
    }  # fmt: skip


def _rulings(world: World) -> None:
    chief = world.actors[CHIEF]
    table = get_table(world.event, RUNNING, 1)
    call = call_referee(actor=world.actors[PLAYER], table=table, text="TextOfTheCall")
    world.plant("what a player calls for", "TextOfTheCall", *STAFF, PLAYER)
    issued = steps.ruled(chief, get_table(world.event, RUNNING, 1))
    told = world.plant("a ruling kept back at one's own table", "RuledAtTheFirstTable", *STAFF, PLAYER)
    Case.objects.filter(pk=issued.pk).update(public_text=told)
    before = steps.propose(chief, get_table(world.event, CLOSED, 1))
    steps.issue(chief, before, confirm_round=CLOSED)
    told = world.plant("a ruling of a round before", "RuledInTheRoundBefore", *ROLES)
    Case.objects.filter(pk=before.pk).update(public_text=told)
    rule_entry(
        actor=chief,
        event=world.event,
        round_=get_round(world.event, RUNNING),
        entry=get_entry(world.event, world.known["winner"]),
        points=10,
        article=world.plant("points taken without a table, kept back", "RuledWithoutTable", *STAFF),
    )
    proposed = steps.propose(chief, get_table(world.event, RUNNING, 1), "W")
    notes = {issued.pk: "NotesOfIssued", proposed.pk: "NotesOfProposed"}
    for pk, text in notes.items():
        Case.objects.filter(pk=pk).update(private_notes=world.plant(f"{text}", text, *STAFF))
    Case.objects.filter(pk=proposed.pk).update(public_text=world.plant("a ruling not issued", "TextOfProposed", *STAFF))
    image = b"\xff\xd8\xff" + world.plant("a photo", "PixelsOfTable", *STAFF, PLAYER).encode()
    photo = CasePhoto.objects.create(case=issued, image=image, content_type="image/jpeg", at=timezone.now())
    world.known |= {
        "issued": issued.number,
        "earlier": before.number,
        "proposed": proposed.number,
        "photo": photo.pk,
        "call": call.number,
    }
