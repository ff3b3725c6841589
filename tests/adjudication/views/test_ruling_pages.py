"""A ruling from the finder to the end of an appeal, over HTTP; who sees what; every page in three languages."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from adjudication.models import Call, Case
from engine.registry import games
from tests.adjudication.pictures import picture
from tests.adjudication.steps import ANSWERED, propose, ruled
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, field, queries, text_of
from tournament.access import Role
from tournament.models import EntryRuling, Event, PostingRow, Table
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.services.draws import draw_round, release_draw

pytestmark = pytest.mark.usefixtures("running")

PNG = picture("PNG")


def shown_form(page, **more) -> dict[str, str]:
    """What the last step of a ruling sends."""
    return {**ANSWERED, **{name: field(page, name) for name in ("mark", "seq", "key")}, "act": "issue", **more}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_renders(event, table, chief, referee, player, url, language):
    case = ruled(referee, table)
    waiting = propose(referee, table, "E")
    client = client_of(chief, language)
    steps = ({}, {"q": "slip"}, {"infraction": "T9"}, {"infraction": "T9", "offender": "S"})
    for given in (*steps, {"infraction": "T9", "offender": "S", "fact.stage": "completed"}, ANSWERED):
        assert client.get(url, given).status_code == 200, given
    for name in ("calls", "rulings", "rulings_report", "rule_entry"):
        assert client.get(reverse(name, args=[event.slug])).status_code == 200, name
    assert client.get(reverse("rule_entry", args=[event.slug]), {"entry": 1, "round": 1}).status_code == 200
    assert client.get(reverse("call", args=[event.slug, 1, 1])).status_code == 200
    for one in (case, waiting):
        assert client.get(reverse("case", args=[event.slug, one.number])).status_code == 200
    own = player("S")
    assert client_of(own, language).get(reverse("player_rulings", args=[own.entry.link_token])).status_code == 200


@pytest.mark.parametrize("words", ["slip", "失手", "T9", "SLIP t1"])
def test_an_infraction_is_found_by_words_of_any_language(referee, url, words):
    page = client_of(referee).get(url, {"q": words})
    assert [one["code"] for one in page.context["found"]] == ["T9"]


def test_the_finder_narrows_by_the_moment_and_says_when_nothing_fits(event, referee, url):
    client = client_of(referee)
    assert client.get(url, {"at": "claim"}).context["found"]
    page = client.get(url, {"at": "deal"})
    assert not page.context["found"]
    assert "Nothing of that kind" in text_of(page)
    # What no rule covers can still be ruled on.
    assert f'href="{reverse("rule_entry", args=[event.slug])}"' in page.content.decode()


def test_all_questions_of_all_infractions_come_with_the_page(referee, url):
    page = client_of(referee).get(url)
    assert '<template data-infraction="T9"' in page.content.decode()
    (asked,) = page.context["asked"]
    assert [control.name for control in asked["controls"]] == ["fact.stage", "fact.tai"]
    assert [control.when for control in asked["controls"]] == ["", '{"fact.stage": ["completed"]}']


def test_earlier_rulings_are_told_beside_the_names(referee, table, url):
    assert "1 ruling before" not in text_of(client_of(referee).get(url, {"infraction": "T9"}))
    ruled(referee, table)
    assert "1 ruling before" in text_of(client_of(referee).get(url, {"infraction": "T9"}))


def test_questions_come_one_at_a_time_and_can_be_changed(referee, url):
    client = client_of(referee)
    assert "Who did it?" in text_of(client.get(url, {"infraction": "T9"}))
    first = client.get(url, {"infraction": "T9", "offender": "S"})
    assert first.context["question"].name == "fact.stage"
    second = client.get(url, {"infraction": "T9", "offender": "S", "fact.stage": "completed"})
    assert second.context["question"].name == "fact.tai"
    assert [row["value"] for row in second.context["answered"]][-1] == "Completed"
    back = client.get(url + second.context["answered"][-1]["change"])
    assert back.context["question"].name == "fact.stage"
    wrong = client.get(url, {**ANSWERED, "fact.tai": "many"})
    assert wrong.context["question"].name == "fact.tai"
    assert "Enter a whole number." in text_of(wrong)


def test_nothing_is_written_before_the_payments_were_seen(referee, table, url):
    page = client_of(referee).get(url, ANSWERED)
    words = text_of(page)
    assert "pays the three" in words
    assert [line["points"] for line in page.context["lines"] if line["receiver"] != "house"] == [3, 3, 3]
    assert not Case.objects.exists()
    assert Table.objects.get(pk=table.pk).seq == 0


def test_a_ruling_is_issued_once_from_the_page_that_showed_it(referee, table, url):
    client = client_of(referee)
    form = shown_form(client.get(url, ANSWERED))
    for _ in range(2):
        done = client.post(url, form)
        assert done.status_code == 302
    case = Case.objects.get()
    assert case.status == Case.Status.ISSUED
    assert Table.objects.get(pk=table.pk).state["scores"]["S"] == -9
    assert "The ruling has been issued." in text_of(client.get(done.url))


def test_a_recorded_win_that_bars_a_ruling_is_led_to(event, referee, organiser, table, url):
    setting.record(table, organiser, setting.win("S", "N", total=1))
    page = client_of(referee).get(url, {**ANSWERED, "hand": "1"})
    words = text_of(page)
    assert "bars a win that is recorded already" in words
    assert "needs more facts" not in words
    assert reverse("table_correct", args=[event.slug, 1, 1, 0]) in page.content.decode()
    assert "Confirm and issue" not in words


def test_a_ruling_that_was_just_made_is_not_made_again_without_being_asked(event, referee, table, url):
    client = client_of(referee)
    page = client.get(url, ANSWERED)
    assert "hand 1, in play now" in text_of(page)
    assert page.context["again"] is None
    client.post(url, shown_form(page))
    first = Case.objects.get()
    page = client.get(url, ANSWERED)
    words = text_of(page)
    assert "in case 1" in words
    assert "That ruling is on hand 1." in words
    assert reverse("case", args=[event.slug, first.number]) in page.content.decode()
    refused = client.post(url, shown_form(page))
    assert refused.status_code == 409
    assert "Case 1 rules on the same already" in text_of(refused)
    assert Case.objects.count() == 1
    assert client.post(url, shown_form(refused, again="1")).status_code == 302
    assert Case.objects.count() == 2


def test_a_proposed_ruling_that_another_one_made_is_asked_about(event, referee, table, url):
    waiting = propose(referee, table)
    client, address = client_of(referee), reverse("case_act", args=[event.slug, waiting.number])
    client.post(url, shown_form(client.get(url, ANSWERED)))
    page = client.get(reverse("case", args=[event.slug, waiting.number]))
    assert "It happened once more" in text_of(page)
    form = {name: field(page, name) for name in ("mark", "seq", "key")} | {"act": "issue"}
    assert client.post(address, form).status_code == 409
    assert client.post(address, form | {"again": "2"}).status_code == 302


def test_a_second_slip_in_a_later_hand_is_asked_about_no_more(referee, organiser, table, url):
    ruled(referee, table)
    setting.record(table, organiser, setting.win("E", "W", total=1))
    page = client_of(referee).get(url, ANSWERED)
    assert page.context["again"] is None
    assert "hand 2, in play now" in text_of(page)
    assert client_of(referee).get(url, {**ANSWERED, "hand": "1"}).context["again"]["case"] == 1
    assert client_of(referee).get(url, {**ANSWERED, "offender": "W"}).context["again"] is None


def test_an_overtaken_ruling_is_shown_again_with_its_answers_and_nothing_is_written(referee, organiser, table, url):
    client = client_of(referee)
    form = shown_form(client.get(url, ANSWERED), public_text="He dropped it.")
    setting.record(table, organiser, setting.win("N", "S", total=1))
    page = client.post(url, form)
    assert page.status_code == 409
    assert "Something was recorded at this table meanwhile" in text_of(page)
    assert not Case.objects.exists()
    assert "He dropped it." in page.content.decode()
    assert field(page, "seq") == "1"
    assert client.post(url, form | {name: field(page, name) for name in ("mark", "seq", "key")}).status_code == 302
    assert Case.objects.get().public_text == "He dropped it."


def test_an_overtaken_confirmation_of_a_case_renews_its_payments_and_keeps_what_was_typed(
    event, referee, organiser, table
):
    case = propose(referee, table)
    client, address = client_of(referee), reverse("case", args=[event.slug, case.number])
    page = client.get(address)
    form = {"act": "issue", "public_text": "Seen by all.", **{name: field(page, name) for name in ("mark", "seq")}}
    setting.record(table, organiser, setting.win("N", "S", total=1))
    again = client.post(reverse("case_act", args=[event.slug, case.number]), form)
    assert again.status_code == 409
    assert "Seen by all." in again.content.decode()
    assert field(again, "seq") == "1"
    assert Case.objects.get().status == Case.Status.PROPOSED


def test_a_floor_referee_proposes_and_a_referee_confirms(event, floor, referee, player, table, url):
    mine = client_of(floor)
    page = mine.get(url, ANSWERED)
    assert "Confirm and issue" not in text_of(page)
    mine.post(url, shown_form(page, act="propose"))
    case = Case.objects.get()
    address = reverse("case", args=[event.slug, case.number])
    assert client_of(player("S")).get(address).status_code == 404
    act = reverse("case_act", args=[event.slug, case.number])
    assert mine.post(act, {"act": "issue"}).status_code == 403
    client = client_of(referee)
    page = client.get(address)
    form = {"act": "issue", "mark": field(page, "mark"), "seq": field(page, "seq"), "key": "k", "round": "1"}
    assert client.post(act, form).status_code == 302
    assert client_of(player("S")).get(address).status_code == 200


def test_a_win_already_recorded_gets_the_facts_the_ruling_makes_necessary(referee, organiser, table, url):
    """The toy game opens no liabilities: its dead hand bars a recorded win instead, and the page says so."""
    setting.record(table, organiser, setting.win("S", "E", total=1))
    page = client_of(referee).get(url, {**ANSWERED, "hand": "1"})
    assert page.status_code == 200
    assert page.context["refused"]
    assert "Confirm and issue the ruling" not in text_of(page)


def test_players_note_appeal_and_the_chief_referee_decides(event, table, chief, referee, player):
    case = ruled(referee, table)
    act, address = (reverse(name, args=[event.slug, case.number]) for name in ("case_act", "case"))
    own, stranger = client_of(player("S")), client_of()
    assert stranger.post(act, {"act": "acknowledge"}).status_code == 403
    assert own.post(act, {"act": "acknowledge"}).status_code == 302
    assert own.post(act, {"act": "appeal", "text": " "}).status_code == 400
    photo = SimpleUploadedFile("table.png", PNG, content_type="image/png")
    assert own.post(act, {"act": "appeal", "text": "It was my tile.", "photo": photo}).status_code == 302
    shown = reverse("case_photo", args=[event.slug, case.number, case.photos.get().pk])
    assert own.get(shown)["Content-Type"] == "image/jpeg"
    assert stranger.get(shown).status_code == 404
    assert client_of(referee).post(act, {"act": "decide", "outcome": "upheld", "reason": "x"}).status_code == 403
    leader = client_of(chief)
    assert "It was my tile." in text_of(leader.get(address))
    assert leader.post(act, {"act": "decide", "outcome": "overturned", "reason": ""}).status_code == 400
    assert leader.post(act, {"act": "decide", "outcome": "overturned", "reason": "He is right."}).status_code == 302
    assert Table.objects.get(pk=table.pk).state["scores"]["S"] == 0
    assert own.post(act, {"act": "appeal", "text": "Again"}).status_code == 409


def test_the_chief_referee_amends_with_other_facts(event, table, chief, referee):
    case = ruled(referee, table)
    client = client_of(chief)
    address = client.get(reverse("case", args=[event.slug, case.number])).context["amend_url"]
    page = client.get(address.replace("fact.tai=2", "fact.tai=5"))
    assert [line["points"] for line in page.context["lines"] if line["payer"] == "S"][:3] == [6, 6, 6]
    form = {**ANSWERED, "fact.tai": "5", "amend": str(case.number), "round": "1", "hand": "1"}
    form |= {"seq": field(page, "seq"), "reason": "five tai", "act": "amend"}
    refused = client.post(address.split("?")[0], form | {"reason": ""})
    assert refused.status_code == 400
    assert client.post(address.split("?")[0], form).status_code == 302
    assert Table.objects.get(pk=table.pk).state["scores"]["S"] == -18
    assert client_of(referee).post(address.split("?")[0], form).status_code == 403


def test_points_without_a_table_are_posted_to_the_chosen_round(event, table, referee):
    client, url = client_of(referee), reverse("rule_entry", args=[event.slug])
    given = {"entry": "3", "round": "1", "act": "points", "account": "event", "note": "late", "key": "k"}
    assert client.post(url, given | {"points": "0"}).status_code == 400
    for _ in range(2):
        assert client.post(url, given | {"points": "20"}).status_code == 302
    assert EntryRuling.objects.get().entry.number == 3
    assert PostingRow.objects.get(ruling__isnull=False).points == 20
    assert client_of(setting.member(event, Role.SCORER)).get(url).status_code == 403


def test_without_a_table_player_and_round_are_asked_for_and_never_guessed(event, table, organiser, referee):
    client, url = client_of(referee), reverse("rule_entry", args=[event.slug])

    def chosen(name, **given):
        """What a browser would send of a field that nobody touched."""
        html = client.get(url, given).content.decode()
        options = html.partition(f'name="{name}"')[2].partition("</select>")[0]
        marked = re.findall(r'<option value="(\d*)" selected>', options)
        return (marked or re.findall(r'<option value="(\d*)"', options))[0]

    assert (chosen("entry"), chosen("round")) == ("", "1")  # one round alone is no question
    setting.play_round(table.round, organiser)
    setting.running_round(event, organiser, 2)
    assert (chosen("entry"), chosen("round")) == ("", "")
    # What the page that led here knows is kept, and what is not sent is asked for again.
    assert (chosen("entry", round="1"), chosen("round", round="1")) == ("", "1")
    assert (chosen("entry", entry="3", round=""), chosen("round", entry="3", round="")) == ("3", "")
    told = client.get(url, {**ANSWERED, "fact.stage": "attempt", "entry": "3", "round": "1"})
    assert told.context["counted_in"].number == 1


def test_a_call_reaches_the_queue_is_taken_and_closed(event, table, referee, player):
    address = reverse("call", args=[event.slug, 1, 1])
    own = client_of(player("W"))
    form = {"text": "He showed his hand.", "key": "one"}
    for _ in range(2):
        assert own.post(address, form).status_code == 302
    assert Call.objects.count() == 1
    assert client_of().get(address).status_code in (302, 403)
    client, queue = client_of(referee), reverse("calls", args=[event.slug])
    assert "He showed his hand." in text_of(client.get(queue))
    answer = reverse("answer_call", args=[event.slug, Call.objects.get().number])
    client.post(answer, {"act": "take"})
    assert "A referee is coming" in text_of(own.get(address))
    mark = client.get(queue).context["mark"]
    assert client.get(queue, {"v": mark}).status_code == 204
    client.post(answer, {"act": "close", "minutes": "3"})
    assert Table.objects.get(pk=table.pk).extra_minutes == 3
    assert "Nobody is calling" in text_of(client.get(queue))
    assert own.post(answer, {"act": "take"}).status_code == 403


def test_nobody_is_called_where_nobody_would_come(event, table, player):
    own = player("W")
    client = client_of(own)
    pages = (reverse("player", args=[own.entry.link_token]), reverse("table", args=[event.slug, 1, 1]))
    assert "No referee is on duty" in text_of(client.get(reverse("call", args=[event.slug, 1, 1])))
    assert not any("Call a referee" in text_of(client.get(address)) for address in pages)
    setting.member(event, Role.FLOOR_REFEREE)
    assert all("Call a referee" in text_of(client.get(address)) for address in pages)


def test_the_table_and_the_lead_see_what_becomes_of_a_call(event, table, organiser, referee, player):
    own, lead = client_of(player("W")), client_of(organiser)
    address, late = (reverse("call", args=[event.slug, 1, 1]), reverse("late_calls", args=[event.slug]))
    own.post(address, {"text": "He showed his hand."})
    live = {"HTTP_HX_REQUEST": "true"}
    mark = own.get(address).context["mark"]
    assert own.get(address, {"v": mark}, **live).status_code == 204
    assert "He showed his hand." not in text_of(lead.get(late, **live))
    Call.objects.update(opened_at=timezone.now() - dt.timedelta(minutes=5))
    assert "Nobody has come yet" in text_of(own.get(address, {"v": mark}, **live))
    told = lead.get(late, **live)
    assert "He showed his hand." in text_of(told)
    assert lead.get(late, {"v": told.context["mark"]}, **live).status_code == 204
    assert lead.get(late).status_code == 302
    assert own.get(late, **live).status_code == 403
    assert "Nobody is coming yet" in text_of(client_of(referee).get(reverse("calls", args=[event.slug])))
    client_of(referee).post(reverse("answer_call", args=[event.slug, 1]), {"act": "take"})
    assert "A referee is coming" in text_of(own.get(address, {"v": mark}, **live))
    assert "He showed his hand." not in text_of(lead.get(late, **live))


def test_a_late_penalty_counts_in_the_round_of_the_screen_and_moves_no_later_draw(event, organiser, referee, table):
    """A ruling on round 1 entered once round 2 is drawn: the form defaults to round 1, and the draw stays."""
    setting.play_round(table.round, organiser)
    later = get_round(event, 2)
    draw_round(actor=organiser, round_=later, method="ranked")
    release_draw(actor=organiser, round_=later)
    seats = [sorted(one.state["seats"].items()) for one in Table.objects.filter(round=later).order_by("number")]
    client, address = client_of(referee), reverse("rule", args=[event.slug, 1, 1])
    page = client.get(address, {**ANSWERED, "hand": "1", "fact.stage": "attempt"})
    assert page.context["counted_in"].number == 1
    before = _ranks(event)
    client.post(address, {**shown_form(page), "hand": "1", "fact.stage": "attempt", "act": "propose"})
    case = Case.objects.get()
    assert (case.round.number, case.table.round.number) == (1, 1)
    without = client.get(reverse("rule_entry", args=[event.slug]))
    assert [one.number for one in without.context["rounds"]] == [2, 1]
    assert [sorted(one.state["seats"].items()) for one in Table.objects.filter(round=later).order_by("number")] == seats
    assert set(before) == set(_ranks(event))


def test_the_public_sees_issued_rulings_without_the_staffs_notes(event, table, chief, referee):
    case = ruled(referee, table)
    Case.objects.filter(pk=case.pk).update(private_notes="He cried.")
    propose(referee, table, "E")
    listed = client_of().get(reverse("rulings", args=[event.slug]))
    assert len(listed.context["rows"]) == 1
    assert not listed.context["waiting"]
    address = reverse("case", args=[event.slug, case.number])
    assert "He cried." not in text_of(client_of().get(address))
    assert "He cried." in text_of(client_of(chief).get(address))


def test_lists_take_the_same_queries_for_one_ruling_and_for_three(event, table, referee):
    client = client_of(referee)
    counts = {"rulings": [], "rulings_report": [], "calls": []}
    for offender in ("S", "W", "N"):
        ruled(referee, table, offender)
        propose(referee, table, offender)
        for name, found in counts.items():
            found.append(queries(client, reverse(name, args=[event.slug])))
    for name, found in counts.items():
        assert len(set(found)) == 1, (name, found)


def test_others_move_only_where_their_rank_changes(event, table, organiser, referee, url):
    for played in Table.objects.filter(round=table.round).select_related("event", "round__stage", "draw"):
        setting.record(played, organiser, setting.win())
    page = client_of(referee).get(url, ANSWERED)
    before = _ranks(event)
    ruled(referee, table)
    after = _ranks(event)
    own, first = table.state["seats"]["S"], table.state["seats"]["E"]
    assert before[first] == after[first] == 1  # gains points, and no rank
    assert page.context["others"] == len([one for one in after if one != own and after[one] != before[one]]) == 5


def _ranks(event) -> dict[str, int | None]:
    return {row.id: row.rank for row in computed_standings(event)[0].standings.rows}


def test_a_wrong_fact_is_asked_again_beside_its_field_and_the_rest_is_kept(referee, url):
    for method in ("get", "post"):
        page = getattr(client_of(referee), method)(url, {**ANSWERED, "fact.tai": "-1"})
        assert page.status_code == 400
        html = page.content.decode()
        assert "field__error" in html
        assert "fact.tai" not in dict(page.context["inquiry"].fields())
        assert ("fact.stage", "completed") in page.context["inquiry"].fields()
        assert "“tai”" not in text_of(page)
        assert "is no answer to" in text_of(page)
        assert not Case.objects.exists()


def test_an_appeal_is_not_decided_without_saying_how(event, table, chief, referee, player):
    case = ruled(referee, table)
    act = reverse("case_act", args=[event.slug, case.number])
    client_of(player("S")).post(act, {"act": "appeal", "text": "No."})
    page = client_of(chief).post(act, {"act": "decide", "reason": "Seen."})
    assert page.status_code == 400
    assert "Choose what becomes of the ruling." in text_of(page)


def test_a_player_finds_the_rulings_of_his_table_and_the_report_is_a_file_too(event, table, referee, player):
    case = ruled(referee, table)
    for place in "ES":
        own = player(place)
        words = text_of(client_of(own).get(reverse("player_rulings", args=[own.entry.link_token])))
        assert "No ruling concerns you." not in words
    found = client_of().get(reverse("rulings_report", args=[event.slug]), {"as": "json"}).json()
    assert [row["case"] for row in found["rows"]] == [case.number]
    assert found["rows"][0]["remedy"]


def test_a_case_that_proposes_the_same_is_told_before_issuing(event, referee, table, url):
    waiting = propose(referee, table)
    client = client_of(referee)
    page = client.get(url, ANSWERED)
    words = text_of(page)
    assert "Case 1 proposes the same of the same player." in words
    assert reverse("case", args=[event.slug, waiting.number]) in page.content.decode()
    assert "It happened once more" not in words
    assert "proposes the same" not in text_of(client.get(url, ANSWERED | {"offender": "N"}))
    assert "proposes the same" not in text_of(client.get(reverse("case", args=[event.slug, waiting.number])))
    second = propose(referee, table)
    assert "Case 2 proposes the same" in text_of(client.get(reverse("case", args=[event.slug, waiting.number])))
    assert client.post(url, shown_form(page)).status_code == 302
    assert Case.objects.get(pk=second.pk).status == Case.Status.PROPOSED


def test_a_case_that_proposes_the_same_on_another_hand_is_not_told(referee, organiser, table, url):
    propose(referee, table)
    setting.record(table, organiser, setting.win("N", "W"))
    assert "proposes the same" not in text_of(client_of(referee).get(url, ANSWERED))


def test_a_case_that_proposes_the_same_without_a_table_is_told(event, referee, table):
    """Without a table the same round counts."""
    url = reverse("rule_entry", args=[event.slug])
    given = {**ANSWERED, "fact.stage": "attempt", "entry": "1", "round": "1"}
    client = client_of(referee)
    client.post(url, given | {"act": "propose"})
    assert Case.objects.count() == 1
    assert "Case 1 proposes the same" in text_of(client.get(url, given))


def test_a_ruling_that_stands_in_the_way_of_a_case_is_led_to(organiser):
    """Two referees order a new deal of the same hand: the one who proposed it cannot issue it any more."""
    made = setting.event(organiser, game="zungjung", preset=games()["zungjung"].ruleset.event_presets[0].code, slug="z")
    Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
    setting.running_table(made, organiser)
    client, url = client_of(setting.member(made, Role.REFEREE)), reverse("rule", args=[made.slug, 1, 1])
    given = {"infraction": "B-42", "offender": "E", "fact.raised": "harm", "fact.victim": "S", "fact.redeal": "yes"}
    page = client.get(url, given)
    sent = {name: field(page, name) for name in ("mark", "seq", "key")}
    client.post(url, given | {"act": "propose"})
    assert client.post(url, given | sent | {"act": "issue"}).status_code == 302
    waiting = client.get(reverse("case", args=[made.slug, 1]))
    assert waiting.context["blocked"]
    assert waiting.context["in_way"] == {"case": 2}
    assert "The ruling in its way: case 2" in text_of(waiting)
    assert reverse("case", args=[made.slug, 2]) in waiting.content.decode()
