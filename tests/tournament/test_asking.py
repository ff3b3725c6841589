"""Forms made of engine fields: what is read is what the engine takes, and stored events come back as typed."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import msgspec
import pytest

from engine.errors import RuleError
from engine.events import COMMON_EVENTS, parse_event
from engine.fields import Choice, Field, ask, fields_of
from engine.patterns import PatternSpec
from engine.places import Place
from engine.registry import games
from engine.rulesets import resolve
from engine.text import text
from tournament.asking import Answers, Around, Problem, beside, control_of, controls, read, typed

LABEL = text("標", "标", "Label")
SEATS = {"E": "Ann", "S": "Bob", "W": None, "N": "Dan"}
PATTERNS = (PatternSpec("one", LABEL, 1, "A1"), PatternSpec("many", LABEL, 2, "A2", most=3))
LIABILITY = {"id": "x1", "payer": "S", "windows": [["any", 8]], "asks": ["since", "kong_tail", "tile"]}


class Inner(msgspec.Struct):
    points: Annotated[int | None, ask(LABEL, "number")] = None


class Every(msgspec.Struct):
    """A field of every widget."""

    seat: Annotated[Place, ask(LABEL, "seat")]
    seats: Annotated[tuple[Place, ...], ask(LABEL, "seats")] = ()
    count: Annotated[int | None, ask(LABEL, "number")] = None
    way_in: Annotated[str, ask(LABEL, "choice", choices=(Choice("a", LABEL), Choice("b", LABEL)))] = ""
    sure: Annotated[bool, ask(LABEL, "flag")] = False
    note: Annotated[str, ask(LABEL, "text")] = ""
    played: Annotated[tuple[str, ...], ask(LABEL, "cards")] = ()
    pairs: Annotated[tuple[tuple[Place, Place], ...], ask(LABEL, "pairs")] = ()
    inner: Annotated[Inner | None, ask(LABEL, "group")] = None
    members: Annotated[tuple[Inner, ...], ask(LABEL, "group")] = ()
    later: Annotated[str, ask(LABEL, "text", when={"way_in": ("b",)})] = ""


FIELDS = fields_of(Every)
AROUND = Around(SEATS, PATTERNS)


def given(**values) -> Answers:
    answers = Answers()
    for name, value in values.items():
        answers.put(name.replace("__", "."), *(value if isinstance(value, list) else [value]))
    return answers


def test_every_widget_is_read_as_the_engine_takes_it():
    answers = given(
        seat="E", seats=["S", "N"], count="\u22121,204", way_in="a", sure="yes", note=" hello ", played="SA H10",
        pairs__0__0="E", pairs__0__1="S", inner__points="3", members__count="2", members__0__points="1",
        members__1__points="2", later="not asked",
    )  # fmt: skip
    assert read(FIELDS, AROUND, answers) == {
        "seat": "E",
        "seats": ["S", "N"],
        "count": -1204,
        "way_in": "a",
        "sure": True,
        "note": "hello",
        "played": ["SA", "H10"],
        "pairs": [["E", "S"]],
        "inner": {"points": 3},
        "members": [{"points": 1}, {"points": 2}],
    }


def test_what_is_left_empty_is_left_out():
    assert read(FIELDS, AROUND, given(seat="E", members__count="1")) == {"seat": "E", "members": [{}]}


def test_what_cannot_be_read_names_its_control():
    with pytest.raises(Problem) as caught:
        read(FIELDS, AROUND, given(seat="E", inner__points="three"))
    assert caught.value.path == "inner.points"
    with pytest.raises(Problem) as caught:
        read(FIELDS, AROUND, given(seat="E", pairs__0__0="E"))
    assert caught.value.path == "pairs"


def test_a_stored_event_comes_back_as_it_was_typed():
    stored = {
        "seat": "N",
        "seats": ["E"],
        "count": 4,
        "way_in": "b",
        "sure": True,
        "played": ["SA"],
        "pairs": [["E", "N"]],
        "inner": {"points": 1},
        "members": [{"points": 2}, {"points": 3}],
        "later": "yes",
    }
    assert read(FIELDS, AROUND, typed(FIELDS, stored)) == stored


def wins_of(code: str):
    return fields_of(games()[code].events["win"])


@pytest.mark.parametrize(
    "value",
    [
        {"total": 5},
        {"items": [["one", 1], ["many", 3]]},
        {"tiles": {"concealed": "123m", "melds": ["pon:555p"], "win": "8s", "flowers": "f1"}},
    ],
)
def test_a_win_gives_its_value_in_the_way_that_was_chosen(value):
    for code, game in games().items():
        if "win" not in game.events:
            continue
        body = {"wins": [{"seat": "E", "by": "self", **value}]}
        answers = typed(wins_of(code), body)
        for way in ("total", "items", "tiles"):
            if way not in value:
                answers.put(f"wins.0.{way}", "99")
        assert read(wins_of(code), AROUND, answers) == body, code


def test_facts_of_liabilities_are_asked_only_where_one_is_open():
    code = next(code for code, game in games().items() if "win" in game.events)
    fields = wins_of(code)
    quiet = {part.name for part in controls(fields, AROUND, Answers())[0].rows[0]}
    asked = {part.name for part in controls(fields, Around(SEATS, PATTERNS, (LIABILITY,)), Answers())[0].rows[0]}
    assert asked - quiet == {"wins.0.since", "wins.0.kong_tail", "wins.0.kong_tile_unchanged", "wins.0.tiles_of"}
    answers = given(wins__0__seat="E", wins__0__by="self", wins__0__total="1", wins__0__since__x1="3")
    answers.put("wins.0.tiles_of", "x1")
    (entry,) = read(fields, Around(SEATS, PATTERNS, (LIABILITY,)), answers)["wins"]
    assert (entry["since"], entry["tiles_of"]) == ({"x1": 3}, ["x1"])


def test_a_refusal_finds_the_control_it_is_about():
    drawn = controls(FIELDS, AROUND, given(members__count="2"))
    assert control_of("events[0].members[1].points") == "members.1.points"
    assert beside("members.1.points", drawn) == "members.1.points"
    assert beside("members.1.unknown", drawn) == "members"
    assert beside("seats.0", drawn) == "seats"
    assert beside("dealer", drawn) == ""


def test_an_empty_place_is_no_answer_and_names_stand_beside_the_winds():
    seat = controls(FIELDS, AROUND, Answers())[0]
    assert [(option.value, option.note) for option in seat.options] == [("E", "Ann"), ("S", "Bob"), ("N", "Dan")]


def test_questions_ask_for_yes_or_no():
    question = Field(code="shown", label=LABEL, widget="flag")
    control = controls([question], AROUND, Answers(), "fact.", questions=True)[0]
    assert [option.value for option in control.options] == ["yes", "no"]
    assert read([question], AROUND, given(fact__shown="no"), "fact.") == {"shown": False}


def test_every_kind_of_event_of_every_game_has_a_name_and_a_form():
    for game in games().values():
        for kind, struct in game.events.items():
            assert struct.title.en, (game.code, kind)
            around = Around(SEATS, game.ruleset.patterns)
            names = [control.name for control in controls(fields_of(struct), around, Answers())]
            assert len(names) == len(set(names))
    assert all(struct.title.zh_hant for struct in COMMON_EVENTS.values())


def test_an_event_that_was_read_from_a_form_is_one_the_engine_reads():
    for game in games().values():
        for kind, struct in game.events.items():
            if not fields_of(struct):
                assert parse_event(dict(game.events), {"type": kind, **read(fields_of(struct), AROUND, Answers())})


def test_numbers_by_place_and_a_void_suit_are_asked_where_a_game_has_them():
    fields = [
        Field(code="ready", label=LABEL, widget="since", required=False),
        Field(code="hand", label=LABEL, widget="tiles", choices=(Choice("m", LABEL), Choice("p", LABEL))),
    ]
    ready, hand = controls(fields, AROUND, given(ready__E="3"))
    assert [(part.name, part.value) for part in ready.parts] == [("ready.E", "3"), ("ready.S", ""), ("ready.N", "")]
    assert [option.value for option in hand.options] == ["", "m", "p"]
    stored = {
        "ready": {"E": 3, "N": 0},
        "hand": {"concealed": "1s", "melds": [], "win": "1s", "flowers": "", "void": "m"},
    }
    assert read(fields, AROUND, typed(fields, stored)) == stored


def _asks_tiles(game) -> bool:
    return "win" in game.events and any(
        part.widget == "tiles" for item in fields_of(game.events["win"]) for part in item.fields
    )


@pytest.mark.parametrize("code", [code for code, game in games().items() if _asks_tiles(game)])
def test_tiles_are_asked_as_the_game_has_them_and_what_it_lacks_is_refused(code):
    game = games()[code]
    rules = resolve(game.ruleset)
    around = Around(SEATS, game.ruleset.patterns, (), game.ruleset.tiles)
    (row,) = controls(fields_of(game.events["win"]), around, Answers())[0].rows
    asked = next(part for part in row if part.kind == "tiles")
    tiles = game.ruleset.tiles
    assert asked.tiles == tiles
    assert any(part.name.endswith(".flowers") for part in asked.parts) == tiles.flowers
    hand = {"concealed": "111222333444m123p9s" if code == "taiwan" else "111222333444m9s", "win": "9s", "by": "self"}
    for has, change, refused in (
        (tiles.honours, {"win": "1z"}, "tile_not_in_game"),
        (tiles.flowers, {"flowers": "f1"}, "flowers_not_in_game"),
        (tiles.chows, {"concealed": hand["concealed"][3:], "melds": ["chi:123s"]}, "meld_not_in_game"),
    ):
        with nullcontext() if has else pytest.raises(RuleError) as caught:
            game.score(rules, hand | change)
        assert has or caught.value.code == refused


def test_nobody_is_offered_where_he_was_named_before():
    (win,) = controls(fields_of(games()["taiwan"].events["win"])[:1], AROUND, Answers())
    assert {part.name: part.unlike for part in win.rows[0]}["wins.0.from"] == "wins.0.seat"
