"""The memory of a seat of Kabale: every position it resamples agrees with it."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Effect
from games.engine.information_state import information_state_of, tell
from games.titles.kabale.rules.cards import CARDS, Goal
from games.titles.kabale.rules.information_state import Memory
from games.titles.kabale.rules.position import Kabale
from tests.helpers.information_state import WORLDS, worlds
from tests.helpers.kabale import column, facts, load, play


def remembered(position: Kabale, seat: int) -> Memory:
    information_state = information_state_of(position, seat)
    assert isinstance(information_state, Memory)
    return information_state


def last_of(world: Kabale, at: int) -> str:
    return world.columns[at].cards[-1].card


def test_explorer_stays_known_after_it_moves() -> None:
    position = load(
        column("music 5", "1 explorer down"),
        column("trade 5"),
        hands=["king queen", "juliet prince"],
    )
    information_state = remembered(position, 0)
    effects = play(position, 0, "place", "king", 0)
    assert facts(effects, "explored")
    tell(information_state, effects)
    assert {last_of(world, 1) for world in worlds(position, information_state)} == {"explorer"}
    # Who comes in only now sees a card face down.
    late = remembered(position, 0)
    assert len({last_of(world, 1) for world in worlds(position, late)}) > 5


def test_explorer_stays_known_with_card_laid_behind_it() -> None:
    position = load(
        column("music 5", "1 explorer down"),
        column("trade 5"),
        column("trade 4"),
        hands=["king queen", "juliet prince", "squire"],
    )
    information_state = remembered(position, 0)
    tell(information_state, play(position, 0, "place", "king", 0))
    tell(information_state, play(position, 1, "place", "prince", 2, step=2))
    for world in worlds(position, information_state):
        assert last_of(world, 1) == "explorer"
        assert last_of(world, 2) != "explorer"
        assert "explorer" not in world.hands[1]


def test_explorer_stays_known_after_card_is_hidden_under_cloak() -> None:
    position = load(
        column("music 5", "1 cloak down"),
        column("trade 5", "1 explorer down"),
        hands=["king queen", "juliet prince"],
    )
    information_state = remembered(position, 0)
    tell(information_state, play(position, 0, "place", "king", 1))
    # The explorer has come under the cloak and uncovered it.
    assert position.phase == "cloak"
    tell(information_state, play(position, 1, "cloak", "prince", step=2))
    at_cloak = position.columns[0].cards
    assert [laid.card for laid in at_cloak] == ["cloak", "prince", "explorer"]
    hidden = set()
    for world in worlds(position, information_state):
        laid = [card.card for card in world.columns[0].cards]
        assert laid[0] == "cloak"
        assert laid[2] == "explorer"
        hidden.add(laid[1])
    assert len(hidden) > 5


def emptied(**more: Any) -> Kabale:
    """Seat 1 is to draw: its stack is empty, and so its discards become one."""
    discards = [card for card in CARDS if card not in ("king", "queen", "juliet", "explorer")]
    return load(
        column("music 5", "1 explorer down"),
        column("trade 5"),
        hands=["king queen", "king queen juliet"],
        stacks=[["prince", "squire"], []],
        discards=[[], discards],
        turn=1,
        **more,
    )


def test_reshuffled_discards_are_not_resampled_elsewhere() -> None:
    position = emptied()
    information_state = remembered(position, 0)
    effects = play(position, 1, "place", "king", 1)
    assert facts(effects, "reshuffled")
    tell(information_state, effects)
    old = {"king", "queen", "juliet", "explorer"}
    drawn = set()
    for world in worlds(position, information_state):
        # What lay there before, and what was in hand before, is of the four other cards.
        assert world.columns[0].cards[0].card in old
        assert len(old & set(world.hands[1])) >= 2
        drawn |= set(world.hands[1]) - old
        assert not old & set(world.stacks[1])
    assert len(drawn) > 5


def test_own_stack_is_known_except_order() -> None:
    position = emptied()
    information_state = remembered(position, 1)
    tell(information_state, play(position, 1, "place", "king", 1))
    orders = {tuple(world.stacks[1]) for world in worlds(position, information_state)}
    assert len(orders) > 5
    assert {frozenset(order) for order in orders} == {frozenset(position.stacks[1])}


def test_goal_without_winner_is_not_resampled_again() -> None:
    position = Kabale.deal(2, {}, Chance(bytes(32), 0))
    information_state = remembered(position, 0)
    dropped = position.goals[:6]
    for goal in dropped:
        lost = {"column": 0, "goal": list(goal), "cards": [], "winner": None}
        information_state.learn(Effect("awarded", lost))
    assert information_state.lost == [Goal(*goal) for goal in dropped]
    view = position.view(0)
    for number in range(WORLDS):
        coming = information_state.resample(view, Random(number)).goals
        for goal in set(dropped):
            assert [*coming, *dropped, *(c.goal for c in position.columns)].count(goal) <= (
                2 if goal.points == 3 else 1
            )
