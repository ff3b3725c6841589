"""Whatever a round ended with, the next can be drawn: random results, voids, penalties, absences, changed fields."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from tests.tournament import setting
from tournament.models import Entry, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw, replay
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.rounds import close_round, start_round
from tournament.services.rulings import rule_entry
from tournament.services.stages import update_stage
from tournament.services.table_status import confirm_table, void_table
from tournament.services.tables import finish_table

METHODS = ("random", "schedule", "ranked")


def end_somehow(table, organiser, chance):
    """End a table by hands, early, with empty places, or void."""
    how = chance.choice(["hands", "early", "empty", "void", "nothing"])
    if how == "empty":
        setting.record(table, organiser, {"type": "seats", "seats": {chance.choice("ESWN"): None}})
    for _ in range(3 if how == "hands" else chance.below(3)):
        seats = [place for place in "ESWN" if table.state["seats"][place]]
        winner, giver = chance.sample(seats, 2)
        if not table.state["finished"]:
            setting.record(table, organiser, setting.win(winner, giver, total=chance.below(9)))
    if how == "void" or (how == "nothing" and chance.below(2)):
        void_table(actor=organiser, table=table, reason="by chance")
        return
    if not table.state["finished"]:
        finish_table(actor=organiser, table=table, expected_seq=table.seq, key=None)
    confirm_table(actor=organiser, table=table, seq=table.seq)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_a_draw_follows_any_legal_result(organiser, seed):
    chance = Chance(f"any result {seed}")
    event = setting.event(organiser, players=12 + chance.below(6), rounds=4)
    drawing = {"method": METHODS[seed % 3], "accept_repeats": True}
    update_stage(actor=organiser, stage=event.stages.get(), changes={"drawing": drawing})
    for number in range(1, 5):
        round_ = get_round(event, number)
        draw = draw_round(actor=organiser, round_=round_)
        report = draw.report
        assert report["audit"]["agrees"], report
        assert report["new_repeats"] == 0 or report["repeat_pairs"]
        release_draw(actor=organiser, round_=round_)
        draw.refresh_from_db()
        assert replay(draw)[1]
        start_round(actor=organiser, round_=round_)
        for table in Table.objects.filter(round=round_).select_related("event", "round__stage", "draw"):
            end_somehow(table, organiser, chance)
        close_round(actor=organiser, round_=round_)
        event.refresh_from_db()
        field = list(Entry.objects.filter(event=event, status="registered").values_list("number", flat=True))
        rule_entry(
            actor=organiser, event=event, round_=round_, entry=get_entry(event, chance.choice(field)),
            points=chance.below(50) + 1,
        )  # fmt: skip
        if chance.below(2) and len(field) > 9:
            gone = get_entry(event, chance.choice(field))
            update_entry(actor=organiser, entry=gone, changes={"status": Entry.Status.WITHDRAWN})
        if chance.below(2):
            late = add_entry(actor=organiser, event=event, people=[{"name": f"late {number}"}])
            check_in(actor=organiser, event=event, numbers=[late.number], state="present")
