"""The fast scorer equals a plain one on seeded hands of every colour and shape."""

from __future__ import annotations

from random import Random

import pytest

from engine.registry import find_game
from engine.rulesets import resolve
from engine.tiles import ORPHANS, TERMINALS, format_tile
from tests.engine.games.zungjung.plain_scorer import plain_score
from tests.hands_gen import SEED, score_input, score_inputs

GAME = find_game("zungjung")
RULES = resolve(GAME.ruleset)


@pytest.mark.parametrize(
    ("kinds", "count"),
    [(range(34), 600), (range(9), 400), (range(9, 18), 200), (range(18, 34), 400), (range(25, 34), 200)],
)
def test_seeded_hands_are_worth_the_same(kinds: range, count: int) -> None:
    for line in score_inputs(SEED, count, 4, kinds):
        answer = GAME.score(RULES, line)
        assert (answer["total"], answer["raw"]) == plain_score(line), line


def test_hands_of_triplets_are_worth_the_same() -> None:
    rng = Random(SEED)
    for _ in range(300):
        sets = rng.sample(rng.choice((range(34), range(9), ORPHANS)), 5)
        tiles = [kind for kind in sets[:4] for _ in range(3)] + [sets[4]] * 2
        win = tiles.pop(rng.randrange(14))
        line = {
            "concealed": "".join(map(format_tile, tiles)),
            "melds": [],
            "win": format_tile(win),
            "by": rng.choice(("self", "discard")),
            "seat": rng.choice("ESWN"),
        }
        answer = GAME.score(RULES, line)
        assert (answer["total"], answer["raw"]) == plain_score(line), line


def test_seven_pairs_and_thirteen_terminals_are_worth_the_same() -> None:
    rng = Random(SEED)
    for pool in (range(34), range(9), ORPHANS, [*TERMINALS, *TERMINALS], range(9, 34)):
        for _ in range(40):
            pairs = rng.sample([*pool], 7)
            line = score_input(rng, "p", 4) | {"melds": [], "win": format_tile(pairs[0])}
            line["concealed"] = "".join(format_tile(kind) for kind in (*pairs, *pairs[1:]))
            answer = GAME.score(RULES, line)
            assert (answer["total"], answer["raw"]) == plain_score(line), line
    for twice in ORPHANS:
        line = {"concealed": "".join(map(format_tile, ORPHANS)), "win": format_tile(twice), "by": "self"}
        answer = GAME.score(RULES, line | {"melds": [], "seat": "E"})
        assert (answer["total"], answer["raw"]) == (160, 160) == plain_score(line | {"melds": [], "seat": "E"})
