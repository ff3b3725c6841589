"""The life of a case: proposed, previewed, issued, amended, overturned; what each leaves in the ledger."""

from __future__ import annotations

import pytest

from adjudication.models import Case, CaseOffender
from adjudication.selectors.cases import decide_again, get_case, history_of, report, to_review, visible_cases
from adjudication.selectors.deciding import Described
from adjudication.selectors.preview import ruling_preview
from adjudication.services.cases import amend_case, issue_case, overturn_case, propose_case, withdraw_case
from engine.errors import RuleError
from tests.adjudication.steps import COMPLETED, described, issue, propose, ruled
from tests.tournament import setting
from tournament.actors import PUBLIC
from tournament.errors import Conflict, KeyReused, NotAllowed, Refused
from tournament.models import AuditEntry, Entry, PostingRow, TableEvent
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.draws import draw_round, release_draw
from tournament.services.verification import verify_event


def totals(table):
    table.refresh_from_db()
    return table.state["scores"]


def test_open_questions_are_returned_and_nothing_is_kept(referee, table):
    asked = propose_case(actor=referee, described=described(table, facts={}))
    assert [question.code for question in asked] == ["stage"]
    assert not Case.objects.exists()


def test_a_proposed_case_changes_nothing_until_it_is_issued(referee, table):
    case = propose(referee, table)
    assert (case.status, case.decision["status"], table.seq) == ("proposed", "penalised", 0)
    assert not PostingRow.objects.filter(table=table).exists()
    answer = issue(referee, case, public_text="碰錯牌")
    assert totals(table) == {"E": 3, "S": -9, "W": 3, "N": 3, "house": 0}
    case = get_case(referee, table.event, case.number)
    assert (case.status, case.ruling_seq, case.public_text) == ("issued", 0, "碰錯牌")
    assert answer["events"][0]["body"]["wording"]["infraction"] == "T9"
    assert not verify_event(table.event)


def test_the_preview_shows_payments_standings_and_history_before(referee, organiser, table):
    setting.record(table, organiser, setting.win("E", "W"))
    ruled(referee, table)
    case = propose(referee, table)
    before = TableEvent.objects.count()
    preview = ruling_preview(actor=referee, decided=decide_again(case), counted_in=case.round, case=case)
    assert TableEvent.objects.count() == before
    assert [line["points"] for line in preview["change"]["postings"]] == [3, 3, 3, 5]
    offender = table.state["seats"]["S"]
    assert [item["case"] for item in preview["history"][offender]] == [1]
    moved = {row["number"]: row["total"] - row["total_before"] for row in preview["standings"]}
    assert moved[int(offender)] == -14
    assert preview["draws"] == []


def test_the_ladder_climbs_with_the_rulings_of_the_event(referee, table):
    first, second = ruled(referee, table), ruled(referee, table)
    assert [case.decision["penalty"]["step"] for case in (first, second)] == ["warning", "deduction"]
    line = PostingRow.objects.get(table=table, account="event")
    assert (line.points, line.from_entry.number, line.to_entry) == (5, int(table.state["seats"]["S"]), None)


def test_a_penalty_may_count_in_another_round_that_is_chosen(referee, event, table):
    ruled(referee, table)
    case = propose(referee, table)
    issue(referee, case, counted_in=get_round(event, 2))
    line = PostingRow.objects.get(event=event, account="event")
    assert (line.round.number, line.table, line.points) == (2, None, 5)
    assert get_case(referee, event, case.number).round.number == 2


def test_a_stale_referee_and_a_changed_decision_are_refused(referee, organiser, table):
    case = propose(referee, table)
    decided = decide_again(case)
    preview = ruling_preview(actor=referee, decided=decided, counted_in=case.round, case=case)
    setting.record(table, organiser, setting.win())
    with pytest.raises(Conflict, match="stale"):
        issue_case(actor=referee, case=case, expected_seq=preview["seq"], mark=preview["mark"])
    other = propose(referee, table)
    ruled(referee, table)
    with pytest.raises(Conflict, match="decision_changed"):
        issue_case(actor=referee, case=other, expected_seq=table.seq, mark=preview["mark"])


def test_a_retried_issue_gives_the_same_answer_once(referee, table):
    case = propose(referee, table)
    preview = ruling_preview(actor=referee, decided=decide_again(case), counted_in=case.round, case=case)
    given = {"actor": referee, "case": case, "expected_seq": 0, "mark": preview["mark"], "key": "k1"}
    first = issue_case(**given)
    assert issue_case(**given) == first
    assert TableEvent.objects.filter(table=table).count() == 1
    with pytest.raises(KeyReused):
        issue_case(**given | {"expected_seq": 1})


def test_one_act_is_ruled_on_once(referee, table):
    first = ruled(referee, table)
    again = propose(referee, table, incident=first.incident)
    with pytest.raises(Conflict, match="incident_ruled"):
        issue(referee, again)
    with pytest.raises(Refused, match="incident_unknown"):
        propose(referee, table, incident=99)


def test_a_ruling_is_overturned_by_the_chief_with_its_penalties(referee, chief, event, table):
    ruled(referee, table)
    case = propose(referee, table)
    issue(referee, case, counted_in=get_round(event, 2))
    table.refresh_from_db()
    with pytest.raises(NotAllowed):
        overturn_case(actor=referee, case=case, expected_seq=table.seq, reason="no")
    overturned = overturn_case(actor=chief, case=case, expected_seq=table.seq, reason="照片顯示無誤")
    assert overturned.status == "overturned"
    assert totals(table)["S"] == -9
    paid = PostingRow.objects.filter(event=event, account="event")
    assert sum(line.points if line.from_entry else -line.points for line in paid) == 0
    assert not verify_event(event)
    assert AuditEntry.objects.filter(action="case.overturned", reason="照片顯示無誤").exists()


def test_an_amended_ruling_stands_in_the_place_of_the_old(referee, chief, table):
    case = ruled(referee, table)
    amended = amend_case(
        actor=chief,
        case=case,
        expected_seq=table.seq,
        facts={"stage": "completed", "tai": 5},
        deliberate=False,
        reason="台數",
    )
    assert totals(table)["S"] == -18
    assert (amended.status, amended.amends, Case.objects.get(pk=case.pk).status) == ("issued", case, "amended")
    with pytest.raises(Refused, match="facts_missing"):
        amend_case(actor=chief, case=amended, expected_seq=None, facts={}, deliberate=False, reason="x")


def test_amending_without_the_seen_state_leaves_everything_as_it_was(referee, chief, table):
    case = ruled(referee, table)
    with pytest.raises(Conflict, match="stale"):
        amend_case(actor=chief, case=case, expected_seq=0, facts=COMPLETED, deliberate=False, reason="x")
    assert Case.objects.get(pk=case.pk).status == "issued"
    assert Case.objects.count() == 1


def test_a_withdrawn_case_cannot_be_issued(referee, table):
    case = propose(referee, table)
    withdraw_case(actor=referee, case=case, reason="誤報")
    with pytest.raises(Conflict, match="case_status"):
        issue(referee, case)


def test_a_late_ruling_stands_in_the_hand_it_is_about(referee, organiser, table):
    setting.record(table, organiser, setting.win("E", "W"))
    setting.record(table, organiser, setting.win("W", "E"))
    case = propose(referee, table, hand=1)
    issue(referee, case)
    row = TableEvent.objects.get(table=table, kind="ruling")
    assert (row.hand, row.after) == (1, -1)


def test_a_ruling_that_bars_a_recorded_win_names_it_and_may_amend_it_in_one_batch(referee, organiser, table):
    setting.record(table, organiser, setting.win("S", "W"))
    case = propose(referee, table, hand=1)
    decided = decide_again(case)
    with pytest.raises(RuleError, match="conflicts_with"):
        ruling_preview(actor=referee, decided=decided, counted_in=case.round, case=case)
    change = {"type": "replace", "seq": 0, "with": setting.win("E", "W")}
    preview = ruling_preview(actor=referee, decided=decided, counted_in=case.round, events=[change], case=case)
    issue_case(actor=referee, case=case, expected_seq=1, mark=preview["mark"], events=[change])
    table.refresh_from_db()
    assert (table.seq, totals(table)["E"]) == (3, 3 + 3)


def test_a_correction_of_an_earlier_hand_lists_the_rulings_to_review(referee, organiser, table):
    setting.record(table, organiser, setting.win("E", "W"))
    ruled(referee, table)
    assert to_review(table) == []
    Case.objects.update(decision={"status": "warning"})
    assert [item["case"] for item in to_review(table)] == [1]


def test_a_case_without_a_table_counts_in_the_round_that_is_named(referee, event, table):
    entry = Entry.objects.get(event=event, number=3)
    about = Described(event, get_round(event, 1), None, "T9", ("3",), {"stage": "attempt"})
    case = propose_case(actor=referee, described=about)
    assert isinstance(case, Case)
    issue(referee, case)
    case.refresh_from_db()
    assert (case.status, case.table, CaseOffender.objects.get(case=case).entry) == ("issued", None, entry)
    with pytest.raises(Refused, match="table_needed"):
        propose_case(actor=referee, described=Described(event, get_round(event, 1), None, "T9", ("3",), COMPLETED))


def test_who_may_do_what(event, table, floor, player):
    case = propose(floor, table)
    with pytest.raises(NotAllowed):
        issue(floor, case)
    with pytest.raises(NotAllowed):
        propose(player("E"), table)
    assert list(visible_cases(PUBLIC, event)) == []


def test_history_and_report_show_public_texts_only(referee, event, table):
    case = propose(referee, table)
    issue(referee, case, public_text="公開", private_notes="內部")
    entry = Entry.objects.get(event=event, number=int(table.state["seats"]["S"]))
    assert [item["infraction"] for item in history_of(entry)] == ["T9"]
    (row,) = report(PUBLIC, event)
    assert (row["public_text"], row["private_notes"], row["facts"]) == ("公開", "", None)


def test_the_wrong_place_is_refused(referee, table):
    with pytest.raises(RuleError, match="offender_unknown"):
        propose(referee, table, "X")
    assert get_table(table.event, 1, 1).seq == 0


def test_the_preview_says_whether_a_released_draw_from_the_standings_would_differ(referee, organiser, event):
    setting.play_round(setting.running_round(event, organiser), organiser)
    later = get_round(event, 2)
    draw_round(actor=organiser, round_=later, method="ranked")
    release_draw(actor=organiser, round_=later)
    case = propose(referee, get_table(event, 1, 1), hand=3)
    preview = ruling_preview(actor=referee, decided=decide_again(case), counted_in=case.round, case=case)
    assert preview["draws"] == [{"round": 2, "from_standings": True, "changes": True}]
    warned = propose(referee, get_table(event, 1, 1), facts={"stage": "attempt"}, hand=3)
    preview = ruling_preview(actor=referee, decided=decide_again(warned), counted_in=warned.round, case=warned)
    assert preview["draws"] == [{"round": 2, "from_standings": True, "changes": False}]
