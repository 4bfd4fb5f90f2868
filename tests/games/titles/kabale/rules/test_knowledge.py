"""What a seat of Kabale remembers, and that all it imagines agrees with it."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Happening
from games.engine.knowledge import knowledge_of, tell
from games.titles.kabale.rules.cards import CARDS, Goal
from games.titles.kabale.rules.knowledge import Memory
from games.titles.kabale.rules.position import Kabale
from tests.helpers.kabale import column, facts, load, play
from tests.helpers.knowledge import WORLDS, worlds


def remembered(position: Kabale, seat: int) -> Memory:
    knowledge = knowledge_of(position, seat)
    assert isinstance(knowledge, Memory)
    return knowledge


def last_of(world: Kabale, at: int) -> str:
    return world.columns[at].cards[-1].card


def test_an_explorer_that_has_just_moved_is_itself() -> None:
    position = load(
        column("music 5", "1 explorer down"),
        column("trade 5"),
        hands=["king queen", "juliet prince"],
    )
    knowledge = remembered(position, 0)
    happenings = play(position, 0, "place", "king", 0)
    assert facts(happenings, "explored")
    tell(knowledge, happenings)
    assert {last_of(world, 1) for world in worlds(position, knowledge)} == {"explorer"}
    # Who comes in only now sees a card face down.
    late = remembered(position, 0)
    assert len({last_of(world, 1) for world in worlds(position, late)}) > 5


def test_a_card_laid_behind_it_is_another() -> None:
    position = load(
        column("music 5", "1 explorer down"),
        column("trade 5"),
        column("trade 4"),
        hands=["king queen", "juliet prince", "squire"],
    )
    knowledge = remembered(position, 0)
    tell(knowledge, play(position, 0, "place", "king", 0))
    tell(knowledge, play(position, 1, "place", "prince", 2, step=2))
    for world in worlds(position, knowledge):
        assert last_of(world, 1) == "explorer"
        assert last_of(world, 2) != "explorer"
        assert "explorer" not in world.hands[1]


def test_a_card_hidden_behind_a_cloak_moves_no_other_ones_place() -> None:
    position = load(
        column("music 5", "1 cloak down"),
        column("trade 5", "1 explorer down"),
        hands=["king queen", "juliet prince"],
    )
    knowledge = remembered(position, 0)
    tell(knowledge, play(position, 0, "place", "king", 1))
    # The explorer has come under the cloak and uncovered it.
    assert position.phase == "cloak"
    tell(knowledge, play(position, 1, "cloak", "prince", step=2))
    at_cloak = position.columns[0].cards
    assert [laid.card for laid in at_cloak] == ["cloak", "prince", "explorer"]
    hidden = set()
    for world in worlds(position, knowledge):
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


def test_the_discards_that_became_a_stack_lie_nowhere_else() -> None:
    position = emptied()
    knowledge = remembered(position, 0)
    happenings = play(position, 1, "place", "king", 1)
    assert facts(happenings, "reshuffled")
    tell(knowledge, happenings)
    old = {"king", "queen", "juliet", "explorer"}
    drawn = set()
    for world in worlds(position, knowledge):
        # What lay there before, and what was in hand before, is of the four other cards.
        assert world.columns[0].cards[0].card in old
        assert len(old & set(world.hands[1])) >= 2
        drawn |= set(world.hands[1]) - old
        assert not old & set(world.stacks[1])
    assert len(drawn) > 5


def test_ones_own_stack_is_known_but_for_its_order() -> None:
    position = emptied()
    knowledge = remembered(position, 1)
    tell(knowledge, play(position, 1, "place", "king", 1))
    orders = {tuple(world.stacks[1]) for world in worlds(position, knowledge)}
    assert len(orders) > 5
    assert {frozenset(order) for order in orders} == {frozenset(position.stacks[1])}


def test_a_goal_that_nobody_took_does_not_come_again() -> None:
    position = Kabale.deal(2, {}, Chance(bytes(32), 0))
    knowledge = remembered(position, 0)
    dropped = position.goals[:6]
    for goal in dropped:
        lost = {"column": 0, "goal": list(goal), "cards": [], "winner": None}
        knowledge.learn(Happening("awarded", lost))
    assert knowledge.lost == [Goal(*goal) for goal in dropped]
    view = position.view(0)
    for number in range(WORLDS):
        coming = knowledge.imagine(view, Random(number)).goals
        for goal in set(dropped):
            assert [*coming, *dropped, *(c.goal for c in position.columns)].count(goal) <= (
                2 if goal.points == 3 else 1
            )
