"""Plans within a turn agree with the rules."""

from random import Random

import pytest

from games.engine.chance import Chance
from games.engine.contract import Move
from games.titles.babel.bots.turn import Turn, turn_of
from games.titles.babel.bots.ways import ways
from games.titles.babel.rules.cards import SITES, TEMPLE_CARDS
from games.titles.babel.rules.moves import END
from games.titles.babel.rules.position import HIGH, Babel
from tests.games.titles.babel.rules.tables import deal, site, table

LEFT_OUT = ("arrived", "won")
"""What a view does not say."""


def some_table(number: int) -> Babel:
    """Return a table with many possible actions: the tribes lie in threes."""
    rng = Random(number)
    threes = rng.sample([tribe * 3 for tribe in "MSHPA"] * 4, 20)
    temples = rng.sample(TEMPLE_CARDS, len(TEMPLE_CARDS))

    def row() -> str:
        return "".join(threes.pop()[rng.randrange(2) :] for _ in range(rng.choice([0, 1, 1, 2])))

    def temple() -> list[int]:
        return sorted({temples.pop() for _ in range(rng.choice([0, 0, 1, 2]))})

    def hand() -> str:
        return "".join(threes.pop()[0] for _ in range(rng.randrange(3)))

    given = {name: site(row(), row(), temple(), temple()) for name in SITES[:4]}
    return table(
        (hand(), hand()),
        stones=[rng.choice(SITES[:4]) for _ in range(2)],
        sites=given,
        rows=[[temples.pop() for _ in range(2)] for _ in range(2)],
        migrated=rng.random() < 0.3,
    )


def by_the_rules(position: Babel, move: Move) -> Babel:
    """Return the position after an action of seat 0; a halved hand discards any cards."""
    then = position.clone()
    then.apply(0, move, Chance(bytes(32), 0))
    if then.phase == "halve":
        del then.hands[1][: then.due]
        then.phase, then.due = "actions", 0
    return then


def state(turn: Turn) -> dict[str, object]:
    return {key: getattr(turn, key) for key in Turn.__slots__ if key not in LEFT_OUT}


def test_planned_actions_have_effects_of_the_rules() -> None:
    kinds = []
    for number in range(150):
        position = some_table(number)
        if max(position.totals) >= HIGH:
            # A game that does not come to this.
            continue
        turn, legal = turn_of(position.view(0), 0), position.moves(0)
        before = state(turn)
        for move, then in ways(turn):
            assert move in legal
            played = by_the_rules(position, move)
            assert state(then) == state(turn_of(played.view(0), 0))
            ended = played.outcome()
            won = None if ended is None else ended.places[1] - ended.places[0]
            assert then.won == won
            kinds.append(getattr(move, "power", move.type))
        assert state(turn) == before
        # All that may be done is tried, but migrations to where the stone will not come.
        left_out = set(legal) - {move for move, _ in ways(turn)} - {END}
        assert {move.type for move in left_out} <= {"migrate"}
    powers = {"raze", "steal", "expel", "bribe", "skip", "halve"}
    assert set(kinds) >= {"travel", "settle", "build", "migrate"} | powers


@pytest.mark.parametrize("number", range(4))
def test_planned_turn_owes_first_build_until_it_is_done(number: int) -> None:
    position = deal(number)
    turn = turn_of(position.view(0), 0)
    assert turn.owed
    reached = [turn]
    for _ in range(3):
        reached = [then for one in reached for _, then in ways(one)]
        assert all(then.owed == (then.mine == 0) for then in reached)
    assert any(not then.owed for then in reached)
    # The other row is barred while its owner owes his own.
    assert all(then.rows[1] == (1,) for then in reached)


def test_planned_turn_recognizes_winning_build() -> None:
    temples = {
        "mede": site(my=[1, 6]),
        "sumerian": site(my=[1, 5]),
        "persian": site(my=[1, 3]),
        "hittite": site("M", "", [], [1]),
    }
    position = table(rows=[[1], []], sites=temples)
    ((_, then),) = [way for way in ways(turn_of(position.view(0), 0)) if way[0].type == "build"]
    assert then.won == 1
