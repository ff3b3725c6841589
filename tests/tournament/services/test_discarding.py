"""Discarding a draft: gone from every list for good, its audit kept; never an event that anybody may know of."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.access import Role
from tournament.actors import SYSTEM, Actor
from tournament.errors import Conflict, NotAllowed, NotFound, Refused
from tournament.models import AuditEntry, Entry, Event, Invitation, Round
from tournament.selectors.entries import get_entry
from tournament.selectors.events import get_event, visible_events
from tournament.selectors.rounds import get_round
from tournament.selectors.standstill import behind
from tournament.services.discarding import discard_draft
from tournament.services.draws import delete_draw, draw_round
from tournament.services.entries import add_entries, update_entry
from tournament.services.events import set_status, update_event
from tournament.services.messages import tell
from tournament.services.staff import find_invitation, invite_staff
from tournament.services.verification import verify_event


def discarded(event, organiser) -> Event:
    discard_draft(actor=organiser, event=event, name=event.name)
    return Event.objects.get(pk=event.pk)


def _sent(client, event, name) -> int:
    address = f"/api/v1/events/{event.slug}/discard/"
    return client.post(address, {"name": name}, content_type="application/json").status_code


def confirmed(event, organiser):
    update_entry(actor=organiser, entry=get_entry(event, 1), changes={"status": "confirmed"})


def paid(event, organiser):
    Entry.objects.filter(event=event, number=1).update(payment=Entry.Payment.PAID)


def told(event, organiser):
    tell(event=event, entry=get_entry(event, 1), kind="call", words=lambda: "Come")


def opened_before(event, organiser):
    set_status(actor=organiser, event=event, status="open")
    set_status(actor=organiser, event=event, status="draft")


def is_open(event, organiser):
    set_status(actor=organiser, event=event, status="open")


def drawn(event, organiser):
    draw_round(actor=organiser, round_=get_round(event, 1))


def drawn_once(event, organiser):
    drawn(event, organiser)
    delete_draw(actor=organiser, round_=get_round(event, 1), confirm_round=1, reason="a mistake")


def test_a_discarded_draft_is_gone_for_everybody_and_its_audit_stays(event, organiser):
    superuser = setting.member(event, Role.CHIEF_REFEREE)
    superuser.user.is_superuser = True
    superuser.user.save()
    player, slug = Actor(entry=get_entry(event, 1)), event.slug
    lines = AuditEntry.objects.filter(event=event).count()
    gone = discarded(event, organiser)
    for actor in (organiser, superuser, player, Actor(), SYSTEM):
        assert not visible_events(actor).filter(pk=event.pk).exists()
        for address in (slug, gone.slug):
            with pytest.raises(NotFound):
                get_event(actor, address)
    assert AuditEntry.objects.filter(event=event).count() == lines + 1
    line = AuditEntry.objects.filter(event=event).first()
    assert (line.action, line.actor, line.subject) == ("event.discarded", organiser.user, f"event:{slug}")
    assert (line.before["slug"], line.after["status"]) == (slug, "discarded")
    assert not behind().filter(pk=event.pk).exists()
    assert not verify_event(gone)


def test_its_address_is_free_again_and_its_invitations_and_links_lead_nowhere(event, organiser):
    _invitation, token = invite_staff(actor=organiser, event=event, role=Role.SCORER)
    link, slug = f"/p/{get_entry(event, 1).link_token}/", event.slug
    assert client_of().get(link).status_code == 200
    discarded(event, organiser)
    with pytest.raises(Refused):
        find_invitation(token)
    assert Invitation.objects.get(event=event).revoked_at is not None
    assert client_of().get(link).status_code == 404
    assert "An evening" not in text_of(client_of(organiser).get(reverse("account")))
    again = setting.event(organiser, slug=slug)
    assert again.slug == slug and again.pk != event.pk


def test_nothing_of_it_changes_any_more(event, organiser):
    stale = Event.objects.get(pk=event.pk)
    discarded(event, organiser)
    with pytest.raises(Refused):
        update_event(actor=organiser, event=stale, changes={"name": "Another"})
    with pytest.raises(Conflict):
        set_status(actor=organiser, event=stale, status="open")
    with pytest.raises(Refused):
        discard_draft(actor=organiser, event=stale, name=stale.name)


def test_no_step_of_an_events_life_leads_there(event, organiser):
    with pytest.raises(Conflict, match="cannot become"):
        set_status(actor=organiser, event=event, status="discarded")


@pytest.mark.parametrize("before", [confirmed, paid, told, opened_before, is_open, drawn, drawn_once])
def test_what_somebody_may_know_of_is_not_discarded(event, organiser, before):
    before(event, organiser)
    event.refresh_from_db()
    with pytest.raises(Conflict):
        discard_draft(actor=organiser, event=event, name=event.name)
    client = client_of(organiser)
    page, manage = reverse("discard_event", args=[event.slug]), reverse("manage", args=[event.slug])
    assert f'href="{page}"' not in client.get(manage).content.decode()
    shown = client.get(page)
    assert shown.status_code == 200 and 'name="name"' not in shown.content.decode()
    assert client.post(page, {"name": event.name}).status_code == 409
    assert _sent(client, event, event.name) == 409
    event.refresh_from_db()
    assert event.status != "discarded"


def test_only_the_organiser_discards(event):
    for role in (Role.CHIEF_REFEREE, Role.REFEREE, Role.SCORER, Role.FLOOR_REFEREE):
        actor = setting.member(event, role)
        with pytest.raises(NotAllowed):
            discard_draft(actor=actor, event=event, name=event.name)
        assert client_of(actor).get(reverse("discard_event", args=[event.slug])).status_code == 403
        manage = client_of(actor).get(reverse("manage", args=[event.slug])).content.decode()
        assert reverse("discard_event", args=[event.slug]) not in manage
    assert Event.objects.get(pk=event.pk).status == "draft"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_asks_for_the_name(event, organiser, language):
    client, page = client_of(organiser, language), reverse("discard_event", args=[event.slug])
    assert f'href="{page}"' in client.get(reverse("manage", args=[event.slug])).content.decode()
    assert event.name in text_of(client.get(page))
    for wrong in ("", "Another evening"):
        answer = client.post(page, {"name": wrong})
        assert answer.status_code == 422 and answer.context["form"].errors["name"]
    assert Event.objects.get(pk=event.pk).status == "draft"
    sent = client.post(page, {"name": "  an  EVENING "}, follow=True)
    assert sent.redirect_chain[0][0] == reverse("home")
    assert event.name in text_of(sent), "it is said once that it is gone"
    assert event.name not in text_of(client.get(reverse("home")))
    assert client.get(reverse("manage", args=[event.slug])).status_code == 404


def test_programs_discard_a_draft_as_well(event, organiser):
    client = client_of(organiser)
    assert _sent(client, event, "x") == 400
    assert _sent(client, event, event.name) == 204
    assert client.get(f"/api/v1/events/{event.slug}/").status_code == 404
    assert Round.objects.filter(event=event).exists()


def test_an_empty_draft_is_discarded_too(organiser):
    event = setting.event(organiser, players=4, slug="bare")
    Entry.objects.filter(event=event).update(status=Entry.Status.WITHDRAWN)
    add_entries(actor=organiser, event=event, names=["選手 09"])
    assert discarded(event, organiser).status == "discarded"
