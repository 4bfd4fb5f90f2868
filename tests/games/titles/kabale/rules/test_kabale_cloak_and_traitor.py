"""The cloak and the traitor: their owner is asked at once (spec: Play)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.refusals import NotYourTurn
from games.titles.kabale.rules.position import Kabale
from tests.helpers import kabale as table


def choices(position: Kabale, seat: int, field: str) -> list[Any]:
    """What a field says in each of the seat's moves."""
    return [move.dump()[field] for move in position.moves(seat)]


# --- The cloak.


def cloaked(**rest: Any) -> Kabale:
    """Seat 0 is about to uncover the cloak of seat 1 in column 0."""
    given = {"hands": ["king queen", "witch giant"], "stacks": [["romeo"], ["beggar"]], **rest}
    return table.load(table.column("music 5", "1 cloak down"), table.column("trade 5"), **given)


def test_the_owner_of_the_cloak_is_asked_out_of_turn() -> None:
    p = cloaked()
    happenings = table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (1,)
    dump = p.dump()
    assert (dump["phase"], dump["turn"]) == ("cloak", 0)
    assert dump["pending"] == {"seat": 1, "column": 0}
    assert table.facts(happenings, "cloak-asked") == [{"seat": 1, "column": 0}]
    assert set(choices(p, 1, "card")) == {"witch", "giant", None}
    with pytest.raises(NotYourTurn):
        table.play(p, 0, "cloak", None)


def test_a_card_goes_face_down_right_behind_the_cloak_and_one_is_drawn() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    assert p.hands == [["queen"], ["witch", "giant"]]
    happenings = table.play(p, 1, "cloak", "witch")
    assert table.cards(p, 0) == ["1 cloak", "1 witch hidden", "0 king down"]
    # The owner draws, then the seat on turn; then it is the next seat's turn.
    assert [fact["seat"] for fact in table.facts(happenings, "drew")] == [1, 0]
    assert p.hands == [["queen", "romeo"], ["giant", "beggar"]]
    assert p.to_move() == (1,)
    assert p.dump()["pending"] is None


def test_the_hidden_card_is_told_to_its_owner_only() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    happenings = table.play(p, 1, "cloak", "witch")
    assert [h.to for h in happenings if h.facts.get("card") == "witch"] == [frozenset({1})]


def test_the_owner_may_decline_and_draws_nothing() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    happenings = table.play(p, 1, "cloak", None)
    assert table.cards(p, 0) == ["1 cloak", "0 king down"]
    assert p.hands[1] == ["witch", "giant"]
    assert [fact["seat"] for fact in table.facts(happenings, "drew")] == [0]


def test_not_asked_with_an_empty_hand() -> None:
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


def test_ones_own_cloak_asks_before_one_draws_for_the_turn() -> None:
    p = own_cloak("king queen")
    table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (0,)
    assert p.hands[0] == ["queen"]
    table.play(p, 0, "cloak", "queen")
    assert table.cards(p, 0) == ["0 cloak", "0 queen hidden", "0 king down"]
    assert p.hands[0] == ["squire", "romeo"]
    assert p.to_move() == (1,)


def test_ones_own_cloak_does_not_ask_after_the_last_card() -> None:
    p = own_cloak("king")
    table.play(p, 0, "place", "king", 0)
    assert p.phase == "place"
    assert p.hands[0] == ["squire"]


def test_the_hidden_card_counts_for_the_number_of_cards() -> None:
    p = table.load(
        table.column("music 3", "1 cloak down"),
        table.column("trade 1", "1 squire"),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "cloak", "witch")
    assert p.round == 2


def test_the_hidden_card_is_a_card_of_the_column_in_every_respect() -> None:
    p = table.load(
        table.column("music 3", "1 cloak down"),
        table.column("trade 1", "1 squire"),
        hands=["king", "wizard"],
    )
    table.play(p, 0, "place", "king", 0)
    happenings = table.play(p, 1, "cloak", "wizard")
    first = table.facts(happenings, "awarded")[0]
    assert [laid["card"] for laid in first["cards"]] == ["cloak", "wizard", "king"]
    assert first["left"] == [0, 1]
    assert first["winner"] == 1


def test_the_card_that_uncovered_a_cloak_is_uncovered_by_the_next() -> None:
    p = cloaked()
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "cloak", "witch")
    table.play(p, 1, "place", "giant", 0)
    assert table.cards(p, 0) == ["1 cloak", "1 witch hidden", "0 king", "1 giant down"]


def test_an_explorer_uncovers_a_cloak() -> None:
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


def test_the_owner_of_the_traitor_may_swap_goals() -> None:
    p = with_traitor(table.column("religion 4"))
    happenings = table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (1,)
    assert p.dump()["phase"] == "swap"
    assert table.facts(happenings, "swap-asked") == [{"seat": 1, "column": 0}]
    assert choices(p, 1, "column") == [1, 2, None]
    happenings = table.play(p, 1, "swap", 2)
    assert [column.goal for column in p.columns] == [("religion", 4), ("trade", 2), ("music", 5)]
    assert table.cards(p, 0) == ["1 traitor", "0 king down"]
    assert table.kinds(happenings) == ["swapped", "drew", "drew-own"]
    assert p.to_move() == (1,)


def test_the_owner_of_the_traitor_may_decline() -> None:
    p = with_traitor()
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "swap", None)
    assert [column.goal for column in p.columns] == [("music", 5), ("trade", 2)]
    assert p.to_move() == (1,)


def test_a_swap_can_end_the_round() -> None:
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


def test_a_swap_can_keep_the_round_from_ending() -> None:
    p = table.load(
        table.column("music 2", "1 traitor down"),
        table.column("trade 3", "0 giant", "1 romeo", "1 squire"),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "swap", 1)
    assert p.round == 1


def test_a_column_closed_by_a_storm_can_be_swapped_with() -> None:
    p = table.load(
        table.column("music 5", "1 traitor down"),
        table.column("trade 2", "0 storm", storm=True),
        hands=["king", "witch"],
    )
    table.play(p, 0, "place", "king", 0)
    assert choices(p, 1, "column") == [1, None]


def test_equal_goals_may_be_swapped_all_the_same() -> None:
    p = table.load(
        table.column("music 3", "1 traitor down"), table.column("music 3"), hands=["king", "witch"]
    )
    table.play(p, 0, "place", "king", 0)
    assert choices(p, 1, "column") == [1, None]
