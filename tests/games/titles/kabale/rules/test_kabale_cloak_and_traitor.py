"""The cloak and the traitor: their owner is asked at once (spec: Play)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.refusals import NotYourTurn
from games.titles.kabale.rules.position import Kabale
from tests.helpers import kabale as table


def choices(position: Kabale, seat: int, field: str) -> list[Any]:
    """Return the value of a field in each of the seat's moves."""
    return [move.dump()[field] for move in position.moves(seat)]


# --- The cloak.


def cloaked(**rest: Any) -> Kabale:
    """Seat 0 is about to uncover the cloak of seat 1 in column 0."""
    given = {"hands": ["king queen", "witch giant"], "stacks": [["romeo"], ["beggar"]], **rest}
    return table.load(table.column("music 5", "1 cloak down"), table.column("trade 5"), **given)


def test_owner_of_cloak_is_asked_out_of_turn() -> None:
    p = cloaked()
    effects = table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (1,)
    dump = p.dump()
    assert (dump["phase"], dump["turn"]) == ("cloak", 0)
    assert dump["pending"] == {"seat": 1, "column": 0}
    assert table.facts(effects, "cloak-asked") == [{"seat": 1, "column": 0}]
    assert set(choices(p, 1, "card")) == {"witch", "giant", None}
    with pytest.raises(NotYourTurn):
        table.play(p, 0, "cloak", None)


def test_card_is_laid_under_cloak_and_its_owner_draws() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    assert p.hands == [["queen"], ["witch", "giant"]]
    effects = table.play(p, 1, "cloak", "witch")
    assert table.cards(p, 0) == ["1 cloak", "1 witch hidden", "0 king down"]
    # The owner draws, then the seat on turn; then it is the next seat's turn.
    assert [fact["seat"] for fact in table.facts(effects, "drew")] == [1, 0]
    assert p.hands == [["queen", "romeo"], ["giant", "beggar"]]
    assert p.to_move() == (1,)
    assert p.dump()["pending"] is None


def test_cloaked_card_is_known_only_to_owner() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    effects = table.play(p, 1, "cloak", "witch")
    assert [one.to for one in effects if one.facts.get("card") == "witch"] == [frozenset({1})]


def test_owner_of_cloak_may_decline_and_then_draws_nothing() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    effects = table.play(p, 1, "cloak", None)
    assert table.cards(p, 0) == ["1 cloak", "0 king down"]
    assert p.hands[1] == ["witch", "giant"]
    assert [fact["seat"] for fact in table.facts(effects, "drew")] == [0]


def test_owner_of_cloak_is_not_asked_with_empty_hand() -> None:
    p = cloaked(hands=["king queen", ""])
    table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (0,)
    assert table.cards(p, 0) == ["1 cloak", "0 king down"]


def own_cloak(hand: str) -> Kabale:
    return table.load(
        table.column("music 5", "0 cloak down"),
        table.column("trade 5"),
        hands=[hand, "king"],
        stacks=[["romeo", "squire"], []],
    )


def test_own_cloak_asks_before_draw() -> None:
    p = own_cloak("king queen")
    table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (0,)
    assert p.hands[0] == ["queen"]
    table.play(p, 0, "cloak", "queen")
    assert table.cards(p, 0) == ["0 cloak", "0 queen hidden", "0 king down"]
    assert p.hands[0] == ["squire", "romeo"]
    assert p.to_move() == (1,)


def test_own_cloak_does_not_ask_after_last_card() -> None:
    p = own_cloak("king")
    table.play(p, 0, "place", "king", 0)
    assert p.phase == "place"
    assert p.hands[0] == ["squire"]


def test_hidden_card_counts_for_goal() -> None:
    p = table.load(
        table.column("music 3", "1 cloak down"),
        table.column("trade 1", "1 squire"),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "cloak", "witch")
    assert p.round == 2


def test_hidden_card_takes_part_in_award() -> None:
    p = table.load(
        table.column("music 3", "1 cloak down"),
        table.column("trade 1", "1 squire"),
        hands=["king", "wizard"],
    )
    table.play(p, 0, "place", "king", 0)
    effects = table.play(p, 1, "cloak", "wizard")
    first = table.facts(effects, "awarded")[0]
    assert [laid["card"] for laid in first["cards"]] == ["cloak", "wizard", "king"]
    assert first["left"] == [0, 1]
    assert first["winner"] == 1


def test_card_that_uncovered_cloak_is_uncovered_by_the_next() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "cloak", "witch")
    table.play(p, 1, "place", "giant", 0)
    assert table.cards(p, 0) == ["1 cloak", "1 witch hidden", "0 king", "1 giant down"]


def test_explorer_uncovers_cloak() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "2 cloak down"),
        table.column("trade 4"),
        hands=["king", "king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (2,)
    table.play(p, 2, "cloak", "king")
    assert table.cards(p, 1) == ["2 cloak", "2 king hidden", "1 explorer down"]
    assert p.to_move() == (1,)


# --- The traitor.


def with_traitor(*more: dict[str, Any], **rest: Any) -> Kabale:
    return table.load(
        table.column("music 5", "1 traitor down"),
        table.column("trade 2", "0 giant"),
        *more,
        hands=["king queen", "witch", *["king"] * len(more)],
        **rest,
    )


def test_owner_of_traitor_may_swap_goals() -> None:
    p = with_traitor(table.column("religion 4"))
    effects = table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (1,)
    assert p.dump()["phase"] == "swap"
    assert table.facts(effects, "swap-asked") == [{"seat": 1, "column": 0}]
    assert choices(p, 1, "column") == [1, 2, None]
    effects = table.play(p, 1, "swap", 2)
    assert [column.goal for column in p.columns] == [("religion", 4), ("trade", 2), ("music", 5)]
    assert table.cards(p, 0) == ["1 traitor", "0 king down"]
    assert table.kinds(effects) == ["swapped", "drew", "drew-own"]
    assert p.to_move() == (1,)


def test_owner_of_traitor_may_decline() -> None:
    p = with_traitor()
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "swap", None)
    assert [column.goal for column in p.columns] == [("music", 5), ("trade", 2)]
    assert p.to_move() == (1,)


def test_swap_can_end_the_round() -> None:
    p = table.load(
        table.column("music 4", "1 traitor down"),
        table.column("trade 2", "0 giant", "1 romeo", "1 squire", "1 beggar"),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    assert p.round == 1
    table.play(p, 1, "swap", 1)
    assert p.round == 2
    assert p.won[0] == [("trade", 2)]
    # Begun by the left of the seat whose turn it was, not of the traitor's.
    assert p.to_move() == (1,)


def test_swap_can_prevent_end_of_round() -> None:
    p = table.load(
        table.column("music 2", "1 traitor down"),
        table.column("trade 3", "0 giant", "1 romeo", "1 squire"),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "swap", 1)
    assert p.round == 1


def test_traitor_may_swap_with_column_closed_by_storm() -> None:
    p = table.load(
        table.column("music 5", "1 traitor down"),
        table.column("trade 2", "0 storm", storm=True),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    assert choices(p, 1, "column") == [1, None]


def test_traitor_may_swap_equal_goals() -> None:
    p = table.load(
        table.column("music 3", "1 traitor down"), table.column("music 3"), hands=["king", "witch"]
    )
    table.play(p, 0, "place", "king", 0)
    assert choices(p, 1, "column") == [1, None]
